package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.hotspot.threads.ThreadFamily;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A thread pool, with the intervals when a thread slept while work was queued. Immutable.
 *
 * @param kind its kind
 * @param name the common name of its threads, such as {@code workers of http-nio-*}
 * @param result the observations
 */
record ParkedPool(ThreadPool.Kind kind, String name, ParkedIntervals.Result result) {
  static final String CARRIERS = "carriers of virtual threads";

  private static final int MOST_NAMES = 8;
  private static final Pattern NUMBER_AT_END = Pattern.compile("\\d+$");

  /** The pool that runs virtual threads. */
  static ParkedPool ofCarriers(ParkedIntervals.Result result) {
    return new ParkedPool(ThreadPool.Kind.CARRIERS, CARRIERS, result);
  }

  /** The name for one of its threads. */
  String thread() {
    return kind == ThreadPool.Kind.CARRIERS ? "carrier" : "worker";
  }

  /** The name for its queued work. */
  String work() {
    return kind == ThreadPool.Kind.CARRIERS ? "virtual thread" : "task";
  }

  /**
   * The common name of a pool's threads: their family's if known, otherwise their common prefix.
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

  /** Why a sleeping worker beside a queue means nothing; empty if it does. */
  static Optional<String> nothingToSee(String queue) {
    return switch (queue) {
      case "java.util.concurrent.SynchronousQueue" -> Optional.of(", which holds no task");
      case "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue" ->
          Optional.of(", whose tasks wait for their time");
      default -> Optional.empty();
    };
  }
}
