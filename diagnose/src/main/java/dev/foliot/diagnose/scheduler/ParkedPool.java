package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.hotspot.threads.ThreadFamily;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A pool of threads, and when one of them slept while work was queued. Immutable.
 *
 * @param kind what it is
 * @param name what its threads are called together, as {@code workers of http-nio-*}
 * @param result what was observed of it
 */
record ParkedPool(ThreadPool.Kind kind, String name, ParkedIntervals.Result result) {
  static final String CARRIERS = "carriers of virtual threads";

  private static final int MOST_NAMES = 8;
  private static final Pattern NUMBER_AT_END = Pattern.compile("\\d+$");

  /** The pool that runs virtual threads. */
  static ParkedPool ofCarriers(ParkedIntervals.Result result) {
    return new ParkedPool(ThreadPool.Kind.CARRIERS, CARRIERS, result);
  }

  /** What one of its threads is called. */
  String thread() {
    return kind == ThreadPool.Kind.CARRIERS ? "carrier" : "worker";
  }

  /** What waits in its queues. */
  String work() {
    return kind == ThreadPool.Kind.CARRIERS ? "virtual thread" : "task";
  }

  /**
   * What the threads of a pool are called together: by the name of their family where that is
   * known, else by the beginning that their names have in common.
   */
  static String nameOf(List<Long> tids, WorkerWatch.Source source) {
    List<String> names =
        tids.stream()
            .limit(MOST_NAMES)
            .map(source::nameOf)
            .flatMap(name -> name.toOptional().stream())
            .toList();
    if (names.isEmpty()) {
      return "workers of a pool without names";
    }
    ThreadFamily family = ThreadFamily.of(names.getFirst());
    if (family.kind() == ThreadFamily.Kind.WORKERS) {
      return family.name();
    }
    String common = names.stream().reduce(ParkedPool::beginning).orElse("");
    String without = NUMBER_AT_END.matcher(common).replaceFirst("");
    return without.isEmpty() ? "workers of " + family.name() : "workers of " + without + "*";
  }

  private static String beginning(String one, String other) {
    int same = 0;
    while (same < Math.min(one.length(), other.length())
        && one.charAt(same) == other.charAt(same)) {
      same++;
    }
    return one.substring(0, same);
  }

  /** Why a worker that sleeps beside a queue tells nothing; empty where it does. */
  static Optional<String> nothingToSee(String queue) {
    return switch (queue) {
      case "java.util.concurrent.SynchronousQueue" -> Optional.of(", which holds no task");
      case "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue" ->
          Optional.of(", whose tasks wait for their time");
      default -> Optional.empty();
    };
  }
}
