package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.Rate;
import dev.foliot.judgement.ForkVerdict;
import dev.foliot.judgement.search.RateFinder;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.store.Validity;
import dev.foliot.text.FoliotException;
import dev.foliot.text.LoadReason;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a rate for a task of which none is known: a third of what the task sustains, in steps of
 * 1, 2 and 5, so that it stays clear of saturation and is the same in most runs.
 *
 * <p>Short forks climb from 5,000 messages a second by a factor of five until the task saturates,
 * or descend until it does not. {@link #find} is called once; {@link #cancel} by any thread.
 */
public final class AutoRate {
  private static final double FIRST_PER_S = 5_000;
  private static final double STEP = 5;
  private static final double MOST_PER_S = 10_000_000;
  private static final double LEAST_PER_S = 0.1;
  private static final int MOST_TRIALS = 8;
  private static final double PART = 3;
  private static final double SUSTAINED = 0.99;

  /** A slow task needs time for its twenty messages. */
  private static final double FEWEST = 20;

  private static final double SHORTEST_S = 1;
  private static final double LONGEST_S = 10;

  private final BenchPlan plan;
  private final AtomicReference<@Nullable ForkProcess> running = new AtomicReference<>();
  private volatile boolean cancelled;

  /**
   * What was found.
   *
   * @param rate to measure at
   * @param sustainedPerS messages a second that the task sustained
   */
  public record Found(Rate rate, double sustainedPerS) {}

  /**
   * A short fork.
   *
   * @param askedPerS messages a second
   * @param achievedPerS how many it completed in a second
   * @param isSustained whether it kept up
   */
  record Trial(double askedPerS, double achievedPerS, boolean isSustained) {}

  /** Of the first arm and load of a plan. */
  public AutoRate(BenchPlan plan) {
    this.plan = plan;
  }

  /**
   * Runs the short forks.
   *
   * @return empty where a fork failed, which the forks of the run then say better, and after {@link
   *     #cancel}
   * @throws FoliotException if no fork can be started
   */
  public Optional<Found> find() throws InterruptedException {
    List<Trial> trials = new ArrayList<>();
    OptionalDouble next = next(trials);
    while (next.isPresent() && !cancelled) {
      Trial trial = trial(next.getAsDouble());
      if (trial == null) {
        return Optional.empty();
      }
      trials.add(trial);
      next = next(trials);
    }
    return cancelled ? Optional.empty() : found(trials);
  }

  /** Ends the fork in hand. */
  public void cancel() {
    cancelled = true;
    ForkProcess process = running.get();
    if (process != null) {
      process.kill();
    }
  }

  private @Nullable Trial trial(double perS) throws InterruptedException {
    BenchPlan.BenchArm arm = plan.arms().getFirst();
    double lengthS = Math.min(LONGEST_S, Math.max(SHORTEST_S, FEWEST / perS));
    String length = BigDecimal.valueOf(Math.round(lengthS * 1_000)) + "ms";
    BenchConfig config =
        plan.load()
            .with(Map.of("rate", rate(perS).toString(), "warmup", length, "duration", length));
    try (ScratchFolder folder = scratch()) {
      ForkProcess process =
          new ForkProcess(
              arm.command(arm.jvm().args(), config),
              arm.jvm().cpus(),
              folder.path().resolve("fork.log"),
              phase -> {});
      running.set(process);
      ForkOutcome outcome = cancelled ? null : process.run();
      running.set(null);
      Measurement measured = outcome == null ? null : outcome.measurement();
      if (outcome == null || measured == null || measured.failure() != null) {
        return null;
      }
      Validity validity = ForkVerdict.of(measured, outcome.kernel(), config.durationNs(), null);
      double achieved = measured.totals().achievedPerSecond();
      return new Trial(
          perS,
          achieved,
          achieved >= SUSTAINED * measured.totals().scheduledPerSecond(config.durationNs())
              && !validity.has(LoadReason.Saturated.class));
    }
  }

  private static ScratchFolder scratch() {
    return switch (ScratchFolder.of("foliot-rate")) {
      case Reading.Value<ScratchFolder>(ScratchFolder folder) -> folder;
      case Reading.Unavailable<ScratchFolder> none ->
          throw FoliotException.environment(none.sentence());
    };
  }

  /** The rate of the next trial; empty where the border is known. */
  static OptionalDouble next(List<Trial> trials) {
    if (trials.isEmpty()) {
      return OptionalDouble.of(FIRST_PER_S);
    }
    Trial last = trials.getLast();
    boolean isBetween =
        trials.stream().anyMatch(Trial::isSustained)
            && trials.stream().anyMatch(trial -> !trial.isSustained());
    if (isBetween || trials.size() == MOST_TRIALS) {
      return OptionalDouble.empty();
    }
    double next =
        last.isSustained()
            ? Math.min(MOST_PER_S, last.askedPerS() * STEP)
            // what it achieved says how far down to go
            : Math.max(LEAST_PER_S, Math.min(last.askedPerS() / STEP, last.achievedPerS() / PART));
    return next == last.askedPerS() ? OptionalDouble.empty() : OptionalDouble.of(rounded(next));
  }

  /** What the trials say; empty where the task sustained none of them. */
  static Optional<Found> found(List<Trial> trials) {
    double best =
        trials.stream().filter(Trial::isSustained).mapToDouble(Trial::askedPerS).max().orElse(0);
    if (best == 0) {
      return Optional.empty();
    }
    double saturated =
        trials.stream()
            .filter(trial -> !trial.isSustained())
            .mapToDouble(Trial::achievedPerS)
            .max()
            .orElse(0);
    double sustained = Math.max(best, saturated);
    return Optional.of(new Found(rate(inSteps(Math.min(best, sustained / PART))), sustained));
  }

  /** The greatest of 1, 2 and 5 times a power of ten that is not above a rate. */
  static double inSteps(double perS) {
    double power = Math.pow(10, Math.floor(Math.log10(perS) + 1e-9));
    double digit = perS / power;
    return rounded(power * (digit >= 5 - 1e-9 ? 5 : digit >= 2 - 1e-9 ? 2 : 1));
  }

  private static double rounded(double perS) {
    return RateFinder.rounded(perS);
  }

  private static Rate rate(double perS) {
    return Rate.parse(BigDecimal.valueOf(perS).toPlainString() + "/s");
  }
}
