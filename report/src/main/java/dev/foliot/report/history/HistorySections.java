package dev.foliot.report.history;

import dev.foliot.judgement.answer.HistoryAnswer;
import dev.foliot.judgement.history.HistoryChange;
import dev.foliot.judgement.history.HistoryLine;
import dev.foliot.judgement.history.HistoryRun;
import dev.foliot.judgement.history.RunHistory;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Cover;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Titles;
import dev.foliot.report.page.Units;
import dev.foliot.store.Spread;
import dev.foliot.store.Verdict;
import dev.foliot.text.Numbers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which sections the page of a history has, in which order. However many runs there are, the page
 * stays below a megabyte: of many, the newest are drawn.
 */
public final class HistorySections {
  private static final int FEWEST_RUNS = 2;
  private static final int MOST_LINES = 20;
  private static final int MOST_DRAWN = 400;
  private static final int MOST_DRAWN_TOGETHER = 2_000;
  private static final int MOST_ROWS = 300;
  private static final int MOST_ROWS_TOGETHER = 600;
  private static final int MOST_CHANGES = 20;

  private final List<HistoryLine> drawn;
  private final RunHistory history;
  private final Function<String, Optional<String>> pages;

  /**
   * @param pages the address of a run's page by its id; empty where it has none
   */
  public HistorySections(RunHistory history, Function<String, Optional<String>> pages) {
    this.history = history;
    this.pages = pages;
    this.drawn =
        history.lines().stream()
            .filter(line -> line.runs().size() >= FEWEST_RUNS)
            .limit(MOST_LINES)
            .toList();
  }

