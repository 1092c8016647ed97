package dev.foliot.cli.brief;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.judgement.answer.BesideAnswer;
import dev.foliot.judgement.beside.BesideResult;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What JLBH reports beside a run, in a few lines. */
public final class BesideBrief {
  private static final int LONGEST_JAR = 40;
  private static final int MOST_REASONS = 5;
  private static final int LONGEST_REASON = 300;

  private final BesideResult result;

  /** What to print. */
  public BesideBrief(BesideResult result) {
    this.result = result;
  }

  /** Prints answer, table and reasons. */
  public void print(Brief brief) {
    brief.gap();
    brief.answer(BesideAnswer.of(result).sentence(), 3);
    if (!result.rows().isEmpty()) {
      brief.table(table());
    }
    result.reasons().stream()
        .limit(MOST_REASONS)
        .forEach(reason -> brief.line("why", Shown.text(reason.sentence(), LONGEST_REASON), 2));
  }

  /** Foliot, JLBH and the ratio of both. */
  private TextTable table() {
    List<String> heads =
        new ArrayList<>(List.of(Shown.text("beside " + result.jar(), LONGEST_JAR)));
    result.rows().forEach(row -> heads.add(BesideAnswer.name(row.name())));
    heads.add("sent/s");
    TextTable table = new TextTable(heads);
    row(table, "Foliot", row -> Numbers.duration(row.foliotNs()), perS(result.sent().foliotPerS()));
    row(table, "JLBH", row -> Numbers.duration(row.jlbhNs()), perS(result.sent().jlbhPerS()));
    row(table, "Foliot / JLBH", row -> Numbers.digits(row.ratio()), "");
    row(table, "  least pair", row -> Numbers.digits(row.least()), "");
    row(table, "  greatest pair", row -> Numbers.digits(row.most()), "");
    return table;
  }

  private static String perS(@Nullable Double sent) {
    return sent == null ? "-" : Numbers.count(Math.round(sent));
  }

  private void row(
      TextTable table, String name, Function<BesideResult.Row, String> cell, String last) {
    List<String> cells = new ArrayList<>(List.of(name));
    result.rows().forEach(row -> cells.add(cell.apply(row)));
    cells.add(last);
    table.row(cells);
  }

  /** Each pair of forks, a line for each. */
  public List<String> pairs() {
    List<String> heads = new ArrayList<>(List.of("pair", "<first"));
    List<BesideResult.Row> rows = result.rows();
    rows.forEach(row -> {
      heads.add("Foliot " + BesideAnswer.name(row.name()));
      heads.add("JLBH");
    });
    TextTable table = new TextTable(heads);
    if (!rows.isEmpty()) {
      for (BesideResult.Pair first : rows.getFirst().pairs()) {
        List<String> cells =
            new ArrayList<>(
                List.of(Integer.toString(first.fork()), first.jlbhFirst() ? "JLBH" : "Foliot"));
        for (BesideResult.Row row : rows) {
          row.pairs().stream()
              .filter(pair -> pair.fork() == first.fork())
              .findFirst()
              .ifPresentOrElse(
                  pair -> {
                    cells.add(Numbers.duration(pair.foliotNs()));
                    cells.add(Numbers.duration(pair.jlbhNs()));
                  },
                  () -> cells.addAll(List.of("-", "-")));
        }
        table.row(cells);
      }
    }
    return table.isEmpty() ? List.of() : table.lines(Brief.WIDTH);
  }
}
