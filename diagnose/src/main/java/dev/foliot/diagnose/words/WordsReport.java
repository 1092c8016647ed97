package dev.foliot.diagnose.words;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.watch.WatchBudget;
import dev.foliot.diagnose.words.WordsObservations.Failed;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reports all observations: findings, and a description of the examination. Pure. */
final class WordsReport {
  private WordsReport() {}

  /**
   * The outcome of all observations.
   *
   * @param cutShort why it ended early; empty if it did not
   * @param budget the cost of the watchpoints
   */
  static Outcome<ResourceFinding> of(
      WordsObservations observed,
      Optional<Reason> cutShort,
      List<Reason> limits,
      WatchBudget budget,
      long elapsedNs) {
    Outcome<ResourceFinding> outcome =
        Outcome.of(
            WordsJudge.findings(observed),
            cutShort,
            limits,
            "no word or line of the program's data that threads fight for, and no type check that"
                + " searches in vain, in the sampled code",
            "nothing found in what was looked at",
            lookedAt(observed, budget, elapsedNs));
    return outcome.with(
        Outcome.Besides.of(
            new Outcome.WatchCost(
                budget.hits(),
                budget.hits() == 0 ? 0 : budget.hitNs(),
                budget.worstShare(elapsedNs))));
  }

  private static List<String> lookedAt(
      WordsObservations observed, WatchBudget budget, long elapsedNs) {
    List<String> all = new ArrayList<>();
    all.add(
        Numbers.count(observed.samples(), "sample")
            + " of the instructions and registers of "
            + Numbers.count(observed.threads(), "thread"));
    if (observed.samples() < WordsJudge.FEWEST_SAMPLES) {
      all.add(
          "fewer than "
              + WordsJudge.FEWEST_SAMPLES
              + " samples, since the threads hardly ran: too few for a finding");
    }
    long several =
        observed.words().stream().filter(word -> word.writers().size() >= 2).count()
            + observed.lines().stream().filter(line -> line.metWindows() > 0).count();
    all.add(
        several == 0
            ? "no word or line in the heap was written by two watched threads"
            : Numbers.count(several, "word or line", "words or lines")
                + " in the heap had two writing threads or more, found by "
                + Numbers.count(budget.hits(), "watchpoint hit")
                + "; a thread lost at most "
                + Numbers.percent(budget.worstShare(elapsedNs))
                + " of its time");
    if (observed.unplaced() > 0) {
      all.add(
          Numbers.count(observed.unplaced(), "hot word")
              + " outside of known objects: HotSpot's own locks lie there too, so they were not"
              + " watched");
    }
    long failed = observed.searches().stream().mapToLong(Failed::samples).sum();
    all.add(
        failed + observed.found() == 0
            ? "no sample in a search of a type check"
            : Numbers.count(failed, "sample")
                + " in type checks that searched in vain, "
                + Numbers.count(observed.found())
                + " in others");
    return all;
  }
}