  /** What a reader sees first. */
  public Cover cover(HistoryAnswer answer) {
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < drawn.size(); i++) {
      HistoryLine line = drawn.get(i);
      blocks.add(
          new LineChart(line, "h" + i, first(line, MOST_DRAWN, MOST_DRAWN_TOGETHER))
              .figure(title(line), claim(line)));
      if (!line.changes().isEmpty()) {
        blocks.add(changes(line, i));
      }
    }
    long others = history.lines().size() - (long) drawn.size();
    if (others > 0) {
      blocks.add(
          new Block.Prose(
              "Not drawn: "
                  + Numbers.count(others, "more name or load", "more names or loads")
                  + ". One with a single run has nothing to compare, and the page has the "
                  + MOST_LINES
                  + " with the latest runs. foliot runs --page --name NAME draws one."));
    }
    List<Cover.Step> next =
        answer.next().isToRun()
            ? List.of(new Cover.Step(answer.next().purpose(), Facts.line(answer.next().command())))
            : List.of();
    return new Cover("History", Foreign.sentence(answer.sentence()), facts(), blocks, next);
  }

  private List<List<String>> facts() {
    List<Instant> times =
        history.lines().stream()
            .flatMap(line -> line.runs().stream())
            .map(HistoryRun::at)
            .sorted()
            .toList();
    return times.isEmpty()
        ? List.of()
        : List.of(
            List.of(
                Units.count(history.runs(), "run"),
                Titles.moment(times.getFirst().toString())
                    + " to "
                    + Titles.moment(times.getLast().toString())));
  }

  private static String title(HistoryLine line) {
    return Foreign.name(line.key().name()) + " · " + Foreign.name(line.key().part());
  }

  /** Of each line the newest runs, so many that all lines together have no more than allowed. */
  private int first(HistoryLine line, int most, int together) {
    int room = Math.min(most, Math.max(1, together / Math.max(1, drawn.size())));
    return Math.max(0, line.runs().size() - Math.max(FEWEST_RUNS, room));
  }

  private String claim(HistoryLine line) {
    int from = first(line, MOST_DRAWN, MOST_DRAWN_TOGETHER);
    boolean hasRanges =
        line.runs().stream()
            .flatMap(run -> run.response().values().stream())
            .anyMatch(spread -> spread.low() == null);
    return "A dot is the response time of a run, one beside the other, with its 95 % interval"
        + (hasRanges
            ? ", or from its lowest to its highest fork where a run stores no interval. "
            : ". ")
        + "Lines are the medians between changes"
        + (line.changes().isEmpty()
            ? ". No lasting change was found."
            : "; the ratio is that of the percentile that changed most clearly.")
        + (line.gaps().isEmpty()
            ? ""
            : " A grey line is a change of machine; runs of two machines are never compared.")
        + (from > 0 ? " Drawn are the newest " + (line.runs().size() - from) + " runs." : "");
  }

  private Block changes(HistoryLine line, int number) {
    Rows rows =
        new Rows().texts("since", "what", "first run", "run before", "commit", "JDK", "machine");
    line.changes().stream()
        .sorted(Comparator.comparingInt(HistoryChange::first).reversed())
        .limit(MOST_CHANGES)
        .forEach(change -> {
          HistoryRun first = line.runs().get(change.first());
          HistoryRun before = line.runs().get(change.before());
          rows.row(
              Cell.text(Titles.moment(first.at().toString())),
              Cell.text(
                  change.isWorse() ? "slower" : "faster",
                  change.shifts().stream()
                      .map(HistorySections::shift)
                      .collect(Collectors.joining("; ")),
                  "word " + (change.isWorse() ? "worse" : "better")),
              run(first),
              run(before),
              Cell.text(fromTo(before.source().commit(), first.source().commit())),
              Cell.text(fromTo(before.source().jdk(), first.source().jdk())),
              Cell.text(Foreign.name(first.machine().text())));
        });
    return rows.table(
        "h" + number + "-changes",
        "Changes: " + title(line),
        "Both sides of a change are runs of the same machine.",
        "");
  }

  private static String shift(HistoryChange.Shift shift) {
    return Units.percentileName(shift.percentile())
        + " "
        + Numbers.digits(shift.ratio())
        + "× ("
        + Numbers.digits(shift.low())
        + " to "
        + Numbers.digits(shift.high())
        + ")";
  }

  private static String fromTo(String before, String after) {
    String shown = after.isEmpty() ? Units.NONE : Foreign.name(after);
    return before.equals(after) || before.isEmpty() ? shown : Foreign.name(before) + " → " + shown;
  }

  private Cell run(HistoryRun run) {
    String id = Foreign.text(run.id(), 40);
    return pages
        .apply(run.id())
        .map(address -> Cell.picture(Svg.link(address, id), "run"))
        .orElse(Cell.text(id));
  }

  /** What that rests on: the runs of each line. */
  public List<Section> all() {
    List<Section> sections = new ArrayList<>();
    for (int i = 0; i < drawn.size(); i++) {
      HistoryLine line = drawn.get(i);
      sections.add(new Section("h" + i + "-runs", "Runs: " + title(line), List.of(runs(line, i))));
    }
    return sections;
  }

  private Block runs(HistoryLine line, int number) {
    List<String> names = line.percentiles();
    boolean hasMachines = !line.gaps().isEmpty();
    Rows rows =
        new Rows()
            .texts("when", "run", "commit", "JDK", "verdict")
            .numbers(names.stream().map(Units::percentileName).toList());
    int from = first(line, MOST_ROWS, MOST_ROWS_TOGETHER);
    for (int i = line.runs().size() - 1; i >= from; i--) {
      HistoryRun run = line.runs().get(i);
      List<Cell> row = new ArrayList<>();
      row.add(
          Cell.text(
              Titles.moment(run.at().toString()),
              hasMachines ? Foreign.name(run.machine().text()) : null,
              null));
      row.add(run(run));
      row.add(
          Cell.text(
              run.source().commit().isEmpty()
                  ? Units.NONE
                  : Foreign.text(run.source().commit(), 40)));
      row.add(Cell.text(Foreign.text(run.source().jdk(), 40)));
      row.add(Cell.text(run.verdict().toString(), word(run.verdict())));
      names.forEach(name -> row.add(percentile(run, name)));
      rows.row(row);
    }
    return rows.table(
        "h" + number + "-runs-table",
        "Runs, the newest first",
        from > 0 ? "The newest " + (line.runs().size() - from) + " are listed." : "",
        "");
  }

  private static Cell percentile(HistoryRun run, String name) {
    Spread spread = run.response().get(name);
    return spread == null
        ? Cell.number(Units.NONE)
        : Cell.ns(spread.median(), Units.interval(LineChart.low(spread), LineChart.high(spread)));
  }

  private static String word(Verdict verdict) {
    return "word " + verdict.name().toLowerCase(Locale.ROOT);
  }
}
