package dev.foliot.audit;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.machine.TimerSlack;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The answering thread of the audited server, which performs the planned stalls.
 *
 * <p>All requests take the same time, so they are answered in the order of arrival from one queue.
 * A stall is recorded as it happened: from the moment when the thread stopped answering to the
 * moment when it could answer again. If the machine or the JVM delays the thread by more than a
 * millisecond, that is recorded as an unplanned stall.
 */
final class Answerer implements Runnable {
  /** A longer delay counts as an unplanned stall. */
  private static final long UNPLANNED_NS = 1_000_000;

  private static final long NEVER = Long.MAX_VALUE;
  private static final long LONGEST_NAP_NS = 1_000_000_000;
  private static final int MOST_ANSWER_BYTES = 512;

  private final AuditPlan plan;
  private final NanoClock clock;
  private final RequestLog log;
  private final Queue<Pending> queue = new ConcurrentLinkedQueue<>();
  private final List<AuditStall> stalls = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(MOST_ANSWER_BYTES);
  private long nextStallNs = NEVER;
  private int plannedStalls;
  private boolean loaded;
  private long unread;
  private volatile int stallCount;
  private volatile boolean idle;
  private volatile boolean stopping;
  private volatile boolean cancelled;
  private volatile @Nullable Thread thread;

  /**
   * A request that waits for its answer.
   *
   * @param connection of the client
   * @param answer the answer to send
   * @param index in the log, -1 if not logged
   * @param dueNs when the answer is due, unless the server stalls then
   */
  record Pending(Connection connection, Answer answer, int index, long dueNs) {}

  Answerer(AuditPlan plan, NanoClock clock, RequestLog log) {
    this.plan = plan;
    this.clock = clock;
    this.log = log;
  }

  /** Adds a request; called by the reading thread. */
  void add(Pending pending) {
    queue.add(pending);
    if (idle) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    wakeOnTime();
    long resumeNs = clock.nanoTime();
    while (!stopping) {
      long nowNs = clock.nanoTime();
      if (nowNs - resumeNs > UNPLANNED_NS) {
        enter(resumeNs, nowNs, false);
      }
      resumeNs = step(nowNs);
    }
  }

  /** Sets the timer slack: with the kernel's default a timed wait ends 50 us late. */
  private static void wakeOnTime() {
    try {
      Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
      TimerSlack.writeNs(Path.of("/"), Long.parseLong(String.valueOf(self.getFileName())), 1);
    } catch (IOException | RuntimeException e) {
      // the default slack makes it late; the lateness is in the log, and judged
    }
  }

  /** Performs one step, and returns when this thread should be back from it. */
  private long step(long nowNs) {
    if (nowNs >= nextStallNs) {
      return standStill(nowNs);
    }
    Pending first = queue.peek();
    if (first == null) {
      return idle(nowNs);
    }
    startClockOfStalls(first);
    if (first.dueNs() > nowNs) {
      long wakeNs = Math.min(first.dueNs(), nextStallNs);
      LockSupport.parkNanos(wakeNs - nowNs);
      return wakeNs;
    }
    queue.remove();
    return answer(first);
  }

  private void startClockOfStalls(Pending first) {
    if (!loaded && first.index() == 0) {
      loaded = true;
      nextStallNs = plan.stalls() ? log.arrivalNs(0) + plan.everyNs() : NEVER;
    }
  }

  private long standStill(long fromNs) {
    long endNs = fromNs + plan.stallNs();
    long nowNs = clock.nanoTime();
    while (nowNs < endNs && !cancelled) {
      LockSupport.parkNanos(endNs - nowNs);
      nowNs = clock.nanoTime();
    }
    enter(fromNs, nowNs, true);
    while (nextStallNs <= nowNs) {
      nextStallNs += plan.everyNs();
    }
    return nowNs;
  }

  private void enter(long fromNs, long toNs, boolean planned) {
    stalls.add(new AuditStall(fromNs, Math.max(1, toNs - fromNs), planned));
    if (planned) {
      plannedStalls++;
      stallCount = plannedStalls;
    }
  }

  /** Waits for a request or the next stall. */
  private long idle(long nowNs) {
    idle = true;
    if (queue.isEmpty() && !stopping) {
      LockSupport.parkNanos(Math.min(LONGEST_NAP_NS, nextStallNs - nowNs));
    }
    idle = false;
    long backNs = clock.nanoTime();
    Pending first = queue.peek();
    long dueNs = Math.min(nextStallNs, first == null ? backNs : first.dueNs());
    // not before the last answer: a request may be overdue when it arrives here
    return Math.max(nowNs, Math.min(backNs, dueNs));
  }

  private long answer(Pending pending) {
    buffer.clear();
    pending.answer().putInto(buffer);
    buffer.flip();
    boolean taken = false;
    try {
      taken = pending.connection().write(buffer, pending.answer().isLast());
      if (!taken) {
        unread++;
      }
    } catch (IOException e) {
      // the client has gone, and no longer waits for the answer
      pending.connection().close();
    }
    long nowNs = clock.nanoTime();
    if (taken && pending.index() >= 0) {
      log.replied(pending.index(), nowNs);
    }
    return nowNs;
  }

  /** Ends {@link #run} soon, after the current stall. */
  void stop() {
    stopping = true;
    LockSupport.unpark(thread);
  }

  /** Ends {@link #run} at once. */
  void cancel() {
    cancelled = true;
    stop();
  }

  /** The number of planned stalls; for any thread. */
  int stallCount() {
    return stallCount;
  }

  /** All stalls by the clock; after the end. */
  List<AuditStall> stalls() {
    return List.copyOf(stalls);
  }

  /** The number of clients cut off because they did not read; after the end. */
  long unread() {
    return unread;
  }
}
