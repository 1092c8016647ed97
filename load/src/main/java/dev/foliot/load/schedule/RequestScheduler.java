package dev.foliot.load.schedule;

import dev.foliot.bench.NanoClock;
import dev.foliot.load.Failure;
import dev.foliot.load.Part;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * One event loop's share of a load. It decides when to send which request, and records the results.
 *
 * <p>It uses neither sockets nor threads, only {@link Wire}. The schedule is fixed. A request that
 * finds all connections busy waits for the first free one, in the order of the schedule. So the
 * scheduler is a queue with c servers, whose waiting times follow Kiefer and Wolfowitz's recursion
 * [1]. That wait is backlog, caused by the target. A request sent later than both its time and the
 * release of its connection is late, which is the driver's fault.
 *
 * <p>A message of the schedule may be a user with a sequence of requests. In an open loop each
 * later request is due when the former has ended, plus its think time, and waits for a connection
 * in the same queue. In a closed loop the user keeps its connection. What would be due after the
 * end of the phase is not sent.
 *
 * <p>The backlog of a phase is that of the next one, since no due time moves. Only the warm-up's is
 * cancelled at its end: nobody asked for its figures. Its requests in flight are answered.
 *
 * <p>[1] Kiefer and Wolfowitz, "On the theory of queues with many servers", 1955.
 */
public final class RequestScheduler {
  /** After this number of requests in a row answers are processed. */
  private static final int SENT_AT_ONCE = 64;

  /**
   * The pause of a closed loop's client after a failed connection. Without a pause the client would
   * only reconnect.
   */
  private static final long BACK_OFF_NS = 100_000_000;

  private static final long NEVER = Long.MAX_VALUE;

  private final NanoClock clock;
  private final Wire wire;
  private final List<ScheduledPhase> phases;
  private final long timeoutNs;
  private final FreeConnections free;
  private final InFlight inFlight;
  private final Silences silences = new Silences();
  private final PriorityQueue<Thinker> thinkers = new PriorityQueue<>();
  private final PriorityQueue<LaterRequest> later = new PriorityQueue<>();
  private final @Nullable ScheduledPhase[] phaseOf;
  private final long[] intendedNs;
  private final long[] latenessNs;
  private final long[] startNs;
  private final long[] freeNs;
  private final long[] numbers;
  private int current;
  private int window;
  private boolean turning;
  private boolean finished;
  private boolean isCut;
  private long latestNs;
  private volatile long skipped;

  /**
   * A closed loop's client between answer and next request; it keeps its connection.
   *
   * @param user in a sequence, null between two of them
   */
  private record Thinker(long readyNs, int connection, ScheduledPhase phase, @Nullable User user)
      implements Comparable<Thinker> {
    @Override
    public int compareTo(Thinker other) {
      return Long.compare(readyNs, other.readyNs);
    }
  }

  /** A request of an open loop's user that is not the first. */
  private record LaterRequest(long dueNs, ScheduledPhase phase, User user)
      implements Comparable<LaterRequest> {
    @Override
    public int compareTo(LaterRequest other) {
      return Long.compare(dueNs, other.dueNs);
    }
  }

  public RequestScheduler(
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
    this.numbers = new long[connections];
  }

  /**
   * Begins the load with all connections free.
   *
   * @param loadStartNs the clock's reading at its start
   */
  public void begin(long loadStartNs) {
    begin(loadStartNs, loadStartNs);
  }

  /**
   * The same of a process that was late: what was due before is not sent, since a burst would be
   * another load.
   *
   * @param fromNs from when on requests are sent
   */
  public void begin(long loadStartNs, long fromNs) {
    long missed = 0;
    for (ScheduledPhase phase : phases) {
      missed += phase.begin(loadStartNs, fromNs);
    }
    skipped = missed;
    Arrays.fill(freeNs, loadStartNs);
    latestNs = phases.getLast().endNs() + timeoutNs;
    turn();
  }

  /** How much was due before it was ready, and not sent. */
  public long skipped() {
    return skipped;
  }

