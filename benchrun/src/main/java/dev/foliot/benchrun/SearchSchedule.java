package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Rate;
import dev.foliot.judgement.run.RunValidity;
import dev.foliot.judgement.search.ObjectiveCheck;
import dev.foliot.judgement.search.RateAnswer;
import dev.foliot.judgement.search.RateFinder;
import dev.foliot.judgement.search.RateGoal;
import dev.foliot.judgement.search.RateObservation;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.RateSearch;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.Reason;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The forks of a search for a rate: each depends on the earlier outcomes. */
public final class SearchSchedule implements ForkSchedule {
  private final RateGoal goal;
  private final RateFinder finder;
  private final List<BenchConfig> loads = new ArrayList<>();

  /**
   * @param start the load with which the search begins
   */
  public SearchSchedule(RateGoal goal, BenchConfig start) {
    this.goal = goal;
    this.finder = goal.finder(start);
    loads.add(start);
  }

  @Override
  public @Nullable Turn next(List<ForkRecord> ended) {
    return switch (finder.next(seen(ended))) {
      // each fork has its own seed, and forks at one rate are independent
      case RateFinder.Probe(double ratePerS) -> new Turn(0, load(ratePerS), ended.size());
      case RateFinder.Done done -> null;
    };
  }

  private List<RateObservation> seen(List<ForkRecord> ended) {
    return ended.stream()
        .map(fork -> {
          BenchConfig load = loads.get(fork.loadIndex());
          return new RateObservation(
              load.rate().perSecond(),
              ObjectiveCheck.of(fork, ForkRecords.load(load), goal.objective()));
        })
        .toList();
  }

  /** The index of the load with this rate, a new one if necessary. */
  private int load(double ratePerS) {
    for (int i = 0; i < loads.size(); i++) {
      if (loads.get(i).rate().perSecond() == ratePerS) {
        return i;
      }
    }
    loads.add(loads.getFirst().with(Map.of("rate", rate(ratePerS).toString())));
    return loads.size() - 1;
  }

  private static Rate rate(double perSecond) {
    return Rate.parse(BigDecimal.valueOf(perSecond).toPlainString() + "/s");
  }

  @Override
  public List<BenchConfig> loads() {
    return List.copyOf(loads);
  }

  @Override
  public int forks() {
    return goal.mostForks();
  }

  @Override
  public Validity validity(List<ForkRecord> ended) {
    List<RateObservation> seen = seen(ended);
    return RunValidity.ofSearch(
        ended,
        loads.stream().map(load -> load.rate().toString()).toList(),
        fork -> seen.get(fork).isJudged());
  }

  @Override
  public RateSearch search(List<ForkRecord> ended) {
    Reason why = ended.isEmpty() ? null : reason(ended.getLast());
    return new RateAnswer(goal.objective(), finder, seen(ended), why, loads.getFirst().durationNs())
        .record();
  }

  /** Why the fork gave no answer; null if it did. */
  private @Nullable Reason reason(ForkRecord fork) {
    Validity validity = fork.validity();
    return validity.verdict() == Verdict.INVALID
        ? validity.reasonCodes().getFirst()
        : fork.times().response().insufficientCodes().get(goal.objective().percentile());
  }

  @Override
  public String bracket(List<ForkRecord> ended) {
    return RateAnswer.bracket(seen(ended));
  }
}
