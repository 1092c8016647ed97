package dev.foliot.report.study;

import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.stats.Median;
import dev.foliot.store.study.StudyCollection;
import dev.foliot.store.study.StudyMemory;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyStep;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The pictures of what memory is made of: over time, at the end of the load arm by arm, and what a
 * collection then gave back.
 */
final class MemoryPlots {
  private static final int BAR_PX = 18;
  private static final double NS_IN_S = 1e9;
  private static final double NS_IN_MS = 1e6;

  private final StudyView study;
  private final int step;
  private final String id;

  /**
   * @param step index of the load
   */
  MemoryPlots(StudyView study, int step) {
    this.study = study;
    this.step = step;
    this.id = study.key() + "-memory" + step;
  }

  /** Whether a fork says what its memory was made of. */
  boolean isEmpty() {
    return study.arms().stream()
        .flatMap(arm -> study.points(arm, step).stream())
        .allMatch(point -> looks(point).isEmpty() && point.collection() == null);
  }

  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    blocks.addAll(courses());
    blocks.addAll(atTheEnd());
    blocks.addAll(collections());
    return blocks;
  }

  private List<StudyMemory> looks(StudyPoint point) {
    return study.course(point).memory().stream().filter(one -> !one.parts().isEmpty()).toList();
  }

  private List<Block> courses() {
    StudyStep load = study.step(step);
    Map<ArmView, StudyPoint> shown = new LinkedHashMap<>();
    for (ArmView arm : study.arms()) {
      StudyPoint typical = study.typical(arm, step);
      if (typical != null && !looks(typical).isEmpty()) {
        shown.put(arm, typical);
      }
    }
    if (shown.isEmpty()) {
      return List.of();
    }
    MemoryCourse.Frame frame =
        MemoryCourse.Frame.of(shown.values().stream().map(this::looks).toList());
    List<Block.Figure> figures = new ArrayList<>();
    shown.forEach((arm, point) ->
        figures.add(
            new MemoryCourse(
                    id + "-" + arm.key(),
                    arm,
                    point,
                    looks(point),
                    load.marks(),
                    load.times().durationNs() / NS_IN_S,
                    frame)
                .figure()));
    String claim =
        "Resident bytes by what they belong to, of the fork of each arm with the median throughput;"
            + " all on the same axes. The line is what objects took of the heap, dead ones"
            + " included. Marks are where the load changes.";
    return List.of(new Block.Row("What RSS is made of", claim, figures, parts()));
  }

  private List<Block.Chip> parts() {
    return MemoryPart.all().stream()
        .filter(part ->
            study.study().points().stream()
                .anyMatch(point -> looks(point).stream().anyMatch(one -> part.of(one) != null)))
        .map(part -> new Block.Chip("", part.name(), part.css()))
        .toList();
  }

  /** The median over the forks of each part at the last look within the load. */
  private Map<MemoryPart, Double> last(ArmView arm) {
    double endMs = study.step(step).times().durationNs() / NS_IN_MS;
    List<StudyMemory> ends = new ArrayList<>();
    for (StudyPoint point : study.points(arm, step)) {
      if (StudyView.counts(point)) {
        looks(point).stream()
            .filter(look -> look.atMs() <= endMs)
            .reduce((first, second) -> second)
            .ifPresent(ends::add);
      }
    }
    Map<MemoryPart, Double> last = new LinkedHashMap<>();
    for (MemoryPart part : MemoryPart.all()) {
      List<Double> values = new ArrayList<>();
      for (StudyMemory look : ends) {
        Long bytes = part.of(look);
        if (bytes != null) {
          values.add((double) bytes);
        }
      }
      if (!values.isEmpty()) {
        last.put(part, Median.of(values));
      }
    }
    return last;
  }

  private List<Block> atTheEnd() {
    Map<ArmView, Map<MemoryPart, Double>> ends = new LinkedHashMap<>();
    for (ArmView arm : study.arms()) {
      Map<MemoryPart, Double> last = last(arm);
      if (!last.isEmpty()) {
        ends.put(arm, last);
      }
    }
    if (ends.isEmpty()) {
      return List.of();
    }
    ArmView base =
        ends.keySet().stream()
            .min(Comparator.comparingDouble(arm -> sum(ends.getOrDefault(arm, Map.of()))))
            .orElseThrow();
    String claim =
        "Medians over the forks that count, part by part, at the last look within the load, with"
            + " the difference from "
            + base.name()
            + ", which takes least in all.";
    return List.of(bars(ends, base, claim), parts(ends, base));
  }

  private Block bars(Map<ArmView, Map<MemoryPart, Double>> ends, ArmView base, String claim) {
    double most = ends.values().stream().mapToDouble(MemoryPlots::sum).max().orElse(1);
    double least = sum(ends.getOrDefault(base, Map.of()));
    Rows rows =
        new Rows()
            .texts("arm")
            .column(Cell.text("by part, in the colours above", "bar"))
            .numbers("sum");
    ends.forEach((arm, parts) ->
        rows.row(
            Cell.text(arm.name()),
            Cell.picture(bar(arm, parts, Math.max(most, 1)), "bar"),
            difference(sum(parts), least, arm.equals(base))));
    return rows.table(
        id + "-ends", "What the difference between the arms is made of", claim, "bars ends");
  }

  private Block parts(Map<ArmView, Map<MemoryPart, Double>> ends, ArmView base) {
    Map<MemoryPart, Double> ofBase = ends.getOrDefault(base, Map.of());
    Rows rows =
        new Rows().texts("part").numbers(ends.keySet().stream().map(ArmView::name).toList());
    for (MemoryPart part : MemoryPart.all()) {
      if (ends.values().stream().anyMatch(parts -> parts.containsKey(part))) {
        List<Cell> row = new ArrayList<>();
        row.add(Cell.text(part.name()));
        ends.forEach((arm, parts) ->
            row.add(
                difference(
                    parts.getOrDefault(part, 0.0),
                    ofBase.getOrDefault(part, 0.0),
                    arm.equals(base))));
        rows.row(row);
      }
    }
    return rows.table(id + "-parts", "The same, part by part", "", "");
  }

  private static double sum(Map<MemoryPart, Double> parts) {
    return parts.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static Cell difference(double bytes, double base, boolean isBase) {
    double more = bytes - base;
    String size = Units.bytes(Math.abs(more));
    String small = isBase ? null : Math.abs(more) < 1 ? "the same" : (more < 0 ? "−" : "+") + size;
    return new Cell(Units.bytes(bytes), small, Long.toString(Math.round(bytes)), null, "n");
  }

  private static Content bar(ArmView arm, Map<MemoryPart, Double> parts, double most) {
    Svg svg = Svg.picture("bar", BAR_PX, "memory of " + arm.name() + " by part");
    double[] at = {0};
    parts.forEach((part, bytes) -> {
      piece(svg, at[0], bytes / most, part.css(), part.name() + " " + Units.bytes(bytes));
      at[0] += bytes / most;
    });
    return svg.end();
  }

  private static void piece(Svg svg, double from, double width, String css, String title) {
    svg.rect(css, from, 2, width, BAR_PX - 4, title);
  }

  /** A figure before and after the collection at the end. */
  private record Fall(
      String name, ToLongFunction<StudyCollection> before, ToLongFunction<StudyCollection> after) {}

  private static final List<Fall> FALLS =
      List.of(
          new Fall(
              "heap in use",
              StudyCollection::heapUsedBeforeBytes,
              StudyCollection::heapUsedAfterBytes),
          new Fall(
              "outside the heap",
              StudyCollection::offHeapBeforeBytes,
              StudyCollection::offHeapAfterBytes),
          new Fall(
              "RSS", StudyCollection::residentBeforeBytes, StudyCollection::residentAfterBytes));

  private List<Block> collections() {
    Rows rows =
        new Rows().texts("arm").column(Cell.text("", "bar")).numbers("before", "after", "fell");
    double most = most();
    for (ArmView arm : study.arms()) {
      for (Fall fall : FALLS) {
        Double before = median(arm, fall.before);
        Double after = median(arm, fall.after);
        if (before != null && after != null) {
          rows.row(row(arm, fall, before, after, most));
        }
      }
    }
    if (rows.isEmpty()) {
      return List.of();
    }
    String claim =
        "After the load a full collection was asked for. What falls outside the heap was kept by"
            + " small objects in it that nobody used any more: direct buffers, as a rule. The pale"
            + " part of a bar is what fell. RSS falls late, or not at all, since allocators keep"
            + " what they have. Medians over the forks that count.";
    return List.of(
        rows.table(
            id + "-collection", "What the collection at the end gave back", claim, "bars falls"));
  }

  private double most() {
    double most = 1;
    for (ArmView arm : study.arms()) {
      for (Fall fall : FALLS) {
        Double before = median(arm, fall.before);
        Double after = median(arm, fall.after);
        most = Math.max(most, Math.max(before == null ? 0 : before, after == null ? 0 : after));
      }
    }
    return most;
  }

  private @Nullable Double median(ArmView arm, ToLongFunction<StudyCollection> figure) {
    List<Double> values = new ArrayList<>();
    for (StudyPoint point : study.points(arm, step)) {
      StudyCollection collection = point.collection();
      if (collection != null && StudyView.counts(point)) {
        values.add((double) figure.applyAsLong(collection));
      }
    }
    return values.isEmpty() ? null : (Double) Median.of(values);
  }

  private static List<Cell> row(ArmView arm, Fall fall, double before, double after, double most) {
    Svg svg = Svg.picture("bar", BAR_PX, fall.name + " of " + arm.name() + " before and after");
    double stayed = Math.min(before, after);
    piece(svg, 0, stayed / most, "kept", "after " + Units.bytes(after));
    piece(
        svg,
        stayed / most,
        Math.max(0, before - stayed) / most,
        "fell",
        "fell " + Units.bytes(before - after));
    return List.of(
        Cell.text(arm.name(), fall.name, null),
        Cell.picture(svg.end(), "bar"),
        Cell.number(Units.bytes(before)),
        Cell.number(Units.bytes(after)),
        Cell.number(Units.bytes(before - after)));
  }
}
