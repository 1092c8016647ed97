package dev.foliot.study;

import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How a fork of a study ended. */
public sealed interface ForkOutcome {
  /**
   * It was played to its end.
   *
   * @param work what was done under the load
   * @param startEpochMs when the load began, in milliseconds since 1970
   * @param course all against time
   * @param measures what else was read
   * @param observed the service from outside and from within its JVM
   * @param unavailable what could not be measured, with reasons
   * @param suspect why the conditions make it SUSPECT, beside what {@code work} says
   * @param placement where a class lay
   */
  record Played(
      Work work,
      long startEpochMs,
      StudyCourse course,
      Map<Metric, Double> measures,
      StudyPoint.Observed observed,
      List<Reason> unavailable,
      List<Reason> suspect,
      StudyPoint.Placement placement)
      implements ForkOutcome {
    /** A program that was only counted. */
    public static Played counted(
        Work work, long startEpochMs, Map<Metric, Double> measures, List<Reason> suspect) {
      return new Played(
          work,
          startEpochMs,
          StudyCourse.NONE,
          measures,
          StudyPoint.Observed.NOTHING,
          List.of(),
          suspect,
          StudyPoint.Placement.NONE);
    }

    /** The same with where a class lay. */
    public Played placed(StudyPoint.Placement other) {
      return new Played(
          work, startEpochMs, course, measures, observed, unavailable, suspect, other);
    }

    /** The same with more measures. */
    public Played with(Map<Metric, Double> more) {
      Map<Metric, Double> all = new LinkedHashMap<>(measures);
      all.putAll(more);
      return new Played(work, startEpochMs, course, all, observed, unavailable, suspect, placement);
    }

    /** The same with more that could not be measured, and more that makes it SUSPECT. */
    public Played limited(List<Reason> moreUnavailable, List<Reason> moreSuspect) {
      List<Reason> allUnavailable = new ArrayList<>(unavailable);
      allUnavailable.addAll(moreUnavailable);
      List<Reason> allSuspect = new ArrayList<>(suspect);
      allSuspect.addAll(moreSuspect);
      return new Played(
          work, startEpochMs, course, measures, observed, allUnavailable, allSuspect, placement);
    }
  }

  /**
   * It has no figures.
   *
   * @param reason in one line
   */
  record Failed(String reason) implements ForkOutcome {}
}
