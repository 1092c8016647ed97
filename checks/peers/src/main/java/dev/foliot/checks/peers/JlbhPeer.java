package dev.foliot.checks.peers;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHResult.RunResult;
import net.openhft.chronicle.jlbh.JLBHResult.RunResult.Percentile;
import net.openhft.chronicle.jlbh.JLBHResultConsumer;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.jspecify.annotations.Nullable;

/**
 * JLBH in a separate JVM, with the arguments of {@link Asked}.
 *
 * <p>It uses the defaults, which account for coordinated omission, one run that is not skipped, and
 * no recorder of the machine's jitter, which would spin on another CPU.
 */
final class JlbhPeer implements JLBHTask {
  private static final double NS_PER_S = 1e9;

  private final Work work;
  private @Nullable JLBH jlbh;
  private boolean warm;
  private long startNs;
  private long endNs;

  private JlbhPeer(Work work) {
    this.work = work;
  }

  public static void main(String[] args) {
    Asked asked = Asked.of(args);
    Work work = new Work(asked.work());
    JlbhPeer task = new JlbhPeer(work);
    JLBHResultConsumer result = JLBHResultConsumer.newThreadSafeInstance();
    JLBHOptions options =
        new JLBHOptions()
            .throughput(asked.perSecond())
            .accountForCoordinatedOmission(true)
            .warmUpIterations(asked.warmup())
            .iterations(asked.messages())
            .runs(1)
            .skipFirstRun(false)
            .recordOSJitter(false)
            .jlbhTask(task);
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    new JLBH(options, nowhere, result).start();
    HarnessResult.tellTimes("start", task.startNs, task.startNs);
    HarnessResult.tell("achieved_per_s", asked.messages() * NS_PER_S / (task.endNs - task.startNs));
    RunResult run = result.get().endToEnd().summaryOfLastRun();
    tell("p50", run, Percentile.PERCENTILE_50TH);
    tell("p99", run, Percentile.PERCENTILE_99TH);
    tell("p99.9", run, Percentile.PERCENTILE_99_9TH);
    work.lived().forEach(stop -> HarnessResult.tellTimes("stall", stop.fromNs(), stop.toNs()));
  }

  /** It has 99.9 % from 100,000 samples on. */
  private static void tell(String name, RunResult run, Percentile percentile) {
    Map<Percentile, Duration> all = run.percentiles();
    Duration duration = all.get(percentile);
    if (duration != null) {
      HarnessResult.tell(name, (double) duration.toNanos());
    }
  }

  @Override
  public void init(JLBH harness) {
    jlbh = harness;
  }

  @Override
  public void warmedUp() {
    warm = true;
    HarnessResult.tellRunning();
  }

  @Override
  public void run(long startTimeNs) {
    if (warm && startNs == 0) {
      startNs = startTimeNs;
    }
    work.run();
    long nowNs = System.nanoTime();
    endNs = nowNs;
    if (jlbh != null) {
      jlbh.sample(nowNs - startTimeNs);
    }
  }
}
