package dev.foliot.checks.specimens;

import java.util.List;

/**
 * Who plays a specimen.
 *
 * @param classes those in question, as they are in this JVM; empty if it is about none
 * @param workers its threads
 * @param threads how they are made
 */
record Cast(List<Class<?>> classes, List<Worker> workers, Threads threads) {
  Cast {
    classes = List.copyOf(classes);
    workers = List.copyOf(workers);
  }

  static Cast of(List<Class<?>> classes, Worker... workers) {
    return new Cast(classes, List.of(workers), Threads.PLATFORM);
  }
}
