package dev.foliot.cli.brief;

import dev.foliot.cli.details.ResourceText;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.DiagnosisAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.diagnosis.CodeSite;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.FindingKind.Subject;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A diagnosis in a few lines: the findings, the first thing to do, what was examined. */
public final class DiagnosisBrief {
  private static final int MOST_FINDINGS = 20;
  private static final int MOST_SEEN = 2;
  private static final int SUBJECT_WIDTH = 40;

  /** What a short diagnosis does not cover. */
  private static final String SLOW_GROWTH =
      "growth of less than 16 MiB, and of the live heap in less than four collections (--duration"
          + " 5min)";

  private final Brief brief;
  private final DiagnosisRecord diagnosis;
  private final NextCommands next;

  /** Prints a diagnosis with such a brief. */
  public DiagnosisBrief(Brief brief, DiagnosisRecord diagnosis, NextCommands next) {
    this.brief = brief;
    this.diagnosis = diagnosis;
    this.next = next;
  }

  /**
   * Prints it.
   *
   * @param isStored whether there is a run to report
   */
  public void print(boolean isStored) {
    List<Finding> findings = diagnosis.findings();
    DiagnosisAnswer answer = DiagnosisAnswer.of(diagnosis, next, isStored);
    brief.answer(answer.sentence(), 3);
    TextTable table = new TextTable("|severity", "|finding", "<where");
    for (Finding finding : findings.subList(0, Math.min(MOST_FINDINGS, findings.size()))) {
      table.row(
          List.of(
              finding.severity().words(),
              finding.title(),
              Shown.end(finding.subject(), SUBJECT_WIDTH)));
    }
    brief.table(table);
    if (table.isEmpty()) {
      brief.gap();
    }
    if (findings.size() > MOST_FINDINGS) {
      brief.line("", (findings.size() - MOST_FINDINGS) + " more findings: --details");
    }
    if (!findings.isEmpty()) {
      brief.line("why", findings.getFirst().grade().severityReason());
      seen(findings.getFirst());
    }
    if (!findings.isEmpty() && !findings.getFirst().advice().remedies().isEmpty()) {
      brief.line("fix", findings.getFirst().advice().remedies().getFirst(), 3);
    }
    process();
    examinations();
    if (isStored) {
      brief.page(null, next.of("report", "@1"));
    }
    brief.next(answer.next().command());
  }

  /** Where in the code it is, or its first figures. */
  private void seen(Finding finding) {
    List<String> lines =
        switch (finding) {
          case SharingFinding sharing ->
              sharing.code().sites().stream().map(DiagnosisBrief::site).toList();
          case ResourceFinding resource ->
              resource.evidence().stream().map(ResourceText::line).map(Words::shown).toList();
        };
    for (int i = 0; i < Math.min(MOST_SEEN, lines.size()); i++) {
      brief.line(i == 0 ? "seen" : "", lines.get(i));
    }
  }

  private static String site(CodeSite site) {
    return Numbers.percent(site.share(), 0)
        + " at "
        + site.frames().stream().findFirst().map(Words::shown).orElse("an unknown place");
  }

  private void process() {
    DiagnosisRecord.Jvm jvm = diagnosis.jvm();
    String main = jvm.mainClass().isEmpty() ? "" : " " + Words.shown(jvm.mainClass());
    brief.line(
        "process",
        diagnosis.pid()
            + main
            + ", JDK "
            + Words.shown(jvm.version())
            + ", examined for "
            + Numbers.duration(diagnosis.durationS() * 1e9));
  }

  private void examinations() {
    List<String> done = new ArrayList<>();
    List<String> not = new ArrayList<>();
    for (Map.Entry<String, ExaminationRecord> one : diagnosis.examinations().entrySet()) {
      ExaminationRecord.Status status = one.getValue().status();
      if (status != ExaminationRecord.Status.UNAVAILABLE) {
        done.add(
            Words.shown(one.getKey())
                + (status == ExaminationRecord.Status.DONE ? "" : " (in part)"));
      }
      String reason = one.getValue().reason();
      if (status != ExaminationRecord.Status.DONE && reason != null) {
        not.add(Words.shown(one.getKey()) + ": " + Words.shown(reason));
      }
    }
    brief.line("checked", String.join(", ", done));
    if (!diagnosis.only().isEmpty()) {
      not.add("other examinations: leave out --only");
    } else if (!diagnosis.sawNothing() && !hasGrowth()) {
      // what was found may hide a slow leak, or come from one
      not.add(SLOW_GROWTH);
    }
    for (int i = 0; i < Math.min(Brief.MOST_REASONS, not.size()); i++) {
      brief.line(i == 0 ? "not" : "", not.get(i));
    }
    if (!diagnosis.unrecorded().isEmpty() && diagnosis.only().isEmpty()) {
      brief.line(
          not.isEmpty() ? "not" : "", diagnosis.unrecorded() + ": --attach examines them too");
    }
  }

  private boolean hasGrowth() {
    return diagnosis.findings().stream()
        .anyMatch(finding -> finding.kind().subject() == Subject.GROWTH);
  }
}
