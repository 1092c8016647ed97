package dev.foliot.cli.brief;

import dev.foliot.cli.details.DoctorTable;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.cli.watch.WatchChecks;
import dev.foliot.doctor.DoctorCapability;
import dev.foliot.doctor.DoctorCheck;
import dev.foliot.doctor.DoctorCheck.Status;
import dev.foliot.doctor.DoctorReport;
import dev.foliot.judgement.answer.DoctorAnswer;
import dev.foliot.service.jdk.InstalledJdk;
import dev.foliot.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The doctor's report in a few lines: what spoils and what limits measurements here. */
public final class DoctorBrief {
  private static final int MOST_ROWS = 12;
  private static final int MOST_FIXES = 2;
  private static final int MOST_NAMES = 8;

  private final Brief brief;
  private final DoctorReport report;
  private final DoctorAnswer answer;

  /** Prints a report with such a brief. */
  public DoctorBrief(Brief brief, DoctorReport report, DoctorAnswer answer) {
    this.brief = brief;
    this.report = report;
    this.answer = answer;
  }

  /** Prints it. */
  public void print() {
    brief.answer(answer.sentence(), 2);
    List<DoctorCheck> found =
        report.checks().stream()
            .filter(check -> check.status() != Status.OK)
            .sorted(Comparator.comparing(DoctorCheck::status).reversed())
            .toList();
    TextTable table = new TextTable("grade", "<check", "<meaning");
    for (DoctorCheck check : found.subList(0, Math.min(MOST_ROWS, found.size()))) {
      table.row(
          DoctorTable.name(check.status()),
          Words.shown(check.area() + ", " + check.name()),
          Words.shown(check.meaning()));
    }
    brief.table(table);
    if (table.isEmpty()) {
      brief.gap();
    }
    if (found.size() > MOST_ROWS) {
      brief.line("", (found.size() - MOST_ROWS) + " more: --details");
    }
    List<String> fixes =
        found.stream()
            .map(DoctorCheck::remedy)
            .filter(remedy -> remedy != null)
            .distinct()
            .toList();
    for (int i = 0; i < Math.min(MOST_FIXES, fixes.size()); i++) {
      brief.line(i == 0 ? "fix" : "", fixes.get(i));
    }
    capabilities();
    watch();
    brief.line(
        "JDKs",
        report.jdks().stream()
            .limit(MOST_NAMES)
            .map(InstalledJdk::version)
            .map(Words::shown)
            .collect(Collectors.joining(", ")));
    brief.next(answer.next().command());
  }

  /** How many JVMs a watch could read, if that was tried. */
  private void watch() {
    List<DoctorCheck> jvms =
        report.checks().stream()
            .filter(check -> check.area().equals(WatchChecks.AREA) && check.value() != null)
            .toList();
    long whole = jvms.stream().filter(check -> check.status() == Status.OK).count();
    if (!jvms.isEmpty()) {
      brief.line(
          "watch",
          Numbers.count(jvms.size(), "JVM") + " can be watched, " + whole + " without a gap");
    }
  }

  private void capabilities() {
    List<DoctorCapability> all = report.capabilities();
    List<String> not =
        all.stream().filter(one -> !one.available()).map(DoctorCapability::name).toList();
    int more = not.size() - MOST_NAMES;
    String missing =
        not.stream().limit(MOST_NAMES).map(Words::shown).collect(Collectors.joining(", "))
            + (more > 0 ? " and " + more + " more" : "");
    brief.line(
        "works",
        (all.size() - not.size())
            + " of "
            + Numbers.count(all.size(), "capability", "capabilities")
            + (not.isEmpty() ? "" : "; not " + missing));
  }
}
