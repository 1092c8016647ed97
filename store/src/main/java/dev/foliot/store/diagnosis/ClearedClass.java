package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.diagnosis.SharingFinding.SharedClass;
import dev.foliot.store.diagnosis.SharingFinding.StructurePlace;
import dev.foliot.store.diagnosis.SharingFinding.WordTraffic;
import dev.foliot.text.Reason;
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
 * @param reason why it causes no finding
 * @param reasonCode the same as data; null in files of older versions
 */
public record ClearedClass(
    @JsonUnwrapped SharedClass type,
    @JsonUnwrapped WordTraffic traffic,
    @JsonUnwrapped StructurePlace place,
    @Nullable LuckyPlacements lucky,
    String reason,
    @Nullable Reason reasonCode) {
  /** Checks that nothing is missing. */
  public ClearedClass {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(traffic, "traffic");
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(reason, "reason");
  }
}
