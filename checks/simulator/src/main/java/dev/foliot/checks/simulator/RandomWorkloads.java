package dev.foliot.checks.simulator;

import static java.util.Comparator.comparingDouble;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Compares the controller with the best fixed size in many random workloads, on all processors.
 *
 * <p>It prints quantiles of the regret, the ten worst and whether each bar is met. It writes all
 * results to {@code random-workloads.csv} and the five worst to {@code worst.svg} in the current
 * directory.
 */
public final class RandomWorkloads {
  private static final double[] QUANTILES = {0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1};
  private static final int LISTED = 10;
  private static final int DRAWN = 5;

  private RandomWorkloads() {}

  /**
   * Runs them; the exit code is 1 if a bar is missed.
   *
   * @param args the number of workloads, and the seed or {@code fresh}
   * @throws IOException if the files cannot be written
   */
  public static void main(String[] args) throws IOException {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 500;
    long seed =
        args.length > 1 && !args[1].equals("fresh")
            ? Long.parseLong(args[1])
            : new SplittableRandom().nextInt(1_000_000_000);
    System.out.println("random workloads: " + count + ", simulator.seed " + seed);
    long began = System.nanoTime();
    List<Outcome> outcomes = outcomes(count, seed, Sizing.adaptive());
    System.out.printf(Locale.ROOT, "simulated in %.0f s%n%n", (System.nanoTime() - began) / 1e9);
    quantiles(outcomes);
    List<Outcome> worst =
        outcomes.stream().sorted(comparingDouble(Outcome::worst).reversed()).toList();
    System.out.println("\nthe " + LISTED + " with the largest regret\n" + Outcome.HEADER);
    worst.stream().limit(LISTED).forEach(outcome -> System.out.println(outcome.csv()));
    System.out.println("\nthe " + LISTED + " with the most threads\n" + Outcome.HEADER);
    outcomes.stream()
        .sorted(comparingDouble(RandomWorkloads::threads).reversed())
        .limit(LISTED)
        .forEach(outcome -> System.out.println(outcome.csv()));
    write(outcomes, worst);
    Bars bars = new Bars(outcomes);
    System.out.println();
    bars.lines().forEach(System.out::println);
    System.exit(bars.met() ? 0 : 1);
  }

  /** The outcomes of {@code count} workloads from a seed. */
  static List<Outcome> outcomes(int count, long seed, Sizing sizing) {
    return seeds(count, seed).parallel().mapToObj(one -> Outcome.of(one, sizing)).toList();
  }

  /** The seeds of {@code count} workloads. */
  static IntStream seeds(int count, long seed) {
    return new SplittableRandom(seed).ints(count, 0, 1_000_000_000);
  }

  private static double threads(Outcome outcome) {
    return Math.max(outcome.size(), outcome.running()) / outcome.allowed();
  }

  private static void quantiles(List<Outcome> outcomes) {
    StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "%-32s", "quantile"));
    for (double quantile : QUANTILES) {
      head.append(String.format(Locale.ROOT, "%9.0f%%", 100 * quantile));
    }
    System.out.println(head);
    line("regret, whole run, %", outcomes, o -> 100 * o.regret().whole());
    line("regret, settled, %", outcomes, o -> 100 * o.regret().settled());
    line("size / oracle", outcomes, o -> o.size() / o.oracle().size());
    line("running / oracle", outcomes, o -> o.running() / o.oracle().size());
    line("size / (1.5 oracle + 2c)", outcomes, o -> o.size() / o.allowed());
    line("running / (1.5 oracle + 2c)", outcomes, o -> o.running() / o.allowed());
    line("peak threads / oracle", outcomes, o -> (double) o.peak() / o.oracle().size());
    line("resizes per s, settled", outcomes, Outcome::resizesPerSecond);
  }

  private static void line(String what, List<Outcome> outcomes, ToDoubleFunction<Outcome> of) {
    double[] sorted = outcomes.stream().mapToDouble(of).sorted().toArray();
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-32s", what));
    for (double quantile : QUANTILES) {
      int at = Math.max(0, (int) Math.ceil(quantile * sorted.length) - 1);
      line.append(String.format(Locale.ROOT, "%10.2f", sorted[at]));
    }
    System.out.println(line);
  }

  private static void write(List<Outcome> outcomes, List<Outcome> worst) throws IOException {
    List<String> rows = new ArrayList<>();
    rows.add(Outcome.HEADER);
    outcomes.forEach(outcome -> rows.add(outcome.csv()));
    Files.write(Path.of("random-workloads.csv"), rows);
    Files.writeString(
        Path.of("worst.svg"), Plot.of(worst.subList(0, Math.min(DRAWN, worst.size()))));
  }
}
