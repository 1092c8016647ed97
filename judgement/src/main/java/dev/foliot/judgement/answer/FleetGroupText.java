package dev.foliot.judgement.answer;

import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Groups of nodes in sentences, with their figures. */
final class FleetGroupText {
  private static final int LONGEST_NAME = 100;

  /** The distance of an outlier, in that of the groups, from which it is the greater harm. */
  private static final double FURTHER = 3;

  private final FleetRecord fleet;
  private final List<FleetBand> bands;
  private final String metric;
  private final FigureList figures;

  /**
   * @param figures take those of the sentences
   */
  FleetGroupText(FleetRecord fleet, FigureList figures) {
    this.fleet = fleet;
    this.bands = fleet.bands();
    this.metric = Shown.text(fleet.metric(), LONGEST_NAME);
    this.figures = figures;
  }

  /** Groups that are told apart. */
  List<String> apart() {
    List<String> sentences = new ArrayList<>();
    String further = farOutliers();
    if (!further.isEmpty()) {
      sentences.add(further);
    }
    sentences.add(
        (bands.size() == 2 ? two() : several()) + "; " + loyalty(fleet.groups().loyalty()) + ".");
    sentences.add(FleetExplanationText.explained(fleet.groups().explanations()));
    return sentences;
  }

  /** Groups that never ran at the same time. */
  String atOtherTimes() {
    return "Time and group cannot be told apart: "
        + bands.stream()
            .map(band ->
                figures.nodes("group_" + band.band(), band.nodes())
                    + " at "
                    + figures.level("center_" + band.band(), band.center()))
            .collect(Collectors.joining(" and "))
        + " "
        + metric
        + " never ran at the same time, so the work may have changed and not the nodes.";
  }

  /** Outliers that stand much further away than the groups from each other come first. */
  private String farOutliers() {
    List<String> outliers = fleet.groups().places().outliers();
    FleetBand low = bands.getFirst();
    double apart = bands.getLast().center() / low.center() - 1;
    double furthest =
        fleet.groups().places().members().stream()
            .filter(member -> outliers.contains(member.node()))
            .mapToDouble(member -> member.level() / low.center())
            .max()
            .orElse(0);
    if (low.center() <= 0 || furthest - 1 < FURTHER * apart) {
      return "";
    }
    return figures.nodes("outliers", outliers.size())
        + (outliers.size() == 1 ? " takes " : " take up to ")
        + figures.add("outlier_ratio", furthest, "ratio", Numbers.significant(furthest, 3))
        + " times the "
        + metric
        + " of the lowest group: "
        + FleetSentences.names(outliers)
        + ".";
  }

  private String two() {
    FleetBand low = bands.get(0);
    FleetBand high = bands.get(1);
    return "Two groups: "
        + figures.count("costlier_group", high.nodes())
        + " of "
        + figures.nodes("nodes", low.nodes() + high.nodes())
        + " ("
        + figures.share("share", high.share(), 1)
        + ", "
        + Numbers.percentRange(high.shareLow(), high.shareHigh())
        + ") "
        + ratio(high.center(), low.center());
  }

  private String ratio(double high, double low) {
    if (low > 0 && high > 0 && !FleetSentences.isNothing(low, high)) {
      double times = high / low;
      return "take "
          + figures.add("ratio", times, "ratio", Numbers.significant(times, 3))
          + " times the "
          + metric
          + " that the others take";
    }
    return "have "
        + figures.add("center", high, "metric", FleetSentences.nearly(high, low))
        + " of "
        + metric
        + " where the others have "
        + figures.add("other_center", low, "metric", FleetSentences.nearly(low, high));
  }

  private String several() {
    return (bands.size() == 3 ? "Three" : Numbers.count(bands.size()))
        + " groups: "
        + each(band -> figures.count("group_" + band.band(), band.nodes()))
        + " of "
        + figures.nodes("nodes", bands.stream().mapToInt(FleetBand::nodes).sum())
        + ", at "
        + each(band -> figures.level("center_" + band.band(), band.center()))
        + " "
        + metric;
  }

  private String each(Function<FleetBand, String> shown) {
    return bands.stream().map(shown).collect(Collectors.joining(", "));
  }

  private static String loyalty(@Nullable FleetLoyalty loyalty) {
    if (loyalty == null || loyalty.withinLifetime() == null) {
      return "without times nobody can say whether nodes keep their group";
    }
    return switch (loyalty.verdict()) {
      case ANEW -> "nodes keep their group until their process restarts, which reassigns it";
      case KEPT -> "nodes keep their group, over restarts too";
      case LABELLED -> "nodes keep their group until a restart changes their label";
      case CHANGED ->
          "nearly every restart changes the group, more often than by chance, as a deploy does";
      case NONE -> "nodes keep their group, and no restart was seen";
      case TOO_FEW -> "nodes keep their group, and restarts were too few to tell what they change";
    };
  }
}
