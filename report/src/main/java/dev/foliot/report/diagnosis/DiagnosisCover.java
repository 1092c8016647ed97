package dev.foliot.report.diagnosis;

import dev.foliot.judgement.answer.ComparisonAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Cover;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Titles;
import dev.foliot.report.page.Units;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.FindingCauses;
import dev.foliot.store.diagnosis.FindingCauses.Rooted;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.SharingFinding;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a reader of diagnoses sees first: the problems, the most severe as a picture. */
final class DiagnosisCover {
  private static final int MOST_NAMES = 8;
  private static final int MOST_NAMED = 3;
  private static final int MOST_ROWS = 100;
  private static final int MOST_REASONS = 40;
  private static final int MOST_REMEDIES = 3;
  private static final int ROW_PX = 18;

  private final List<DiagnosisView> views;
  private final @Nullable DiagnosisComparisonSection compared;
  private final @Nullable ComparisonAnswer answer;

  DiagnosisCover(List<DiagnosisView> views, @Nullable ComparisonRecord comparison) {
    this.views = views;
    DiagnosisComparison diagnoses = comparison == null ? null : comparison.diagnoses();
    this.compared =
        comparison == null || diagnoses == null
            ? null
            : new DiagnosisComparisonSection(comparison, diagnoses);
    this.answer =
        comparison == null
            ? null
            : ComparisonAnswer.of(
                comparison,
                views.stream().map(DiagnosisView::run).toList(),
                NextCommands.after(views.getLast().run().commandLine()));
  }

  Cover cover() {
    List<Block> blocks = new ArrayList<>();
    views.forEach(view -> blocks.add(trust(view)));
    views.forEach(view -> new TimeSection(view).bars().ifPresent(blocks::add));
    blocks.addAll(picture(views));
    if (compared != null) {
      blocks.addAll(compared.tables());
    }
    for (DiagnosisView view : views) {
      if (!view.diagnosis().findings().isEmpty()) {
        blocks.add(findings(view));
      }
    }
    String of =
        views.stream()
            .map(DiagnosisView::title)
            .distinct()
            .limit(MOST_NAMES)
            .collect(Collectors.joining(", "));
    return new Cover(
        (compared == null ? "Diagnosis: " : "Comparison of diagnoses: ") + of,
        answer == null ? sentence() : Foreign.sentence(answer.sentence()),
        views.stream().map(DiagnosisCover::facts).toList(),
        blocks,
        next());
  }

  private static List<String> facts(DiagnosisView view) {
    DiagnosisRecord diagnosis = view.diagnosis();
    List<String> facts = new ArrayList<>();
    if (!view.letter().isEmpty()) {
      facts.add(view.letter());
    }
    facts.add("process " + diagnosis.pid());
    facts.add("JDK " + Foreign.text(diagnosis.jvm().version(), 60));
    facts.add(Foreign.text(diagnosis.jvm().vendor(), 60));
    facts.add("examined for " + Units.shortSeconds(diagnosis.durationS()));
    facts.addAll(Titles.where(view.run()));
    if (!view.run().complete()) {
      facts.add("interrupted");
    }
    return facts;
  }

  private String sentence() {
    return views.stream()
        .map(view -> view.prefix() + Foreign.sentence(view.answer().sentence()))
        .limit(MOST_NAMED)
        .collect(Collectors.joining(" "));
  }

  /** What was examined, in one line that opens. */
  private static Block trust(DiagnosisView view) {
    Map<ExaminationRecord.Status, List<String>> byStatus = new LinkedHashMap<>();
    List<Block.Reasons> groups = new ArrayList<>();
    view.diagnosis()
        .examinations()
        .forEach((name, examination) -> {
          byStatus
              .computeIfAbsent(examination.status(), status -> new ArrayList<>())
              .add(Foreign.name(name));
          List<String> reasons = new ArrayList<>();
          reasons.add(Foreign.sentence(examination.summary()));
          examination.couldNot().stream()
              .limit(MOST_REASONS)
              .map(what -> "not examined: " + Foreign.sentence(what))
              .forEach(reasons::add);
          groups.add(new Block.Reasons(Foreign.name(name), reasons));
        });
    List<String> parts = new ArrayList<>();
    byStatus.forEach((status, names) ->
        parts.add(
            switch (status) {
                  case DONE -> "examined: ";
                  case PARTIAL -> "examined in part: ";
                  case UNAVAILABLE -> "not examined: ";
                }
                + String.join(", ", names)));
    if (!view.diagnosis().unrecorded().isEmpty()) {
      parts.add("not examined without --attach: " + view.diagnosis().unrecorded());
    }
    return new Block.Trust(
        view.diagnosis().sawAll() ? "valid" : view.diagnosis().sawNothing() ? "invalid" : "suspect",
        view.prefix() + (parts.isEmpty() ? "nothing was examined" : String.join("; ", parts)),
        groups);
  }

