package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.diagnosis.SharingFinding.SharedClass;
import dev.foliot.store.diagnosis.SharingFinding.StructurePlace;
import dev.foliot.store.diagnosis.SharingFinding.WordTraffic;
import dev.foliot.text.Reason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A class whose structure is written while the JVM runs and which is no finding all the same: one
 * thread writes, and nobody else reads on that line. On another node the same class may be one,
 * since its address differs there; so a comparison needs to know where it is here. In JSON its
 * parts have no names of their own.
 *
 * @param type the class
 * @param traffic who writes and reads it
 * @param place where its structure lies
 * @param lucky for the pair of a written and a read field that matters most; null where none of
 *     these reads
 * @param reason why it is no finding
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
