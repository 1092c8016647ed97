package dev.foliot.cli.load;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Rate;
import dev.foliot.bench.TimeSpan;
import dev.foliot.cli.frame.Rates;
import dev.foliot.judgement.search.RateGoal;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.Think;
import dev.foliot.load.Traffic;
import dev.foliot.load.plan.LoadOption;
import dev.foliot.text.FoliotException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** How much a load test sends, and when. */
final class TrafficOptions {
  /** A search begins here, or where the percentile has data enough. */
  private static final long LEAST_OF_SEARCH = 100;

  private static final double ABOVE_LEAST = 1.2;

  /** Standard deviations of a number of arrivals. */
  private static final double CHANCE = 6;

  private static final double NS_PER_S = 1e9;
  private static final long LONGEST_NS = 3_600_000_000_000L;

  private final TableOptions options =
      new TableOptions(
          Stream.of(
              LoadOption.RATE,
              LoadOption.ARRIVALS,
              LoadOption.CLIENTS,
              LoadOption.THINK,
              LoadOption.RAMP,
              LoadOption.COUNT,
              LoadOption.DURATION));

  /** What the command mixes in. */
  CommandSpec spec() {
    return options.spec();
  }

  /** The length of a step that was given; null without one. */
  @Nullable String duration() {
    return options.text(LoadOption.DURATION);
  }

  /** The number of requests that are measured; 0 for as many as the time has. */
  long requests() {
    Integer requests = options.whole(LoadOption.COUNT);
    return requests == null ? 0 : requests;
  }

  /**
   * How long a load is that ends with its last request; longer than it takes, but for chance.
   *
   * @param usualNs without a number of requests, and the most
   */
  long lengthNs(Traffic load, long usualNs) {
    double requests = (double) requests();
    if (requests == 0 || duration() != null) {
      return usualNs;
    }
    return load instanceof Traffic.Open open
        ? Math.clamp(
            Math.round((requests + CHANCE * Math.sqrt(requests) + 1) / open.meanPerS() * NS_PER_S),
            LoadPhase.SHORTEST_NS,
            LONGEST_NS)
        : LONGEST_NS;
  }

  /** The clients of a closed loop; null for an open loop. */
  @Nullable Integer clients() {
    return options.whole(LoadOption.CLIENTS);
  }

  /**
   * The load of each step.
   *
   * @param goal what a search looks for; null without one
   * @param durationNs the length of a step
   */
  List<Traffic> steps(@Nullable RateGoal goal, long durationNs) {
    String rate = options.text(LoadOption.RATE);
    String arrivals = options.text(LoadOption.ARRIVALS);
    Integer clients = clients();
    String think = options.text(LoadOption.THINK);
    String ramp = options.text(LoadOption.RAMP);
    if (clients != null && goal != null) {
      throw FoliotException.usage("--find-rate is of an open loop: leave --clients out");
    }
    if (goal != null && rate == null && arrivals == null) {
      double least =
          goal.leastPerS(BenchConfig.DEFAULT.with(Map.of("duration", TimeSpan.format(durationNs))));
      long first = Math.max(LEAST_OF_SEARCH, (long) Math.ceil(least * ABOVE_LEAST));
      return List.of(new Traffic.Open(Rate.perSecond(first), new Arrivals.Poisson()));
    }
    if (clients != null) {
      if (rate != null || arrivals != null) {
        throw FoliotException.usage(
            "--clients is a closed loop and has no "
                + (rate != null ? "--rate" : "--arrivals")
                + ": give one of them");
      }
      return List.of(
          new Traffic.Closed(
              clients,
              think == null ? Think.NONE : Think.parse(think),
              ramp == null ? 0 : TimeSpan.parseNs(ramp)));
    }
    if (think != null || ramp != null) {
      throw FoliotException.usage(
          (think != null ? "--think" : "--ramp")
              + " is for --clients: give their number, or leave it out");
    }
    Arrivals kind = Arrivals.parse(arrivals == null ? "poisson" : arrivals);
    if (rate == null) {
      return switch (kind) {
        case Arrivals.Ramp up -> List.of(new Traffic.Open(up.to(), kind));
        case Arrivals.Step step -> List.of(new Traffic.Open(step.rates().getLast(), kind));
        case Arrivals.Constant _,
            Arrivals.Poisson _,
            Arrivals.Burst _,
            Arrivals.Closed _,
            Arrivals.Trace _ ->
            throw FoliotException.usage(
                "say how much: --rate, as in --rate 1k/s, or --clients, as in --clients 50");
      };
    }
    return Rates.parse(rate).stream()
        .map(one -> (Traffic) new Traffic.Open(Rate.parse(one), kind))
        .toList();
  }
}
