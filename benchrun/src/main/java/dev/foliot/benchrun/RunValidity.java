package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.judgement.RateKnee;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.util.ArrayList;
import java.util.List;

/**
 * The validity of a run: that of its worst fork. Among several rates some are meant to be too high;
 * saturation is then reported, and does no harm.
 */
public final class RunValidity {
  private RunValidity() {}

  /** The validity of forks in their order. */
  static Validity of(List<ForkRecord> forks, List<BenchConfig> loads) {
    return ofLoads(forks, loads.stream().map(load -> load.rate().toString()).toList());
  }

  /**
   * The validity of forks in their order.
   *
   * @param loads the name of each load
   */
  public static Validity ofLoads(List<ForkRecord> forks, List<String> loads) {
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
   * @param seen the outcome of each fork
   */
  static Validity ofSearch(
      List<ForkRecord> forks, List<BenchConfig> loads, List<RateObservation> seen) {
    List<Validity> all = new ArrayList<>();
    for (int i = 0; i < forks.size(); i++) {
      ForkRecord fork = forks.get(i);
      String name = "fork " + (i + 1) + " at " + rate(fork, loads);
      Validity validity = Saturation.aside(fork).in(name);
      all.add(
          seen.get(i).isJudged() || validity.verdict() != Verdict.INVALID
              ? validity
              : Validity.of(Verdict.SUSPECT, validity.reasonCodes()));
    }
    if (seen.stream().noneMatch(RateObservation::isJudged)) {
      all.add(Validity.of(Verdict.INVALID, new RunReason.NoForkJudged()));
    }
    return Validity.worst(all);
  }

  private static String rate(ForkRecord fork, List<BenchConfig> loads) {
    return loads.get(fork.loadIndex()).rate().toString();
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
