package dev.foliot.fleet.points;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.KnownNames;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.columns.Layout;
import dev.foliot.fleet.engine.Engine;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.text.Numbers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Runs the engine's sums over the staged data. */
public final class Measuring {
  public static final int MOST_NODES = 100_000;
  private static final int MOST_NAMED = 1000;
  private static final long YEAR_2000_US = 946_684_800_000_000L;

  private static final long SECOND_US = 1_000_000;

  /** Points of one reading of all nodes are as near. */
  private static final long SNAPSHOT_US = 900 * SECOND_US;

  /** Fewer points of a node, on average, tell no level over time. */
  private static final double FEWEST_POINTS = 1.5;

  /** The years 2000 to 2100 in days since 1899; as seconds they are a day of 1970. */
  private static final long SPREADSHEET_DAYS_FROM = 36_526;

  private static final long SPREADSHEET_DAYS_TO = 73_051;

  /** So many sums are fetched at once. */
  private static final long FEW_SUMS = 65_536;

  /** A start that changes more often does not mark lifetimes. */
  private static final int MOST_LIFETIMES_A_NODE = 64;

  private final Engine engine;
  private final Layout layout;
  private final Source.Staged staged;
  private final String name;
  private final boolean sparse;
  private final Notes notes;

  public Measuring(
      Engine engine,
      Layout layout,
      Source.Staged staged,
      String name,
      boolean sparse,
      Notes notes) {
    this.engine = engine;
    this.layout = layout;
    this.staged = staged;
    this.name = name;
    this.sparse = sparse;
    this.notes = notes;
  }

  /** The sums, with statistics of the data. */
  public record Measured(FleetSums sums, FleetData data, boolean startUsed) {}

  public Measured measure() throws SQLException {
    boolean told = layout.place().start() != null && !layout.place().uptime();
    RowsOfNodes nodes = RowsOfNodes.of(engine, told);
    Extent all = nodes.extent();
    check(all);
    refuseTotals();
    NearRows near = layout.place().time() == null ? NearRows.all(all) : NearRows.of(engine, nodes);
    Extent extent = near.extent();
    if (!extent.isCountable()) {
      throw new FleetException(
          "%s: the times of column %s are a hundred thousand years apart: choose with --time"
              .formatted(name, Texts.quote(String.valueOf(layout.place().time()))));
    }
    Gaps gaps =
        layout.place().time() == null ? Gaps.NONE : Gaps.of(engine, near.table(), nodes.some());
    SameMoments same =
        layout.place().time() == null
            ? new SameMoments(extent.rows(), 0)
            : SameMoments.of(engine, layout, near, gaps, sparse);
    same.refuseMany(engine, layout, near.table(), sparse, name);
    boolean merged = layout.place().time() != null && (sparse || same.repeated() > 0);
    boolean uptime = layout.place().uptime() && layout.place().time() != null;
    boolean started = uptime || (told && tellsLifetimes(extent, nodes.starts()));
    long unstarted =
        started && !uptime && layout.place().time() != null ? unstarted(near, nodes) : 0;
    int windows = isSnapshot(extent) ? 1 : extent.windows(same.points(), livedUs(near, nodes));
    long windowUs = extent.windowUs(windows);
    engine.execute(
        "CREATE TEMP VIEW points AS "
            + new PointsSql(
                    uptime ? lived(near.table()) : near.table(),
                    engine.dialect(),
                    layout,
                    merged,
                    started,
                    unstarted > 0)
                .text());
    SumsReader reader =
        new SumsReader(
            FleetSums.builder(
                windows,
                extent.firstUs(),
                windowUs,
                layout.measure().load() != null,
                layout.measure().inverse(),
                layout.others(),
                layout.texts().labels()),
            windows,
            layout.others().size(),
            layout.texts().labels().size());
    String text =
        SumsSql.text(
            "points",
            extent.firstUs(),
            windowUs,
            layout.others().size(),
            layout.texts().labels().size());
    FleetSums sums =
        extent.nodes() * windows <= FEW_SUMS
            ? engine.query(text, reader::read)
            : engine.queryMany(text, reader::read);
    List<String> without = without(sums, reader);
    without.addAll(near.lost());
    note(extent, near, same);
    notes.count(
        "points do not tell when their process began: as the one before or after", unstarted);
    if (windows > 2) {
      Lacking lacking = Lacking.of(gaps, reader.pointsOfNodes(), windowUs);
      notes.count(
          "points lack: nodes have no row where one is due every "
              + Numbers.significant(lacking.stepUs() / 1e6, 3)
              + " s",
          lacking.points());
    }
    FleetData data =
        new FleetData(
            new FleetData.Points(
                staged.rows(),
                reader.missing(),
                reader.notFinite(),
                same.repeated(),
                staged.late() > 0 && !sparse,
                reader.resets()),
            new FleetData.Period(extent.firstUs(), extent.lastUs(), windows, windowUs),
            without,
            notes.sentences());
    return new Measured(sums, data, started);
  }

