package dev.foliot.store.watch;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A time in which a JVM was not as in the hour before.
 *
 * @param number of the episode, from 1; 0 before it is known
 * @param startMs its start, in milliseconds since 1970
 * @param endMs its end likewise; null while it lasts
 * @param kind what it is
 * @param level what was measured, at its worst, and what is usual
 * @param detail what is known besides, such as the name of a collector; empty if nothing
 * @param found what a diagnosis of this moment says; null without one
 */
public record Episode(
    int number,
    long startMs,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long endMs,
    EpisodeKind kind,
    Level level,
    String detail,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Found found) {
  /**
   * What was measured.
   *
   * @param worst at its worst
   * @param usual what nearly all of the hour before was below
   * @param unit of both: {@code share}, {@code threads}, {@code bytes}, {@code /s}, {@code ns}
   */
  public record Level(double worst, double usual, String unit) {
    /** Nothing was measured. */
    public static final Level NONE = new Level(0, 0, "");

    /** Checks that JSON can hold it. */
    public Level {
      Objects.requireNonNull(unit, "unit");
      if (!Double.isFinite(worst) || !Double.isFinite(usual)) {
        throw new IllegalArgumentException("a level of " + worst + ", usually " + usual);
      }
    }
  }

  /**
   * What a diagnosis says.
   *
   * @param answer in a sentence
   * @param file its JSON, in the folder of the JVM
   */
  public record Found(String answer, String file) {}

  /** Checks that nothing is missing. */
  public Episode {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(detail, "detail");
    if (endMs != null && endMs < startMs) {
      throw new IllegalArgumentException("an episode from " + startMs + " to " + endMs);
    }
  }

  /** How long it lasted until it ended or until {@code nowMs}, in milliseconds. */
  public long lengthMs(long nowMs) {
    return Math.max(0, (endMs == null ? nowMs : endMs) - startMs);
  }

  /** The same with a number. */
  public Episode numbered(int other) {
    return new Episode(other, startMs, endMs, kind, level, detail, found);
  }

  /** The same, ended, at a level. */
  public Episode ended(long atMs, Level worst) {
    return new Episode(number, startMs, Math.max(startMs, atMs), kind, worst, detail, found);
  }

  /** The same with what a diagnosis says. */
  public Episode found(Found other) {
    return new Episode(number, startMs, endMs, kind, level, detail, other);
  }
}
