package dev.foliot.report.study;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.Path;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.study.StudyMark;
import dev.foliot.store.study.StudyMemory;
import dev.foliot.store.study.StudyPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the memory of one fork is made of, over time: its parts laid upon each other. */
final class MemoryCourse {
  private static final int HEIGHT = 230;
  private static final int MOST_LOOKS = 120;
  private static final int TABLE_ROWS = 10;
  private static final double MS_IN_S = 1e3;

  private final String id;
  private final ArmView arm;
  private final StudyPoint point;
  private final List<StudyMemory> looks;
  private final List<StudyMark> marks;
  private final double loadEndS;
  private final Frame frame;

  /**
   * The axes that all arms share.
   *
   * @param fromS where time begins
   * @param toS where it ends
   * @param mostBytes the greatest sum
   */
  record Frame(double fromS, double toS, double mostBytes) {
    /** That of some courses. */
    static Frame of(List<List<StudyMemory>> courses) {
      double from = 0;
      double to = 1;
      double most = 1;
      for (List<StudyMemory> looks : courses) {
        for (StudyMemory look : looks) {
          from = Math.min(from, look.atMs() / MS_IN_S);
          to = Math.max(to, look.atMs() / MS_IN_S);
          most = Math.max(most, Math.max(sum(look), resident(look)));
        }
      }
      return new Frame(from, to, most);
    }
  }

  /**
   * @param looks at the memory that know at least one part
   * @param marks of the load
   */
  MemoryCourse(
      String id,
      ArmView arm,
      StudyPoint point,
      List<StudyMemory> looks,
      List<StudyMark> marks,
      double loadEndS,
      Frame frame) {
    this.id = id;
    this.arm = arm;
    this.point = point;
    this.looks = thinned(looks);
    this.marks = marks;
    this.loadEndS = loadEndS;
    this.frame = frame;
  }

  private static List<StudyMemory> thinned(List<StudyMemory> looks) {
    if (looks.size() <= MOST_LOOKS) {
      return looks;
    }
    List<StudyMemory> kept = new ArrayList<>();
    for (int i = 0; i < MOST_LOOKS; i++) {
      kept.add(looks.get((int) ((long) i * (looks.size() - 1) / (MOST_LOOKS - 1))));
    }
    return kept;
  }

  static double sum(StudyMemory look) {
    return look.parts().values().stream().mapToLong(Long::longValue).sum();
  }

  private static double resident(StudyMemory look) {
    Long bytes = look.residentBytes();
    return bytes == null ? 0 : (double) bytes;
  }

  Block.Figure figure() {
    String title = arm.name() + ", fork " + point.fork() + ": " + point.validity().verdict();
    Chart chart = new Chart(id, "What memory is made of over time, " + title, Chart.Names.NONE);
    Plot plot =
        chart.plot(
            HEIGHT,
            Axis.linear(frame.fromS, frame.toS, 6, Units::shortSeconds),
            Axis.fromZero(frame.mostBytes, 6, Units::shortBytes));
    looks.forEach(look -> chart.place(atS(look), Units.seconds(atS(look))));
    double[] below = new double[looks.size()];
    for (MemoryPart part : MemoryPart.all()) {
      below = stack(plot, part, below);
    }
    Path used = plot.series("", "").path("line rss");
    looks.forEach(look -> used.to(atS(look), look.heapUsedBytes()));
    marks.forEach(mark -> plot.mark(mark.atMs() / MS_IN_S, Foreign.text(mark.label(), 30)));
    if (point.collection() != null) {
      plot.mark(Math.min(loadEndS, frame.toS), "then a collection");
    }
    columns().forEach((name, bytes) -> read(chart, name, bytes));
    return chart.figure(title, "").part().keyed(arm.key()).table(table());
  }

  private void read(Chart chart, String name, Bytes bytes) {
    List<@Nullable Long> values = new ArrayList<>();
    looks.forEach(look -> values.add(bytes.of(look)));
    if (values.stream().anyMatch(Objects::nonNull)) {
      chart.values("", name, "B", values);
    }
  }

  private interface Bytes {
    @Nullable Long of(StudyMemory look);
  }

  private static double atS(StudyMemory look) {
    return look.atMs() / MS_IN_S;
  }

  /** Draws a part on what is below it, and returns what is below the next. */
  private double[] stack(Plot plot, MemoryPart part, double[] below) {
    double[] above = below.clone();
    for (int i = 0; i < above.length; i++) {
      above[i] += Objects.requireNonNullElse(part.of(looks.get(i)), 0L);
    }
    if (!Arrays.equals(above, below)) {
      plot.series("", part.css())
          .path("stack")
          .band(above.length, i -> atS(looks.get(i)), i -> below[i], i -> above[i]);
    }
    return above;
  }

  /** What is known of the memory, by name; parts as far as some look has them. */
  private Map<String, Bytes> columns() {
    Map<String, Bytes> columns = new LinkedHashMap<>();
    columns.put("RSS", StudyMemory::residentBytes);
    columns.put("heap in use", StudyMemory::heapUsedBytes);
    columns.put("heap committed", StudyMemory::heapCommittedBytes);
    MemoryPart.all().stream()
        .filter(part -> looks.stream().anyMatch(look -> part.of(look) != null))
        .forEach(part -> columns.put(part.name(), part::of));
    return columns;
  }

  private Block.Table table() {
    Rows rows = new Rows().texts("at").numbers(List.copyOf(columns().keySet()));
    int count = Math.min(TABLE_ROWS, looks.size());
    for (int i = 0; i < count; i++) {
      StudyMemory look = looks.get(count == 1 ? 0 : i * (looks.size() - 1) / (count - 1));
      List<Cell> row = new ArrayList<>();
      row.add(Cell.text(Units.seconds(atS(look))));
      columns().values().forEach(bytes -> row.add(Cell.bytes(bytes.of(look))));
      rows.row(row);
    }
    return rows.table(id + "-table", "Memory of " + arm.name() + " over time", "", "wide-table")
        .folded(true);
  }
}
