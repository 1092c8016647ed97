package dev.foliot.bench;

import dev.foliot.bench.cpus.StartCpus;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends a load if a message never completes.
 *
 * <p>It counts its own turns instead of reading the clock: a process stopped from outside for
 * longer than the time-out has not lost a message.
 */
final class Watchdog implements AutoCloseable {
  static final String THREAD_NAME = "foliot-watchdog";
  private static final long MOST_TURN_NS = 250_000_000;
  private static final int LEAST_TURNS = 4;

  private final List<Producer> producers;
  private final Stop stop;
  private final long timeoutNs;
  private final long turnNs;
  private final long[] oldest;
  private final long[] turns;
  private final Thread thread;
  private volatile boolean ended;

  Watchdog(List<Producer> producers, Stop stop, long timeoutNs) {
    this.producers = producers;
    this.stop = stop;
    this.timeoutNs = timeoutNs;
    this.turnNs = Math.max(1, Math.min(MOST_TURN_NS, timeoutNs / LEAST_TURNS));
    this.oldest = new long[producers.size()];
    this.turns = new long[producers.size()];
    Arrays.fill(oldest, -1);
    this.thread = StartCpus.thread(this::run, THREAD_NAME);
  }

  void start() {
    thread.start();
  }

  @Override
  public void close() {
    ended = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!ended && !stop.isAsked()) {
      LockSupport.parkNanos(turnNs);
      turn();
    }
  }

  /** Checks every producer once. */
  void turn() {
    for (int i = 0; i < oldest.length; i++) {
      long open = producers.get(i).oldestOpen();
      turns[i] = open >= 0 && open == oldest[i] ? turns[i] + 1 : 0;
      oldest[i] = open;
      if (turns[i] * turnNs >= timeoutNs) {
        stop.ask(
            "message "
                + open
                + " was not done within "
                + TimeSpan.format(timeoutNs)
                + ": the task never called done for it, or takes longer than --timeout");
      }
    }
  }
}
