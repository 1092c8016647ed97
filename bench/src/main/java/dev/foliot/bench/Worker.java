package dev.foliot.bench;

/** Does the work of messages: the one place that calls {@link BenchTask#send}. */
final class Worker {
  private final BenchTask task;
  private final MessageRing ring;
  private final NanoClock clock;
  private final Stop stop;
  private final Faults faults;

  Worker(BenchTask task, MessageRing ring, NanoClock clock, Stop stop, Faults faults) {
    this.task = task;
    this.ring = ring;
    this.clock = clock;
    this.stop = stop;
    this.faults = faults;
  }

  /** Works in the thread that began the message and took its start. */
  void work(long id) {
    try {
      task.send(id);
    } catch (Throwable e) {
      failed(id, e);
    }
  }

  /** Works in another thread; the message starts now. */
  void workHere(long id) {
    ring.started(id, clock.nanoTime());
    work(id);
  }

  private void failed(long id, Throwable e) {
    stop.ask("the task threw " + Faults.describe(e) + " at message " + id);
    faults.add(e);
  }
}
