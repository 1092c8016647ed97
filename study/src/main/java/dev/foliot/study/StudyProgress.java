package dev.foliot.study;

import dev.foliot.store.study.StudyPoint;

/** Hears how a study goes on; called by the thread that runs it. */
public interface StudyProgress {
  /** Hears nothing. */
  StudyProgress NONE = new StudyProgress() {};

  /** What a fork is doing. */
  enum Stage {
    /** Processes are started. */
    STARTING,
    /** The service is warmed up. */
    WARMING_UP,
    /** Idle time and measured load. */
    LOADING,
    /** Processes are stopped, and what was measured is stored. */
    ENDING
  }

  /**
   * A fork is about to start.
   *
   * @param number counted from 1 over all cells; 0 for one that only finds out which load to use
   * @param of how many there will be
   */
  default void forkStarts(int number, int of, ArmPlan arm, StepPlan step) {}

  /** The fork has come to a stage. */
  default void stage(Stage stage) {}

  /** A fork has ended and is stored. */
  default void forkEnded(StudyPoint point) {}
}
