package dev.foliot.cli;

import dev.foliot.store.DiagnosisRecord;
import dev.foliot.store.ExaminationRecord;
import dev.foliot.store.Finding;
import dev.foliot.store.ResourceFinding;
import dev.foliot.store.SharingFinding;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * A diagnosis for a reader who has never heard of a Klass: the verdict first, then the findings,
 * then what was looked at and what could not be, and what the looking took.
 */
final class DiagnosisText {
  private static final int MOST_FINDINGS = 20;
  private static final int MOST_LINES = 12;
  private static final double US = 1e3;

  private final PrintStream out;
  private final DiagnosisRecord diagnosis;
  private final Paragraphs paragraphs;

  DiagnosisText(PrintStream out, DiagnosisRecord diagnosis) {
    this.out = out;
    this.diagnosis = diagnosis;
    this.paragraphs = new Paragraphs(out);
  }

  void print() {
    out.println(diagnosis.headline());
    out.println(process());
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
    out.println();
    out.println(cost());
  }

  private String process() {
    DiagnosisRecord.Jvm jvm = diagnosis.jvm();
    String main = jvm.mainClass().isEmpty() ? "" : ", " + Words.shown(jvm.mainClass());
    return String.format(
        Locale.ROOT,
        "process %d%s, on JDK %s (%s), looked at for %.1f s",
        diagnosis.pid(),
        main,
        Words.shown(jvm.version()),
        Words.shown(jvm.vendor()),
        diagnosis.durationS());
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
    String here = String.format(Locale.ROOT, "cost: %.2f s of CPU here", cost.cpuS());
    return cost.watchpointHits() == 0
        ? here + ", none in the process"
        : String.format(
            Locale.ROOT,
            "%s; in the process %s watchpoint hits of %.0f us, at most %.2f %% of any one thread's"
                + " time",
            here,
            Words.count(cost.watchpointHits()),
            cost.hitNs() / US,
            cost.worstThreadShare() * 100);
  }
}
