package dev.foliot.report.bench;

import dev.foliot.judgement.answer.BesideAnswer;
import dev.foliot.judgement.beside.BesideResult;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** What JLBH reports of the same program, and why it differs. */
final class BesideSection {
  private final String key;
  private final BesideResult result;

  /**
   * @param key that the ids of its elements begin with
   */
  BesideSection(String key, BesideResult result) {
    this.key = key;
    this.result = result;
  }

  /** Its blocks. */
  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Prose(BesideAnswer.of(result).sentence()));
    if (!result.rows().isEmpty()) {
      blocks.add(both());
      blocks.add(new Block.Folded("Each pair of forks", List.of(pairs())));
    }
    if (!result.reasons().isEmpty()) {
      blocks.add(
          new Block.Steps(
              "Why they differ",
              result.reasons().stream().map(one -> Foreign.sentence(one.sentence())).toList(),
              false));
    }
    return blocks;
  }

  private Block both() {
    Rows rows =
        new Rows()
            .texts("percentile")
            .numbers("Foliot", "JLBH", "Foliot / JLBH", "least pair", "greatest pair", "pairs");
    for (BesideResult.Row row : result.rows()) {
      rows.row(
          Cell.text(BesideAnswer.name(row.name())),
          Cell.ns(Math.round(row.foliotNs()), null),
          Cell.ns(Math.round(row.jlbhNs()), null),
          Cell.number(Numbers.digits(row.ratio())),
          Cell.number(Numbers.digits(row.least())),
          Cell.number(Numbers.digits(row.most())),
          Cell.number(Integer.toString(row.pairs().size())));
    }
    return rows.of(key, "Foliot beside " + Foreign.name(result.jar()));
  }

  private Block pairs() {
    Rows rows =
        new Rows().texts("percentile").numbers("fork").texts("first").numbers("Foliot", "JLBH");
    for (BesideResult.Row row : result.rows()) {
      for (BesideResult.Pair pair : row.pairs()) {
        rows.row(
            Cell.text(BesideAnswer.name(row.name())),
            Cell.number(Integer.toString(pair.fork())),
            Cell.text(pair.jlbhFirst() ? "JLBH" : "Foliot"),
            Cell.ns(pair.foliotNs(), null),
            Cell.ns(pair.jlbhNs(), null));
      }
    }
    return rows.of(key + "-pairs", "Each pair of forks");
  }
}
