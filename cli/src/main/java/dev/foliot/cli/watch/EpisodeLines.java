package dev.foliot.cli.watch;

import dev.foliot.cli.frame.Output;
import dev.foliot.judgement.answer.EpisodeWords;
import dev.foliot.store.Json;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.text.Shown;
import dev.foliot.watch.WatchRun;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Prints each episode in a line: as it begins, as it ends, and what a diagnosis of it says. */
final class EpisodeLines implements WatchRun.Listener {
  private static final int LONGEST = 300;
  private static final int LONGEST_NAME = 40;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

  private final Output output;

  EpisodeLines(Output output) {
    this.output = output;
  }

  @Override
  public void episode(WatchRecord.Jvm jvm, Episode episode) {
    if (output.json()) {
      output.console().out().println(Json.line(json(jvm, episode)));
    } else {
      output.console().out().println(line(jvm, episode));
    }
    output.console().out().flush();
  }

  /** An episode for machines. */
  static Map<String, Object> json(WatchRecord.Jvm jvm, Episode episode) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("schema", WatchRecord.SCHEMA);
    line.put("event", "episode");
    line.put("pid", jvm.pid());
    line.put("main", jvm.program().main());
    line.put("episode", episode);
    line.put("text", EpisodeWords.of(episode));
    return line;
  }

  private static String line(WatchRecord.Jvm jvm, Episode episode) {
    String name = jvm.program().main().isEmpty() ? "" : " " + name(jvm);
    return moment(episode.startMs()) + "  " + jvm.pid() + name + "  " + what(episode, "          ");
  }

  /** The time of day. */
  static String moment(long epochMs) {
    return TIME.format(Instant.ofEpochMilli(epochMs));
  }

  /**
   * What it is, how long it lasted, and below it what a diagnosis says.
   *
   * @param before that
   */
  static String what(Episode episode, String before) {
    Episode.Found found = episode.found();
    // a stop's length is what it is
    String length = episode.kind() == EpisodeKind.STOP ? "" : EpisodeWords.length(episode);
    return EpisodeWords.of(episode)
        + (episode.endMs() == null ? " ..." : length.isEmpty() ? "" : "; in all " + length)
        + (found == null
            ? ""
            : System.lineSeparator() + before + Shown.text(found.answer(), LONGEST));
  }

  /** The class without its package. */
  private static String name(WatchRecord.Jvm jvm) {
    String main = Shown.end(jvm.program().main(), LONGEST_NAME);
    return main.substring(main.lastIndexOf('.') + 1);
  }

  @Override
  public void note(String text) {
    if (output.json()) {
      output
          .console()
          .out()
          .println(Json.line(Map.of("schema", WatchRecord.SCHEMA, "event", "note", "text", text)));
      output.console().out().flush();
    } else {
      output.console().error(Shown.text(text, LONGEST));
    }
  }
}
