package dev.foliot.cli.brief;

import dev.foliot.cli.details.ResourceText;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.DiagnosisAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.answer.ThreadTimeWords;
import dev.foliot.store.diagnosis.CodeSite;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.FindingCauses;
import dev.foliot.store.diagnosis.FindingCauses.Rooted;
import dev.foliot.store.diagnosis.FindingKind.Subject;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.store.diagnosis.ThreadTime;
import dev.foliot.store.profile.HotMethods;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileKind;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A diagnosis in a few lines: the findings, the first thing to do, what was examined. */
public final class DiagnosisBrief {
  private static final int MOST_FINDINGS = 20;
  private static final int MOST_SEEN = 2;
  private static final int MOST_FIXES = 3;
  private static final int SUBJECT_WIDTH = 56;
  private static final int MOST_GROUPS = 6;
  private static final int GROUP_WIDTH = 32;
  private static final int MOST_HOT = 10;
  private static final int MOST_OTHERS = 3;
  private static final int HOT_WIDTH = 60;

  /** What a short diagnosis does not cover. */
  private static final String SLOW_GROWTH =
      "growth of less than 16 MiB, and of the live heap in less than four collections (--duration"
          + " 5min)";

  private final Brief brief;
  private final DiagnosisRecord diagnosis;
  private final Map<ProfileKind, Profile> profiles;
  private final NextCommands next;

  /** Prints a diagnosis with such a brief. */
  public DiagnosisBrief(
      Brief brief,
      DiagnosisRecord diagnosis,
      Map<ProfileKind, Profile> profiles,
      NextCommands next) {
    this.brief = brief;
    this.profiles = profiles;
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
    List<Rooted> roots = FindingCauses.rooted(findings);
    TextTable table = new TextTable("|severity", "|finding", "<where");
    for (Rooted root : roots) {
      row(table, "", root.cause());
      root.effects().forEach(effect -> row(table, "  from it: ", effect));
    }
    brief.table(table);
    if (table.isEmpty()) {
      brief.gap();
    }
    if (findings.size() > MOST_FINDINGS) {
      brief.line("", (findings.size() - MOST_FINDINGS) + " more findings: --details");
    }
    if (!roots.isEmpty()) {
      Finding first = roots.getFirst().cause();
      brief.line("why", first.grade().severityReason(), 3);
      seen(first);
      fixes(roots);
    }
    time();
    profiles();
    process();
    examinations();
    if (isStored) {
      brief.page(null, next.of("report", "@1"));
    }
    brief.next(answer.next().command());
  }

  private static void row(TextTable table, String before, Finding finding) {
    if (table.rows() < MOST_FINDINGS) {
      table.row(
          List.of(
              finding.severity().words(),
              before + finding.title(),
              Shown.end(finding.subject(), SUBJECT_WIDTH)));
    }
  }

  /** What to do about the first, and in a line about each other that is more than low. */
  private void fixes(List<Rooted> roots) {
    List<Finding> others =
        roots.stream()
            .skip(1)
            .map(Rooted::cause)
            .filter(one -> one.severity() != Severity.LOW)
            .toList();
    Finding first = roots.getFirst().cause();
    Set<String> said = new HashSet<>();
    first.advice().remedies().stream().findFirst().ifPresent(said::add);
    first.advice().remedies().stream().findFirst().ifPresent(fix -> brief.line("fix", fix, 3));
    for (Finding other : others) {
      other.advice().remedies().stream()
          .findFirst()
          .filter(fix -> said.size() <= MOST_FIXES && said.add(fix))
          .ifPresent(fix -> brief.line("", other.title() + ": " + fix, 2));
    }
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

  /** Where the time of the threads went, a line for each group. */
  private void time() {
    ThreadTime time = diagnosis.time();
    if (time == null) {
      return;
    }
    String label = "time";
    for (ThreadTime.Group group : ThreadTimeWords.shown(time, MOST_GROUPS)) {
      brief.line(
          label,
          Shown.end(group.name(), GROUP_WIDTH) + ": " + Words.shown(ThreadTimeWords.line(group)),
          2);
      label = "";
    }
  }

  /** The hottest methods: ten by CPU time, three by each other kind. */
  private void profiles() {
    profiles.forEach((kind, profile) -> {
      String label = kind.label();
      if (profile.record().means() == null) {
        brief.line(label, "no profile: " + Words.shown(String.valueOf(profile.record().reason())));
      }
      for (HotMethods.Hot hot :
          HotMethods.of(kind, profile, kind == ProfileKind.CPU ? MOST_HOT : MOST_OTHERS)) {
        brief.line(
            label,
            Numbers.percent(hot.own(), 0)
                + " "
                + Shown.end(Words.shown(hot.name()), HOT_WIDTH)
                + (label.isEmpty() ? "" : ", of the " + kind.words()));
        label = "";
      }
    });
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
