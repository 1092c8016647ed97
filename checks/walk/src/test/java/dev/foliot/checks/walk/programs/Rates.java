package dev.foliot.checks.walk.programs;

import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHResultConsumer;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.jspecify.annotations.Nullable;

/** Starts JLBH for each of three rates: three measurements of one main. */
public final class Rates implements JLBHTask {
  private final ExecutorService pool;
  private @Nullable JLBH jlbh;

  private Rates(ExecutorService pool) {
    this.pool = pool;
  }

  /** Measures it. */
  public static void main(String[] arguments) {
    for (int perS : new int[] {500, 1_000, 2_000}) {
      ExecutorService pool = Executors.newFixedThreadPool(1);
      JLBHResultConsumer results = JLBHResultConsumer.newThreadSafeInstance();
      JLBH jlbh =
          new JLBH(
              new JLBHOptions()
                  .warmUpIterations(100)
                  .iterations(perS / 4)
                  .throughput(perS)
                  .runs(1)
                  .skipFirstRun(false)
                  .recordOSJitter(false)
                  .jlbhTask(new Rates(pool)),
              System.out,
              results);
      jlbh.addProbe("publish").sampleNanos(1);
      jlbh.start();
      pool.shutdown();
      System.out.println("p99 " + results.get().endToEnd().summaryOfLastRun().get99thPercentile());
    }
  }

  @Override
  public void init(JLBH to) {
    jlbh = to;
  }

  @Override
  public void run(long startTimeNs) {
    pool.execute(() -> Objects.requireNonNull(jlbh).sample(System.nanoTime() - startTimeNs));
  }
}
