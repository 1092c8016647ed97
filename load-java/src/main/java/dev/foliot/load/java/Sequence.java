package dev.foliot.load.java;

import java.util.Arrays;

/**
 * Requests that one user sends after each other. Immutable, and safe for use by many threads.
 *
 * <p>The first step is due by the schedule: a rate counts sequences. A later step is due when the
 * one before it has ended, plus its pause. A failure ends the sequence.
 *
 * @since 0.1.0
 */
public final class Sequence {
  private final Entries entries;

  private Sequence(Entries entries) {
    this.entries = entries;
  }

  /**
   * A sequence.
   *
   * @param name what results call it; they call a step {@code shop: login}
   * @param steps 1 to 50
   */
  public static Sequence of(String name, Request... steps) {
    return new Sequence(
        Entries.NONE
            .with("name", name)
            .adding("sequence", Arrays.stream(steps).map(Request::yaml).toList()));
  }

  /**
   * How often it is sent, relative to other requests and sequences.
   *
   * @param weight 1 to 1,000,000; usually 1
   */
  public Sequence weight(int weight) {
    return new Sequence(entries.with("weight", weight));
  }

  /** The same, whose users keep no cookies. */
  public Sequence withoutCookies() {
    return new Sequence(entries.with("cookies", false));
  }

  Object yaml() {
    return entries.values();
  }
}
