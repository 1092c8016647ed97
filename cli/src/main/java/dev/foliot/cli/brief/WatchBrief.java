package dev.foliot.cli.brief;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.EpisodeWords;
import dev.foliot.judgement.answer.WatchAnswer;
import dev.foliot.judgement.watch.WatchedTime;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.TimelineSource;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.SlowRequest;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A time of a watch in a few lines: its episodes, what took the time, the slowest requests. */
public final class WatchBrief {
  private static final int MOST_EPISODES = 8;

  /** Less of the time, or of a delay, is not named. */
  private static final double LEAST_LOST = 0.0005;

  private static final double LEAST_SHARE = 0.005;

  private static final int ALL = 1_000;
  private static final int MOST_STOPS = 3;
  private static final int MOST_SLOW = 3;
  private static final int MOST_NOTES = 3;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  private static final Comparator<Map.Entry<StopKind, SlowRequest.Cause>> GREATEST =
      Comparator.comparingDouble(one -> -one.getValue().share());

  private final Brief brief;
  private final List<WatchedTime> times;
  private final WatchAnswer answer;
  private final ZoneId zone;

  /**
   * Prints a time with such a brief.
   *
   * @param zone of the times in it
   */
  public WatchBrief(Brief brief, List<WatchedTime> times, WatchAnswer answer, ZoneId zone) {
    this.brief = brief;
    this.times = times;
    this.answer = answer;
    this.zone = zone;
  }

  /**
   * Prints it.
   *
   * @param isWhole whether everything is printed
   * @param page the command that draws it
   */
  public void print(boolean isWhole, List<String> page) {
    brief.answer(answer.sentence(), 5);
    List<WatchedTime> read = times.stream().filter(time -> time.seconds() > 0).toList();
    for (WatchedTime time : read) {
      String main = time.jvm().program().main();
      episodes(time, isWhole ? ALL : MOST_EPISODES);
      if (read.size() > 1) {
        brief.line("process", time.jvm().pid() + " " + Words.shown(main));
      }
      lost(time);
      requests(time, isWhole ? ALL : MOST_SLOW);
      stops(time, isWhole ? ALL : MOST_STOPS);
      time.notes().stream()
          .limit(isWhole ? ALL : MOST_NOTES)
          .forEach(
              note -> brief.line("note", when(note.epochMs()) + " " + Words.shown(note.text())));
      unwatched(time);
    }
    if (!read.isEmpty()) {
      brief.page(null, page);
    }
  }

  private void episodes(WatchedTime time, int most) {
    TextTable table = new TextTable("|when", "length", "<what");
    int size = time.episodes().size();
    for (Episode episode : time.episodes().subList(Math.max(0, size - most), size)) {
      Episode.Found found = episode.found();
      String length = EpisodeWords.length(episode);
      table.row(
          List.of(
              when(episode.startMs()),
              episode.endMs() == null ? "lasts" : length.isEmpty() ? "-" : length,
              Words.shown(EpisodeWords.of(episode))));
      if (found != null) {
        table.row(List.of("", "", "  " + Words.shown(Shown.text(found.answer(), 160))));
      }
    }
    brief.table(table);
    if (size > most) {
      brief.line("", (size - most) + " earlier episodes: --details");
    }
  }

  private void lost(WatchedTime time) {
    List<String> parts = new ArrayList<>();
    for (Map.Entry<StopKind, Double> one : time.lost()) {
      if (one.getValue() >= LEAST_LOST) {
        parts.add(one.getKey().code() + " " + Numbers.percent(one.getValue(), 2));
      }
    }
    brief.line(
        "lost",
        (parts.isEmpty() ? "less than " + Numbers.percent(LEAST_LOST, 2) : String.join(", ", parts))
            + " of "
            + Numbers.span((double) time.seconds()));
  }

  private void requests(WatchedTime time, int most) {
    if (time.requests().count() == 0) {
      return;
    }
    List<String> causes = new ArrayList<>();
    time.requests().causes().entrySet().stream()
        .filter(one -> one.getValue().share() >= LEAST_SHARE)
        .sorted(GREATEST)
        .forEach(one -> causes.add(cause(one)));
    causes.add("unexplained " + Numbers.percent(time.requests().unexplained(), 0));
    brief.line(
        "requests",
        Numbers.count(time.requests().count())
            + ", "
            + Numbers.count(time.requests().errors(), "error")
            + "; the delay of the slow ones: "
            + String.join(", ", causes),
        2);
    for (SlowRequest one :
        time.requests().slow().subList(0, Math.min(most, time.requests().slow().size()))) {
      brief.line(
          "",
          when(one.startMs())
              + " "
              + Numbers.duration(one.lengthNs())
              + " "
              + Words.shown(one.route())
              + ": "
              + one.causes().entrySet().stream()
                  .min(GREATEST)
                  .filter(first -> first.getValue().share() >= one.unexplained())
                  .map(WatchBrief::cause)
                  .orElse("unexplained"));
    }
  }

  private static String cause(Map.Entry<StopKind, SlowRequest.Cause> one) {
    String place = one.getValue().place();
    return one.getKey().code()
        + " "
        + Numbers.percent(one.getValue().share(), 0)
        + (place.isEmpty() ? "" : " (" + Words.shown(place) + ")");
  }

  private void stops(WatchedTime time, int most) {
    String label = "longest";
    for (Stop stop : time.stops().subList(0, Math.min(most, time.stops().size()))) {
      brief.line(
          label,
          when(stop.startNs() / 1_000_000)
              + " "
              + Numbers.duration(stop.lengthNs())
              + ": "
              + stop.kind().sentence()
              + (stop.detail().isEmpty() ? "" : " (" + Words.shown(stop.detail()) + ")"));
      label = "";
    }
  }

  private void unwatched(WatchedTime time) {
    for (TimelineSource source : time.jvm().sources()) {
      String why = source.unavailable();
      if (why != null) {
        brief.line("not", source.name() + ": " + Words.shown(why));
      }
    }
  }

  private String when(long ms) {
    return TIME.format(Instant.ofEpochMilli(ms).atZone(zone));
  }
}
