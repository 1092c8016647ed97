package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * How far a run can be relied upon: as far as its worst fork. Among several rates some are meant to
 * be too high; that a fork was SATURATED is named then, and spoils nothing.
 */
final class RunValidity {
  private RunValidity() {}

  /** Of forks that end in their order. */
  static Validity of(List<ForkRecord> forks, List<BenchConfig> loads) {
    if (forks.isEmpty()) {
      return new Validity(Verdict.INVALID, List.of("no fork has ended yet"));
    }
    List<Validity> all = new ArrayList<>();
    for (int i = 0; i < forks.size(); i++) {
      ForkRecord fork = forks.get(i);
      all.add(
          loads.size() == 1
              ? named("fork " + (i + 1), fork.validity())
              : named("fork " + (i + 1) + " at " + rate(fork, loads), Saturation.aside(fork)));
    }
    if (loads.size() > 1) {
      all.add(new Validity(Verdict.VALID, saturated(forks, loads)));
    }
    return Validity.worst(all);
  }

  /**
   * Of a search, which relies on the forks that said something only. What it had to leave out makes
   * it SUSPECT at most; where nothing is left it is INVALID.
   *
   * @param seen what each of the forks said
   */
  static Validity ofSearch(
      List<ForkRecord> forks, List<BenchConfig> loads, List<RateObservation> seen) {
    List<Validity> all = new ArrayList<>();
    for (int i = 0; i < forks.size(); i++) {
      ForkRecord fork = forks.get(i);
      String name = "fork " + (i + 1) + " at " + rate(fork, loads);
      Validity validity = named(name, Saturation.aside(fork));
      all.add(
          seen.get(i).isJudged() || validity.verdict() != Verdict.INVALID
              ? validity
              : new Validity(Verdict.SUSPECT, validity.reasons()));
    }
    if (seen.stream().noneMatch(RateObservation::isJudged)) {
      all.add(new Validity(Verdict.INVALID, List.of("no fork has judged the promise")));
    }
    return Validity.worst(all);
  }

  private static Validity named(String fork, Validity validity) {
    return new Validity(
        validity.verdict(), validity.reasons().stream().map(r -> fork + ": " + r).toList());
  }

  private static String rate(ForkRecord fork, List<BenchConfig> loads) {
    return loads.get(fork.loadIndex()).rate().toString();
  }

  private static List<String> saturated(List<ForkRecord> forks, List<BenchConfig> loads) {
    List<String> sentences = new ArrayList<>();
    for (int i = 0; i < loads.size(); i++) {
      int load = i;
      List<ForkRecord> there = forks.stream().filter(f -> f.loadIndex() == load).toList();
      long saturated = there.stream().filter(Saturation::in).count();
      if (saturated > 0) {
        sentences.add(
            "SATURATED at "
                + loads.get(i).rate()
                + " in "
                + saturated
                + " of "
                + there.size()
                + (there.size() == 1 ? " fork" : " forks"));
      }
    }
    return sentences;
  }
}
