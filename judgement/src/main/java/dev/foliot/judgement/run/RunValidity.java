package dev.foliot.judgement.run;

import dev.foliot.judgement.RateKnee;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The validity of a run: that of its worst fork. Among several rates some are meant to be too high;
 * saturation is then reported, and does no harm.
 */
public final class RunValidity {
  private RunValidity() {}

  /**
   * The validity of forks in their order.
   *
   * @param loads the name of each load
   */
  public static Validity of(List<ForkRecord> forks, List<String> loads) {
    if (forks.isEmpty()) {
      return Validity.of(Verdict.INVALID, new RunReason.NoForkEnded());
    }
    List<Validity> all = new ArrayList<>();
    for (int i = 0; i < forks.size(); i++) {
      ForkRecord fork = forks.get(i);
      all.add(
          loads.size() == 1
              ? fork.validity().in("fork " + (i + 1))
              : Saturation.aside(fork)
                  .in("fork " + (i + 1) + " at " + loads.get(fork.loadIndex())));
    }
    if (loads.size() > 1) {
      all.add(Validity.of(Verdict.VALID, saturated(forks, loads)));
    }
    return Validity.worst(all);
  }

  /**
   * The validity of a search, from the forks with an answer only. Omitted forks make it SUSPECT at
   * most; without any answer it is INVALID.
   *
   * @param loads the name of each load
   * @param isJudged whether a fork has an answer, by its place in the list
   */
  public static Validity ofSearch(
      List<ForkRecord> forks, List<String> loads, IntPredicate isJudged) {
    List<Validity> all = new ArrayList<>();
    for (int i = 0; i < forks.size(); i++) {
      ForkRecord fork = forks.get(i);
      Validity validity =
          Saturation.aside(fork).in("fork " + (i + 1) + " at " + loads.get(fork.loadIndex()));
      all.add(
          isJudged.test(i) || validity.verdict() != Verdict.INVALID
              ? validity
              : Validity.of(Verdict.SUSPECT, validity.reasonCodes()));
    }
    if (IntStream.range(0, forks.size()).noneMatch(isJudged)) {
      all.add(Validity.of(Verdict.INVALID, new RunReason.NoForkJudged()));
    }
    return Validity.worst(all);
  }

  private static List<Reason> saturated(List<ForkRecord> forks, List<String> loads) {
    List<Reason> reasons = new ArrayList<>();
    for (int i = 0; i < loads.size(); i++) {
      int load = i;
      List<ForkRecord> there = forks.stream().filter(f -> f.loadIndex() == load).toList();
      int saturated = (int) there.stream().filter(RateKnee::isSaturated).count();
      if (saturated > 0) {
        reasons.add(new RunReason.SaturatedAt(loads.get(i), saturated, there.size()));
      }
    }
    return reasons;
  }
}
