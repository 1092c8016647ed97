package dev.foliot.cli.details;

import dev.foliot.cli.screen.Paragraphs;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.answer.ThreadTimeWords;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.store.diagnosis.ThreadTime;
import dev.foliot.text.Numbers;
import java.io.PrintStream;
import java.util.List;

/**
 * A diagnosis for a reader who has never heard of a Klass: the verdict first, then the findings,
 * then what was looked at and what could not be, and what the looking took.
 */
public final class DiagnosisText {
  private static final int MOST_FINDINGS = 20;
  private static final int MOST_LINES = 12;
  private static final double US = 1e3;

  private final PrintStream out;
  private final DiagnosisRecord diagnosis;
  private final Answer answer;
  private final Paragraphs paragraphs;

  /**
   * Prints a diagnosis.
   *
   * @param answer its answer, which comes first
   */
  public DiagnosisText(PrintStream out, DiagnosisRecord diagnosis, Answer answer) {
    this.out = out;
    this.answer = answer;
    this.diagnosis = diagnosis;
    this.paragraphs = new Paragraphs(out);
  }

  public void print() {
    out.println(answer.sentence());
    out.println(process());
    time();
    List<Finding> findings = diagnosis.findings();
    for (int i = 0; i < Math.min(MOST_FINDINGS, findings.size()); i++) {
      out.printf("%n%d of %d: ", i + 1, findings.size());
      switch (findings.get(i)) {
        case SharingFinding sharing -> new FindingText(out, sharing).print();
        case ResourceFinding resource -> new ResourceText(out, resource).print();
      }
    }
    if (findings.size() > MOST_FINDINGS) {
      out.printf("%n%d more, in diagnosis.json%n", findings.size() - MOST_FINDINGS);
    }
    diagnosis.examinations().forEach(this::examination);
    if (!diagnosis.unrecorded().isEmpty()) {
      out.printf("%nnot examined: %s; --attach examines them too%n", diagnosis.unrecorded());
    }
    out.println();
    out.println(cost());
  }

  private void time() {
    ThreadTime time = diagnosis.time();
    if (time == null || time.groups().isEmpty()) {
      return;
    }
    out.printf("%nwhere the time went, in %s:%n", Numbers.count(time.samples(), "sample"));
    for (ThreadTime.Group group : time.groups()) {
      out.printf("  %s: %s%n", Words.shown(group.name()), Words.shown(ThreadTimeWords.line(group)));
    }
  }

  private String process() {
    DiagnosisRecord.Jvm jvm = diagnosis.jvm();
    String main = jvm.mainClass().isEmpty() ? "" : ", " + Words.shown(jvm.mainClass());
    return "process %d%s, on JDK %s (%s), looked at for %s s"
        .formatted(
            diagnosis.pid(),
            main,
            Words.shown(jvm.version()),
            Words.shown(jvm.vendor()),
            Numbers.fixed(diagnosis.durationS(), 1));
  }

  private void examination(String name, ExaminationRecord examination) {
    out.printf("%n%s: %s%n", Words.shown(name), Words.shown(examination.summary()));
    paragraphs.list("looked at", examination.lookedAt(), MOST_LINES);
    List<String> couldNot = examination.couldNot();
    String reason = examination.reason();
    if (couldNot.isEmpty() && reason != null) {
      couldNot = List.of(reason);
    }
    paragraphs.list("could not", couldNot, MOST_LINES);
  }

  private String cost() {
    DiagnosisRecord.Cost cost = diagnosis.cost();
    String here = "cost: " + Numbers.fixed(cost.cpuS(), 2) + " s of CPU here";
    return cost.watchpointHits() == 0
        ? here + ", none in the process"
        : "%s; in the process %s of %s us, at most %s of any one thread's time"
            .formatted(
                here,
                Numbers.count(cost.watchpointHits(), "watchpoint hit"),
                Numbers.fixed(cost.hitNs() / US, 0),
                Numbers.percent(cost.worstThreadShare(), 2));
  }
}
