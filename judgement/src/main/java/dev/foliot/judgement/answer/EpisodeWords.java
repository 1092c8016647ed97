package dev.foliot.judgement.answer;

import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;

/** Episodes of a watched JVM in words. Stateless. */
public final class EpisodeWords {
  private static final double NS_PER_MS = 1e6;
  private static final int LONGEST = 300;

  private EpisodeWords() {}

  /** What it is, in a sentence without an end: {@code the JVM stood still for 412 ms}. */
  public static String of(Episode episode) {
    return episode.kind().sentence() + level(episode) + detail(episode) + usual(episode);
  }

  /** How long it lasted; empty while it does, and where it was a moment. */
  public static String length(Episode episode) {
    Long endMs = episode.endMs();
    return endMs == null || endMs == episode.startMs()
        ? ""
        : Numbers.duration((endMs - episode.startMs()) * NS_PER_MS);
  }

  private static String level(Episode episode) {
    double worst = episode.level().worst();
    return switch (episode.kind()) {
      case STOP -> " for " + Numbers.duration(worst);
      case GC, SAFEPOINTS, TIME_TO_SAFEPOINT, THROTTLING, STEAL ->
          " for " + Numbers.percent(worst, 0) + " of the time";
      case CPU_WAITS, BLOCKED -> ": " + Numbers.digits(worst) + " at a time";
      case ERRORS -> ": " + Numbers.percent(worst, 1);
      case SLOW -> ": p99 " + Numbers.duration(worst);
      case DROP, RISE -> ": " + Numbers.rate(worst);
      case THREADS, MEMORY ->
          " to "
              + amount(episode, worst)
              + " within an hour, from "
              + amount(episode, usualOf(episode));
      case ENDED, STARTED -> "";
    };
  }

  private static double usualOf(Episode episode) {
    return episode.level().usual();
  }

  private static String amount(Episode episode, double value) {
    return episode.kind() == EpisodeKind.MEMORY
        ? Numbers.binaryBytes(value)
        : Numbers.digits(value);
  }

  private static String detail(Episode episode) {
    return episode.detail().isEmpty() ? "" : " (" + Shown.text(episode.detail(), LONGEST) + ")";
  }

  private static String usual(Episode episode) {
    double usual = usualOf(episode);
    return switch (episode.kind()) {
      case STOP -> usual <= 0 ? "" : ", usually at most " + Numbers.duration(usual);
      case GC, SAFEPOINTS, TIME_TO_SAFEPOINT, THROTTLING, STEAL ->
          ", usually at most " + Numbers.percent(usual, 0);
      case CPU_WAITS, BLOCKED ->
          usual <= 0 ? ", usually none" : ", usually at most " + Numbers.digits(usual);
      case ERRORS -> ", usually at most " + Numbers.percent(usual, 1);
      case SLOW -> ", usually at most " + Numbers.duration(usual);
      case RISE -> ", usually at most " + Numbers.rate(usual);
      case DROP -> ", usually at least " + Numbers.rate(usual);
      case THREADS, MEMORY, ENDED, STARTED -> "";
    };
  }
}
