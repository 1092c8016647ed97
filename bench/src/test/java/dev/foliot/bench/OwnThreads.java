package dev.foliot.bench;

import dev.foliot.bench.cpus.StartCpus;
import java.util.List;

/** The threads of the harness, except the one that stays until the process ends. */
final class OwnThreads {
  /** A thread that was asked to end has ended long before this; any other is still alive. */
  private static final long JOIN_MS = 10_000;

  private OwnThreads() {}

  /** The names of threads still alive after the bench ended. */
  static List<String> leftBehind() throws InterruptedException {
    List<Thread> own =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("foliot-"))
            .filter(thread -> !thread.getName().equals(StartCpus.THREAD_NAME))
            .toList();
    for (Thread thread : own) {
      thread.join(JOIN_MS);
    }
    return own.stream().filter(Thread::isAlive).map(Thread::getName).toList();
  }
}
