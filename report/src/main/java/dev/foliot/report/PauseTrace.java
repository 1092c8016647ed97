package dev.foliot.report;

import dev.foliot.store.StudyCourse;
import dev.foliot.store.StudyEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/** How long a fork's collections stopped it, over stretches of time: each in its middle. */
final class PauseTrace {
  private static final int STRETCHES = 50;
  private static final double MS_IN_S = 1e3;

  private final double fromS;
  private final double toS;

  PauseTrace(double fromS, double toS) {
    this.fromS = fromS;
    this.toS = toS;
  }

  /** The time for which it was stopped, per second: in nanoseconds. */
  Trace perSecond(StudyCourse course) {
    return trace(course, Double::sum, 1 / stretchS());
  }

  /** For how long a single collection stopped it at most, all its pauses together: nanoseconds. */
  Trace most(StudyCourse course) {
    return trace(course, Math::max, 1);
  }

  private static boolean goesFirst(StudyEvent event) {
    int collections = StudyEvent.KINDS.indexOf(StudyEvent.COLLECTION);
    return StudyEvent.KINDS.indexOf(event.event()) > collections;
  }

  private double stretchS() {
    return (toS - fromS) / STRETCHES;
  }

  private Trace trace(StudyCourse course, DoubleBinaryOperator joined, double scale) {
    List<double[]> points = new ArrayList<>();
    if (course.events().isEmpty() || !(toS > fromS)) {
      return Trace.of(points);
    }
    double[] values = new double[STRETCHES];
    double lastS = Double.NEGATIVE_INFINITY;
    for (StudyEvent one : course.events()) {
      double s = one.atMs() / MS_IN_S;
      Long pauseNs = one.pauseNs();
      if (one.event().equals(StudyEvent.COLLECTION) && pauseNs != null && s >= fromS && s <= toS) {
        int stretch = Math.min(STRETCHES - 1, (int) ((s - fromS) / stretchS()));
        values[stretch] = joined.applyAsDouble(values[stretch], (double) pauseNs);
        lastS = Math.max(lastS, s);
      }
    }
    // a table that is full may lack what came later, which is not the same as nothing; but where
    // there is room for a kind that goes first, all collections are there
    boolean areAll =
        course.events().size() < StudyEvent.MOST
            || course.events().stream().anyMatch(PauseTrace::goesFirst);
    double knownS = areAll ? toS : lastS;
    for (int i = 0; i < STRETCHES && fromS + i * stretchS() <= knownS; i++) {
      points.add(new double[] {fromS + (i + 0.5) * stretchS(), values[i] * scale});
    }
    return Trace.of(points);
  }
}
