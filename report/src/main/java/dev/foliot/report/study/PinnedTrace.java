package dev.foliot.report.study;

import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyEvent;
import org.jspecify.annotations.Nullable;

/**
 * What kept a fork's virtual threads from running, as the flight recorder saw it, over stretches of
 * time: each in its middle.
 */
final class PinnedTrace {
  private static final double NS_IN_S = 1e9;

  private final EventTrace pinned;
  private final EventTrace notScheduled;

  PinnedTrace(double fromS, double toS) {
    pinned = new EventTrace(StudyEvent.PINNED, fromS, toS);
    notScheduled = new EventTrace(StudyEvent.SUBMIT_FAILED, fromS, toS);
  }

  /** How many blocked their carrier for longer than 1 ms, per second. */
  Trace pinned(StudyCourse course) {
    return pinned.perSecond(course, event -> 1.0);
  }

  /** How many could not be handed to their scheduler, per second. */
  Trace notScheduled(StudyCourse course) {
    return notScheduled.perSecond(course, event -> 1.0);
  }

  /** How many carriers were blocked at a time, on average; a long one counts where it began. */
  Trace carriers(StudyCourse course) {
    return pinned.perSecond(course, PinnedTrace::seconds);
  }

  private static @Nullable Double seconds(StudyEvent event) {
    Long ns = event.durationNs();
    return ns == null ? null : (Double) (ns / NS_IN_S);
  }
}
