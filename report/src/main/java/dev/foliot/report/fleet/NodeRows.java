package dev.foliot.report.fleet;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetPlots.Line;
import dev.foliot.store.fleet.FleetRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a heat map of nodes, the lowest first: sorted by group, by change, and by level.
 *
 * <p>Of many nodes, neighbours of one block share a row: a row never mixes groups or changes.
 */
record NodeRows(List<Row> rows, List<Block> blocks, int nodes) {
  private static final int MOST_ROWS = 200;
  private static final int MOST_LINES = 1_000;
  private static final int MOST_NAMES = 3;

  /**
   * A row.
   *
   * @param names its nodes
   * @param cells a mean for each column, NaN without data
   */
  record Row(String names, List<Double> cells) {}

  /**
   * Rows of one group and one change.
   *
   * @param nodes how many it has
   * @param first its first row
   * @param after the row behind its last
   * @param changesS when its level changed, seconds since 1970; empty for never
   * @param drifts whether its nodes change slowly
   */
  record Block(int band, int nodes, int first, int after, List<Double> changesS, boolean drifts) {}

  /** What a block's nodes have in common: the group, and the number of the change from 1. */
  private record Key(int band, int change) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      // nodes without a group are the topmost
      return Comparator.comparing((Key key) -> key.band < 0)
          .thenComparingInt(Key::band)
          .thenComparingInt(Key::change)
          .compare(this, other);
    }
  }

  private record Node(String name, double level, List<Double> cells) {}

  int size() {
    return rows.size();
  }

  /**
   * The rows of a fleet.
   *
   * @param columns how many cells a row has
   * @param together how many windows a cell has
   */
  static NodeRows of(FleetRecord fleet, int columns, int together) {
    List<FleetOnset> changes =
        fleet.finding().onsets().stream()
            .filter(onset -> onset.kind() != FleetOnset.Kind.ALL)
            .sorted(Comparator.comparingLong(onset -> onset.time().fromUs()))
            .toList();
    Map<String, Integer> changeOf = new HashMap<>();
    for (int i = 0; i < changes.size(); i++) {
      for (String node : changes.get(i).nodes()) {
        changeOf.putIfAbsent(node, i + 1);
      }
    }
    TreeMap<Key, List<Node>> blocks = new TreeMap<>();
    int nodes = 0;
    for (Line line : fleet.plots().lines().stream().limit(MOST_LINES).toList()) {
      List<Double> cells = cells(line.values(), columns, together);
      double level =
          cells.stream()
              .mapToDouble(Double::doubleValue)
              .filter(Double::isFinite)
              .average()
              .orElse(Double.NaN);
      blocks
          .computeIfAbsent(
              new Key(line.band(), changeOf.getOrDefault(line.node(), 0)), key -> new ArrayList<>())
          .add(new Node(line.node(), level, cells));
      nodes++;
    }
    List<Row> rows = new ArrayList<>();
    List<Block> found = new ArrayList<>();
    for (Map.Entry<Key, List<Node>> block : blocks.entrySet()) {
      Key key = block.getKey();
      List<Node> own = block.getValue();
      own.sort(Comparator.comparingDouble(Node::level));
      int first = rows.size();
      int count =
          nodes <= MOST_ROWS
              ? own.size()
              : Math.clamp(Math.round((double) own.size() * MOST_ROWS / nodes), 1, own.size());
      for (int i = 0; i < count; i++) {
        rows.add(row(own.subList(share(own, i, count), share(own, i + 1, count)), columns));
      }
      @Nullable FleetOnset change = key.change == 0 ? null : changes.get(key.change - 1);
      found.add(
          new Block(
              key.band,
              own.size(),
              first,
              rows.size(),
              change == null ? List.of() : momentsS(change),
              change != null && change.kind() == FleetOnset.Kind.DRIFT));
    }
    return new NodeRows(rows, found, nodes);
  }

  private static int share(List<Node> nodes, int i, int of) {
    return (int) ((long) nodes.size() * i / of);
  }

  private static List<Double> momentsS(FleetOnset change) {
    if (change.kind() == FleetOnset.Kind.DRIFT) {
      return List.of();
    }
    List<Double> moments = new ArrayList<>();
    moments.add(Axis.secondsOf((double) change.time().fromUs()));
    Long until = change.time().untilUs();
    if (until != null) {
      moments.add(Axis.secondsOf((double) until));
    }
    return moments;
  }

  private static List<Double> cells(List<@Nullable Double> values, int columns, int together) {
    List<Double> cells = new ArrayList<>();
    for (int column = 0; column < columns; column++) {
      double sum = 0;
      int n = 0;
      for (int i = column * together; i < Math.min(values.size(), (column + 1) * together); i++) {
        Double value = values.get(i);
        if (value != null) {
          sum += value;
          n++;
        }
      }
      cells.add(n == 0 ? Double.NaN : sum / n);
    }
    return cells;
  }

  private static Row row(List<Node> nodes, int columns) {
    List<Double> cells = new ArrayList<>();
    for (int column = 0; column < columns; column++) {
      int at = column;
      cells.add(
          nodes.stream()
              .mapToDouble(node -> node.cells.get(at))
              .filter(Double::isFinite)
              .average()
              .orElse(Double.NaN));
    }
    List<String> names =
        nodes.stream().limit(MOST_NAMES).map(node -> Foreign.text(node.name, 80)).toList();
    int more = nodes.size() - names.size();
    return new Row(
        String.join(", ", names) + (more > 0 ? " and " + Units.count(more) + " more" : ""), cells);
  }
}
