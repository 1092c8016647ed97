package dev.foliot.study;

import dev.foliot.store.study.StudySample;
import dev.foliot.store.study.StudyThreads;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Whether a service's platform threads grew to the very end of a load, as they do where it leaks
 * them. Pure.
 *
 * <p>The looks in the second half of the load are cut into three parts, and the least number of
 * threads in each is taken, so that threads that come and go do not count. A pool that finds its
 * size grows too, but says so itself; what it grew by is no leak.
 */
final class ThreadGrowth {
  private static final int PARTS = 3;

  /** A JVM starts some threads of its own under load: of compilers and collectors. */
  private static final int LEAST = 10;

  private static final double LEAST_SHARE = 0.02;

  private ThreadGrowth() {}

  /**
   * Why it makes a fork SUSPECT, or nothing.
   *
   * @param watched the service as the kernel tells
   * @param told its pool as it tells; may be empty
   * @param loadMs how long the load was, in milliseconds
   */
  static Optional<Reason> in(List<StudySample> watched, List<StudyThreads> told, double loadMs) {
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
   * Taken as the service's are: a pool's idle threads end and come again too. A pool that told too
   * seldom for that grew from its first look to its last.
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

  /** The least in each part, in order; nothing where there are fewer looks than parts. */
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
