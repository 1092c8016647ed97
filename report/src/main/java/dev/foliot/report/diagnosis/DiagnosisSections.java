package dev.foliot.report.diagnosis;

import dev.foliot.report.flame.FlameSection;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Cover;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.SharingFinding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which sections the page of some diagnoses has, in which order. */
public final class DiagnosisSections {
  private static final int MOST_FINDINGS = 40;
  private static final int MOST_ROWS = 200;
  private static final int MOST_SENTENCES = 40;

  private final List<DiagnosisView> views;

  public DiagnosisSections(List<DiagnosisView> views) {
    this.views = views;
  }

  /** What a reader sees first. */
  public Cover cover(@Nullable ComparisonRecord comparison) {
    return new DiagnosisCover(views, comparison).cover();
  }

  /** What that rests on. */
  public List<Section> all() {
    List<Section> sections = new ArrayList<>();
    String pictured = DiagnosisCover.pictured(views);
    for (DiagnosisView view : views) {
      new TimeSection(view).section().ifPresent(sections::add);
      List<Finding> findings = view.diagnosis().findings();
      for (int i = 0; i < Math.min(MOST_FINDINGS, findings.size()); i++) {
        String id = view.findingId(i);
        sections.add(
            switch (findings.get(i)) {
              case SharingFinding sharing ->
                  new FindingSection(sharing, id, view.prefix()).section(!id.equals(pictured));
              case ResourceFinding resource ->
                  new ResourceSection(resource, id, view.prefix()).section();
            });
      }
      FlameSection.ofDiagnosis(view.key(), view.prefix(), view.profiles()).ifPresent(sections::add);
      sections.add(
          new Section(view.key() + "-looked", view.prefix() + "What was examined", looked(view)));
      sections.add(
          new Section(
              view.key() + "-environment",
              view.prefix() + "Environment and command",
              conditions(view)));
    }
    return sections;
  }

  static String css(Severity severity) {
    return switch (severity) {
      case HIGH -> "invalid";
      case MEDIUM, LOW -> "suspect";
    };
  }

  private static List<Block> looked(DiagnosisView view) {
    List<Block> blocks = new ArrayList<>();
    view.diagnosis()
        .examinations()
        .forEach((name, examination) -> blocks.addAll(examination(name, examination)));
    List<List<Cell>> cleared =
        view.diagnosis().cleared().stream()
            .limit(MOST_ROWS)
            .map(one ->
                List.of(
                    Cell.text(
                        Foreign.name(one.type().className()),
                        Foreign.name(one.type().loader()),
                        null),
                    Cell.text(Foreign.sentence(one.reason())),
                    Cell.text(one.traffic().rate().words()),
                    Cell.text(
                        "%d of %d".formatted(one.place().lineOffset(), one.place().lineBytes()),
                        Foreign.name(one.place().klassAddress()),
                        null)))
            .toList();
    if (!cleared.isEmpty()) {
      blocks.add(
          new Block.Table(
              view.key() + "-cleared",
              "Examined closely, and no finding",
              "On another node the address differs, and so may the answer.",
              List.of(
                  Cell.text("class"),
                  Cell.text("why not"),
                  Cell.text("written"),
                  Cell.text("bytes into its line")),
              cleared,
              "",
              false));
    }
    return blocks;
  }

  private static List<Block> examination(String name, ExaminationRecord examination) {
    List<Block> blocks = new ArrayList<>();
    String reason = examination.reason();
    blocks.add(
        new Block.Prose(
            Foreign.name(name)
                + " is "
                + examination.status().words()
                + (reason == null ? "" : ": " + Foreign.sentence(reason))
                + "."));
    add(blocks, "Examined", examination.lookedAt());
    add(blocks, "Not examined", examination.couldNot());
    return blocks;
  }

  private static void add(List<Block> blocks, String title, List<String> sentences) {
    if (!sentences.isEmpty()) {
      blocks.add(
          new Block.Steps(
              title,
              sentences.stream().limit(MOST_SENTENCES).map(Foreign::sentence).toList(),
              false));
    }
  }

  private static List<Block> conditions(DiagnosisView view) {
    DiagnosisRecord diagnosis = view.diagnosis();
    DiagnosisRecord.Cost cost = diagnosis.cost();
    Boolean cured = diagnosis.jvm().cured();
    Map<String, Object> facts = new LinkedHashMap<>(Facts.run(view.run()));
    facts.remove("benchmark");
    facts.put("process", diagnosis.pid());
    facts.put("main class", diagnosis.jvm().mainClass());
    facts.put("JDK", diagnosis.jvm().version() + ", " + diagnosis.jvm().vendor());
    facts.put(
        "type checks write the cache",
        cured == null ? "not known" : cured ? "no: this JVM is cured" : "yes");
    Map<String, Object> costs = new LinkedHashMap<>();
    costs.put("CPU of foliot", Units.shortSeconds(cost.cpuS()));
    costs.put("watchpoint hits in the process", Units.count(cost.watchpointHits()));
    costs.put(
        "one hit costs its thread",
        cost.watchpointHits() == 0 ? Units.NONE : Units.duration(cost.hitNs()));
    costs.put("most that one thread lost", Units.share(cost.worstThreadShare()));
    return List.of(
        Facts.command(view.run()),
        Facts.table(view.key() + "-run", "Diagnosis", facts),
        Facts.table(view.key() + "-cost", "Overhead of the diagnosis", costs),
        Facts.table(view.key() + "-machine", "Machine", view.run().environment()));
  }
}
