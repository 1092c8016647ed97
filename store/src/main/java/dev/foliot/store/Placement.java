package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which fields of a class's structure share a cache line, and with whom.
 *
 * @param place where the structure lies
 * @param sameLineFields the read fields that share the written one's line
 * @param lucky for the pair that matters most; null for true sharing, where no address helps
 * @param pairs all of a written and a read field
 * @param fields of the structure up to the last one that matters, ascending by offset
 */
public record Placement(
    @JsonUnwrapped StructurePlace place,
    List<String> sameLineFields,
    @Nullable LuckyPlacements lucky,
    List<FieldPair> pairs,
    List<SharingField> fields) {
  /** Keeps copies. */
  public Placement {
    Objects.requireNonNull(place, "place");
    sameLineFields = List.copyOf(sameLineFields);
    pairs = List.copyOf(pairs);
    fields = List.copyOf(fields);
  }

  /** The same place with other fields. */
  Placement withFields(List<SharingField> changed) {
    return new Placement(place, sameLineFields, lucky, pairs, changed);
  }
}
