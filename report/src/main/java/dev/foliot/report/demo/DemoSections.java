package dev.foliot.report.demo;

import dev.foliot.judgement.answer.DemoAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Cover;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Titles;
import dev.foliot.report.page.Trusts;
import dev.foliot.report.page.Units;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Verdict;
import dev.foliot.store.demo.DemoFigure;
import dev.foliot.store.demo.DemoPart;
import dev.foliot.store.demo.DemoRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Which sections the page of a demo has: one for each part, and how it was made. */
public final class DemoSections {
  private static final int MOST_PARTS = 12;
  private static final int MOST_SIDES = 6;
  private static final int MOST_ROWS = 40;
  private static final int MOST_LINES = 20;
  private static final double MILLION = 1e6;
  private static final double TENTHS = 10;

  private final DemoRecord demo;
  private final RunRecord run;

  public DemoSections(DemoRecord demo, RunRecord run) {
    this.demo = demo;
    this.run = run;
  }

  /** What a reader sees first: what each experiment shows, in a sentence. */
  public Cover cover() {
    DemoAnswer answer = DemoAnswer.of(demo, NextCommands.after(run.commandLine()));
    List<DemoPart> shown =
        demo.parts().stream().limit(MOST_PARTS).filter(DemoPart::wasShown).toList();
    List<String> facts = new ArrayList<>();
    Object cpu = run.environment().get("cpu_model");
    if (cpu != null) {
      facts.add(Foreign.text(cpu.toString(), 80));
    }
    facts.add("measured in " + Units.shortSeconds(Math.rint(Math.clamp(demo.durationS(), 0, 1e6))));
    facts.addAll(Titles.where(run));
    return new Cover(
        "Demo",
        answer.sentence(),
        List.of(facts),
        shown.isEmpty()
            ? List.of()
            : List.of(
                new Block.Steps(
                    "In short",
                    shown.stream()
                        .map(part ->
                            Titles.sentence(Foreign.name(part.title()))
                                + part.shown().says().stream()
                                    .skip(Math.max(0, part.shown().says().size() - 1))
                                    .map(said -> " " + Foreign.sentence(said))
                                    .collect(Collectors.joining()))
                        .toList(),
                    true)),
        List.of());
  }

  /** The experiments, and how they were made. */
  public List<Section> all() {
    List<Section> sections = new ArrayList<>();
    int number = 0;
    for (DemoPart part : demo.parts().stream().limit(MOST_PARTS).toList()) {
      String id = "d" + number++;
      sections.add(
          new Section(id, number + ". " + Foreign.name(part.title()), blocks(part, id), false));
    }
    sections.add(
        new Section(
            "d-environment",
            "Environment and command",
            List.of(Facts.command(run), Facts.table("d-machine", "Machine", run.environment()))));
    return sections;
  }

  private List<Block> blocks(DemoPart part, String id) {
    List<Block> blocks = new ArrayList<>();
    String reason = part.reason();
    if (!part.wasShown()) {
      blocks.add(
          new Block.Verdict(
              "NOT AVAILABLE HERE",
              "undecided",
              "",
              List.of(reason == null ? "no reason was given" : Foreign.text(reason, Foreign.EXACT)),
              List.of()));
    } else {
      blocks.add(
          new Block.Prose(
              part.shown().says().stream().limit(MOST_LINES).map(Foreign::sentence).toList()));
      blocks.addAll(new DemoPicture(part, id).blocks());
      if (!part.shown().figures().isEmpty()) {
        blocks.add(figures(part, id));
      }
      if (part.validity().verdict() != Verdict.VALID) {
        blocks.add(Trusts.of("", part.validity()));
      }
    }
    blocks.add(new Block.Code("On your own system", lines(part.commands())));
    if (!part.runs().isEmpty()) {
      blocks.add(
          new Block.Code(
              "All that was measured here",
              lines(part.runs().stream().map(one -> "foliot report " + one).toList())));
    }
    return blocks;
  }

  private static String lines(List<String> texts) {
    return texts.stream()
        .limit(MOST_LINES)
        .map(Foreign::sentence)
        .collect(Collectors.joining("\n"));
  }

  private static Block figures(DemoPart part, String id) {
    List<String> sides = part.shown().sides().stream().limit(MOST_SIDES).toList();
    Rows rows = new Rows();
    rows.column(Cell.text(""));
    sides.forEach(side -> rows.column(Cell.number(Foreign.name(side)).with("n head")));
    for (DemoFigure figure : part.shown().figures().stream().limit(MOST_ROWS).toList()) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.text(Foreign.name(figure.name())));
      for (String side : sides) {
        Double value = figure.bySide().get(side);
        row.add(Cell.number(value == null ? Units.NONE : shown(value, figure.unit())));
      }
      rows.row(row);
    }
    return rows.table(id + "-figures", "The figures", "", "bands");
  }

  private static String shown(double value, String unit) {
    if (!(Math.abs(value) < DemoPicture.GREATEST)) {
      return Units.metric(value);
    }
    return switch (unit) {
      case "ns" -> Units.duration(value);
      case "s" -> Units.shortSeconds(Math.rint(value * TENTHS) / TENTHS);
      case "/s" ->
          Math.abs(value) >= MILLION
              ? Units.number(value / MILLION) + "\u00a0M/s"
              : Units.rate(value);
      case "" -> Units.number(value);
      default -> Units.number(value) + "\u00a0" + Foreign.text(unit, 20);
    };
  }
}
