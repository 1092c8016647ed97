package dev.foliot.report.study;

import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyEvent;
import org.jspecify.annotations.Nullable;

/** How long a fork's collections stopped it, over stretches of time: each in its middle. */
final class PauseTrace {
  private final EventTrace collections;

  PauseTrace(double fromS, double toS) {
    collections = new EventTrace(StudyEvent.COLLECTION, fromS, toS);
  }

  /** The time for which it was stopped, per second: in nanoseconds. */
  Trace perSecond(StudyCourse course) {
    return collections.perSecond(course, PauseTrace::pauseNs);
  }

  /** For how long a single collection stopped it at most, all its pauses together: nanoseconds. */
  Trace most(StudyCourse course) {
    return collections.most(course, PauseTrace::pauseNs);
  }

  private static @Nullable Double pauseNs(StudyEvent event) {
    Long ns = event.pauseNs();
    return ns == null ? null : (Double) ns.doubleValue();
  }
}
