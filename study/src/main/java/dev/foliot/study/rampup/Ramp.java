package dev.foliot.study.rampup;

import dev.foliot.store.study.StudyInterval;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Throughput over time under a sudden load: its peak, and when it was reached. Immutable.
 *
 * <p>Answers of a closed loop with a constant delay come in waves, one per delay, so the windows
 * are two delays or longer. A time is the middle of a window: an arm that serves all at once is
 * complete after one delay, and none earlier. The windows begin at intervals, which are the
 * resolution.
 */
final class Ramp {
  private static final double MS = 1e3;
  private static final double PEAK_MS = 1_000;

  private final List<StudyInterval> load;
  private final int window;
  private final int peakWindow;

  private Ramp(List<StudyInterval> load, int window, int peakWindow) {
    this.load = load;
    this.window = window;
    this.peakWindow = peakWindow;
  }

  /**
   * The ramp of a fork.
   *
   * @param intervals from the start of the load on; earlier ones are left out
   * @param durationNs the length of the load; later intervals are left out
   * @param delayNs of the remote system
   */
  static Ramp of(List<StudyInterval> intervals, long durationNs, long delayNs) {
    List<StudyInterval> load =
        intervals.stream()
            .filter(one -> one.startMs() >= 0 && one.endMs() <= durationNs / 1e6 + 1)
            .toList();
    double stepMs = load.isEmpty() ? 1 : load.getFirst().endMs() - load.getFirst().startMs();
    int window = (int) Math.max(1, Math.ceil(2 * delayNs / 1e6 / stepMs - 1e-9));
    return new Ramp(load, window, (int) Math.max(window, Math.ceil(PEAK_MS / stepMs - 1e-9)));
  }

  /** The highest throughput over a second, or over two delays if these are longer. */
  double peakPerS() {
    int length = Math.min(peakWindow, load.size());
    double peak = 0;
    for (int i = 0; length > 0 && i + length <= load.size(); i++) {
      peak = Math.max(peak, over(i, length));
    }
    return peak;
  }

  /** When throughput first reaches a level, in seconds; empty if never. */
  OptionalDouble secondsTo(double perS) {
    for (int i = 0; i + window <= load.size(); i++) {
      if (over(i, window) >= perS) {
        double endMs = load.get(i + window - 1).endMs();
        return OptionalDouble.of((load.get(i).startMs() + endMs) / 2 / MS);
      }
    }
    return OptionalDouble.empty();
  }

  private double over(int from, int length) {
    long ok = 0;
    for (StudyInterval one : load.subList(from, from + length)) {
      ok += one.ok();
    }
    double ms = load.get(from + length - 1).endMs() - load.get(from).startMs();
    return ok * MS / ms;
  }
}
