package dev.foliot.checks.specimens;

import java.util.List;

/**
 * The players of a specimen.
 *
 * @param classes the classes in question in this JVM; empty for none
 * @param workers its threads
 * @param threads how they are created
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
