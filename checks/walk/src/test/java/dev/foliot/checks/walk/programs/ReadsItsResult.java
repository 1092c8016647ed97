package dev.foliot.checks.walk.programs;

import java.util.Objects;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHResult;
import net.openhft.chronicle.jlbh.JLBHResultConsumer;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.jspecify.annotations.Nullable;

/** Reads its own result, and prints it for a build server. */
public final class ReadsItsResult implements JLBHTask {
  private @Nullable JLBH jlbh;

  /** Measures it. */
  public static void main(String[] arguments) {
    JLBHOptions options =
        new JLBHOptions()
            .warmUpIterations(100)
            .iterations(1_000)
            .throughput(2_000)
            .runs(2)
            .recordOSJitter(false)
            .jlbhTask(new ReadsItsResult());
    JLBHResultConsumer results = JLBHResultConsumer.newThreadSafeInstance();
    new JLBH(options, System.out, results).start();
    JLBHResult.RunResult last = results.get().endToEnd().summaryOfLastRun();
    if (last.get50thPercentile().isNegative()) {
      throw new IllegalStateException("a negative median: " + last);
    }
    System.out.println("median " + last.get50thPercentile() + ", worst " + last.getWorst());
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
