package dev.foliot.load.schedule;

import dev.foliot.bench.Schedule;
import dev.foliot.load.Draw;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Share;
import dev.foliot.load.Think;
import dev.foliot.load.Traffic;
import java.util.SplittableRandom;

/**
 * A scheduler's part of a phase: every n-th message of its schedule. One thread.
 *
 * <p>In a closed loop the schedule has the first requests of the clients; the others follow from
 * the answers.
 */
public final class ScheduledPhase {
  private final int index;
  private final LoadPhase phase;
  private final Traffic traffic;
  private final Schedule schedule;
  private final SplittableRandom random;
  private final int stride;
  private final long offsetNs;
  private long durationNs;
  private final PhaseLog log;
  private long startNs;
  private long nextNs;
  private long nextNumber;

  /**
   * @param index the phase's number
   * @param scheduler the scheduler's number, from 0
   * @param schedulers the number that share the schedule
   * @param offsetNs from the start of the load to the start of the phase
   * @param live the scheduler's counts for while it runs
   */
  public ScheduledPhase(
      LoadPlan plan, int index, int scheduler, int schedulers, long offsetNs, LiveCounts live) {
    this.index = index;
    this.phase = plan.phases().get(index);
    this.traffic = phase.traffic();
    this.schedule = plan.schedule(index);
    Share share = plan.execution().share();
    // first the processes share the schedule, then the loops of each
    this.stride = schedulers * share.of();
    this.offsetNs = offsetNs;
    this.durationNs = phase.durationNs();
    this.log = new PhaseLog(plan.intervalNs(), plan.names().size(), live);
    int first = share.number() - 1 + scheduler * share.of();
    this.random = new SplittableRandom(new Draw(plan.seed(), index, first).choice(Long.MAX_VALUE));
    this.nextNumber = first;
    skip(first);
    this.nextNs = schedule.nextNs();
  }

  /**
   * Sets the clock's reading at the start of the load.
   *
   * @param fromNs what was due before is not sent
   * @return how much that was
   */
  public long begin(long loadStartNs, long fromNs) {
    startNs = loadStartNs + offsetNs;
    log.begin(startNs);
    long skipped = 0;
    while (hasNext() && nextNs() < fromNs) {
      take();
      skipped++;
    }
    return skipped;
  }

  /** Ends it now, or before it began: it schedules nothing more. */
  public void cut(long nowNs) {
    nextNs = Schedule.END;
    durationNs = Math.clamp(nowNs - startNs, 0, durationNs);
  }

  /** Whether the schedule has another message. */
  boolean hasNext() {
    return nextNs != Schedule.END && !isExhausted();
  }

  /** Whether all the requests that it may have were taken. */
  boolean isExhausted() {
    return phase.mostRequests() > 0 && nextNumber >= phase.mostRequests();
  }

  /** The scheduled time of the next message, by the clock. */
  long nextNs() {
    return startNs + nextNs;
  }

  /** Takes the next message and returns its number. */
  long take() {
    long number = nextNumber;
    nextNumber += stride;
    skip(stride - 1);
    nextNs = schedule.nextNs();
    return number;
  }

  /** The number of the next request of an active client; unique in the phase. */
  long takeNumber() {
    long number = nextNumber;
    nextNumber += stride;
    return number;
  }

  private void skip(int messages) {
    for (int i = 0; i < messages; i++) {
      schedule.nextNs();
    }
  }

  public int index() {
    return index;
  }

  boolean isClosed() {
    return traffic instanceof Traffic.Closed;
  }

  /** Whether what was not sent within its time is cancelled: in a closed loop, and the warm-up. */
  boolean endsWhole() {
    return isClosed() || phase.isWarmUp();
  }

  /** The next pause of a client. */
  long nextThinkNs() {
    return traffic instanceof Traffic.Closed(int _, Think think, long _) ? think.nextNs(random) : 0;
  }

  public long startNs() {
    return startNs;
  }

  public long endNs() {
    return startNs + durationNs;
  }

  /** Its length, which may have been cut. */
  public long durationNs() {
    return durationNs;
  }

  public PhaseLog log() {
    return log;
  }
}
