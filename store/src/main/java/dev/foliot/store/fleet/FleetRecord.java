package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import dev.foliot.text.Reason;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The findings among the nodes of a fleet: {@code fleet.json}, beside the {@code run.json} of its
 * run.
 *
 * @param schema {@link #SCHEMA}
 * @param startedAt time of the analysis, ISO 8601 in UTC
 * @param input the source of the data
 * @param nodes number of nodes with enough data
 * @param lifetimes number of their lifetimes
 * @param metric the expression, such as {@code cpu/rps}
 * @param verdict the verdict on the nodes
 * @param confidence confidence in the verdict, from 0 to 1
 * @param words the verdict in a sentence or two
 * @param bands lowest centre first; a single one for {@code one-band}
 * @param separation the least Ashman's D of neighbouring bands; null for one
 * @param dipP the p-value of Hartigan's dip, which decides nothing; null for too few nodes
 * @param eighths only for bands, otherwise null
 * @param loyalty only for bands, otherwise null
 * @param explainedBy labels that explain the bands, strongest first; may be empty
 * @param goesWith metrics that move with the bands, strongest first: perhaps consequences. Older
 *     files have them in {@code explained_by}
 * @param steps the steps of the analysis, in order
 * @param assignments band by node, from its longest lifetime; nodes without a band are absent
 * @param outliers nodes far from all bands
 * @param data properties of the data
 * @param plots data of the page's plots
 * @param next the next actions, each a sentence, with a command if possible
 * @param reasonCode why the verdict is missing, as data; null with a verdict, and in files of older
 *     versions
 * @param ceiling a limit that some nodes reach; null for none, and in files of older versions
 */
public record FleetRecord(
    String schema,
    String startedAt,
    FleetInput input,
    int nodes,
    int lifetimes,
    String metric,
    FleetVerdict verdict,
    double confidence,
    String words,
    List<FleetBand> bands,
    @Nullable Double separation,
    @Nullable Double dipP,
    @Nullable FleetEighths eighths,
    @Nullable FleetLoyalty loyalty,
    List<FleetExplanation> explainedBy,
    List<FleetExplanation> goesWith,
    List<FleetStep> steps,
    Map<String, Integer> assignments,
    List<String> outliers,
    FleetData data,
    FleetPlots plots,
    List<String> next,
    @Nullable Reason reasonCode,
    @Nullable FleetCeiling ceiling) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.fleet/1";

  /** The name of the step of an analysis that does not change the metric for its load. */
  public static final String LOAD_LEFT = "load left in";

  /** Keeps copies. */
  public FleetRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(startedAt, "started_at");
    Objects.requireNonNull(input, "input");
    metric = Copies.unicode(metric);
    Objects.requireNonNull(verdict, "verdict");
    Copies.finite(confidence, "confidence");
    words = Copies.unicode(words);
    bands = List.copyOf(bands);
    Copies.finiteOrNull(separation, "separation");
    Copies.finiteOrNull(dipP, "dip_p");
    goesWith =
        Stream.concat(explainedBy.stream(), goesWith.stream())
            .filter(one -> !one.tellsLabel())
            .toList();
    explainedBy = explainedBy.stream().filter(FleetExplanation::tellsLabel).toList();
    steps = List.copyOf(steps);
    assignments = Copies.ordered(assignments);
    outliers = outliers.stream().map(Copies::unicode).toList();
    Objects.requireNonNull(data, "data");
    Objects.requireNonNull(plots, "plots");
    next = next.stream().map(Copies::unicode).toList();
  }

  /** Whether the load is known and the metric follows it, so that its effect is removed. */
  public boolean takesLoadOut() {
    return input.load() != null && steps.stream().noneMatch(step -> step.name().equals(LOAD_LEFT));
  }

  /** A short summary: {@code 2 groups: 12 and 84 nodes}, {@code one group: 96 nodes}. */
  public String headline() {
    return switch (verdict) {
      case ONE_BAND -> "one group: " + count(nodes, "node");
      case BANDS ->
          bands.size()
              + " groups: "
              + bands.stream()
                  .map(band -> Integer.toString(band.nodes()))
                  .collect(Collectors.joining(" and "))
              + " nodes"
              + (outliers.isEmpty() ? "" : ", " + count(outliers.size(), "outlier"));
      case OUTLIERS -> "one group and " + count(outliers.size(), "outlier");
      case DRIFT -> "drift: " + count(nodes, "node") + " that keep to no level";
      case NOT_ENOUGH_NODES -> "not enough nodes: " + nodes;
    };
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
