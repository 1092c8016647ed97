package dev.foliot.text;

/** Why Foliot and JLBH report different times of one program. */
public sealed interface BesideReason extends Reason {
  /**
   * JLBH sent less than was asked for.
   *
   * @param achievedPerS messages in a second
   * @param askedPerS the program's throughput
   */
  record ScheduleSlipped(double achievedPerS, double askedPerS) implements BesideReason {
    @Override
    public String text() {
      return "JLBH sent "
          + Numbers.rate(achievedPerS)
          + " of "
          + Numbers.rate(askedPerS)
          + ": its schedule moved, and the messages due meanwhile are in none of its figures";
    }
  }

  /** JLBH's jitter thread spun, Foliot's pause meter slept. */
  record JitterThreadSpun() implements BesideReason {
    @Override
    public String text() {
      return "JLBH's jitter thread spun and kept a CPU awake, Foliot's pause meter slept";
    }

    @Override
    public String remedy() {
      return "add --jitter spin, or set recordOSJitter(false)";
    }
  }

  /**
   * A thread of JLBH's forks was pinned.
   *
   * @param cpus where to
   */
  record CorePinned(String cpus) implements BesideReason {
    @Override
    public String text() {
      return "a thread of JLBH's fork was pinned to CPU "
          + Shown.text(cpus)
          + "; Foliot pins none unless the program gives acquireLock";
    }
  }

  /** JLBH reports durations below its smallest bucket. */
  record BelowHundredNanos() implements BesideReason {
    @Override
    public String text() {
      return "JLBH reports values below 100 ns as 1 ns";
    }
  }

  /**
   * Stalls of Foliot's forks delay the messages that were due.
   *
   * @param longestNs the longest of them
   */
  record StallCharged(long longestNs) implements BesideReason {
    @Override
    public String text() {
      return "Foliot's forks stalled for up to "
          + Numbers.duration(longestNs)
          + ": every message due in a stall waits for its end, JLBH's schedule moves instead";
    }
  }

  /**
   * The load generator lacked CPU in Foliot's forks.
   *
   * @param forks how many
   * @param of all forks
   */
  record ForksStarved(int forks, int of) implements BesideReason {
    @Override
    public String text() {
      return "the load generator lacked CPU in "
          + forks
          + " of "
          + of
          + " forks of Foliot; JLBH does not report that";
    }
  }

  /** None of the known differences was there. */
  record Unexplained() implements BesideReason {
    @Override
    public String text() {
      return "none of the known differences explains it";
    }

    @Override
    public String remedy() {
      return "repeat it with more --forks";
    }
  }
}
