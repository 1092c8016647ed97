package dev.foliot.fleet;

import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.explain.Explanations;
import dev.foliot.fleet.groups.Found;
import dev.foliot.fleet.groups.Judgement;
import dev.foliot.fleet.level.Centres;
import dev.foliot.stats.Median;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Recommends next steps, a sentence each. */
final class NextSteps {
  private static final String EVEN_LOAD =
      "Give the groups the same load and run it again. If they stay, look inside. ";

  private NextSteps() {}

  /**
   * The steps after a verdict.
   *
   * @param explanations of bands, null for none
   * @param byLoad whether the load separates the bands
   */
  static List<String> of(
      Judgement judgement, Centres centres, @Nullable Explanations explanations, boolean byLoad) {
    Found found = judgement.found();
    return switch (judgement.verdict()) {
      case NOT_ENOUGH_NODES -> List.of("Read more nodes, or a longer time, and run it again.");
      case ONE_BAND -> List.of();
      case OUTLIERS ->
          List.of(
              "Run foliot diagnose PID on "
                  + Texts.list(outliers(centres, found))
                  + " and on "
                  + nearest(0, centres, found)
                  + ", which is in the middle of the group, then foliot compare RUN RUN.");
      case DRIFT ->
          List.of(
              "Look at the nodes' courses in foliot report, and read a shorter time in which they"
                  + " hold still.");
      case BANDS -> List.of((byLoad ? EVEN_LOAD : "") + ofBands(centres, found, explanations));
    };
  }

  private static String ofBands(Centres centres, Found found, @Nullable Explanations explanations) {
    List<String> nodes =
        IntStream.range(0, found.parts())
            .mapToObj(band -> nearest(band, centres, found) + " (group " + band + ")")
            .toList();
    String which = String.join(nodes.size() == 2 ? " and " : ", ", nodes);
    return explanations != null && explanations.hasLabel()
        ? "Find what the label stands for; if that does not settle it, run foliot diagnose PID on "
            + which
            + ", then foliot compare RUN RUN."
        : "Run foliot diagnose PID under load on "
            + which
            + ", each in the middle of its group, then foliot compare RUN RUN: "
            + (explanations != null && explanations.labelled()
                ? "no label tells them apart, so what differs is likely inside the process."
                : "no label is known that could tell them apart.");
  }

  /** The names of the nodes outside all bands, if there are bands. */
  static List<String> outliers(Centres centres, Found found) {
    List<String> outliers = new ArrayList<>();
    if (found.hasOutliers()) {
      for (int k : found.members(-1)) {
        outliers.add(centres.nodes().get(k));
      }
    }
    return outliers;
  }

  /** The name of the node that is nearest to the band's median. */
  private static String nearest(int band, Centres centres, Found found) {
    double[] all = centres.ofNodes();
    int[] members = found.members(band);
    double middle = Median.of(IntStream.of(members).mapToDouble(k -> all[k]).toArray());
    int nearest = members[0];
    for (int k : members) {
      if (Math.abs(all[k] - middle) < Math.abs(all[nearest] - middle)) {
        nearest = k;
      }
    }
    return Texts.quote(centres.nodes().get(nearest));
  }
}
