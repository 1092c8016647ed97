package dev.foliot.report.study;

import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Hover;
import dev.foliot.report.page.Units;
import dev.foliot.store.StudyCollection;
import dev.foliot.store.StudyMemory;
import dev.foliot.store.StudyPoint;
import dev.foliot.store.StudyStep;
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

  List<Block> blocks(Hover hover) {
    List<Block> blocks = new ArrayList<>();
    blocks.addAll(courses(hover));
    blocks.addAll(atTheEnd());
    blocks.addAll(collections());
    return blocks;
  }

  private List<StudyMemory> looks(StudyPoint point) {
    return study.course(point).memory().stream().filter(one -> !one.parts().isEmpty()).toList();
  }

  private List<Block> courses(Hover hover) {
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
    shown.forEach(
        (arm, point) ->
            figures.add(
                new MemoryCourse(
                        id + "-" + arm.key(),
                        arm,
                        point,
                        looks(point),
                        load.marks(),
                        load.durationNs() / NS_IN_S,
                        frame)
                    .figure(hover)));
    String claim =
        "Resident bytes by what they belong to, of the fork of each arm with the median throughput;"
            + " all on the same axes. The line is what objects took of the heap, dead ones"
            + " included. Marks are where the load changes.";
    return List.of(new Block.Row("What RSS is made of", claim, figures, parts()));
  }

  private List<Block.Chip> parts() {
    return MemoryPart.all().stream()
        .filter(
            part ->
                study.study().points().stream()
                    .anyMatch(
                        point ->
                            looks(point).stream()
                                .anyMatch(one -> one.parts().containsKey(part.raw()))))
        .map(part -> new Block.Chip("", part.name(), part.css()))
        .toList();
  }

  /** The median over the forks of each part at the last look within the load. */
  private Map<MemoryPart, Double> last(ArmView arm) {
    double endMs = study.step(step).durationNs() / NS_IN_MS;
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
        Long bytes = look.parts().get(part.raw());
        if (bytes != null) {
          values.add((double) bytes);
        }
      }
      if (!values.isEmpty()) {
        last.put(part, ForkSpread.medianOf(values));
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
    List<List<Block.Cell>> rows = new ArrayList<>();
    ends.forEach(
        (arm, parts) ->
            rows.add(
                List.of(
                    Block.Cell.text(arm.name()),
                    Block.Cell.picture(bar(arm, parts, Math.max(most, 1)), "bar"),
                    difference(sum(parts), least, arm.equals(base)))));
    List<Block.Cell> head =
        List.of(
            Block.Cell.text("arm"),
            Block.Cell.text("by part, in the colours above", "bar"),
            Block.Cell.number("sum"));
    return new Block.Table(
        id + "-ends",
        "What the difference between the arms is made of",
        claim,
        head,
        rows,
        "bars ends",
        false);
  }

  private Block parts(Map<ArmView, Map<MemoryPart, Double>> ends, ArmView base) {
    Map<MemoryPart, Double> ofBase = ends.getOrDefault(base, Map.of());
    List<Block.Cell> head = new ArrayList<>();
    head.add(Block.Cell.text("part"));
    ends.keySet().forEach(arm -> head.add(Block.Cell.number(arm.name())));
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (MemoryPart part : MemoryPart.all()) {
      if (ends.values().stream().anyMatch(parts -> parts.containsKey(part))) {
        List<Block.Cell> row = new ArrayList<>();
        row.add(Block.Cell.text(part.name()));
        ends.forEach(
            (arm, parts) ->
                row.add(
                    difference(
                        parts.getOrDefault(part, 0.0),
                        ofBase.getOrDefault(part, 0.0),
                        arm.equals(base))));
        rows.add(row);
      }
    }
    return new Block.Table(id + "-parts", "The same, part by part", "", head, rows, "", false);
  }

  private static double sum(Map<MemoryPart, Double> parts) {
    return parts.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static Block.Cell difference(double bytes, double base, boolean isBase) {
    double more = bytes - base;
    String size = Units.bytes(Math.abs(more));
    String small = isBase ? null : Math.abs(more) < 1 ? "the same" : (more < 0 ? "−" : "+") + size;
    return new Block.Cell(Units.bytes(bytes), small, Long.toString(Math.round(bytes)), null, "n");
  }

  private static Content bar(ArmView arm, Map<MemoryPart, Double> parts, double most) {
    Svg svg = bar("memory of " + arm.name() + " by part");
    double[] at = {0};
    parts.forEach(
        (part, bytes) -> {
          piece(svg, at[0], bytes / most, part.css(), part.name() + " " + Units.bytes(bytes));
          at[0] += bytes / most;
        });
    return svg.end();
  }

  private static Svg bar(String label) {
    return new Svg()
        .begin(
            "svg",
            "class",
            "bar",
            "height",
            Integer.toString(BAR_PX),
            "role",
            "img",
            "aria-label",
            label);
  }

  private static void piece(Svg svg, double from, double width, String css, String title) {
    svg.begin(
        "rect",
        "class",
        css,
        "x",
        Svg.percent(from),
        "width",
        Svg.percent(width),
        "y",
        "2",
        "height",
        Integer.toString(BAR_PX - 4));
    svg.text("title", title).end();
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
    List<List<Block.Cell>> rows = new ArrayList<>();
    double most = most();
    for (ArmView arm : study.arms()) {
      for (Fall fall : FALLS) {
        Double before = median(arm, fall.before);
        Double after = median(arm, fall.after);
        if (before != null && after != null) {
          rows.add(row(arm, fall, before, after, most));
        }
      }
    }
    if (rows.isEmpty()) {
      return List.of();
    }
    List<Block.Cell> head =
        List.of(
            Block.Cell.text("arm"),
            Block.Cell.text("", "bar"),
            Block.Cell.number("before"),
            Block.Cell.number("after"),
            Block.Cell.number("fell"));
    String claim =
        "After the load a full collection was asked for. What falls outside the heap was kept by"
            + " small objects in it that nobody used any more: direct buffers, as a rule. The pale"
            + " part of a bar is what fell. RSS falls late, or not at all, since allocators keep"
            + " what they have. Medians over the forks that count.";
    return List.of(
        new Block.Table(
            id + "-collection",
            "What the collection at the end gave back",
            claim,
            head,
            rows,
            "bars falls",
            false));
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
    return values.isEmpty() ? null : (Double) ForkSpread.medianOf(values);
  }

  private static List<Block.Cell> row(
      ArmView arm, Fall fall, double before, double after, double most) {
    Svg svg = bar(fall.name + " of " + arm.name() + " before and after");
    double stayed = Math.min(before, after);
    piece(svg, 0, stayed / most, "kept", "after " + Units.bytes(after));
    piece(
        svg,
        stayed / most,
        Math.max(0, before - stayed) / most,
        "fell",
        "fell " + Units.bytes(before - after));
    return List.of(
        new Block.Cell(arm.name(), fall.name, null, null, null),
        Block.Cell.picture(svg.end(), "bar"),
        Block.Cell.number(Units.bytes(before)),
        Block.Cell.number(Units.bytes(after)),
        Block.Cell.number(Units.bytes(before - after)));
  }
}
