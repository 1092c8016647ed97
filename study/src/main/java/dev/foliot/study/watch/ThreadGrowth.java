package dev.foliot.study.watch;

import dev.foliot.store.study.StudySample;
import dev.foliot.store.study.StudyThreads;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Checks whether a service's platform threads grew until the end of a load. A leak causes this.
 * Pure.
 *
 * <p>The samples in the second half of the load form three parts. The least number of threads in
 * each counts, which ignores short-lived threads. A pool that finds its size grows too, but reports
 * that itself; its growth is no leak.
 */
public final class ThreadGrowth {
  private static final int PARTS = 3;

  /** A JVM starts some threads of its own under load, for compilers and collectors. */
  private static final int LEAST = 10;

  private static final double LEAST_SHARE = 0.02;

  private ThreadGrowth() {}

  /**
   * Why it makes a fork SUSPECT; empty if it does not.
   *
   * @param watched the kernel's samples of the service
   * @param told the pool's own samples; may be empty
   * @param loadMs the length of the load, in milliseconds
   */
  public static Optional<Reason> in(
      List<StudySample> watched, List<StudyThreads> told, double loadMs) {
    long[] least =
        least(
            watched.stream()
                .filter(sample -> inSecondHalf(sample.atMs(), loadMs))
                .mapToLong(StudySample::threads)
                .toArray());
    if (least.length == 0) {
      return Optional.empty();
    }
    for (int part = 1; part < PARTS; part++) {
      if (least[part] <= least[part - 1]) {
        return Optional.empty();
      }
    }
    long grown = least[PARTS - 1] - least[0];
    if (grown < LEAST || grown < LEAST_SHARE * least[0] || 2 * poolGrowth(told, loadMs) >= grown) {
      return Optional.empty();
    }
    return Optional.of(new StudyReason.ThreadsGrew(least[0], least[PARTS - 1]));
  }

  /**
   * Computed like the service's, because a pool's idle threads also end and return. With too few
   * samples, the growth from the first to the last.
   */
  private static long poolGrowth(List<StudyThreads> told, double loadMs) {
    long[] threads =
        told.stream()
            .filter(sample -> inSecondHalf(sample.atMs(), loadMs))
            .mapToLong(StudyThreads::threads)
            .toArray();
    long[] least = threads.length < PARTS ? threads : least(threads);
    return least.length == 0 ? 0 : least[least.length - 1] - least[0];
  }

  private static boolean inSecondHalf(double atMs, double loadMs) {
    return atMs >= loadMs / 2 && atMs <= loadMs;
  }

  /** The least in each part, in order; empty with fewer samples than parts. */
  private static long[] least(long[] threads) {
    if (threads.length < PARTS) {
      return new long[0];
    }
    return IntStream.range(0, PARTS)
        .mapToLong(part ->
            Arrays.stream(
                    threads, part * threads.length / PARTS, (part + 1) * threads.length / PARTS)
                .min()
                .orElseThrow())
        .toArray();
  }
}
