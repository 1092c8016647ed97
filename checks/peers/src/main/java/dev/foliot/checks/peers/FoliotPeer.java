package dev.foliot.checks.peers;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.BenchListener;
import dev.foliot.bench.BenchRunner;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.Phase;
import java.util.Map;
import java.util.Objects;

/** Foliot's core in a separate JVM, with the arguments of {@link Asked}. */
final class FoliotPeer implements BenchTask {
  private static final double NS_PER_S = 1e9;

  private final Work work;
  private Bench bench;

  private FoliotPeer(Work work) {
    this.work = work;
  }

  public static void main(String[] args) {
    Asked asked = Asked.of(args);
    Work work = new Work(asked.work());
    BenchConfig config =
        BenchConfig.DEFAULT.with(
            Map.of(
                "rate",
                asked.perSecond() + "/s",
                "warmup",
                ns(asked.warmup(), asked),
                "duration",
                ns(asked.messages(), asked),
                "timeout",
                "20s"));
    Measurement measured = BenchRunner.run(new FoliotPeer(work), config, new Starter());
    Durations response = Objects.requireNonNull(measured.durations().get(Kind.RESPONSE));
    HarnessResult.tellTimes("start", startNs(measured), startNs(measured));
    HarnessResult.tell("achieved_per_s", measured.totals().achievedPerSecond());
    HarnessResult.tell("unstarted", (double) measured.totals().unstarted());
    HarnessResult.tell("p50", (double) response.percentileNs(50));
    HarnessResult.tell("p99", (double) response.percentileNs(99));
    HarnessResult.tell("p99.9", (double) response.percentileNs(99.9));
    work.lived().forEach(stop -> HarnessResult.tellTimes("stall", stop.fromNs(), stop.toNs()));
  }

  private static long startNs(Measurement measured) {
    return measured.totals().time().startNanoTime();
  }

  private static String ns(long messages, Asked asked) {
    return (long) (messages * NS_PER_S / asked.perSecond()) + "ns";
  }

  /** Reports the start of the measured load. */
  private static final class Starter implements BenchListener {
    @Override
    public void phase(Phase phase) {
      if (phase == Phase.MEASURE) {
        HarnessResult.tellRunning();
      }
    }
  }

  @Override
  public void setUp(Bench harness) {
    bench = harness;
  }

  @Override
  public void send(long id) {
    work.run();
    bench.done(id);
  }
}
