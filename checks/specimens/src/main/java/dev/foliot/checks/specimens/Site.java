package dev.foliot.checks.specimens;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A place in the code that checks objects.
 *
 * @param type the class that contains it
 * @param work creates the work that checks these objects there
 * @param methods those with the casts
 */
record Site(Class<?> type, Function<Object[], Work> work, List<String> methods) {
  static Site of(Class<?> type, Function<Object[], Work> work, String... methods) {
    return new Site(type, work, List.of(methods));
  }

  /**
   * Passes objects of all the makers through it. Three classes are enough for C2 to check the Klass
   * of any later one.
   */
  void train(Training training, Supplier<?>... makers) {
    training.with(work.apply(Crowd.of(makers)));
  }

  /** A thread that checks its own objects. */
  Worker worker(String name, Supplier<?>... makers) {
    return new Worker(name, work.apply(Crowd.of(makers)));
  }

  /** Threads with numbered names. */
  Worker[] workers(String name, int count, Supplier<?>... makers) {
    List<Worker> workers = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      workers.add(worker(name + "-" + i, makers));
    }
    return workers.toArray(Worker[]::new);
  }

  /** Adds the casts to the truth. */
  TruthBuilder tell(TruthBuilder truth) {
    return truth.at(type, methods.toArray(String[]::new));
  }
}
