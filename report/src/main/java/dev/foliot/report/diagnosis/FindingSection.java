package dev.foliot.report.diagnosis;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
import dev.foliot.store.diagnosis.CodeSite;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.SharingField;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.store.diagnosis.SharingThread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** One finding: what it is, where it lies, whose code it is, and what to do. */
public final class FindingSection {
  private static final int MOST_NAMES = 12;
  private static final int MOST_SITES = 6;
  private static final int MOST_FRAMES = 30;
  private static final int MOST_REMEDIES = 20;
  private static final int MOST_FIELDS = 64;
  private static final int MOST_THREADS = 20;

  private final SharingFinding finding;
  private final String id;
  private final String prefix;

  public FindingSection(SharingFinding finding, String id, String prefix) {
    this.finding = finding;
    this.id = id;
    this.prefix = prefix;
  }

  /** The whole section. */
  public Section section() {
    return section(true);
  }

  /** The class's memory, or that it cannot be drawn. */
  List<Block> picture() {
    return memory();
  }

  /**
   * The section.
   *
   * @param pictured whether the memory is drawn in it, and not elsewhere
   */
  Section section(boolean pictured) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Prose(Foreign.text(finding.advice().explanation(), Foreign.EXACT)));
    blocks.add(Facts.table(id + "-facts", "In short", facts()));
    if (pictured) {
      blocks.addAll(memory());
    }
    blocks.addAll(placements());
    blocks.addAll(sites());
    if (!finding.advice().remedies().isEmpty()) {
      blocks.add(
          new Block.Steps(
              "What to do, and how to prove it",
              finding.advice().remedies().stream()
                  .limit(MOST_REMEDIES)
                  .map(Foreign::sentence)
                  .toList(),
              true));
    }
    return new Section(
        id,
        prefix
            + capital(finding.title())
            + ", "
            + finding.severity().words()
            + ": "
            + Foreign.name(finding.type().className()),
        blocks);
  }

  private static String capital(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("class", finding.type().className());
    facts.put("loaded by", finding.type().loader());
    facts.put("alternates between", joined(finding.checked().interfaces()));
    facts.put("written", finding.type().field() + ", " + finding.traffic().rate().words());
    facts.put(
        "by",
        finding.isKindKnown()
            ? Units.count(finding.traffic().writerThreads(), "thread")
            : "threads that could not be watched");
    facts.put(
        "other threads that read on the same line", Units.count(finding.traffic().readerThreads()));
    facts.put("what it costs", finding.grade().severityReason());
    facts.put("confidence", Units.share(finding.advice().confidence()));
    return facts;
  }

  /** Names with "and" between them. */
  static String joined(List<String> names) {
    int left = names.size() - MOST_NAMES;
    return names.stream().limit(MOST_NAMES).map(Foreign::name).collect(Collectors.joining(" and "))
        + (left > 0 ? " and " + left + " more" : "");
  }

  private List<Block> memory() {
    MemoryLines lines = MemoryLines.of(finding);
    if (lines.pieces().isEmpty()) {
      return List.of(new Block.Prose("The fields cannot be drawn: see diagnosis.json."));
    }
    String claim =
        "Memory from top to bottom, eight bytes in a row. A frame is a cache line of %d bytes."
                .formatted(finding.placement().place().lineBytes())
            + " Threads at the left write the fields with W, threads at the right read those with"
            + " R. In one frame they take the line from each other."
            + (MemoryLines.isAnyInTurn(finding)
                ? " Threads with a broken line read in turn with the writers and wait for nobody."
                : "")
            + (lines.leftOut() == 0
                ? ""
                : " " + Units.count(lines.leftOut(), "more field") + " in diagnosis.json.");
    return List.of(
        Block.Figure.of(
                id + "-memory",
                "Cache lines of " + Foreign.name(finding.type().className()),
                claim,
                Block.Picture.of(new MemoryDrawing(finding, lines).draw()))
            .table(fields()));
  }

  private Block.Table fields() {
    Rows rows =
        new Rows().texts("field").numbers("offset", "bytes", "line").texts("written by", "read by");
    finding.placement().fields().stream().limit(MOST_FIELDS).map(this::field).forEach(rows::row);
    return rows.table(id + "-fields", "The fields", "", "").folded(true);
  }

  private List<Cell> field(SharingField field) {
    long at = (long) finding.placement().place().lineOffset() + field.offset();
    return List.of(
        Cell.text(Foreign.name(field.field())),
        Cell.number(Units.count(field.offset())),
        Cell.number(Units.count(field.bytes())),
        Cell.number(Units.count(at / finding.placement().place().lineBytes() + 1)),
        Cell.text(threads(field.writers())),
        Cell.text(readers(field)));
  }

  private static String readers(SharingField field) {
    if (field.readersInTurn().isEmpty()) {
      return threads(field.readers());
    }
    return (field.readers().isEmpty() ? "" : threads(field.readers()) + "; ")
        + "in turn: "
        + threads(field.readersInTurn());
  }

  private static String threads(List<SharingThread> threads) {
    int left = threads.size() - MOST_THREADS;
    return threads.isEmpty()
        ? Units.NONE
        : threads.stream()
                .limit(MOST_THREADS)
                .map(thread -> Foreign.text(thread.name(), 40) + " (" + thread.tid() + ")")
                .collect(Collectors.joining(", "))
            + (left > 0 ? " and " + left + " more" : "");
  }

  private List<Block> placements() {
    PlacementStrip strip = new PlacementStrip(finding);
    if (strip.isEmpty()) {
      return List.of();
    }
    String sure =
        finding.isKindKnown() && finding.kind() == FindingKind.TRUE_SHARING
            ? " Against true sharing no address helps: the word itself is what several threads"
                + " write, or one writes and others read."
            : "";
    return List.of(
        Block.Figure.of(
            id + "-placements",
            "The lottery of addresses",
            "The class's description may begin at any multiple of eight bytes in a line, by what"
                + " was loaded before it. For each field that others read: a tick is a lucky place,"
                + " where it is on another line than the written "
                + Foreign.name(finding.type().field())
                + "; a cross is not. The frame marks where it lies in this process."
                + sure,
            Block.Picture.of(strip.draw())));
  }

  private List<Block> sites() {
    List<Block> blocks = new ArrayList<>();
    List<CodeSite> sites = finding.code().sites();
    for (int i = 0; i < Math.min(MOST_SITES, sites.size()); i++) {
      CodeSite site = sites.get(i);
      String frames =
          site.frames().stream()
              .limit(MOST_FRAMES)
              .map(Foreign::name)
              .collect(Collectors.joining("\n"));
      int left = site.frames().size() - MOST_FRAMES;
      blocks.add(
          new Block.Code(
              Units.percent(site.share(), 0) + " of the hits are here, the innermost frame first",
              frames + (left > 0 ? "\nand " + left + " frames more" : "")));
    }
    if (sites.size() > MOST_SITES) {
      blocks.add(
          new Block.Prose(
              Units.count(sites.size() - MOST_SITES, "more place") + " in diagnosis.json."));
    }
    return blocks;
  }
}
