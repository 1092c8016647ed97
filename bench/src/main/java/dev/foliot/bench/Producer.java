package dev.foliot.bench;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Plays one producer's part of a schedule and records its messages. It starts each message at its
 * intended time, or as soon after it as it is free.
 *
 * <p>In a closed loop there are no intended times: a message starts as soon as an earlier one has
 * ended, and its actual start counts as its intended one.
 *
 * <p>The schedule never moves. Any delay of a message (the previous one, the task, the wait, a
 * stopped process) appears in its lag, since its intended start stays fixed.
 *
 * <p>{@link #play} runs in one thread; any thread may call {@link #oldestOpen}.
 */
final class Producer {
  /** The newest messages, this many, stay unrecorded to leave time for late probes. */
  static final int KEEP_OPEN = 64;

  /** A chore takes less than this; with less time left, the producer only waits. */
  private static final long CHORE_NS = 500;

  /** With more unrecorded messages than this, the producer records even when it is late. */
  private static final int RECORD_AT_ONCE = 256;

  private static final int TURNS_PER_STEP = 8;

  /** How long one look at a full closed loop may wait. */
  private static final long CLOSED_TURN_NS = 1_000;

  private static final long DRAIN_PAUSE_NS = 20_000;

  private final MessageRing ring;
  private final NanoClock clock;
  private final Wait wait;
  private final Dispatcher dispatcher;
  private final Stop stop;
  private final int stride;

  /** In a closed loop, how many messages may be open; 0 in an open loop. */
  private final int inFlight;

  private final Schedule schedule;
  private final MessageRecorder recorder;
  private final long startNs;
  private final long latestNs;
  private long nextId;
  private long reapId;
  private int turns;

  /** Copies of {@link #reapId} and {@link #nextId} for other threads: opaque. */
  private final AtomicLong seenReapId = new AtomicLong();

  private final AtomicLong seenNextId = new AtomicLong();

  /**
   * @param schedule this producer's own copy of the schedule of all producers
   * @param firstId the first message of this producer; the next ones follow at the distance of the
   *     number of producers
   * @param startNs the clock's reading at the start of the schedule
   * @param latestNs the clock's reading after which no message starts
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
    this.inFlight = shared.inFlight();
    this.schedule = schedule;
    this.recorder = recorder;
    this.startNs = startNs;
    this.latestNs = latestNs;
    this.nextId = firstId;
    this.reapId = firstId;
    publish();
  }

  /** The result of {@link #play}. */
  record Outcome(MessageRecorder recorder, long started, long unstarted, long lost) {}

  /** Plays the schedule to its end, once, and waits until all its messages have ended. */
  Outcome play() {
    ring.own((int) (nextId % stride));
    skip((int) (nextId % stride));
    long started = 0;
    long offsetNs = schedule.nextNs();
    while (offsetNs != Schedule.END && (inFlight > 0 ? startNext() : start(startNs + offsetNs))) {
      started++;
      skip(stride - 1);
      offsetNs = schedule.nextNs();
    }
    long unstarted = 0;
    // a stopped load has its own reason; the number of missing messages adds nothing
    for (;
        offsetNs != Schedule.END && inFlight == 0 && !stop.isAsked();
        offsetNs = schedule.nextNs()) {
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
    begin(intendedNs, nowNs - Math.max(intendedNs, freeNs), nowNs);
    return true;
  }

  /** Starts a message once an earlier one has ended; false if the load ends here. */
  private boolean startNext() {
    while (clock.nanoTime() < startNs || isFull()) {
      if (stop.isAsked()) {
        return false;
      }
      idle(CLOSED_TURN_NS);
    }
    if (nextId - reapId > (long) RECORD_AT_ONCE * stride) {
      catchUp();
    }
    long nowNs = clock.nanoTime();
    if (nowNs >= latestNs || stop.isAsked() || !hasRoom()) {
      return false;
    }
    begin(nowNs, 0, nowNs);
    return true;
  }

  /** Whether as many messages are open as a closed loop may have. */
  private boolean isFull() {
    long earlier = nextId - (long) inFlight * stride;
    return earlier >= reapId && !ring.hasEnded(earlier);
  }

  private void begin(long intendedNs, long latenessNs, long nowNs) {
    long id = nextId;
    ring.begin(id, intendedNs, latenessNs, nowNs);
    nextId = id + stride;
    seenNextId.setOpaque(nextId);
    dispatcher.dispatch(id);
  }

  /** Waits one turn, and records messages if time permits. */
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

  /** Records two messages for each one that starts, to shrink a long queue. */
  private void catchUp() {
    if (reapOne()) {
      reapOne();
    }
    if (recorder.hasWork() && ++turns % TURNS_PER_STEP == 0) {
      recorder.step();
    }
  }

  /** Whether the slot of the next message is free; if not, it ends the load. */
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

  /** Records the remaining messages that ended, and counts the others as lost. */
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

  /** The first message that is not recorded yet, as other threads see it. */
  long seenReapId() {
    return seenReapId.getOpaque();
  }

  /** The message after the last one that was started, as other threads see it. */
  long seenNextId() {
    return seenNextId.getOpaque();
  }

  /**
   * The oldest message that is open, or -1. While the producer runs, a reused slot may be mistaken
   * for it; ask again for another answer.
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
