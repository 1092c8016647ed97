package dev.foliot.bench;

import java.util.List;

/** The threads of the harness. */
final class OwnThreads {
  /** A thread that was told to end has ended long before; one that was not is still there. */
  private static final long JOIN_MS = 10_000;

  private OwnThreads() {}

  /** The names of those that do not end though the bench has. */
  static List<String> leftBehind() throws InterruptedException {
    List<Thread> own =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("foliot-"))
            .toList();
    for (Thread thread : own) {
      thread.join(JOIN_MS);
    }
    return own.stream().filter(Thread::isAlive).map(Thread::getName).toList();
  }
}
