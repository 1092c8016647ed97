package dev.foliot.report.diagnosis;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.ResourceFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One finding of CPUs, memory or counters: what it is, the figures, and what to do. */
final class ResourceSection {
  private static final int MOST_REMEDIES = 20;
  private static final int MOST_ROWS = 100;

  private final ResourceFinding finding;
  private final String id;
  private final String prefix;

  ResourceSection(ResourceFinding finding, String id, String prefix) {
    this.finding = finding;
    this.id = id;
    this.prefix = prefix;
  }

  Section section() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Prose(Foreign.text(finding.advice().explanation(), Foreign.EXACT)));
    blocks.add(
        new Block.Table(
            id + "-evidence",
            "Evidence",
            Foreign.sentence(finding.grade().severityReason())
                + ". Confidence "
                + Units.share(finding.advice().confidence())
                + ".",
            List.of(Cell.text("figure"), Cell.number("value"), Cell.text("note")),
            finding.evidence().stream().limit(MOST_ROWS).map(ResourceSection::row).toList(),
            "",
            false));
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
    String title = finding.title();
    return new Section(
        id,
        prefix
            + title.substring(0, 1).toUpperCase(Locale.ROOT)
            + title.substring(1)
            + ", "
            + finding.severity().words()
            + ": "
            + Foreign.name(finding.subject()),
        blocks);
  }

  private static List<Cell> row(Evidence one) {
    Double value = one.value();
    return List.of(
        Cell.text(Foreign.sentence(one.name())),
        Cell.number(
            value == null ? Units.NONE : Units.number(value) + " " + Foreign.name(one.unit())),
        Cell.text(Foreign.sentence(one.note())));
  }
}
