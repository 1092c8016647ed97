package dev.foliot.fleet.onset;

import dev.foliot.stats.Median;
import java.util.Arrays;
import java.util.List;

/** Levels of series before, in and after a stretch of windows. Pure; NaN is an unknown window. */
final class Levels {
  /** The share of the change that happens within the windows next to it. */
  static final double SHARP = 0.6;

  static final int NEXT_TO_IT = 2;

  private Levels() {}

  /** The finite ones. */
  static double[] known(double[] values) {
    return Arrays.stream(values).filter(Double::isFinite).toArray();
  }

  /** By which a difference of means counts: the harmonic part of both numbers of windows. */
  static double weight(double[] values, int from, int to) {
    int in = 0;
    int out = 0;
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(values[i])) {
        if (i >= from && i < to) {
          in++;
        } else {
          out++;
        }
      }
    }
    return in == 0 || out == 0 ? 1 : (double) in * out / (in + out);
  }

  /** The most frequent value; of several the least. */
  static int mode(int[] values) {
    int best = values[0];
    int most = 0;
    for (int value : values) {
      int count = (int) Arrays.stream(values).filter(one -> one == value).count();
      if (count > most || (count == most && value < best)) {
        most = count;
        best = value;
      }
    }
    return best;
  }

  /** The change between the windows right before and right after the one at which it begins. */
  static double jump(double[] pooled, int from) {
    double[] before =
        known(Arrays.copyOfRange(pooled, Math.max(0, from - 1 - NEXT_TO_IT), from - 1));
    double[] after =
        known(Arrays.copyOfRange(pooled, from, Math.min(pooled.length, from + NEXT_TO_IT)));
    return before.length == 0 || after.length == 0
        ? 0
        : Arrays.stream(after).average().orElse(0) - Arrays.stream(before).average().orElse(0);
  }

  /** Whether most of a change happens within the windows next to its begin. */
  static boolean isSharp(double[] pooled, int from, double change) {
    return Math.abs(jump(pooled, from)) >= SHARP * change;
  }

  /** The median over nodes of their medians in these windows, or in one more on either side. */
  static double levels(double[][] of, List<Integer> members, int from, int to) {
    return Median.of(
        known(
            members.stream()
                .mapToDouble(k -> {
                  double[] values = known(part(of[k], from, to));
                  return Median.of(
                      values.length == 0 ? known(part(of[k], from - 1, to + 1)) : values);
                })
                .toArray()));
  }

  /** The windows from one to before another, as far as there are any. */
  static double[] part(double[] values, int from, int to) {
    int first = Math.clamp(from, 0, values.length);
    return Arrays.copyOfRange(values, first, Math.clamp(to, first, values.length));
  }

  /** Where in units of windows the level changes: the window of the change is a mixture. */
  static double position(double[] pooled, int from, int to) {
    double low = Median.of(known(Arrays.copyOf(pooled, Math.max(1, from - 1))));
    double high = Median.of(known(Arrays.copyOfRange(pooled, Math.min(from + 1, to - 1), to)));
    double done = 0;
    for (int window = Math.max(0, from - 1); window <= from; window++) {
      double share = (pooled[window] - low) / (high - low);
      done += Double.isFinite(share) ? Math.clamp(share, 0, 1) : window < from ? 0 : 1;
    }
    return from + 1 - done;
  }

  /** The same for the end of an episode. */
  static double back(double[] pooled, int from, int to) {
    double high = Median.of(known(Arrays.copyOfRange(pooled, Math.min(from + 1, to - 1), to)));
    double low =
        Median.of(
            known(Arrays.copyOfRange(pooled, Math.min(to + 1, pooled.length - 1), pooled.length)));
    double left = 0;
    for (int window = to - 1; window <= Math.min(to, pooled.length - 1); window++) {
      double share = (pooled[window] - low) / (high - low);
      left += Double.isFinite(share) ? Math.clamp(share, 0, 1) : window < to ? 1 : 0;
    }
    return to - 1 + left;
  }
}
