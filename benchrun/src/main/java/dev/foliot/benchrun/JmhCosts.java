package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Durations;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.jmh.JmhTask;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.text.FoliotException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a call of each benchmark costs, in a short fork of each, so that a message can be
 * as many calls as a clock shows well.
 *
 * <p>{@link #find} is called once; {@link #cancel} by any thread.
 */
public final class JmhCosts {
  private static final Map<String, String> LOAD =
      Map.of("rate", "1/s", "messages", "1", "warmup", "0s", "timeout", "1min");

  private final List<BenchPlan.BenchArm> arms;
  private final AtomicReference<@Nullable ForkProcess> running = new AtomicReference<>();
  private volatile boolean cancelled;

  /** Of these arms, each by itself. */
  public JmhCosts(List<BenchPlan.BenchArm> arms) {
    this.arms = List.copyOf(arms);
  }

  /**
   * What a call costs.
   *
   * @param callNs nanoseconds, at most 100,000
   * @param isSingle whether a message must be one call, since each has a set-up or tear-down
   * @param failure why nothing is known; null where it is
   */
  public record Cost(double callNs, boolean isSingle, @Nullable String failure) {}

  /**
   * Runs the forks.
   *
   * @return the costs of the arms in their order, fewer after {@link #cancel}
   * @throws FoliotException if no fork can be started
   */
  public List<Cost> find() throws InterruptedException {
    List<Cost> costs = new ArrayList<>();
    for (BenchPlan.BenchArm arm : arms) {
      Cost cost = cancelled ? null : cost(arm);
      if (cancelled || cost == null) {
        return costs;
      }
      costs.add(cost);
    }
    return costs;
  }

  /** Ends the fork in hand. */
  public void cancel() {
    cancelled = true;
    ForkProcess process = running.get();
    if (process != null) {
      process.kill();
    }
  }

  private @Nullable Cost cost(BenchPlan.BenchArm arm) throws InterruptedException {
    JmhCall jmh = arm.code().jmh();
    if (jmh == null) {
      throw new IllegalArgumentException("no benchmark for JMH");
    }
    try (ScratchFolder folder = scratch()) {
      ForkProcess process =
          new ForkProcess(
              jmh.costs(arm, BenchConfig.DEFAULT.with(LOAD)),
              arm.jvm().cpus(),
              folder.path().resolve("fork.log"),
              phase -> {});
      running.set(process);
      ForkOutcome outcome = cancelled ? null : process.run();
      running.set(null);
      return outcome == null ? null : cost(outcome);
    }
  }

  private static Cost cost(ForkOutcome outcome) {
    Measurement measured = outcome.measurement();
    String failure =
        measured == null
            ? outcome.failure()
            : measured.failure() == null ? null : measured.failure().reason();
    Durations cost = measured == null ? null : measured.probes().get(JmhTask.COST);
    if (measured == null || cost == null || failure != null) {
      return new Cost(0, false, failure == null ? "nothing was measured" : failure);
    }
    Durations single = measured.probes().get(JmhTask.ALONE);
    return new Cost(
        (double) cost.maxNs() / JmhTask.COST_CALLS, single != null && single.count() > 0, null);
  }

  private static ScratchFolder scratch() {
    return switch (ScratchFolder.of("foliot-jmh")) {
      case Reading.Value<ScratchFolder>(ScratchFolder folder) -> folder;
      case Reading.Unavailable<ScratchFolder> none ->
          throw FoliotException.environment(none.sentence());
    };
  }
}