  /** The most severe finding of each, the first of a shared cache line drawn. */
  private static @Nullable DiagnosisView drawn(List<DiagnosisView> views) {
    return views.stream()
        .filter(view ->
            !view.diagnosis().findings().isEmpty()
                && view.diagnosis().findings().getFirst() instanceof SharingFinding)
        .findFirst()
        .orElse(null);
  }

  /** The id of the finding that is drawn here; empty for none. */
  static String pictured(List<DiagnosisView> views) {
    DiagnosisView view = drawn(views);
    return view == null ? "" : view.findingId(0);
  }

  private static List<Block> picture(List<DiagnosisView> views) {
    DiagnosisView view = drawn(views);
    return view != null && view.diagnosis().findings().getFirst() instanceof SharingFinding sharing
        ? new FindingSection(sharing, view.findingId(0), view.prefix()).picture()
        : List.of();
  }

  /** All findings, the most severe first. */
  private static Block findings(DiagnosisView view) {
    List<Finding> findings = view.diagnosis().findings();
    Rows rows = new Rows().texts("severity", "finding", "what it costs");
    rows.column(Cell.text("confidence", "bar"));
    rows.numbers("");
    for (Rooted one : FindingCauses.rooted(findings)) {
      row(rows, one.cause(), false);
      one.effects().forEach(effect -> row(rows, effect, true));
    }
    int left = findings.size() - MOST_ROWS;
    return rows.table(
        view.key() + "-findings",
        view.prefix() + "Findings",
        "The most severe first, what follows from a finding below it."
            + (left > 0 ? " " + Units.count(left, "more finding") + " in diagnosis.json." : ""),
        "findings bars");
  }

  private static void row(Rows rows, Finding finding, boolean isEffect) {
    if (rows.size() < MOST_ROWS) {
      rows.row(cells(finding, isEffect));
    }
  }

  private static List<Cell> cells(Finding finding, boolean isEffect) {
    double confidence = finding.advice().confidence();
    return List.of(
        Cell.text(finding.severity().words(), "word " + css(finding.severity())),
        Cell.text(
            isEffect ? "From it follows: " + finding.title() : sentence(finding.title()),
            about(finding),
            null),
        Cell.text(Foreign.sentence(finding.grade().severityReason())),
        Cell.picture(bar(confidence, finding.severity()), "bar"),
        Cell.number(Units.percent(confidence, 0)));
  }

  private static String sentence(String title) {
    return Titles.sentence(title).replaceAll("\\.$", "");
  }

  private static String about(Finding finding) {
    return switch (finding) {
      case SharingFinding sharing ->
          Foreign.name(sharing.subject())
              + ", "
              + Foreign.name(sharing.type().field())
              + ", written "
              + sharing.traffic().rate().words();
      case ResourceFinding resource -> Foreign.name(resource.subject());
    };
  }

  private static Content bar(double confidence, Severity severity) {
    Svg svg = Svg.picture("bar severity " + css(severity), ROW_PX, "");
    svg.rect("rest", 0, 5, 1, 8);
    svg.rect("share", 0, 5, Math.clamp(confidence, 0, 1), 8);
    return svg.end();
  }

  private static String css(Severity severity) {
    return DiagnosisSections.css(severity);
  }

  private List<Cover.Step> next() {
    List<Cover.Step> next = new ArrayList<>();
    for (DiagnosisView view : views) {
      List<Finding> findings = view.diagnosis().findings();
      if (!findings.isEmpty() && next.isEmpty()) {
        findings.getFirst().advice().remedies().stream()
            .limit(MOST_REMEDIES)
            .map(remedy -> Cover.Step.of(Foreign.sentence(remedy)))
            .forEach(next::add);
      }
    }
    if (answer != null) {
      next.add(new Cover.Step(answer.next().purpose(), Facts.line(answer.next().command())));
    }
    DiagnosisView first = views.getFirst();
    if (views.size() == 1) {
      next.add(
          new Cover.Step(
              "Diagnose a process that is fast, then compare the two.",
              "foliot compare " + Facts.word(Foreign.text(first.run().id(), 40)) + " @1"));
      next.add(
          new Cover.Step(
              "Examine the process further.", Facts.line(first.answer().next().command())));
    }
    return next;
  }
}