  public List<ScheduledPhase> phases() {
    return phases;
  }

  /** Performs the due work, and requests the next wake-up. */
  public void turn() {
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
      ended(oldest, wire.abort(oldest), nowNs);
    }
  }

  private void wake(long nowNs) {
    for (Thinker first = thinkers.peek();
        first != null && first.readyNs() <= nowNs;
        first = thinkers.peek()) {
      thinkers.remove();
      goOn(first);
    }
  }

  /** Sends due requests that have a connection; returns whether more may be due at once. */
  private boolean sendDue(long turnNs) {
    long nowNs = turnNs;
    for (int sent = 0; sent < SENT_AT_ONCE; sent++) {
      ScheduledPhase phase = next();
      LaterRequest waiting = later.peek();
      boolean isLater = waiting != null && (phase == null || waiting.dueNs() <= phase.nextNs());
      if (isLater ? !sendLater(waiting, nowNs) : !sendNext(phase, nowNs)) {
        return false;
      }
      nowNs = clock.nanoTime();
    }
    return true;
  }

  /** Sends the schedule's next message; returns whether the one after it may be due too. */
  private boolean sendNext(@Nullable ScheduledPhase phase, long nowNs) {
    if (phase == null || phase.nextNs() > nowNs) {
      return false;
    }
    if (nowNs > latestNs || (phase.endsWhole() && nowNs >= phase.endNs())) {
      phase.take();
      phase.log().unsent();
      return true;
    }
    if (free.isEmpty()) {
      return false;
    }
    long intended = phase.nextNs();
    send(free.take(), phase, phase.take(), intended);
    return true;
  }

  /** The same for a user's later request. */
  private boolean sendLater(@Nullable LaterRequest one, long nowNs) {
    if (one == null || one.dueNs() > nowNs) {
      return false;
    }
    if (nowNs > latestNs || (one.phase().endsWhole() && nowNs >= one.phase().endNs())) {
      later.remove();
      one.phase().log().unsent();
      return true;
    }
    if (free.isEmpty()) {
      return false;
    }
    later.remove();
    send(free.take(), one.phase(), one.user(), one.dueNs());
    return true;
  }

  /** The phase of the next message in the schedule. */
  private @Nullable ScheduledPhase next() {
    while (current < phases.size() && !phases.get(current).hasNext()) {
      current++;
    }
    return current < phases.size() ? phases.get(current) : null;
  }

  private void send(int connection, ScheduledPhase phase, long number, long intended) {
    begin(connection, phase, number, intended);
    wire.send(connection, phase.index(), number);
  }

  private void send(int connection, ScheduledPhase phase, User user, long intended) {
    begin(connection, phase, user.number(), intended);
    user.sendNext(connection);
  }

  private void begin(int connection, ScheduledPhase phase, long number, long intended) {
    long nowNs = clock.nanoTime();
    phaseOf[connection] = phase;
    intendedNs[connection] = intended;
    startNs[connection] = nowNs;
    latenessNs[connection] = nowNs - Math.max(intended, freeNs[connection]);
    numbers[connection] = number;
    inFlight.add(connection);
    silences.sent(nowNs);
    phase.log().sent(nowNs, wire.open());
  }

  private void goOn(Thinker client) {
    freeNs[client.connection()] = client.readyNs();
    User user = client.user();
    if (user == null && client.phase().isExhausted()) {
      free.add(client.connection());
    } else if (user == null) {
      send(client.connection(), client.phase(), client.phase().takeNumber(), client.readyNs());
    } else {
      send(client.connection(), client.phase(), user, client.readyNs());
    }
  }

  /** Ends the load early: sends nothing more, and waits for the answers in flight. */
  public void cut() {
    long nowNs = clock.nanoTime();
    phases.forEach(phase -> phase.cut(nowNs));
    latestNs = Math.min(latestNs, nowNs + timeoutNs);
    isCut = true;
    later.clear();
    while (!thinkers.isEmpty()) {
      free.add(thinkers.remove().connection());
    }
    turn();
  }

  /**
   * Takes the end of the request on a connection.
   *
   * @param code the failure, or {@link Failure#NONE}
   * @param endNs the end, by the clock
   */
  public void ended(int connection, int code, long endNs) {
    ScheduledPhase phase = Objects.requireNonNull(phaseOf[connection]);
    User user = code == Failure.NONE ? wire.user(connection) : null;
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
              wire.open(),
              wire.times(connection),
              numbers[connection]);
    } else {
      phase.log().failed(endNs, code, wire.open(), wire.times(connection));
    }
    countWithin(code == Failure.NONE, endNs);
    silences.ended(endNs, code == Failure.NONE || Failure.isSaid(code), inFlight.size());
    freeNs[connection] = endNs;
    if (user != null && user.hasNext()) {
      answered(connection, phase, user, endNs + user.thinkNs());
    } else if (phase.isClosed()) {
      answered(connection, phase, code, endNs);
    } else {
      free.add(connection);
    }
    if (!turning) {
      turn();
    }
  }

  /**
   * Takes an event of the stream that answers the request on a connection.
   *
   * @param nowNs when it came, by the clock
   */
  public void event(int connection, long nowNs) {
    ScheduledPhase phase = phaseOf[connection];
    if (phase == null) {
      return;
    }
    long gapNs = wire.times(connection).event(nowNs);
    if (gapNs == RequestTimes.NONE) {
      phase.log().event(Part.FIRST_EVENT, nowNs - intendedNs[connection]);
    } else {
      phase.log().event(Part.EVENT_GAP, gapNs);
    }
    silences.ended(nowNs, true, inFlight.size());
  }

  /** Counts the end in the phase in whose time it came. */
  private void countWithin(boolean isOk, long endNs) {
    while (window < phases.size() && endNs > phases.get(window).endNs()) {
      window++;
    }
    if (window < phases.size()) {
      phases.get(window).log().within(isOk);
    }
  }

  /** Handles the answer to a user with a next request. */
  private void answered(int connection, ScheduledPhase phase, User user, long dueNs) {
    boolean isInTime = dueNs < phase.endNs();
    if (isInTime && phase.isClosed()) {
      thinkers.add(new Thinker(dueNs, connection, phase, user));
      return;
    }
    free.add(connection);
    if (isInTime) {
      later.add(new LaterRequest(dueNs, phase, user));
    }
  }

  /** Handles the answer to a closed loop's client. */
  private void answered(int connection, ScheduledPhase phase, int code, long endNs) {
    long thinkNs = phase.nextThinkNs();
    long pauseNs = Failure.ofConnecting(code) ? Math.max(BACK_OFF_NS, thinkNs) : thinkNs;
    if (endNs + pauseNs >= phase.endNs() || phase.isExhausted()) {
      free.add(connection);
    } else {
      thinkers.add(new Thinker(endNs + pauseNs, connection, phase, null));
    }
  }

  private void arm(long nowNs, boolean more) {
    ScheduledPhase phase = next();
    LaterRequest waiting = later.peek();
    if (phase == null && waiting == null && inFlight.isEmpty() && thinkers.isEmpty()) {
      end(nowNs);
      return;
    }
    long nextNs = more ? nowNs : NEVER;
    if (phase != null && !free.isEmpty()) {
      nextNs = Math.min(nextNs, phase.nextNs());
    }
    if (waiting != null && !free.isEmpty()) {
      nextNs = Math.min(nextNs, waiting.dueNs());
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
    if (phases.getLast().isExhausted()) {
      phases.getLast().cut(nowNs);
    }
    long endNs = phases.getLast().endNs();
    if (nowNs < endNs && !isCut) {
      wire.wakeAt(endNs);
      return;
    }
    finished = true;
    silences.finish(nowNs);
    for (ScheduledPhase phase : phases) {
      phase.log().finish(phase.endNs(), wire.open());
      phase.log().silences(silences.within(phase.startNs(), phase.endNs()));
    }
    wire.finished();
  }
}
