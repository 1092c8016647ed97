package dev.foliot.report.study;

import dev.foliot.report.chart.Area;
import dev.foliot.report.chart.Curve;
import dev.foliot.report.chart.LinearScale;
import dev.foliot.report.chart.Scale;
import dev.foliot.report.chart.StudyDrawing;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Hover;
import dev.foliot.report.page.Units;
import dev.foliot.store.StudyCollection;
import dev.foliot.store.StudyMark;
import dev.foliot.store.StudyMemory;
import dev.foliot.store.StudyPoint;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
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

  Block.Figure figure(Hover hover) {
    String title = arm.name() + ", fork " + point.fork() + ": " + point.validity().verdict();
    return new Block.Figure(
        id, arm.key(), title, "", draw(title, hover), false, List.of(), table());
  }

  private Content draw(String title, Hover hover) {
    Scale x = new LinearScale(frame.fromS, frame.toS, 6, Units::shortSeconds);
    Area area = new Area(HEIGHT, x, StudyDrawing.fromZero(frame.mostBytes, 6, Units::shortBytes));
    double[] below = new double[looks.size()];
    for (MemoryPart part : MemoryPart.all()) {
      double[] above = below.clone();
      for (int i = 0; i < above.length; i++) {
        above[i] += bytes(looks.get(i), part);
      }
      area.shape("", "stack " + part.css(), band(area, below, above));
      below = above;
    }
    area.shape("", "line rss", heapUsed(area));
    for (StudyMark mark : marks) {
      area.mark("", "zero", mark.atMs() / MS_IN_S, Foreign.text(mark.label(), 30));
    }
    StudyCollection collection = point.collection();
    if (collection != null) {
      area.mark("", "zero", Math.min(loadEndS, frame.toS), "then a collection");
    }
    Svg svg = new Svg();
    String label = "What memory is made of over time, " + title;
    StudyDrawing.begin(svg, id, false, label, StudyDrawing.TOP + HEIGHT + Area.BELOW);
    area.draw(svg, StudyDrawing.TOP);
    hover.put(id, values(x));
    return svg.end();
  }

  private static double bytes(StudyMemory look, MemoryPart part) {
    Long bytes = look.parts().get(part.raw());
    return bytes == null ? 0 : (double) bytes;
  }

  private Curve band(Area area, double[] below, double[] above) {
    Curve curve = new Curve();
    double most = 0;
    for (int i = 0; i < above.length; i++) {
      most = Math.max(most, above[i] - below[i]);
      curve.to(at(area, i), area.y().at(above[i]));
    }
    if (most == 0) {
      return new Curve();
    }
    for (int i = above.length - 1; i >= 0; i--) {
      curve.to(at(area, i), area.y().at(below[i]));
    }
    return curve.close();
  }

  private double at(Area area, int look) {
    return area.x().at(looks.get(look).atMs() / MS_IN_S);
  }

  /** What objects took, within the heap's part. */
  private Curve heapUsed(Area area) {
    Curve curve = new Curve();
    for (int i = 0; i < looks.size(); i++) {
      Long used = looks.get(i).heapUsedBytes();
      curve.to(at(area, i), used == null ? Double.NaN : area.y().at((double) used));
    }
    return curve;
  }

  private Hover.Plot values(Scale x) {
    Hover.Plot plot = new Hover.Plot();
    looks.forEach(
        look -> plot.place(x.at(look.atMs() / MS_IN_S), Units.seconds(look.atMs() / MS_IN_S)));
    List<@Nullable Long> resident = new ArrayList<>();
    List<@Nullable Long> used = new ArrayList<>();
    List<@Nullable Long> committed = new ArrayList<>();
    for (StudyMemory look : looks) {
      resident.add(look.residentBytes());
      used.add(look.heapUsedBytes());
      committed.add(look.heapCommittedBytes());
    }
    plot.numbers("", "RSS", "B", resident);
    plot.numbers("", "heap in use", "B", used);
    if (committed.stream().anyMatch(bytes -> bytes != null)) {
      plot.numbers("", "heap committed", "B", committed);
    }
    for (MemoryPart part : MemoryPart.all()) {
      List<@Nullable Long> values = new ArrayList<>();
      looks.forEach(look -> values.add(look.parts().get(part.raw())));
      if (values.stream().anyMatch(bytes -> bytes != null)) {
        plot.numbers("", part.name(), "B", values);
      }
    }
    return plot;
  }

  private Block.Table table() {
    List<Block.Cell> head = new ArrayList<>();
    head.add(Block.Cell.text("at"));
    head.add(Block.Cell.number("RSS"));
    head.add(Block.Cell.number("heap in use"));
    head.add(Block.Cell.number("heap committed"));
    List<MemoryPart> parts =
        MemoryPart.all().stream()
            .filter(part -> looks.stream().anyMatch(look -> look.parts().containsKey(part.raw())))
            .toList();
    parts.forEach(part -> head.add(Block.Cell.number(part.name())));
    List<List<Block.Cell>> rows = new ArrayList<>();
    int count = Math.min(TABLE_ROWS, looks.size());
    for (int i = 0; i < count; i++) {
      StudyMemory look = looks.get(count == 1 ? 0 : i * (looks.size() - 1) / (count - 1));
      List<Block.Cell> row = new ArrayList<>();
      row.add(Block.Cell.text(Units.seconds(look.atMs() / MS_IN_S)));
      row.add(cell(look.residentBytes()));
      row.add(cell(look.heapUsedBytes()));
      row.add(cell(look.heapCommittedBytes()));
      parts.forEach(part -> row.add(cell(look.parts().get(part.raw()))));
      rows.add(row);
    }
    return new Block.Table(
        id + "-table",
        "Memory of " + arm.name() + " over time",
        "",
        head,
        rows,
        "wide-table",
        true);
  }

  private static Block.Cell cell(@Nullable Long bytes) {
    return bytes == null
        ? Block.Cell.number(Units.NONE)
        : new Block.Cell(Units.bytes((double) bytes), null, Long.toString(bytes), null, "n");
  }
}
