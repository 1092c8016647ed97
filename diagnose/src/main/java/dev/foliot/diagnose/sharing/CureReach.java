package dev.foliot.diagnose.sharing;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * How far the first step of the cure would reach into the code that was seen to write. Immutable.
 *
 * @param hits that were looked at, by the kind of code that made them
 */
record CureReach(Map<WritingCode, Integer> hits) {
  /** With this share of the hits beyond it, the first step is no remedy. */
  private static final double MUCH = 0.1;

  CureReach {
    Map<WritingCode, Integer> copy = new EnumMap<>(WritingCode.class);
    copy.putAll(hits);
    hits = Collections.unmodifiableMap(copy);
  }

  /** Of touches, each by its code. */
  static CureReach of(Collection<Touch> touches, Function<Touch, WritingCode> code) {
    Map<WritingCode, Integer> hits = new EnumMap<>(WritingCode.class);
    for (Touch touch : touches) {
      hits.merge(code.apply(touch), 1, Integer::sum);
    }
    return new CureReach(hits);
  }

  /** Whether it would leave much as it is. */
  boolean isShort() {
    return share(beyond()) >= MUCH;
  }

  /** Whether it would mend nearly all. */
  boolean isEnough() {
    return share(hits.getOrDefault(WritingCode.CONSTANT, 0)) > 1 - MUCH;
  }

  /** The commonest code that it would leave as it is. */
  Optional<WritingCode> commonestBeyond() {
    return hits.entrySet().stream()
        .filter(one -> one.getKey().isBeyondC2())
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey);
  }

  /** The share of the hits that one kind of code made. */
  double share(WritingCode code) {
    return share(hits.getOrDefault(code, 0));
  }

  private int beyond() {
    int beyond = 0;
    for (Map.Entry<WritingCode, Integer> one : hits.entrySet()) {
      beyond += one.getKey().isBeyondC2() ? one.getValue() : 0;
    }
    return beyond;
  }

  private double share(int some) {
    int all = 0;
    for (int count : hits.values()) {
      all += count;
    }
    return all == 0 ? 0 : (double) some / all;
  }
}
