package dev.foliot.checks.peers.pool;

/** What is measured of a pool. */
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
  /** CPU time used over CPU time asked for, when the process began. */
  BURN("CPU check"),
  /** The share of the machine's CPUs that others had meanwhile, in percent. */
  OTHERS("CPU of others, %");

  private final String title;

  Figure(String title) {
    this.title = title;
  }

  /** The head of its column. */
  String title() {
    return title;
  }
}
