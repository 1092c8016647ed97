package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Marked;
import java.util.function.Supplier;

/** Checks tasks for a mark and for being runnable, like executors do with lambdas. */
final class TaskChecks implements Work {
  private final Object[] tasks;

  TaskChecks(Object[] tasks) {
    this.tasks = tasks;
  }

  /** Creates lambdas of one class, which implements two interfaces. */
  static Supplier<?> lambdas() {
    int[] calls = new int[1];
    return () -> (Runnable & Marked) () -> calls[0]++;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += isMarked(tasks[i & Crowd.MASK]) ? 1 : 0;
      sum += isRunnable(tasks[(i + 1) & Crowd.MASK]) ? 1 : 0;
    }
    return sum;
  }

  private static boolean isMarked(Object task) {
    return task instanceof Marked;
  }

  private static boolean isRunnable(Object task) {
    return task instanceof Runnable;
  }

  /** For the profile. */
  static final class FirstTask implements Runnable, Marked {
    @Override
    public void run() {}
  }

  /** For the profile. */
  static final class SecondTask implements Runnable, Marked {
    @Override
    public void run() {}
  }
}
