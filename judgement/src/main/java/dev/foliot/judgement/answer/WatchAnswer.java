package dev.foliot.judgement.answer;

import dev.foliot.judgement.watch.WatchedTime;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.watch.Episode;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The answer to what happened to watched JVMs in a time.
 *
 * @param kind what can be said
 * @param sentence names the worst episode, and what took most of the time
 * @param figures the number of episodes
 * @param next what to look at
 */
public record WatchAnswer(Kind kind, String sentence, List<AnswerFigure> figures, NextAction next)
    implements Answer {
  private static final int LONGEST = 60;
  private static final double WORTH = 0.005;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter DAY_AND_TIME =
      DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ROOT);

  /** What can be said. */
  public enum Kind {
    /** Something was not as usual. */
    EPISODES,
    /** Everything was as usual. */
    AS_USUAL,
    /** Nothing was watched in that time. */
    NOT_WATCHED
  }

  /** Keeps a copy. */
  public WatchAnswer {
    figures = List.copyOf(figures);
  }

  /**
   * The answer.
   *
   * @param zone of the times in it
   */
  public static WatchAnswer of(
      List<WatchedTime> times, WatchedTime.Span span, ZoneId zone, NextCommands commands) {
    String when =
        "From "
            + DAY_AND_TIME.format(Instant.ofEpochMilli(span.fromMs()).atZone(zone))
            + " to "
            + DAY_AND_TIME.format(Instant.ofEpochMilli(span.toMs()).atZone(zone));
    List<WatchedTime> read = times.stream().filter(time -> time.seconds() > 0).toList();
    if (read.isEmpty()) {
      return new WatchAnswer(
          Kind.NOT_WATCHED,
          when
              + " nothing was recorded: it was before or after the watch, or is removed by --keep.",
          List.of(),
          NextAction.NONE);
    }
    int episodes = read.stream().mapToInt(time -> time.episodes().size()).sum();
    NextAction next = NextAction.page(commands);
    String lost = lost(read);
    if (episodes == 0) {
      return new WatchAnswer(
          Kind.AS_USUAL,
          when + " " + names(read) + " was as in the hour before." + lost,
          List.of(),
          next);
    }
    String count = Numbers.count(episodes);
    WatchedTime of = worst(read);
    return new WatchAnswer(
        Kind.EPISODES,
        when
            + " "
            + names(read)
            + " had "
            + Numbers.count(episodes, "episode")
            + "; the worst at "
            + worst(of, zone)
            + "."
            + lost,
        List.of(AnswerFigure.of("episodes", episodes, "count", count)),
        next);
  }

  private static String names(List<WatchedTime> read) {
    return read.size() == 1
        ? name(read.getFirst())
        : Numbers.count(read.size(), "JVM together", "JVMs together");
  }

  private static String name(WatchedTime time) {
    String main = time.jvm().program().main();
    return main.isEmpty() ? "process " + time.jvm().pid() : Shown.end(main, LONGEST);
  }

  private static WatchedTime worst(List<WatchedTime> read) {
    return read.stream()
        .filter(time -> !time.episodes().isEmpty())
        .max(Comparator.comparingDouble(time -> harm(worst(time))))
        .orElseThrow();
  }

  private static Episode worst(WatchedTime time) {
    return time.episodes().stream()
        .max(Comparator.comparingDouble(WatchAnswer::harm))
        .orElseThrow();
  }

  /** About the time that it cost: its length, weighted by how much of it was lost. */
  private static double harm(Episode episode) {
    Long endMs = episode.endMs();
    double lengthMs = endMs == null ? 60_000 : Math.max(1, endMs - episode.startMs());
    double weight =
        switch (episode.level().unit()) {
          case "share" -> episode.level().worst();
          case "ns", "/s" -> 1;
          case "threads" -> Math.min(1, episode.level().worst() / 10);
          default -> 0.01;
        };
    return lengthMs * weight;
  }

  private static String worst(WatchedTime time, ZoneId zone) {
    Episode episode = worst(time);
    Episode.Found found = episode.found();
    return TIME.format(Instant.ofEpochMilli(episode.startMs()).atZone(zone))
        + ": "
        + EpisodeWords.of(episode)
        + (found == null ? "" : "; a diagnosis of that moment: " + shortened(found.answer()));
  }

  private static String shortened(String answer) {
    String shown = Shown.text(answer, 200);
    return shown.endsWith(".") ? shown.substring(0, shown.length() - 1) : shown;
  }

  private static String lost(List<WatchedTime> read) {
    Optional<Map.Entry<StopKind, Double>> most =
        read.stream()
            .flatMap(time -> time.lost().stream().limit(1))
            .max(Map.Entry.comparingByValue());
    return most.filter(one -> one.getValue() >= WORTH)
        .map(one ->
            " The largest loss: "
                + one.getKey().sentence()
                + ", "
                + Numbers.percent(one.getValue(), 1)
                + " of the time.")
        .orElse("");
  }
}
