package dev.foliot.demo;

import dev.foliot.store.study.StudyInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Answers a second from the moment a burst came. Answers of a constant delay come in waves, so each
 * value is taken over a window, and its time is that of the window's middle: by the beginning
 * somebody would be at full throughput before the first answers can have come. Immutable.
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
   * Of a fork.
   *
   * @param intervals all of it; those outside of the load are left out
   * @param durationMs how long the load was
   * @param windowMs at least, of each value
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

  /** Answers a second in each window. */
  List<Double> perS() {
    List<Double> perS = new ArrayList<>();
    for (int i = 0; i + window <= load.size(); i++) {
      double ms = load.get(i + window - 1).endMs() - load.get(i).startMs();
      perS.add(load.subList(i, i + window).stream().mapToLong(StudyInterval::ok).sum() * MS / ms);
    }
    return perS;
  }

  /** The most of them; 0 where there is none. */
  double peakPerS() {
    return perS().stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  /** When a level is first reached, in seconds; empty if never. */
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

  /** How many were answered in the first seconds. */
  long answeredBy(double seconds) {
    return load.stream()
        .filter(one -> one.endMs() <= seconds * MS + 1)
        .mapToLong(StudyInterval::ok)
        .sum();
  }
}
