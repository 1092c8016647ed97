package dev.foliot.text;

/** Why a fork, or a whole run, is limited. */
public sealed interface RunReason extends Reason {

  /**
   * A fork ended before its measurement.
   *
   * @param failure the failure, in one line
   */
  record ForkFailed(String failure) implements RunReason {
    @Override
    public String text() {
      return failure;
    }
  }

  /** A fork ended before its measured load. */
  record ForkNotMeasured() implements RunReason {
    @Override
    public String text() {
      return "the fork ended before its measured load";
    }
  }

  /**
   * The JVM of a fork does not count what its threads allocate.
   *
   * @param jvm its name
   */
  record AllocationUncounted(String jvm) implements RunReason {
    @Override
    public String text() {
      return jvm + " does not count what its threads allocate";
    }

    @Override
    public String remedy() {
      return "give a HotSpot with --jdk";
    }
  }

  /**
   * Too little beyond a percentile to give it.
   *
   * @param unit what is counted
   * @param seen how many there are
   * @param needed how many it takes
   */
  record TooFewBeyond(Unit unit, long seen, long needed) implements RunReason {
    /** What is counted beyond a percentile. */
    public enum Unit {
      /** Times without an order. */
      DURATION,
      /** Runs of slow messages. */
      EPISODE
    }

    @Override
    public String text() {
      String thing =
          switch (unit) {
            case DURATION -> "duration";
            case EPISODE -> "episode";
          };
      return Numbers.count(seen, thing) + " beyond it, needs " + Numbers.count(needed);
    }
  }

  /** A figure of nothing. */
  record NothingRecorded() implements RunReason {
    @Override
    public String text() {
      return "nothing was recorded";
    }
  }

  /** No fork has ended so far. */
  record NoForkEnded() implements RunReason {
    @Override
    public String text() {
      return "no fork has finished yet";
    }
  }

  /** No fork of a search shows whether the objective is met. */
  record NoForkJudged() implements RunReason {
    @Override
    public String text() {
      return "no fork has tested the objective";
    }
  }

  /** A side of a comparison has no fork. */
  record NoFork() implements RunReason {
    @Override
    public String text() {
      return "it has no fork";
    }
  }

  /**
   * INVALID forks left out of a comparison.
   *
   * @param invalid number of such forks
   * @param forks number of all forks
   */
  record ForksLeftOut(int invalid, int forks) implements RunReason {
    @Override
    public String text() {
      return invalid + " of " + forks + " forks are INVALID and left out";
    }
  }

  /**
   * One of several rates that exceeds the system's capacity.
   *
   * @param rate as the user wrote it
   * @param saturated number of saturated forks
   * @param forks number of all forks
   */
  record SaturatedAt(String rate, int saturated, int forks) implements RunReason {
    @Override
    public String text() {
      return "SATURATED at "
          + rate
          + " in "
          + saturated
          + " of "
          + forks
          + (forks == 1 ? " fork" : " forks");
    }
  }

  /** No part of a demo works on this machine. */
  record NothingShown() implements RunReason {
    @Override
    public String text() {
      return "nothing could be shown here";
    }
  }

  /**
   * An examination in a diagnosis did not finish.
   *
   * @param examination the examination
   */
  record NotWhole(String examination) implements RunReason {
    @Override
    public String text() {
      return examination + " is incomplete";
    }
  }
}
