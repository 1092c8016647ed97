package dev.foliot.text;

/** Why a fork, or a run of several forks, is limited as a whole. */
public sealed interface RunReason extends Reason {

  /**
   * A fork ended before it had measured.
   *
   * @param failure what ended it, in one line
   */
  record ForkFailed(String failure) implements RunReason {
    @Override
    public String text() {
      return failure;
    }
  }

  /** A fork ended before its measured load did. */
  record ForkNotMeasured() implements RunReason {
    @Override
    public String text() {
      return "the fork ended before its measured load";
    }
  }

  /** No fork has ended so far. */
  record NoForkEnded() implements RunReason {
    @Override
    public String text() {
      return "no fork has finished yet";
    }
  }

  /** No fork of a search says whether the objective is met. */
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
   * INVALID forks that a comparison leaves out.
   *
   * @param invalid how many
   * @param forks of how many
   */
  record ForksLeftOut(int invalid, int forks) implements RunReason {
    @Override
    public String text() {
      return invalid + " of " + forks + " forks are INVALID and left out";
    }
  }

  /**
   * A rate that is more than the system takes, among several rates.
   *
   * @param rate as the user wrote it
   * @param saturated in how many forks
   * @param forks of how many
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

  /** No part of a demo could be shown on this machine. */
  record NothingShown() implements RunReason {
    @Override
    public String text() {
      return "nothing could be shown here";
    }
  }

  /**
   * An examination of a diagnosis that did not come to its end.
   *
   * @param examination which
   */
  record NotWhole(String examination) implements RunReason {
    @Override
    public String text() {
      return examination + " is incomplete";
    }
  }
}
