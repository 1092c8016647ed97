package dev.foliot.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the benchmarks in rounds and prints medians beside JLBH's: {@code ROUNDS REGEX}.
 *
 * <p>Each round has one fork of each benchmark, so a disturbance affects all of them.
 */
final class Micro {
  private static final String YARDSTICK = "RecordingBenchmark.jlbhSampleNanos";

  private Micro() {}

  /** The results of one benchmark in each round. */
  private record Row(String name, List<Double> ns, List<Double> bytes) {
    Row(String name) {
      this(name, new ArrayList<>(), new ArrayList<>());
    }

    double least() {
      return Collections.min(ns);
    }

    double most() {
      return Collections.max(ns);
    }

    double mostBytes() {
      return bytes.isEmpty() ? 0 : Collections.max(bytes);
    }

    double median() {
      List<Double> sorted = ns.stream().sorted().toList();
      return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }
  }

  public static void main(String[] args) throws RunnerException {
    int rounds = Integer.parseInt(args[0]);
    String regex = args[1];
    Map<String, Row> rows = new TreeMap<>();
    for (int round = 0; round < rounds; round++) {
      Options options =
          new OptionsBuilder()
              .include(regex)
              .forks(1)
              .addProfiler("gc")
              .shouldFailOnError(true)
              .build();
      for (RunResult result : new Runner(options).run()) {
        add(rows, result);
      }
    }
    print(rows);
  }

  private static void add(Map<String, Row> rows, RunResult result) {
    String name = result.getParams().getBenchmark().replaceFirst(".*\\.(\\w+\\.\\w+)$", "$1");
    Row row = rows.computeIfAbsent(name, Row::new);
    row.ns().add(result.getPrimaryResult().getScore());
    Result<?> bytes = result.getSecondaryResults().get("gc.alloc.rate.norm");
    if (bytes != null) {
      row.bytes().add(bytes.getScore());
    }
  }

  private static void print(Map<String, Row> rows) {
    Row yardstick = rows.get(YARDSTICK);
    System.out.printf(
        "%n%s on %s, %d processors%n%n%-50s %8s %8s %8s %10s %7s%n",
        System.getProperty("java.vm.version"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        "ns, median of the rounds",
        "median",
        "least",
        "most",
        "of JLBH's",
        "bytes");
    for (Row row : rows.values()) {
      System.out.printf(
          "%-50s %8.2f %8.2f %8.2f %10s %7.3f%n",
          row.name(),
          row.median(),
          row.least(),
          row.most(),
          yardstick == null ? "" : "%.2f".formatted(row.median() / yardstick.median()),
          row.mostBytes());
    }
  }
}
