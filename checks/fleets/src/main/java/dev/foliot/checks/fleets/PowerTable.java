package dev.foliot.checks.fleets;

import dev.foliot.checks.fleets.FleetRecipe.Course;
import dev.foliot.checks.fleets.FleetRecipe.Explains;
import dev.foliot.checks.fleets.FleetRecipe.Faults;
import dev.foliot.checks.fleets.FleetRecipe.Levels;
import dev.foliot.checks.fleets.FleetRecipe.Part;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Measures how often two bands are detected. The variables are the number of nodes, the smaller
 * band's share and Ashman's D.
 *
 * <p>Prints a table for {@code docs/evidence/fleet-power.md}. Sizes and D of every fleet equal its
 * cell's exactly (except for the noise of the medians), and both bands are normal and equally wide.
 */
public final class PowerTable {
  private static final int[] NODES = {10, 20, 50, 100, 200, 1000, 5000};
  private static final double[] SHARES = {0.02, 0.05, 0.125, 0.25, 0.5};
  private static final double[] SEPARATIONS = {3, 4, 5, 6, 8, 12};
  private static final int WINDOWS = 16;
  private static final int LEAST = 2;
  private static final double NOISE = 0.5;
  private static final double CENTER = 30;

  private PowerTable() {}

  /**
   * Prints it as Markdown.
   *
   * @param args the number of fleets per cell, such as {@code 40}, or {@code 8x5000} for eight and
   *     the rows of 5,000 nodes only; and the seed or {@code fresh}
   */
  public static void main(String[] args) {
    String[] counts = (args.length > 0 ? args[0] : "100").split("x", 2);
    int fleets = Integer.parseInt(counts[0]);
    int[] rows = counts.length > 1 ? new int[] {Integer.parseInt(counts[1])} : NODES;
    long seed =
        args.length > 1 && !args[1].equals("fresh")
            ? Long.parseLong(args[1])
            : new SplittableRandom().nextInt(1_000_000_000);
    System.out.println("simulated: " + fleets + " fleets a cell, seed " + seed + "\n");
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder head = new StringBuilder("| nodes | in the smaller band |");
    StringBuilder rule = new StringBuilder("|---|---|");
    for (double separation : SEPARATIONS) {
      head.append(String.format(Locale.ROOT, " D = %.0f |", separation));
      rule.append("---|");
    }
    System.out.println(head + "\n" + rule);
    for (int nodes : rows) {
      int before = 0;
      for (double share : SHARES) {
        int smaller = (int) Math.round(share * nodes);
        if (smaller >= LEAST && smaller != before) {
          System.out.println(line(nodes, smaller, fleets, random));
          before = smaller;
        }
      }
    }
  }

  private static String line(int nodes, int smaller, int fleets, SplittableRandom random) {
    StringBuilder line = new StringBuilder();
    line.append(
        String.format(
            Locale.ROOT, "| %d | %d (%.1f %%) |", nodes, smaller, 100.0 * smaller / nodes));
    for (double separation : SEPARATIONS) {
      long[] seeds = random.longs(fleets).toArray();
      long found =
          IntStream.range(0, fleets)
              .parallel()
              .filter(i -> Outcome.of(recipe(nodes, smaller, separation, seeds[i], i)).found())
              .count();
      line.append(String.format(Locale.ROOT, " %.0f |", 100.0 * found / fleets));
    }
    return line.toString();
  }

  /** The smaller band is the upper one in every other fleet. */
  static FleetRecipe recipe(int nodes, int smaller, double separation, long seed, int number) {
    double error = Math.PI / 2 * NOISE * NOISE / (WINDOWS * FleetRecipe.POINTS);
    double apart = separation * Math.sqrt(1 + error);
    double share = (double) smaller / nodes;
    double lower = number % 2 == 0 ? share : 1 - share;
    List<Part> parts =
        List.of(
            new Part(lower, CENTER, 1, Shape.NORMAL, 0),
            new Part(1 - lower, CENTER + apart, 1, Shape.NORMAL, 0));
    return new FleetRecipe(
        FleetKind.LOTTERY,
        seed,
        nodes,
        WINDOWS,
        1,
        new Levels(parts, true, Explains.NOTHING),
        Course.still(NOISE, FleetRecipe.Noise.NORMAL),
        Faults.NONE,
        FleetRecipe.Scene.PLAIN,
        null,
        1);
  }
}
