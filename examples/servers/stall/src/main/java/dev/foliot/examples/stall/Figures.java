package dev.foliot.examples.stall;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What one phase of a round measured. A request belongs to the phase in which it was due.
 *
 * @param work response times of the requests that wait for the warehouse
 * @param pings response times of the requests that wait for nothing
 * @param threads the most platform threads of the process
 * @param rssMb the most memory of the process
 */
record Figures(Times work, Times pings, double threads, double rssMb) {
  /** The number of figures. */
  static final int COUNT = 8;

  /** Percentiles of response times, in ms. */
  record Times(double p50, double p99, double max) {
    static Times of(List<OpenLoop.Answer> answers, long fromNs, long toNs) {
      double[] ms =
          answers.stream()
              .filter(answer -> answer.dueNs() >= fromNs && answer.dueNs() < toNs)
              .mapToDouble(answer -> answer.tookNs() / 1e6)
              .sorted()
              .toArray();
      return new Times(at(ms, 0.5), at(ms, 0.99), at(ms, 1));
    }

    private static double at(double[] sorted, double share) {
      return sorted.length == 0
          ? Double.NaN
          : sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }
  }

  static Figures of(
      List<OpenLoop.Answer> work,
      List<OpenLoop.Answer> pings,
      List<ServerProcess.Look> looks,
      long fromNs,
      long toNs) {
    List<ServerProcess.Look> inside =
        looks.stream().filter(look -> look.ns() >= fromNs && look.ns() < toNs).toList();
    return new Figures(
        Times.of(work, fromNs, toNs),
        Times.of(pings, fromNs, toNs),
        inside.stream().mapToInt(ServerProcess.Look::threads).max().orElse(0),
        inside.stream().mapToInt(ServerProcess.Look::rssKb).max().orElse(0) / 1024.0);
  }

  /** The median of each figure over the rounds. */
  static double[] medians(List<Figures> rounds) {
    double[] medians = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      int figure = i;
      double[] sorted =
          rounds.stream().mapToDouble(round -> round.all()[figure]).sorted().toArray();
      medians[i] = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
    return medians;
  }

  /** In the order of the table. */
  double[] all() {
    return new double[] {
      work.p50, work.p99, work.max, pings.p50, pings.p99, pings.max, threads, rssMb
    };
  }

  /** In the order of the table, with three significant digits. */
  static String cells(double[] figures) {
    List<String> cells = new ArrayList<>();
    Arrays.stream(figures).forEach(figure -> cells.add(StallTable.number(figure)));
    return String.join(" | ", cells);
  }
}
