package dev.foliot.bench;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Plays its part of a schedule: starts each message at its intended time or as soon after it as it
 * is free, and records the messages that have ended.
 *
 * <p>The schedule is never moved. Whatever makes a message late (the one before it, the task, the
 * wait, a stopped process) is in the message's lag, since its intended start stays what it was.
 *
 * <p>{@link #play} runs in one thread; {@link #oldestOpen} may be asked by any.
 */
final class Producer {
  /** How many messages stay unrecorded behind the newest, so that probes may come late. */
  static final int KEEP_OPEN = 64;

  /** A chore takes less than this; with less time left the producer only waits. */
  private static final long CHORE_NS = 500;

  /** Beyond so many unrecorded messages the producer records even when it is late. */
  private static final int RECORD_AT_ONCE = 256;

  private static final int TURNS_PER_STEP = 8;

  private static final long DRAIN_PAUSE_NS = 20_000;

  private final MessageRing ring;
  private final NanoClock clock;
  private final Wait wait;
  private final Dispatcher dispatcher;
  private final Stop stop;
  private final int stride;
  private final Schedule schedule;
  private final MessageRecorder recorder;
  private final long startNs;
  private final long latestNs;
  private long nextId;
  private long reapId;
  private int turns;

  /** {@link #reapId} and {@link #nextId} as others see them: opaque. */
  private final AtomicLong seenReapId = new AtomicLong();

  private final AtomicLong seenNextId = new AtomicLong();

  /**
   * @param schedule the schedule of all producers, in this one's own copy
   * @param firstId the first message of this producer; it has every so many-th from there
   * @param startNs the clock's reading that the schedule counts from
   * @param latestNs the clock's reading after which nothing is started any more
   */
  Producer(
      Shared shared,
      Schedule schedule,
      long firstId,
      long startNs,
      long latestNs,
      MessageRecorder recorder) {
    this.ring = shared.ring();
    this.clock = shared.clock();
    this.wait = shared.waiting();
    this.dispatcher = shared.dispatcher();
    this.stop = shared.stop();
    this.stride = shared.producers();
    this.schedule = schedule;
    this.recorder = recorder;
    this.startNs = startNs;
    this.latestNs = latestNs;
    this.nextId = firstId;
    this.reapId = firstId;
    publish();
  }

  /** What {@link #play} did. */
  record Outcome(MessageRecorder recorder, long started, long unstarted, long lost) {}

  /** Plays the schedule to its end, once, and waits until all its messages have ended. */
  Outcome play() {
    ring.own((int) (nextId % stride));
    skip((int) (nextId % stride));
    long started = 0;
    long offsetNs = schedule.nextNs();
    while (offsetNs != Schedule.END && start(startNs + offsetNs)) {
      started++;
      skip(stride - 1);
      offsetNs = schedule.nextNs();
    }
    long unstarted = 0;
    // a load that was stopped has its reason; how much was still to come says nothing more
    for (; offsetNs != Schedule.END && !stop.isAsked(); offsetNs = schedule.nextNs()) {
      unstarted++;
      skip(stride - 1);
    }
    drain();
    long lost = closeLost();
    recorder.finish();
    return new Outcome(recorder, started, unstarted, lost);
  }

  private void skip(int messages) {
    for (int i = 0; i < messages; i++) {
      schedule.nextNs();
    }
  }

  /** Waits for a message's time and starts it; false if the load ends here. */
  private boolean start(long intendedNs) {
    long freeNs = clock.nanoTime();
    long nowNs = freeNs;
    while (nowNs < intendedNs) {
      if (stop.isAsked()) {
        return false;
      }
      idle(intendedNs - nowNs);
      nowNs = clock.nanoTime();
    }
    if (nowNs > latestNs || stop.isAsked()) {
      return false;
    }
    if (nextId - reapId > (long) RECORD_AT_ONCE * stride) {
      catchUp();
      nowNs = clock.nanoTime();
    }
    if (!hasRoom()) {
      return false;
    }
    long latenessNs = nowNs - Math.max(intendedNs, freeNs);
    long id = nextId;
    ring.begin(id, intendedNs, latenessNs, nowNs);
    nextId = id + stride;
    seenNextId.setOpaque(nextId);
    dispatcher.dispatch(id);
    return true;
  }

  /** One turn of waiting, spent on recording where there is time for it. */
  private void idle(long remainingNs) {
    if (remainingNs > CHORE_NS) {
      if (recorder.hasWork()) {
        recorder.step();
        return;
      }
      if (nextId - reapId > (long) KEEP_OPEN * stride && reapOne()) {
        return;
      }
    }
    wait.pause(remainingNs);
  }

  private boolean reapOne() {
    if (reapId == nextId || !recorder.record(reapId)) {
      return false;
    }
    reapId += stride;
    seenReapId.setOpaque(reapId);
    return true;
  }

  /** Records two messages for each that is started, where many have waited for it. */
  private void catchUp() {
    if (reapOne()) {
      reapOne();
    }
    if (recorder.hasWork() && ++turns % TURNS_PER_STEP == 0) {
      recorder.step();
    }
  }

  /** Whether the slot of the next message is free; if not, this is the end of the load. */
  private boolean hasRoom() {
    if (nextId - reapId < (long) ring.slotsPerProducer() * stride) {
      return true;
    }
    stop.ask(
        "more than "
            + ring.slotsPerProducer()
            + " messages in flight: message "
            + reapId
            + " had not ended when message "
            + nextId
            + " was due ("
            + openCount()
            + " of the "
            + ring.slotsPerProducer()
            + " had not)");
    return false;
  }

  private long openCount() {
    long open = 0;
    for (long id = reapId; id < nextId; id += stride) {
      open += ring.hasEnded(id) ? 0 : 1;
    }
    return open;
  }

  private void drain() {
    while (reapId != nextId) {
      if (!reapOne()) {
        if (stop.isAsked()) {
          return;
        }
        wait.pause(DRAIN_PAUSE_NS);
      }
    }
  }

  /** Records what has ended behind a message that has not, and counts those that have not. */
  private long closeLost() {
    long lost = 0;
    for (; reapId != nextId; reapId += stride) {
      if (!recorder.record(reapId)) {
        lost++;
      }
    }
    publish();
    return lost;
  }

  private void publish() {
    seenReapId.setOpaque(reapId);
    seenNextId.setOpaque(nextId);
  }

  /**
   * The oldest message that was begun and has not ended, or -1. While the producer goes on, a slot
   * that is in use again may be taken for it; asked again, the answer is then another.
   */
  long oldestOpen() {
    long id = seenReapId.getOpaque();
    long next = seenNextId.getOpaque();
    while (id < next && ring.hasEnded(id)) {
      id += stride;
    }
    return id < next ? id : -1;
  }
}
