package dev.foliot.judgement.search;

import dev.foliot.judgement.search.RateFinder.Done;
import dev.foliot.judgement.search.RateFinder.End;
import dev.foliot.judgement.search.RateFinder.Probe;
import dev.foliot.judgement.search.RateObservation.Outcome;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A search that was run against a simulated system.
 *
 * @param finder the search
 * @param seen the forks' outcomes
 * @param end why it stopped
 */
record Searches(RateFinder finder, List<RateObservation> seen, End end) {
  /** Runs one to its end. */
  static Searches play(RateFinder finder, DoubleFunction<Outcome> system) {
    List<RateObservation> seen = new ArrayList<>();
    while (true) {
      switch (finder.next(seen)) {
        case Probe(double ratePerS) ->
            seen.add(new RateObservation(ratePerS, system.apply(ratePerS)));
        case Done(End end) -> {
          return new Searches(finder, seen, end);
        }
      }
    }
  }

  RateAnswer answer(@Nullable Reason why) {
    return new RateAnswer(LatencyObjective.parse("p99.9<1ms"), finder, seen, why, 10_000_000_000L);
  }

  double[] rates() {
    return seen.stream().mapToDouble(RateObservation::ratePerS).toArray();
  }
}
