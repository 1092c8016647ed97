package dev.foliot.checks.walk.programs;

import java.util.Objects;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.jlbh.LatencyDistributors;
import org.jspecify.annotations.Nullable;

/** Pauses after its warm-up, and leaves its first of several runs out; gaps are drawn. */
public final class WarmsUp implements JLBHTask {
  private @Nullable JLBH jlbh;
  private int warm;

  /** Measures it. */
  public static void main(String[] arguments) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(500)
                .pauseAfterWarmupMS(50)
                .iterations(300)
                .throughput(2_000)
                .latencyDistributor(LatencyDistributors.RANDOM)
                .runs(4)
                .recordOSJitter(true)
                .jlbhTask(new WarmsUp()))
        .start();
  }

  @Override
  public void init(JLBH to) {
    jlbh = to;
  }

  @Override
  public void warmedUp() {
    warm++;
  }

  @Override
  public void run(long startTimeNs) {
    Objects.requireNonNull(jlbh).sample(System.nanoTime() - startTimeNs + warm);
  }
}
