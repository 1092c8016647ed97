package dev.foliot.report.study;

import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/** Events of one kind of a fork, over stretches of time: each in its middle. */
final class EventTrace {
  private static final int STRETCHES = 50;
  private static final double MS_IN_S = 1e3;

  private final String kind;
  private final double fromS;
  private final double toS;

  /**
   * @param kind one of {@link StudyEvent#KINDS}
   */
  EventTrace(String kind, double fromS, double toS) {
    this.kind = kind;
    this.fromS = fromS;
    this.toS = toS;
  }

  /** Reads a figure off an event; null where it has none and does not count. */
  interface Figure {
    @Nullable Double of(StudyEvent event);
  }

  /** The sum over the events that began in a stretch, per second. */
  Trace perSecond(StudyCourse course, Figure figure) {
    return trace(course, figure, Double::sum, 1 / stretchS());
  }

  /** The most of a single one of them. */
  Trace most(StudyCourse course, Figure figure) {
    return trace(course, figure, Math::max, 1);
  }

  /** Whether where there is no room it is left out before this kind is. */
  private boolean goesFirst(StudyEvent event) {
    return StudyEvent.KINDS.indexOf(event.event()) > StudyEvent.KINDS.indexOf(kind);
  }

  private double stretchS() {
    return (toS - fromS) / STRETCHES;
  }

  private Trace trace(
      StudyCourse course, Figure figure, DoubleBinaryOperator joined, double scale) {
    List<double[]> points = new ArrayList<>();
    if (course.events().isEmpty() || !(toS > fromS)) {
      return Trace.of(points);
    }
    double[] values = new double[STRETCHES];
    double lastS = Double.NEGATIVE_INFINITY;
    for (StudyEvent one : course.events()) {
      double s = one.atMs() / MS_IN_S;
      Double value = one.event().equals(kind) && s >= fromS && s <= toS ? figure.of(one) : null;
      if (value != null) {
        int stretch = Math.min(STRETCHES - 1, (int) ((s - fromS) / stretchS()));
        values[stretch] = joined.applyAsDouble(values[stretch], value);
        lastS = Math.max(lastS, s);
      }
    }
    // a table that is full may lack what came later, which is not the same as nothing; but where
    // there is room for a kind that goes first, all of this kind are there
    boolean areAll =
        course.events().size() < StudyEvent.MOST
            || course.events().stream().anyMatch(this::goesFirst);
    double knownS = areAll ? toS : lastS;
    for (int i = 0; i < STRETCHES && fromS + i * stretchS() <= knownS; i++) {
      points.add(new double[] {fromS + (i + 0.5) * stretchS(), values[i] * scale});
    }
    return Trace.of(points);
  }
}
