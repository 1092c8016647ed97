package dev.foliot.load;

import dev.foliot.bench.NanoClock;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * One event loop's share of a load: when which request is sent on which connection, and what is
 * recorded of it. It knows neither sockets nor threads; {@link Wire} is its world.
 *
 * <p>The schedule is never moved. A request that finds all connections busy waits for the one that
 * is free first, in the order of the schedule, so the scheduler is the queue with c servers whose
 * waiting times Kiefer and Wolfowitz's recursion gives [1]. That wait is backlog, the system's
 * doing; what is sent later than both its time and the moment at which its connection became free
 * is late by the driver's own fault.
 *
 * <p>[1] Kiefer and Wolfowitz, "On the theory of queues with many servers", 1955.
 */
final class RequestScheduler {
  /** After so many requests in a row the answers have a turn. */
  private static final int SENT_AT_ONCE = 64;

  /** A client of a closed loop that cannot connect waits so long, or it would do nothing else. */
  private static final long BACK_OFF_NS = 100_000_000;

  private static final long NEVER = Long.MAX_VALUE;

  private final NanoClock clock;
  private final Wire wire;
  private final List<ScheduledPhase> phases;
  private final long timeoutNs;
  private final FreeConnections free;
  private final InFlight inFlight;
  private final PriorityQueue<Thinker> thinkers = new PriorityQueue<>();
  private final @Nullable ScheduledPhase[] phaseOf;
  private final long[] intendedNs;
  private final long[] latenessNs;
  private final long[] startNs;
  private final long[] freeNs;
  private int current;
  private boolean turning;
  private boolean finished;
  private long latestNs;

  /** A client of a closed loop that thinks, and keeps its connection meanwhile. */
  private record Thinker(long readyNs, int connection, ScheduledPhase phase)
      implements Comparable<Thinker> {
    @Override
    public int compareTo(Thinker other) {
      return Long.compare(readyNs, other.readyNs);
    }
  }

  RequestScheduler(
      NanoClock clock, Wire wire, List<ScheduledPhase> phases, int connections, long timeoutNs) {
    this.clock = clock;
    this.wire = wire;
    this.phases = List.copyOf(phases);
    this.timeoutNs = timeoutNs;
    this.free = new FreeConnections(connections);
    this.inFlight = new InFlight(connections);
    this.phaseOf = new ScheduledPhase[connections];
    this.intendedNs = new long[connections];
    this.latenessNs = new long[connections];
    this.startNs = new long[connections];
    this.freeNs = new long[connections];
  }

  /**
   * Begins the load; all connections count as free since ever.
   *
   * @param loadStartNs the clock's reading at its start
   */
  void begin(long loadStartNs) {
    phases.forEach(phase -> phase.begin(loadStartNs));
    Arrays.fill(freeNs, loadStartNs);
    latestNs = phases.getLast().endNs() + timeoutNs;
    turn();
  }

  List<ScheduledPhase> phases() {
    return phases;
  }

  /** Does what is due, and asks to be woken for what comes next. */
  void turn() {
    if (finished) {
      return;
    }
    turning = true;
    long nowNs = clock.nanoTime();
    expire(nowNs);
    wake(nowNs);
    boolean more = sendDue(nowNs);
    turning = false;
    arm(clock.nanoTime(), more);
  }

  private void expire(long nowNs) {
    for (int oldest = inFlight.oldest();
        oldest != InFlight.NONE && nowNs - startNs[oldest] >= timeoutNs;
        oldest = inFlight.oldest()) {
      boolean connecting = wire.abort(oldest);
      Failure failure = connecting ? Failure.CONNECT_TIME_OUT : Failure.TIME_OUT;
      ended(oldest, failure.code(), nowNs);
    }
  }

  private void wake(long nowNs) {
    for (Thinker first = thinkers.peek();
        first != null && first.readyNs() <= nowNs;
        first = thinkers.peek()) {
      thinkers.remove();
      goOn(first.connection(), first.phase(), first.readyNs());
    }
  }

