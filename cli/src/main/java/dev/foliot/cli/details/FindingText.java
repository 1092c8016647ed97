package dev.foliot.cli.details;

import dev.foliot.cli.screen.Paragraphs;
import dev.foliot.cli.screen.Words;
import dev.foliot.store.diagnosis.CodeSite;
import dev.foliot.store.diagnosis.FieldPair;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.LuckyPlacements;
import dev.foliot.store.diagnosis.SharingField;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.store.diagnosis.SharingThread;
import dev.foliot.text.Numbers;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** One finding as a person reads it. */
public final class FindingText {
  private static final int MOST_THREADS = 6;
  private static final int MOST_NAMES = 12;
  private static final int MOST_SITES = 5;
  private static final int MOST_FRAMES = 12;

  private final PrintStream out;
  private final SharingFinding finding;
  private final Paragraphs paragraphs;

  public FindingText(PrintStream out, SharingFinding finding) {
    this.out = out;
    this.finding = finding;
    this.paragraphs = new Paragraphs(out);
  }

  /** The rest of a line that was begun, and the lines below it. */
  public void print() {
    out.printf(
        "%s, %s: %s%n",
        finding.title(), finding.severity().words(), Words.shown(finding.type().className()));
    paragraphs.print("what", finding.advice().explanation());
    paragraphs.print("between", named(finding.checked().interfaces()));
    paragraphs.print("written", written());
    paragraphs.list("read", readers(), MOST_NAMES);
    sites();
    paragraphs.list("placement", placement(), MOST_NAMES);
    paragraphs.print("costs", finding.grade().severityReason());
    paragraphs.print("loader", finding.type().loader());
    paragraphs.print("sure", Numbers.percent(finding.advice().confidence(), 0));
    List<String> remedies = finding.advice().remedies();
    for (int i = 0; i < Math.min(MOST_NAMES, remedies.size()); i++) {
      paragraphs.print(i == 0 ? "remedies" : "", remedies.get(i), (i + 1) + ". ");
    }
  }

  private static String named(List<String> names) {
    String some =
        names.stream().limit(MOST_NAMES).map(Words::shown).collect(Collectors.joining(" and "));
    int left = names.size() - MOST_NAMES;
    return left > 0 ? some + " and " + left + " more" : some;
  }

  private String written() {
    String writers =
        finding.placement().fields().stream()
            .filter(field -> field.field().equals(finding.type().field()))
            .findFirst()
            .map(field -> threads(field.writers()))
            .orElse("");
    return Words.shown(finding.type().field())
        + ", "
        + finding.traffic().rate().words()
        + ", by "
        + (finding.isKindKnown()
            ? Numbers.count(finding.traffic().writerThreads(), "thread")
            : "threads that could not be watched")
        + (writers.isEmpty() ? "" : ": " + writers);
  }

  private List<String> readers() {
    List<String> lines = new ArrayList<>();
    for (SharingField field : finding.placement().fields()) {
      if (!field.readers().isEmpty()) {
        lines.add(
            Words.shown(field.field())
                + (onWrittenLine(field) ? " on the same cache line" : "")
                + (isWritten(field) ? ", the very word that is written" : "")
                + ", by "
                + threads(field.readers()));
      }
      if (!field.readersInTurn().isEmpty()) {
        lines.add(
            Words.shown(field.field())
                + ", in turn with those that write, by "
                + threads(field.readersInTurn()));
      }
    }
    if (lines.isEmpty() && finding.traffic().readerThreads() > 0) {
      lines.add(
          "by " + Numbers.count(finding.traffic().readerThreads(), "thread") + " that write not");
    }
    return lines;
  }

  private boolean isWritten(SharingField field) {
    return finding.type().field().equals(field.field());
  }

  private boolean onWrittenLine(SharingField field) {
    return finding.placement().sameLineFields().contains(field.field());
  }

  /** Names, those that are alike counted. */
  private static String threads(List<SharingThread> threads) {
    Map<String, List<SharingThread>> names = new LinkedHashMap<>();
    threads.forEach(
        thread -> names.computeIfAbsent(thread.name(), name -> new ArrayList<>()).add(thread));
    List<String> shown = new ArrayList<>();
    int told = 0;
    for (Map.Entry<String, List<SharingThread>> same : names.entrySet()) {
      if (shown.size() == MOST_THREADS) {
        shown.add("and " + (threads.size() - told) + " more");
        break;
      }
      int count = same.getValue().size();
      told += count;
      shown.add(
          Words.shown(same.getKey())
              + (count == 1 ? " (" + same.getValue().getFirst().tid() + ")" : " (" + count + ")"));
    }
    return String.join(", ", shown);
  }

  private void sites() {
    List<CodeSite> sites = finding.code().sites();
    for (int i = 0; i < Math.min(MOST_SITES, sites.size()); i++) {
      CodeSite site = sites.get(i);
      String mark = String.format(Locale.ROOT, "%4s ", Numbers.percent(site.share(), 0));
      List<String> frames = site.frames();
      for (int frame = 0; frame < Math.min(MOST_FRAMES, frames.size()); frame++) {
        paragraphs.print(
            i == 0 && frame == 0 ? "in the code" : "",
            Words.shown(frames.get(frame)),
            frame == 0 ? mark : " ".repeat(mark.length()) + "called by ");
      }
      if (frames.size() > MOST_FRAMES) {
        paragraphs.print(
            "", "and " + (frames.size() - MOST_FRAMES) + " frames more", " ".repeat(mark.length()));
      }
    }
    if (sites.size() > MOST_SITES) {
      paragraphs.print("", "and " + (sites.size() - MOST_SITES) + " places more");
    }
  }

  private List<String> placement() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "the class's description is at %s, %d bytes into a cache line of %d"
            .formatted(
                Words.shown(finding.placement().place().klassAddress()),
                finding.placement().place().lineOffset(),
                finding.placement().place().lineBytes()));
    if (finding.isKindKnown() && finding.kind() == FindingKind.TRUE_SHARING) {
      lines.add("no address helps where several threads write one word, or read what one writes");
    }
    for (FieldPair pair : finding.placement().pairs()) {
      lines.add(
          "%s and %s are %s; %s"
              .formatted(
                  Words.shown(pair.written()),
                  Words.shown(pair.read()),
                  pair.sameLine() ? "on the same line" : "on different lines",
                  lucky(pair.lucky())));
    }
    return lines;
  }

  public static String lucky(LuckyPlacements lucky) {
    return "%d of %d addresses keep them apart, and this is %s of those"
        .formatted(lucky.placements(), lucky.of(), lucky.thisOne() ? "one" : "none");
  }
}
