package dev.foliot.checks.walk.programs;

import java.util.Objects;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.jspecify.annotations.Nullable;

/** The shortest program: the work is done in the call, and its end is sampled there. */
public final class OneStage implements JLBHTask {
  private @Nullable JLBH jlbh;

  /** Measures it. */
  public static void main(String[] arguments) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(100)
                .iterations(500)
                .throughput(2_000)
                .runs(1)
                .skipFirstRun(false)
                .jlbhTask(new OneStage()))
        .start();
  }

  @Override
  public void init(JLBH to) {
    jlbh = to;
  }

  @Override
  public void run(long startTimeNs) {
    Objects.requireNonNull(jlbh).sample(System.nanoTime() - startTimeNs);
  }
}
