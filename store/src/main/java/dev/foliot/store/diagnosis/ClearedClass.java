package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.diagnosis.SharingFinding.SharedClass;
import dev.foliot.store.diagnosis.SharingFinding.StructurePlace;
import dev.foliot.store.diagnosis.SharingFinding.WordTraffic;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A class whose structure is written while the JVM runs, but without a finding. One thread writes,
 * and no other thread reads on that line. On another node the class may cause a finding, since its
 * address differs there. A comparison therefore needs its position here. In JSON, its parts are
 * merged into one object.
 *
 * @param type the class
 * @param traffic its writers and readers
 * @param place position of its structure
 * @param lucky for the most important pair of a written and a read field; null if no reader was
 *     observed
 * @param reasonCode why it causes no finding; JSON has its text too
 */
@JsonPropertyOrder({"type", "traffic", "place", "lucky", "reason", "reason_code"})
public record ClearedClass(
    @JsonUnwrapped SharedClass type,
    @JsonUnwrapped WordTraffic traffic,
    @JsonUnwrapped StructurePlace place,
    @Nullable LuckyPlacements lucky,
    Reason reasonCode) {
  /** Checks that nothing is missing. */
  public ClearedClass {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(traffic, "traffic");
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(reasonCode, "reason_code");
  }

  @JsonCreator
  static ClearedClass stored(
      @JsonUnwrapped SharedClass type,
      @JsonUnwrapped WordTraffic traffic,
      @JsonUnwrapped StructurePlace place,
      @JsonProperty("lucky") @Nullable LuckyPlacements lucky,
      @JsonProperty("reason") String reason,
      @JsonProperty("reason_code") Reason code) {
    return new ClearedClass(type, traffic, place, lucky, Reasons.ofStored(reason, code));
  }

  /** Why it causes no finding, as text. */
  @JsonProperty("reason")
  public String reason() {
    return reasonCode.text();
  }
}
