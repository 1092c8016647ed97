package dev.foliot.diagnose.counters;

import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Attaches {@code perf stat} to all threads of a process, including new ones. For one thread.
 *
 * <p>perf prints in intervals, because otherwise an early end of the process would lose the counts.
 */
final class Attached {
  private static final Duration GRACE = Duration.ofSeconds(15);

  /**
   * perf stat opens the threads one by one, and gives up if a listed one has ended (perf record
   * skips it).
   */
  private static final int MOST_TRIES = 10;

  private final Path root;
  private final long pid;
  private final PerfChild perf;

  /**
   * Creates it; attaches nothing yet.
   *
   * @param root below which the kernel's files are
   */
  Attached(Path root, long pid, PerfChild perf) {
    this.root = root;
    this.pid = pid;
    this.perf = perf;
  }

  /**
   * Counts for a number of intervals.
   *
   * @param what the options that select the events
   */
  Reading<PerfChild.Left> count(List<String> what, Duration interval, long intervals) {
    List<String> words = new ArrayList<>(List.of("stat", "-x", PerfRun.SEPARATOR));
    words.addAll(List.of("--log-fd", "1", "-I", Long.toString(interval.toMillis())));
    words.addAll(List.of("--interval-count", Long.toString(intervals)));
    words.addAll(what);
    words.addAll(List.of("-p", Long.toString(pid)));
    Duration patience = interval.multipliedBy(intervals).plus(GRACE);
    Reading<PerfChild.Left> counted = perf.run(words, patience);
    for (int tries = 1; tries < MOST_TRIES && lostAThread(counted); tries++) {
      counted = perf.run(words, patience);
    }
    return counted;
  }

  /** Whether perf gave up because a thread ended while the process lives. */
  private boolean lostAThread(Reading<PerfChild.Left> counted) {
    return counted instanceof Reading.Value<PerfChild.Left>(PerfChild.Left left)
        && left.out().isEmpty()
        && !left.interrupted()
        && PerfFailure.of(left.exit(), left.err()) == PerfFailure.NO_SUCH_PROCESS
        && !isGone(root, pid);
  }

  /**
   * Whether a process has ended.
   *
   * @param root below which the kernel's files are
   */
  static boolean isGone(Path root, long pid) {
    return ProcessState.of(root, pid).map(state -> state == ProcessState.ENDED).orElse(true);
  }
}
