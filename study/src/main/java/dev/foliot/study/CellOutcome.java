package dev.foliot.study;

import dev.foliot.load.PhaseResult;
import dev.foliot.store.StudyCollection;
import dev.foliot.store.StudyCourse;
import dev.foliot.store.StudyFlight;
import dev.foliot.store.StudyPrediction;
import dev.foliot.store.StudyRemedy;
import dev.foliot.store.StudyWatch;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a fork of a study ended. */
sealed interface CellOutcome {
  /**
   * It was played to its end.
   *
   * @param load the measured phase
   * @param startEpochMs when that began, in milliseconds since 1970
   * @param course all against time
   * @param watch the service from outside
   * @param measures what else was read, by name with its unit
   * @param unavailable what could not be, with reasons
   * @param suspect why the conditions make it SUSPECT, beside what the driver says
   * @param flight what the flight recorder saw, null without a recording
   * @param collection what a full collection after the load left, null without one
   * @param prediction what was said of it before, null where nothing was
   * @param remedy what it had of a remedy, null outside the study of remedies
   */
  record Played(
      PhaseResult load,
      long startEpochMs,
      StudyCourse course,
      @Nullable StudyWatch watch,
      Map<String, Double> measures,
      List<String> unavailable,
      List<String> suspect,
      @Nullable StudyFlight flight,
      @Nullable StudyCollection collection,
      @Nullable StudyPrediction prediction,
      @Nullable StudyRemedy remedy)
      implements CellOutcome {
    /** Without a remedy. */
    Played(
        PhaseResult load,
        long startEpochMs,
        StudyCourse course,
        @Nullable StudyWatch watch,
        Map<String, Double> measures,
        List<String> unavailable,
        List<String> suspect,
        @Nullable StudyFlight flight,
        @Nullable StudyCollection collection,
        @Nullable StudyPrediction prediction) {
      this(
          load,
          startEpochMs,
          course,
          watch,
          measures,
          unavailable,
          suspect,
          flight,
          collection,
          prediction,
          null);
    }

    /** Without a prediction. */
    Played(
        PhaseResult load,
        long startEpochMs,
        StudyCourse course,
        @Nullable StudyWatch watch,
        Map<String, Double> measures,
        List<String> unavailable,
        List<String> suspect,
        @Nullable StudyFlight flight,
        @Nullable StudyCollection collection) {
      this(
          load,
          startEpochMs,
          course,
          watch,
          measures,
          unavailable,
          suspect,
          flight,
          collection,
          null,
          null);
    }

    /** Without a recording and a collection. */
    Played(
        PhaseResult load,
        long startEpochMs,
        StudyCourse course,
        @Nullable StudyWatch watch,
        Map<String, Double> measures,
        List<String> unavailable,
        List<String> suspect) {
      this(load, startEpochMs, course, watch, measures, unavailable, suspect, null, null);
    }
  }

  /**
   * It has no figures.
   *
   * @param reason in one line
   */
  record Failed(String reason) implements CellOutcome {}
}
