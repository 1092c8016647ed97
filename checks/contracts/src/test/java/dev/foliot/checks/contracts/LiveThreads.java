package dev.foliot.checks.contracts;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;

/** The live platform threads. */
final class LiveThreads {
  /** Threads that the JVM and the JDK start in these groups on demand, and keep. */
  private static final Set<String> GROUPS_OF_THE_JDK =
      Set.of(
          "system", "InnocuousThreadGroup", "InnocuousForkJoinWorkerThreadGroup", "CarrierThreads");

  private static final long PATIENCE_MS = 1_000 * Gate.PATIENCE_S;

  private LiveThreads() {}

  static Set<Thread> now() {
    return Thread.getAllStackTraces().keySet();
  }

  /** New live threads that belong to an executor. */
  static Set<Thread> newSince(Set<Thread> before) {
    return now().stream()
        .filter(thread -> !before.contains(thread) && !isOfTheJdk(thread))
        .collect(toSet());
  }

  static void awaitEndOfAllBut(Set<Thread> before) throws InterruptedException {
    for (Thread thread : newSince(before)) {
      thread.join(PATIENCE_MS);
      assertThat(thread.isAlive()).as("left behind: %s", thread).isFalse();
    }
  }

  private static boolean isOfTheJdk(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return (group != null && GROUPS_OF_THE_JDK.contains(group.getName()))
        || thread.getName().startsWith("junit-")
        || thread.getName().startsWith("ForkJoinPool.commonPool-");
  }
}
