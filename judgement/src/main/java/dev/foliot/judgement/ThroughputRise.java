package dev.foliot.judgement;

import dev.foliot.stats.Median;
import dev.foliot.store.study.StudyInterval;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * How the throughput of one fork rises under a load that comes at once. Immutable.
 *
 * <p>Answers of a closed loop with a constant delay come in waves, one for each delay. A window of
 * any other length holds one wave more or less, so that its throughput is too high or too low. All
 * figures here are taken from the cumulative answers, averaged over one delay, which has no waves
 * [1].
 *
 * <p>[1] The mean of a staircase over the length of its steps is a straight line.
 */
public final class ThroughputRise {
  /** The share of full throughput that counts as full. */
  public static final double SHARE = 0.95;

  /** From then on the cumulative answers keep up with this share of full throughput. */
  private static final double KEEPS_UP = 0.9;

  /** The plateau is taken over the last part of the load. */
  private static final double PLATEAU_PART = 1.0 / 3;

  /** Without a delay: a twentieth of the load, at most. */
  private static final double WINDOW_PART = 0.05;

  private static final double LONGEST_WINDOW_MS = 500;
  private static final double S = 1e3;
  private static final double ROUNDING = 1e-9;

  private final double[] atMs;
  private final double[] answers;
  private final double[] areas;
  private final double windowMs;
  private final double plateauPerS;

  private ThroughputRise(double[] atMs, double[] answers, double windowMs) {
    this.atMs = atMs;
    this.answers = answers;
    this.windowMs = windowMs;
    this.areas = new double[atMs.length];
    for (int i = 1; i < atMs.length; i++) {
      areas[i] = areas[i - 1] + (answers[i] + answers[i - 1]) / 2 * (atMs[i] - atMs[i - 1]);
    }
    this.plateauPerS = plateau();
  }

  /**
   * Of a fork.
   *
   * @param intervals in the order of time; those before the load or after its end are left out
   * @param durationNs how long the load lasts
   * @param delayNs how long the remote system takes to answer; 0 where none is known
   */
  public static ThroughputRise of(List<StudyInterval> intervals, long durationNs, long delayNs) {
    double durationMs = durationNs / 1e6;
    List<StudyInterval> load =
        intervals.stream()
            .filter(one -> one.startMs() >= 0 && one.endMs() <= durationMs + 1)
            .filter(one -> one.endMs() > one.startMs())
            .toList();
    double[] atMs = new double[load.size() + 1];
    double[] answers = new double[load.size() + 1];
    double stepMs = 1;
    for (int i = 0; i < load.size(); i++) {
      StudyInterval one = load.get(i);
      atMs[i + 1] = one.endMs();
      answers[i + 1] = answers[i] + one.ok();
      stepMs = i == 0 ? one.endMs() - one.startMs() : stepMs;
    }
    double wantedMs =
        delayNs > 0 ? delayNs / 1e6 : Math.min(LONGEST_WINDOW_MS, WINDOW_PART * durationMs);
    return new ThroughputRise(atMs, answers, Math.max(stepMs, wantedMs));
  }

  /** The sustained throughput: the median over the last third of the load; 0 without answers. */
  public double plateauPerS() {
    return plateauPerS;
  }

  /**
   * When it reaches full throughput, in seconds from the start of the load: the throughput over the
   * last delay is full, and from then on the cumulative answers keep up, with one delay's answers
   * to spare. A short dip later does not matter. One that serves everybody at once is there after
   * one delay.
   *
   * @param fullPerS full throughput
   * @return empty where it does not sustain 90 % of it
   */
  public OptionalDouble secondsTo(double fullPerS) {
    if (!(fullPerS > 0) || plateauPerS < KEEPS_UP * fullPerS - ROUNDING) {
      return OptionalDouble.empty();
    }
    double perS = Math.min(plateauPerS, fullPerS);
    double lastMs = atMs[atMs.length - 1] - windowMs;
    for (int i = 1; i < atMs.length && atMs[i] <= lastMs + ROUNDING; i++) {
      if (perS(atMs[i]) >= SHARE * perS - ROUNDING && keepsUp(i, perS)) {
        return OptionalDouble.of(atMs[i] / S);
      }
    }
    return OptionalDouble.empty();
  }

  private boolean keepsUp(int from, double perS) {
    double spare = perS * windowMs / S;
    double begun = smoothed(atMs[from]);
    for (int i = from; i < atMs.length; i++) {
      double due = KEEPS_UP * perS * (atMs[i] - atMs[from]) / S;
      if (smoothed(atMs[i]) - begun < due - spare - ROUNDING) {
        return false;
      }
    }
    return true;
  }

  private double plateau() {
    double endMs = atMs[atMs.length - 1];
    double fromMs = endMs * (1 - PLATEAU_PART);
    double[] last =
        IntStream.range(1, atMs.length)
            .filter(i -> atMs[i] >= fromMs - ROUNDING)
            .mapToDouble(i -> (smoothed(atMs[i]) - smoothed(atMs[i] - windowMs)) * S / windowMs)
            .toArray();
    return last.length == 0 ? 0 : Median.of(last);
  }

  /** Throughput over the window that ends then. */
  private double perS(double ms) {
    return (answers(ms) - answers(ms - windowMs)) * S / windowMs;
  }

  /** The cumulative answers, averaged over the window that ends then. */
  private double smoothed(double ms) {
    return (area(ms) - area(ms - windowMs)) / windowMs;
  }

  private double answers(double ms) {
    int i = segment(ms);
    return i < 0 ? 0 : answers[i] + slope(i) * (ms - atMs[i]);
  }

  /** The integral of the cumulative answers. */
  private double area(double ms) {
    int i = segment(ms);
    if (i < 0) {
      return 0;
    }
    double past = ms - atMs[i];
    return areas[i] + answers[i] * past + slope(i) * past * past / 2;
  }

  private double slope(int i) {
    return (answers[i + 1] - answers[i]) / (atMs[i + 1] - atMs[i]);
  }

  /** The interval that a moment is in; below 0 before the load. */
  private int segment(double ms) {
    if (ms <= 0 || atMs.length < 2) {
      return -1;
    }
    int found = Arrays.binarySearch(atMs, ms);
    return Math.min(found >= 0 ? found : -found - 2, atMs.length - 2);
  }
}
