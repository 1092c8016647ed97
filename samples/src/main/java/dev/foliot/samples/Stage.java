package dev.foliot.samples;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * A stage of a pipeline: a queue, and a thread that takes from it.
 *
 * <p>Any thread may put; a full queue blocks it.
 *
 * @param <T> type of the messages
 */
final class Stage<T> {
  private static final int PLACES = 1_024;

  private final BlockingQueue<T> queue = new ArrayBlockingQueue<>(PLACES);
  private final Thread thread;

  Stage(String name, Step<T> step) {
    thread = new Thread(() -> run(step), name);
  }

  /** The work of a stage, including the hand-over. */
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
      // stop ends the work with this interrupt
    }
  }

  void stop() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }
}