  /** One reading of all nodes, one after the other: there is no time between its points. */
  private static boolean isSnapshot(Extent extent) {
    return extent.lastUs() - extent.firstUs() <= SNAPSHOT_US
        && extent.rows() < FEWEST_POINTS * extent.nodes();
  }

  /** A sum over CPUs, one of which is called "all", would count each twice. */
  private void refuseTotals() throws SQLException {
    for (int i = 0; i < layout.series().columns().size(); i++) {
      String column = "l" + (layout.texts().labels().size() + i);
      List<String> values =
          engine.query(
              "SELECT DISTINCT %1$s FROM raw WHERE %1$s IS NOT NULL ORDER BY %1$s LIMIT %2$d"
                  .formatted(column, MOST_NAMED),
              result -> {
                List<String> all = new ArrayList<>();
                while (result.next()) {
                  all.add(Texts.name(String.valueOf(result.getString(1))));
                }
                return all;
              });
      for (String value : values) {
        if (values.size() > 1 && KnownNames.isTotal(value)) {
          throw new FleetException(
              "%s: column %s has %s beside others, which counts them again: leave it out with --where '%s!=%s', or take it alone with --where '%s=%s'"
                  .formatted(
                      name,
                      Texts.quote(layout.series().columns().get(i)),
                      Texts.quote(value),
                      layout.series().columns().get(i),
                      value,
                      layout.series().columns().get(i),
                      value));
        }
      }
    }
  }

  private void check(Extent extent) {
    if (extent.timed() == 0) {
      throw new FleetException(
          "%s: column %s holds no times: give ISO 8601, or a number since 1970 in s, ms, us or ns"
              .formatted(name, Texts.quote(String.valueOf(layout.place().time()))));
    }
    if (layout.place().time() != null
        && extent.firstUs() >= SPREADSHEET_DAYS_FROM * SECOND_US
        && extent.lastUs() < SPREADSHEET_DAYS_TO * SECOND_US) {
      throw new FleetException(
          "%s: column %s seems to count days, as spreadsheets do for dates: write them as ISO 8601"
              .formatted(name, Texts.quote(layout.place().time())));
    }
    if (extent.named() == 0) {
      throw new FleetException(
          name
              + ": column "
              + Texts.quote(layout.place().node())
              + " is empty: choose with --node");
    }
    if (extent.nodes() == 1) {
      throw new FleetException(
          "%s has one node by column %s: a fleet has at least two (choose with --node)"
              .formatted(name, Texts.quote(layout.place().node())));
    }
    if (extent.nodes() > MOST_NODES) {
      throw new FleetException(
          "%s has %d nodes by column %s, at most %d can be read: choose with --node, or fewer"
              .formatted(name, extent.nodes(), Texts.quote(layout.place().node()), MOST_NODES));
    }
    if (layout.place().time() != null
        && extent.lastUs() - extent.firstUs() > SNAPSHOT_US
        && extent.rows() < FEWEST_POINTS * extent.nodes()) {
      throw new FleetException(
          "%s: %d rows have %d nodes by column %s, so most have one point: choose with --node, or give a longer time"
              .formatted(name, extent.rows(), extent.nodes(), Texts.quote(layout.place().node())));
    }
    if (layout.place().time() == null && !layout.counters().isEmpty()) {
      throw new FleetException(
          name + ": rate() needs times: name their column with --time, or take out rate()");
    }
  }

  /** The time from the first point to the last of a node, summed over nodes. */
  private double livedUs(NearRows near, RowsOfNodes nodes) throws SQLException {
    if (near.table().equals(NearRows.ALL)) {
      return nodes.livedUs();
    }
    return engine
        .numbers(
            "SELECT CAST(COALESCE(SUM(lived), 0) AS BIGINT) FROM (SELECT MAX(us) - MIN(us) AS lived"
                + " FROM "
                + near.table()
                + " WHERE node IS NOT NULL AND us IS NOT NULL GROUP BY node) AS each_node")[0];
  }