  /** Sends what is due and finds a connection; whether more may be due at once. */
  private boolean sendDue(long turnNs) {
    long nowNs = turnNs;
    for (int sent = 0; sent < SENT_AT_ONCE; sent++) {
      ScheduledPhase phase = next();
      if (phase == null || phase.nextNs() > nowNs) {
        return false;
      }
      if (nowNs > latestNs || (phase.isClosed() && nowNs >= phase.endNs())) {
        phase.take();
        phase.log().unsent();
      } else if (free.isEmpty()) {
        return false;
      } else {
        long intended = phase.nextNs();
        send(free.take(), phase, phase.take(), intended);
      }
      nowNs = clock.nanoTime();
    }
    return true;
  }

  /** The phase whose message is the next of the schedule. */
  private @Nullable ScheduledPhase next() {
    while (current < phases.size() && !phases.get(current).hasNext()) {
      current++;
    }
    return current < phases.size() ? phases.get(current) : null;
  }

  private void send(int connection, ScheduledPhase phase, long number, long intended) {
    long nowNs = clock.nanoTime();
    phaseOf[connection] = phase;
    intendedNs[connection] = intended;
    startNs[connection] = nowNs;
    latenessNs[connection] = nowNs - Math.max(intended, freeNs[connection]);
    inFlight.add(connection);
    phase.log().sent(nowNs, wire.open());
    wire.send(connection, phase.index(), number);
  }

  private void goOn(int connection, ScheduledPhase phase, long readyNs) {
    freeNs[connection] = readyNs;
    send(connection, phase, phase.takeNumber(), readyNs);
  }

  /** Whether a connection has a request in flight. */
  boolean isBusy(int connection) {
    return phaseOf[connection] != null;
  }

  /**
   * The request on a connection has ended.
   *
   * @param code why it failed, or {@link Failure#NONE}
   * @param endNs when, by the clock
   */
  void ended(int connection, int code, long endNs) {
    ScheduledPhase phase = Objects.requireNonNull(phaseOf[connection]);
    inFlight.remove(connection);
    phaseOf[connection] = null;
    if (code == Failure.NONE) {
      long start = startNs[connection];
      phase
          .log()
          .ok(
              endNs,
              endNs - intendedNs[connection],
              endNs - start,
              latenessNs[connection],
              wire.open());
    } else {
      phase.log().failed(endNs, code, wire.open());
    }
    freeNs[connection] = endNs;
    if (phase.isClosed()) {
      answered(connection, phase, code, endNs);
    } else {
      free.add(connection);
    }
    if (!turning) {
      turn();
    }
  }

  /** A client of a closed loop has its answer. */
  private void answered(int connection, ScheduledPhase phase, int code, long endNs) {
    long pauseNs =
        Failure.ofConnecting(code) ? Math.max(BACK_OFF_NS, phase.thinkNs()) : phase.thinkNs();
    if (endNs + pauseNs >= phase.endNs()) {
      free.add(connection);
    } else {
      thinkers.add(new Thinker(endNs + pauseNs, connection, phase));
    }
  }

  private void arm(long nowNs, boolean more) {
    ScheduledPhase phase = next();
    if (phase == null && inFlight.isEmpty() && thinkers.isEmpty()) {
      end(nowNs);
      return;
    }
    long nextNs = more ? nowNs : NEVER;
    if (phase != null && !free.isEmpty()) {
      nextNs = Math.min(nextNs, phase.nextNs());
    }
    Thinker first = thinkers.peek();
    if (first != null) {
      nextNs = Math.min(nextNs, first.readyNs());
    }
    if (!inFlight.isEmpty()) {
      nextNs = Math.min(nextNs, startNs[inFlight.oldest()] + timeoutNs);
    }
    wire.wakeAt(nextNs);
  }

  private void end(long nowNs) {
    long endNs = phases.getLast().endNs();
    if (nowNs < endNs) {
      wire.wakeAt(endNs);
      return;
    }
    finished = true;
    phases.forEach(phase -> phase.log().finish(phase.endNs(), wire.open()));
    wire.finished();
  }
}
