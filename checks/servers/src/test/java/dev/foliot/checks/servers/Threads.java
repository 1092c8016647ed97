package dev.foliot.checks.servers;

import java.util.List;
import java.util.stream.Stream;

/** The threads of this JVM. */
final class Threads {
  private Threads() {}

  /** Waits until no thread's name has one of these prefixes. */
  static void awaitNone(String... beginnings) throws InterruptedException {
    List<Thread> left = List.copyOf(Thread.getAllStackTraces().keySet());
    for (Thread thread : left) {
      if (Stream.of(beginnings).anyMatch(thread.getName()::startsWith)) {
        // A test that waits too long fails and shows all threads.
        thread.join();
      }
    }
  }
}
