package dev.foliot.checks.contracts;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** All tasks of a round. Thread-safe. */
final class Ledger {
  private final AtomicInteger made = new AtomicInteger();
  private final Queue<SoakTask> all = new ConcurrentLinkedQueue<>();
  private final Queue<SoakTask> waiting = new ConcurrentLinkedQueue<>();

  /** By identity. */
  private final Map<Object, SoakTask> futures =
      Collections.synchronizedMap(new IdentityHashMap<>());

  private final Queue<Runnable> givenBack = new ConcurrentLinkedQueue<>();

  SoakTask task(SoakTask.Work work) {
    SoakTask task = new SoakTask(made.getAndIncrement(), work);
    all.add(task);
    waiting.add(task);
    return task;
  }

  int size() {
    return made.get();
  }

  void submitted(SoakTask task, Future<?> future) {
    futures.put(future, task);
  }

  /** Takes the tasks that {@code shutdownNow} returned. */
  void givenBack(List<Runnable> tasks) {
    givenBack.addAll(tasks);
  }

  /** The first waiting task; for one thread only. */
  @Nullable SoakTask oldest() {
    SoakTask first = waiting.peek();
    while (first != null && first.isSettled()) {
      waiting.poll();
      first = waiting.peek();
    }
    return first;
  }

  /**
   * Checks all tasks, after all work and all submissions have ended.
   *
   * @throws SoakFailure if a task has two outcomes or none
   */
  void check() {
    for (Runnable given : givenBack) {
      SoakTask task = given instanceof SoakTask direct ? direct : futures.get(given);
      if (task != null) { // otherwise one of several that were invoked together
        task.givenBack();
      }
    }
    all.forEach(SoakTask::check);
  }
}
