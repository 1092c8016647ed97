package dev.foliot.cli.frame;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Rate;
import dev.foliot.judgement.search.LatencyObjective;
import dev.foliot.judgement.search.RateGoal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a search for a rate. */
public final class RateOptions {
  @Option(
      names = "--find-rate",
      paramLabel = "PROMISE",
      description =
          "Find the highest rate that holds, as in 'p99.9<1ms' (in quotes); begins at --rate.")
  private @Nullable String promise;

  @Option(
      names = "--max-rate",
      paramLabel = "RATE",
      description = "The highest rate that --find-rate may try (10M/s).")
  private @Nullable String most;

  @Option(
      names = "--max-forks",
      paramLabel = "N",
      description = "How many forks --find-rate may take (24).")
  private @Nullable Integer mostForks;

  /**
   * What is searched, or null where nothing is.
   *
   * @param forks what was asked for with {@code --forks}, or null
   */
  public @Nullable RateGoal goal(@Nullable Integer forks) {
    if (promise == null) {
      if (most != null || mostForks != null) {
        throw new BadOptionException(
            (most != null ? "--max-rate" : "--max-forks")
                + " bounds a search: say what for with --find-rate, as in --find-rate 'p99.9<1ms'");
      }
      return null;
    }
    if (forks != null) {
      throw new BadOptionException(
          "--find-rate takes as many forks as it needs: bound them with --max-forks, not --forks");
    }
    return new RateGoal(
        LatencyObjective.parse(promise),
        most == null ? null : Rate.parse(most),
        mostForks == null ? RateGoal.USUAL_FORKS : mostForks);
  }
}
