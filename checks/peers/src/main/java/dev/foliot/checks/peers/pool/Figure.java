package dev.foliot.checks.peers.pool;

/** The measurements of a pool. */
enum Figure {
  SECONDS("seconds"),
  THROUGHPUT("tasks/s"),
  CPU_US("CPU us/task"),
  WAIT_P99_MS("queue wait p99, ms"),
  RUNNING("in tasks"),
  RUNNING_PEAK("in tasks, peak"),
  THREADS("threads"),
  THREADS_PEAK("threads, peak"),
  RSS_MB("RSS, MB"),
  HEAP_MB("heap in use, MB"),
  /** Used CPU time divided by requested CPU time, at the start of the process. */
  BURN("CPU check"),
  /** The share of the machine's CPUs used by others, in percent. */
  OTHERS("CPU of others, %");

  private final String title;

  Figure(String title) {
    this.title = title;
  }

  /** The title of its column. */
  String title() {
    return title;
  }
}
