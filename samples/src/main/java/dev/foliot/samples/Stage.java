package dev.foliot.samples;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * A stage of a pipeline: a queue, and a thread that takes from it.
 *
 * <p>Any thread may put; a full queue holds it up.
 *
 * @param <T> what goes through
 */
final class Stage<T> {
  private static final int PLACES = 1_024;

  private final BlockingQueue<T> queue = new ArrayBlockingQueue<>(PLACES);
  private final Thread thread;

  Stage(String name, Step<T> step) {
    thread = new Thread(() -> run(step), name);
  }

  /** What a stage does with what comes, the handing on included. */
  @FunctionalInterface
  interface Step<T> {
    void take(T item) throws InterruptedException;
  }

  void start() {
    thread.start();
  }

  void put(T item) throws InterruptedException {
    queue.put(item);
  }

  private void run(Step<T> step) {
    try {
      while (true) {
        step.take(queue.take());
      }
    } catch (InterruptedException e) {
      // stop's way to say that the work is over
    }
  }

  void stop() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }
}
