package dev.foliot.cli;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Rate;
import dev.foliot.bench.TimeSpan;
import dev.foliot.judgement.search.RateGoal;
import dev.foliot.load.Traffic;
import dev.foliot.text.LabException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much a load test sends, and when. */
final class TrafficOptions {
  /** A search begins here, or where the percentile has data enough. */
  private static final long LEAST_OF_SEARCH = 100;

  private static final double ABOVE_LEAST = 1.2;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description = "Requests that are due, as in 2k/s; several are steps, as in 500/s,1k/s,2k/s.")
  private @Nullable String rate;

  @Option(
      names = "--arrivals",
      paramLabel = "KIND",
      description =
          "poisson, constant, ramp:RATE..RATE, step:RATE,RATE..., burst:N or trace:FILE"
              + " (poisson).")
  private @Nullable String arrivals;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description = "A closed loop instead of a rate: each client asks again after its answer.")
  private @Nullable Integer clients;

  @Option(
      names = "--think",
      paramLabel = "TIME",
      description = "How long a client waits between answer and next request (0s).")
  private @Nullable String think;

  /** The clients of a closed loop; null for an open loop. */
  @Nullable Integer clients() {
    return clients;
  }

  /**
   * The load of each step.
   *
   * @param goal what a search looks for; null without one
   * @param durationNs the length of a step
   */
  List<Traffic> steps(@Nullable RateGoal goal, long durationNs) {
    if (clients != null && goal != null) {
      throw LabException.usage("--find-rate is of an open loop: leave --clients out");
    }
    if (goal != null && rate == null && arrivals == null) {
      double least =
          goal.leastPerS(BenchConfig.DEFAULT.with(Map.of("duration", TimeSpan.format(durationNs))));
      long first = Math.max(LEAST_OF_SEARCH, (long) Math.ceil(least * ABOVE_LEAST));
      return List.of(new Traffic.Open(Rate.perSecond(first), new Arrivals.Poisson()));
    }
    if (clients != null) {
      if (rate != null || arrivals != null) {
        throw LabException.usage(
            "--clients is a closed loop and has no "
                + (rate != null ? "--rate" : "--arrivals")
                + ": give one of them");
      }
      return List.of(new Traffic.Closed(clients, think == null ? 0 : TimeSpan.parseNs(think)));
    }
    if (think != null) {
      throw LabException.usage("--think is for --clients: give their number, or leave it out");
    }
    Arrivals kind = Arrivals.parse(arrivals == null ? "poisson" : arrivals);
    if (rate == null) {
      return switch (kind) {
        case Arrivals.Ramp ramp -> List.of(new Traffic.Open(ramp.to(), kind));
        case Arrivals.Step step -> List.of(new Traffic.Open(step.rates().getLast(), kind));
        case Arrivals.Constant _,
            Arrivals.Poisson _,
            Arrivals.Burst _,
            Arrivals.Closed _,
            Arrivals.Trace _ ->
            throw LabException.usage(
                "say how much: --rate, as in --rate 1k/s, or --clients, as in --clients 50");
      };
    }
    return Rates.parse(rate).stream()
        .map(one -> (Traffic) new Traffic.Open(Rate.parse(one), kind))
        .toList();
  }
}
