package dev.foliot.demo;

import dev.foliot.store.study.StudyInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The answer rate over time after a burst. Immutable.
 *
 * <p>Answers with a constant delay come in waves, so each value covers a window, and its time is
 * the window's middle. At the window's beginning, full throughput would precede the first possible
 * answer.
 */
final class BurstCurve {
  private static final double MS = 1e3;

  private final List<StudyInterval> load;
  private final int window;

  private BurstCurve(List<StudyInterval> load, int window) {
    this.load = List.copyOf(load);
    this.window = window;
  }

  /**
   * The curve of a fork.
   *
   * @param intervals of the fork; those outside of the load are left out
   * @param durationMs the length of the load
   * @param windowMs the minimum window of a value
   */
  static BurstCurve of(List<StudyInterval> intervals, double durationMs, double windowMs) {
    List<StudyInterval> load =
        intervals.stream()
            .filter(one -> one.startMs() >= 0 && one.endMs() <= durationMs + 1)
            .toList();
    double stepMs = load.isEmpty() ? 1 : load.getFirst().endMs() - load.getFirst().startMs();
    return new BurstCurve(load, (int) Math.max(1, Math.ceil(windowMs / stepMs - 1e-9)));
  }

  /** The middles of the windows, in seconds. */
  List<Double> seconds() {
    List<Double> seconds = new ArrayList<>();
    for (int i = 0; i + window <= load.size(); i++) {
      seconds.add(middleS(i));
    }
    return seconds;
  }

  /** The answers per second in each window. */
  List<Double> perS() {
    List<Double> perS = new ArrayList<>();
    for (int i = 0; i + window <= load.size(); i++) {
      double ms = load.get(i + window - 1).endMs() - load.get(i).startMs();
      perS.add(load.subList(i, i + window).stream().mapToLong(StudyInterval::ok).sum() * MS / ms);
    }
    return perS;
  }

  /** The highest value; 0 for none. */
  double peakPerS() {
    return perS().stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  /** The first time at a level, in seconds; empty if never reached. */
  OptionalDouble secondsTo(double level) {
    List<Double> perS = perS();
    for (int i = 0; i < perS.size(); i++) {
      if (perS.get(i) >= level) {
        return OptionalDouble.of(middleS(i));
      }
    }
    return OptionalDouble.empty();
  }

  private double middleS(int first) {
    return (load.get(first).startMs() + load.get(first + window - 1).endMs()) / 2 / MS;
  }

  /** The number of answers in the first seconds. */
  long answeredBy(double seconds) {
    return load.stream()
        .filter(one -> one.endMs() <= seconds * MS + 1)
        .mapToLong(StudyInterval::ok)
        .sum();
  }
}
