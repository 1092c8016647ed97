package dev.foliot.load.java;

import java.time.Duration;

/**
 * A part of a load with figures of its own. Immutable, and safe for use by many threads: each
 * method returns another phase.
 *
 * <p>Phases are 10 ms to 24 h long. Rates are texts, as in {@code 500/s} or {@code 2k/s}.
 *
 * @since 0.1.0
 */
public final class Phase {
  private final Entries entries;

  private Phase(Entries entries) {
    this.entries = entries;
  }

  /**
   * An open loop: requests come at this rate, at random times, whatever the server does.
   *
   * @param rate as in {@code 500/s}
   */
  public static Phase rate(String rate, Duration length) {
    return new Phase(Entries.NONE.with("rate", rate).with("duration", length));
  }

  /**
   * An open loop whose rate changes.
   *
   * @param kind as in {@code ramp:500/s..2k/s} or {@code step:500/s,1k/s}
   */
  public static Phase arrivals(String kind, Duration length) {
    return new Phase(Entries.NONE.with("arrivals", kind).with("duration", length));
  }

  /**
   * A closed loop: each of these users sends again after the answer.
   *
   * @param users 1 to 50,000
   */
  public static Phase clients(int users, Duration length) {
    return new Phase(Entries.NONE.with("clients", users).with("duration", length));
  }

  /** No requests. */
  public static Phase rest(Duration length) {
    return new Phase(Entries.NONE.with("rest", length));
  }

  /** What results call it. */
  public Phase name(String name) {
    return new Phase(entries.with("name", name));
  }

  /** The same, whose figures are not kept. */
  public Phase warmUp() {
    return name("warm-up");
  }

  /**
   * How requests of an open loop arrive.
   *
   * @param kind as in {@code poisson}, which is usual, {@code constant} or {@code burst:10}
   */
  public Phase arriving(String kind) {
    return new Phase(entries.with("arrivals", kind));
  }

  /** How long the users of a closed loop pause before they send again; usually not at all. */
  public Phase think(Pause pause) {
    return new Phase(entries.with("think", pause.toString()));
  }

  /** The users of a closed loop come one after the other, until all are there after this time. */
  public Phase ramp(Duration time) {
    return new Phase(entries.with("ramp", time));
  }

  /**
   * How many requests are sent at most. A load ends with the last one of its last phase.
   *
   * @param most 1 to 1,000,000,000
   */
  public Phase requests(int most) {
    return new Phase(entries.with("requests", most));
  }

  Object yaml() {
    return entries.values();
  }
}
