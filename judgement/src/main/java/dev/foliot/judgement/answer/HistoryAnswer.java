package dev.foliot.judgement.answer;

import dev.foliot.judgement.history.HistoryChange;
import dev.foliot.judgement.history.HistoryLine;
import dev.foliot.judgement.history.HistoryRun;
import dev.foliot.judgement.history.RunHistory;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The answer to how response times developed over the runs of a store. Pure.
 *
 * @param kind what can be said
 * @param sentence names the latest change, and what was left out
 * @param figures those of the sentence
 * @param next what to look at
 */
public record HistoryAnswer(Kind kind, String sentence, List<AnswerFigure> figures, NextAction next)
    implements Answer {
  /** The fewest runs on one machine in which a change can be found. */
  public static final int FEWEST_RUNS = 15;

  private static final int LONGEST_NAME = 60;
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  /** What can be said. */
  public enum Kind {
    /** Response times changed. */
    CHANGED,
    /** Nothing changed that is beyond chance. */
    NO_CHANGE,
    /** No name has enough runs. */
    TOO_FEW_RUNS,
    /** No run has percentiles. */
    NO_RUNS
  }

  /** Keeps a copy. */
  public HistoryAnswer {
    figures = List.copyOf(figures);
  }

  /** A line and a change in it. */
  private record Latest(HistoryLine line, HistoryChange change) {
    HistoryRun first() {
      return line.runs().get(change.first());
    }
  }

  /** The answer of a history. */
  public static HistoryAnswer of(RunHistory history, NextCommands commands) {
    FigureList figures = new FigureList();
    String leftOut = leftOut(history.leftOut());
    if (history.lines().isEmpty()) {
      return new HistoryAnswer(
          Kind.NO_RUNS, "No run has percentiles." + leftOut, List.of(), NextAction.NONE);
    }
    List<Latest> changes = new ArrayList<>();
    history
        .lines()
        .forEach(line -> line.changes().forEach(one -> changes.add(new Latest(line, one))));
    Optional<Latest> latest = changes.stream().max(Comparator.comparing(one -> one.first().at()));
    String runs = "in " + runs(history, figures);
    if (latest.isPresent()) {
      Latest change = latest.get();
      return new HistoryAnswer(
          Kind.CHANGED,
          figures.count("changes", changes.size())
              + (changes.size() == 1 ? " lasting change " : " lasting changes ")
              + runs
              + (changes.size() == 1 ? ": " : "; the latest: ")
              + text(change, figures)
              + leftOut,
          figures.all(),
          new NextAction(
              "Compare the runs before and after the change.",
              commands.of(
                  "compare",
                  change.line().runs().get(change.change().before()).id(),
                  change.first().id())));
    }
    return history.lines().stream().anyMatch(HistoryAnswer::hasEnough)
        ? new HistoryAnswer(
            Kind.NO_CHANGE,
            "No lasting change of response times " + runs + "." + leftOut,
            figures.all(),
            NextAction.NONE)
        : new HistoryAnswer(
            Kind.TOO_FEW_RUNS,
            "Too few runs to find a change "
                + runs
                + ": it takes "
                + FEWEST_RUNS
                + " of a name on one machine."
                + leftOut,
            figures.all(),
            NextAction.NONE);
  }

  /** Whether a machine has enough runs of it. */
  private static boolean hasEnough(HistoryLine line) {
    return line.runs().stream()
        .map(HistoryRun::machine)
        .distinct()
        .anyMatch(machine ->
            line.runs().stream().filter(run -> run.machine().equals(machine)).count()
                >= FEWEST_RUNS);
  }

  private static String runs(RunHistory history, FigureList figures) {
    int runs = history.runs();
    long names = history.lines().stream().map(line -> line.key().name()).distinct().count();
    return figures.count("runs", runs)
        + (runs == 1 ? " run of " : " runs of ")
        + figures.count("names", names)
        + (names == 1 ? " name" : " names");
  }

  private static String text(Latest latest, FigureList figures) {
    HistoryChange.Shift shift = latest.change.clearest();
    HistoryRun first = latest.first();
    return Numbers.percentileName(shift.percentile())
        + " of "
        + Shown.end(latest.line.key().name(), LONGEST_NAME)
        + " ("
        + Shown.text(latest.line.key().part(), LONGEST_NAME)
        + ") is "
        + figures.ratio("ratio", shift.ratio())
        + " times what it was (95 % interval "
        + figures.ratio("ratio_low", shift.low())
        + " to "
        + figures.ratio("ratio_high", shift.high())
        + "), first in run "
        + first.id()
        + " of "
        + day(first.at().toString())
        + commit(first)
        + ".";
  }

  private static String commit(HistoryRun run) {
    return run.source().commit().isEmpty()
        ? ""
        : ", commit " + Shown.text(run.source().commit(), LONGEST_NAME);
  }

  /** The day of a moment in ISO 8601: {@code 3 Nov 2026}, in UTC. */
  static String day(String moment) {
    return DAY.format(Instant.parse(moment));
  }

  private static String leftOut(RunHistory.LeftOut leftOut) {
    List<String> parts = new ArrayList<>();
    if (!leftOut.withoutPercentiles().isEmpty()) {
      parts.add(
          Numbers.and(
                  leftOut.withoutPercentiles().entrySet().stream()
                      .map(one ->
                          Numbers.count(one.getValue(), "run")
                              + " of "
                              + Shown.text(one.getKey(), LONGEST_NAME))
                      .toList())
              + ", without percentiles");
    }
    if (leftOut.unfinished() > 0) {
      parts.add(leftOut.unfinished() + " unfinished");
    }
    if (leftOut.unreadable() > 0) {
      parts.add(leftOut.unreadable() + " unreadable");
    }
    return parts.isEmpty() ? "" : " Left out: " + String.join("; ", parts) + ".";
  }
}
