package dev.foliot.checks.walk.programs;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.jspecify.annotations.Nullable;

/** A thread of its own polls a ring and samples, as in a pipeline without locks. */
public final class OtherThread implements JLBHTask {
  private static final int SIZE = 1 << 12;

  private final AtomicLongArray ring = new AtomicLongArray(SIZE);
  private long sent;
  private @Nullable Thread consumer;

  /** Measures it. */
  public static void main(String[] arguments) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(200)
                .iterations(1_000)
                .throughput(4_000)
                .runs(2)
                .recordOSJitter(false)
                .jlbhTask(new OtherThread()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    consumer =
        new Thread(() -> {
          for (int next = 0; !Thread.currentThread().isInterrupted(); next = (next + 1) % SIZE) {
            long startNs = ring.get(next);
            while (startNs == 0 && !Thread.currentThread().isInterrupted()) {
              LockSupport.parkNanos(10_000);
              startNs = ring.get(next);
            }
            if (startNs != 0) {
              ring.set(next, 0);
              jlbh.sampleNanos(System.nanoTime() - startNs);
            }
          }
        });
    consumer.setDaemon(true);
    consumer.start();
  }

  @Override
  public void run(long startTimeNs) {
    ring.set((int) (sent++ % SIZE), startTimeNs);
  }

  @Override
  public void complete() {
    Objects.requireNonNull(consumer).interrupt();
  }
}
