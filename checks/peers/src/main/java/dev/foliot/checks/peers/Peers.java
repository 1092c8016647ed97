package dev.foliot.checks.peers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * Runs Foliot and its peers in turns and prints Markdown tables: {@code SHORT PARTS JLBH_VERSION
 * JMH_VERSION}.
 *
 * <p>Each round has all of them, so a disturbance affects all.
 */
final class Peers {
  private static final int PER_SECOND = 10_000;
  private static final double US = 1e3;
  private static final double MILLION = 1e6;

  private final boolean isShort;
  private final int rounds;
  private final int seconds;

  private Peers(boolean isShort) {
    this.isShort = isShort;
    this.rounds = isShort ? 1 : 5;
    this.seconds = isShort ? 5 : 20;
  }

  public static void main(String[] args) throws IOException, InterruptedException, RunnerException {
    Peers peers = new Peers(Boolean.parseBoolean(args[0]));
    List<String> parts = List.of(args[1].split(",", -1));
    System.out.printf(
        "%n%s on %s, %d processors; JLBH %s, JMH %s; rounds %d%n",
        System.getProperty("java.vm.version"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        args[2],
        args[3],
        peers.rounds);
    if (parts.contains("torture")) {
      peers.torture();
    }
    if (parts.contains("rates")) {
      peers.rates();
    }
    if (parts.contains("sampling")) {
      peers.sampling();
    }
  }

  /** A process that is stopped from outside, and a task with its own stalls. */
  private void torture() throws IOException, InterruptedException {
    Map<String, Row> rows = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (Class<?> peer : peers()) {
        Asked spin = asked("spin");
        HarnessResult told = PeerProcess.runStopped(peer, spin, Work.EVERY_NS, Work.STALL_NS);
        add(rows, "stopped from outside, " + peer.getSimpleName(), told, spin);
        if (!isShort) {
          Asked stall = asked("stall");
          add(
              rows,
              "stall in the task, " + peer.getSimpleName(),
              PeerProcess.run(peer, stall),
              stall);
        }
      }
    }
    print(
        "10,000/s, 2 us of work, 100 ms of standstill every 2 s, " + seconds + " s; us",
        List.of("users waited p99", "said p99", "users waited p99.9", "said p99.9", "achieved/s"),
        rows);
  }

  private Asked asked(String work) {
    int warmup = isShort ? PER_SECOND : 2 * PER_SECOND;
    return new Asked(work, PER_SECOND, (long) PER_SECOND * seconds, warmup);
  }

  private static void add(Map<String, Row> rows, String name, HarnessResult told, Asked asked) {
    Histogram truth = truth(told, asked);
    rows.computeIfAbsent(name, Row::new)
        .add(
            truth.getValueAtPercentile(99) / US,
            told.number("p99") / US,
            truth.getValueAtPercentile(99.9) / US,
            told.number("p99.9") / US,
            told.number("achieved_per_s"));
  }

  private static Histogram truth(HarnessResult told, Asked asked) {
    return Truth.responses(
        told.startNs(), asked.messages(), asked.gapNs(), Work.SERVICE_NS, told.planted());
  }

  /** The highest sustained rate of an empty task. */
  private void rates() throws IOException, InterruptedException {
    List<Integer> rates =
        isShort
            ? List.of(1_000_000, 10_000_000)
            : List.of(1_000_000, 5_000_000, 10_000_000, 20_000_000);
    Map<String, Row> rows = new LinkedHashMap<>();
    int length = isShort ? 1 : 2;
    for (int round = 0; round < rounds; round++) {
      for (int rate : rates) {
        for (Class<?> peer : peers()) {
          HarnessResult told =
              PeerProcess.run(peer, new Asked("none", rate, (long) rate * length, rate));
          rows.computeIfAbsent(rate / 1_000_000 + " M/s, " + peer.getSimpleName(), Row::new)
              .add(told.number("achieved_per_s") / MILLION, told.number("p50"), told.number("p99"));
        }
      }
    }
    print(
        "a task that does nothing, " + length + " s",
        List.of("achieved, M/s", "said p50, ns", "said p99, ns"),
        rows);
  }

  /** The same work with planted stalls: JMH in sample mode, Foliot at 10,000 messages a second. */
  private void sampling() throws IOException, InterruptedException, RunnerException {
    Map<String, Row> rows = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      Statistics jmh = sampled();
      rows.computeIfAbsent("JMH, sample mode", Row::new)
          .add(
              jmh.getPercentile(50) / US,
              jmh.getPercentile(99) / US,
              jmh.getPercentile(99.9) / US,
              jmh.getMax() / US,
              (double) jmh.getN());
      Asked asked = asked("stall");
      HarnessResult told = PeerProcess.run(FoliotPeer.class, asked);
      rows.computeIfAbsent("FoliotPeer, 10,000/s", Row::new)
          .add(
              told.number("p50") / US,
              told.number("p99") / US,
              told.number("p99.9") / US,
              Double.NaN,
              (double) asked.messages());
      Histogram truth = truth(told, asked);
      rows.computeIfAbsent("users waited, at 10,000/s", Row::new)
          .add(
              truth.getValueAtPercentile(50) / US,
              truth.getValueAtPercentile(99) / US,
              truth.getValueAtPercentile(99.9) / US,
              truth.getMaxValue() / US,
              (double) asked.messages());
    }
    print(
        "2 us of work, a stall of 100 ms in it every 2 s, " + seconds + " s; us",
        List.of("p50", "p99", "p99.9", "greatest", "recorded"),
        rows);
  }

  private Statistics sampled() throws RunnerException {
    RunResult result =
        new Runner(
                new OptionsBuilder()
                    .include(SampledWork.class.getName().replace(".", "\\."))
                    .mode(Mode.SampleTime)
                    .forks(1)
                    .warmupIterations(1)
                    .warmupTime(TimeValue.seconds(2))
                    .measurementIterations(1)
                    .measurementTime(TimeValue.seconds(seconds))
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .runSingle();
    return result.getPrimaryResult().getStatistics();
  }

  private static List<Class<?>> peers() {
    return List.of(FoliotPeer.class, JlbhPeer.class);
  }

  private static void print(String title, List<String> columns, Map<String, Row> rows) {
    List<String> heads = new ArrayList<>(List.of(title));
    heads.addAll(columns);
    System.out.printf(
        Locale.ROOT, "%n| %s |%n|%s%n", String.join(" | ", heads), "---|".repeat(heads.size()));
    rows.values().forEach(row -> System.out.println(row.markdown()));
  }
}
