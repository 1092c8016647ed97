package dev.foliot.checks.walk.programs;

import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.jspecify.annotations.Nullable;

/** Two stages in two threads, each with a probe. */
public final class Probes implements JLBHTask {
  private final BlockingQueue<Long> queue = new ArrayBlockingQueue<>(1_000);
  private @Nullable NanoSampler put;

  /** Measures it. */
  public static void main(String[] arguments) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(200)
                .iterations(500)
                .throughput(2_000)
                .runs(2)
                .skipFirstRun(false)
                .recordOSJitter(false)
                .accountForCoordinatedOmission(true)
                .jlbhTask(new Probes()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    put = jlbh.addProbe("put");
    NanoSampler take = jlbh.addProbe("take");
    Thread consumer =
        new Thread(() -> {
          try {
            while (true) {
              long startNs = queue.take();
              long takenNs = System.nanoTime();
              take.sampleNanos(takenNs - startNs);
              jlbh.sample(System.nanoTime() - startNs);
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    consumer.setDaemon(true);
    consumer.start();
  }

  @Override
  public void run(long startTimeNs) {
    long beganNs = System.nanoTime();
    queue.add(startTimeNs);
    Objects.requireNonNull(put).sampleNanos(System.nanoTime() - beganNs);
  }
}
