package dev.foliot.cli.markdown;

import dev.foliot.judgement.answer.HistoryAnswer;
import dev.foliot.judgement.history.HistoryChange;
import dev.foliot.judgement.history.HistoryLine;
import dev.foliot.judgement.history.HistoryRun;
import dev.foliot.judgement.history.RunHistory;
import dev.foliot.store.Spread;
import dev.foliot.text.Numbers;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The history of a store as Markdown: the answer, a row for each name, and the changes. Stateless.
 */
public final class HistoryMarkdown {
  private static final int MOST_LINES = 30;
  private static final int MOST_CHANGES = 20;
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private HistoryMarkdown() {}

  /** A change and its line. */
  private record Found(HistoryLine line, HistoryChange change) {
    HistoryRun first() {
      return line.runs().get(change.first());
    }
  }

  /** The text. */
  public static String of(RunHistory history, HistoryAnswer answer) {
    List<String> lines = new ArrayList<>(List.of(RunMarkdown.bold(answer)));
    if (!history.lines().isEmpty()) {
      lines.add("");
      names(history, lines);
    }
    List<Found> changes =
        history.lines().stream()
            .flatMap(line -> line.changes().stream().map(change -> new Found(line, change)))
            .sorted(Comparator.comparing((Found found) -> found.first().at()).reversed())
            .limit(MOST_CHANGES)
            .toList();
    if (!changes.isEmpty()) {
      lines.add("");
      changes(changes, lines);
    }
    return String.join("\n", lines) + "\n";
  }

  private static void names(RunHistory history, List<String> lines) {
    RunMarkdown.row(lines, List.of("name", "load", "runs", "p50", "p99", "latest run"));
    lines.add("|---|---|--:|--:|--:|---|");
    for (HistoryLine line : history.lines().stream().limit(MOST_LINES).toList()) {
      HistoryRun last = line.last();
      RunMarkdown.row(
          lines,
          List.of(
              RunMarkdown.code(line.key().name()),
              RunMarkdown.code(line.key().part()),
              Numbers.count(line.runs().size()),
              median(last, "p50"),
              median(last, "p99"),
              RunMarkdown.code(last.id()) + ", " + last.verdict()));
    }
    int more = history.lines().size() - MOST_LINES;
    if (more > 0) {
      lines.addAll(List.of("", "And " + more + " more."));
    }
  }

  private static void changes(List<Found> changes, List<String> lines) {
    RunMarkdown.row(
        lines,
        List.of("since", "name", "percentile", "ratio", "95 % interval", "first run", "commit"));
    lines.add("|---|---|---|--:|---|---|---|");
    for (Found found : changes) {
      HistoryChange.Shift shift = found.change.clearest();
      HistoryRun first = found.first();
      RunMarkdown.row(
          lines,
          List.of(
              DAY.format(first.at()),
              RunMarkdown.code(found.line.key().name()),
              Numbers.percentileName(shift.percentile()),
              Numbers.digits(shift.ratio()),
              Numbers.digits(shift.low()) + " to " + Numbers.digits(shift.high()),
              RunMarkdown.code(first.id()),
              first.source().commit().isEmpty() ? "" : RunMarkdown.code(first.source().commit())));
    }
  }

  private static String median(HistoryRun run, String name) {
    Spread spread = run.response().get(name);
    return Numbers.durationOrNone(spread == null ? null : spread.median());
  }
}
