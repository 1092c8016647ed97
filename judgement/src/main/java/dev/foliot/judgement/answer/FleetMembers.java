package dev.foliot.judgement.answer;

import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetMember;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a fleet with group, ratio to the usual node, and since when; the costliest first.
 */
public final class FleetMembers {
  /** The ends of a 95 % interval, in standard errors. */
  private static final double INTERVAL = 1.96;

  private static final double US_PER_S = 1e6;

  /** The names of the cells of {@link #table}. */
  public static final List<String> HEADER =
      List.of("node", "group", "level", "ratio", "low", "high", "since", "until");

  private FleetMembers() {}

  /**
   * A node.
   *
   * @param group its number; null for an outlier, or without groups
   * @param level in the metric's unit
   * @param ratio to the level of the largest group; null if that is not above 0
   * @param low the lower end of its 95 % interval
   * @param high the upper end
   * @param since when it changed, ISO 8601 in UTC; null if it did not
   * @param until when it changed back
   */
  public record Row(
      String node,
      @Nullable Integer group,
      double level,
      @Nullable Double ratio,
      @Nullable Double low,
      @Nullable Double high,
      @Nullable String since,
      @Nullable String until) {}

  /** All nodes with a level. */
  public static List<Row> of(FleetRecord fleet) {
    double usual =
        fleet.bands().stream()
            .max(Comparator.comparingInt(FleetBand::nodes))
            .map(FleetBand::center)
            .orElse(0.0);
    Map<String, FleetOnset> changed = new HashMap<>();
    fleet.finding().onsets().stream()
        .filter(FleetOnset::isOfSome)
        .forEach(onset -> onset.nodes().forEach(node -> changed.putIfAbsent(node, onset)));
    List<Row> rows = new ArrayList<>();
    for (FleetMember one : fleet.groups().places().members()) {
      FleetOnset onset = changed.get(one.node());
      Long until = onset == null ? null : onset.time().untilUs();
      double error = INTERVAL * one.error();
      rows.add(
          new Row(
              one.node(),
              fleet.groups().places().assignments().get(one.node()),
              one.level(),
              usual > 0 ? (Double) (one.level() / usual) : null,
              usual > 0 ? (Double) ((one.level() - error) / usual) : null,
              usual > 0 ? (Double) ((one.level() + error) / usual) : null,
              onset == null ? null : time(onset.time().fromUs()),
              until == null ? null : time(until)));
    }
    rows.sort(Comparator.comparingDouble(Row::level).reversed());
    return rows;
  }

  /** The same as rows of a table. */
  public static List<List<@Nullable Object>> table(FleetRecord fleet) {
    List<List<@Nullable Object>> table = new ArrayList<>();
    for (Row row : of(fleet)) {
      table.add(
          Arrays.asList(
              row.node(),
              row.group(),
              row.level(),
              row.ratio(),
              row.low(),
              row.high(),
              row.since(),
              row.until()));
    }
    return table;
  }

  private static String time(long us) {
    return Instant.ofEpochSecond(Math.round(us / US_PER_S)).toString();
  }
}
