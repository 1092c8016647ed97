package dev.foliot.study;

import dev.foliot.judgement.compare.Pairs;
import dev.foliot.linux.Reading;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.StepPlan;

/** Receives the progress of a study, on the thread that runs it. */
public interface StudyProgress {
  /** Ignores everything. */
  StudyProgress NONE = new StudyProgress() {};

  /** The stage of a fork. */
  enum Stage {
    /** Processes are started. */
    STARTING,
    /** The service is warmed up. */
    WARMING_UP,
    /** Idle time and measured load. */
    LOADING,
    /** A diagnosis under a further load. */
    DIAGNOSING,
    /** Processes are stopped, and the results are stored. */
    ENDING
  }

  /**
   * A fork is about to start.
   *
   * @param number counted from 1 over all cells; 0 for a trial that only determines the load
   * @param of the total number
   */
  default void forkStarts(int number, int of, ArmPlan arm, StepPlan step) {}

  /** The fork has entered a stage. */
  default void stage(Stage stage) {}

  /**
   * An arm has no extra fork with a flight recording, although the study asks for it.
   *
   * @param arm its name
   */
  default void notRecorded(String arm, Reading.Unavailable<?> why) {}

  /** A fork has ended and is stored. */
  default void forkEnded(StudyPoint point) {}

  /**
   * A pair of forks has ended.
   *
   * @param pairs all so far
   */
  default void pairEnded(Pairs pairs) {}
}