  /** A view in which the start is a number that grows where the uptime of a node falls. */
  private String lived(String table) throws SQLException {
    StringBuilder columns = new StringBuilder();
    for (int i = 0; i < layout.values().size(); i++) {
      columns.append(", v").append(i);
    }
    for (int i = 0; i < layout.texts().all().size(); i++) {
      columns.append(", l").append(i);
    }
    engine.execute(
        "CREATE TEMP VIEW lived AS SELECT node, us, CAST(SUM(fell) OVER (PARTITION BY node ORDER BY us, age ROWS UNBOUNDED PRECEDING) AS STRING) AS start%1$s FROM (SELECT *, CASE WHEN age < %2$s OVER (PARTITION BY node ORDER BY us, age) THEN 1 ELSE 0 END AS fell FROM (SELECT *, %3$s AS age FROM %4$s) AS aged) AS falling"
            .formatted(
                columns,
                engine.dialect().ignoringNulls("LAG", "age"),
                engine.dialect().number("start"),
                table));
    return "lived";
  }

  private boolean tellsLifetimes(Extent extent, long lifetimes) {
    if (lifetimes > MOST_LIFETIMES_A_NODE * extent.nodes()
        || (2 * lifetimes > extent.rows() && lifetimes > 2 * extent.nodes())) {
      notes.count(
          "different values of column %s, too many for starts of processes: it was left out"
              .formatted(Texts.quote(String.valueOf(layout.place().start()))),
          lifetimes);
      return false;
    }
    return true;
  }

  /** The number of points without a start of the process. */
  private long unstarted(NearRows near, RowsOfNodes nodes) throws SQLException {
    if (!sparse && near.table().equals(NearRows.ALL)) {
      return nodes.unstarted();
    }
    String points = "FROM " + near.table() + " WHERE node IS NOT NULL AND us IS NOT NULL";
    return engine
        .numbers(
            sparse
                ? "SELECT COUNT(*) FROM (SELECT node, us "
                    + points
                    + " GROUP BY node, us HAVING MIN(start) IS NULL) AS each_point"
                : "SELECT COUNT(*) " + points + " AND start IS NULL")[0];
  }

  private List<String> without(FleetSums sums, SumsReader reader) {
    if (reader.fit() == 0) {
      throw new FleetException(
          "%s: no row has a finite %s%s: %s"
              .formatted(
                  name,
                  layout.measure().metricText(),
                  layout.measure().load() == null
                      ? ""
                      : " together with its load " + layout.measure().loadText(),
                  staged.noNumbers().isEmpty()
                      ? "choose another --metric"
                      : staged.noNumbers()
                          + "; write numbers without units and with a decimal point, or choose"
                          + " another --metric"));
    }
    Set<String> with = new HashSet<>();
    for (int i = 0; i < sums.lifetimes(); i++) {
      if (sums.cell(i, firstWindow(sums, i)).n() > 0) {
        with.add(sums.node(i));
      }
    }
    if (with.size() < 2) {
      throw new FleetException(
          "%s: only node %s has a finite %s, and a fleet has at least two: %s"
              .formatted(
                  name,
                  Texts.quote(with.iterator().next()),
                  layout.measure().metricText(),
                  staged.noNumbers().isEmpty()
                      ? "see what the rows of the others lack"
                      : staged.noNumbers()));
    }
    List<String> without = new ArrayList<>();
    for (String node : sums.nodes()) {
      if (!with.contains(node) && without.size() < MOST_NAMED) {
        without.add(node);
      }
    }
    return without;
  }

  private static int firstWindow(FleetSums sums, int lifetime) {
    for (int window = 0; window < sums.windows(); window++) {
      if (sums.cell(lifetime, window).n() > 0) {
        return window;
      }
    }
    return 0;
  }

  private void note(Extent extent, NearRows near, SameMoments same) {
    if (layout.place().time() != null && extent.lastUs() < YEAR_2000_US) {
      notes.count(
          "rows have times before the year 2000: column %s may not count since 1970"
              .formatted(Texts.quote(layout.place().time())),
          extent.timed());
    }
    notes.count("rows name no node and were left out", extent.rows() - extent.named());
    notes.count("rows have no time and were left out", extent.rows() - extent.timed());
    if (!sparse) {
      notes.count("rows are earlier than their node's row before", staged.late());
    }
    notes.count(
        "rows are far from all others in time, as at " + near.example() + ", and were left out",
        near.far());
    notes.count(
        "rows share node and time with another: each such point is their mean", same.repeated());
  }
}
