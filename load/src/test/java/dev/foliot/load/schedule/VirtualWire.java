package dev.foliot.load.schedule;

import dev.foliot.bench.NanoClock;
import dev.foliot.load.Failure;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Connections to a target in virtual time. The test sets the times of answers and the delays of
 * timers.
 */
final class VirtualWire implements Wire, NanoClock {
  /** An answer that never comes. */
  static final long NEVER = Long.MAX_VALUE;

  private final Target target;
  private final int steps;
  private final long thinkNs;
  private final @Nullable VirtualUser[] users;
  private final LongUnaryOperator overshootNs;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Set<Integer> aborted = new HashSet<>();
  private final int[] turns;
  private final RequestTimes times = new RequestTimes();
  private long nowNs;
  private long order;
  private long armedNs = NEVER;
  private boolean finished;

  /** The target's behaviour. */
  interface Target {
    /** The answer to a request. */
    Answer answer(int phase, long number, long sentNs);

    /** The answer to a request of a user's sequence. */
    default Answer answer(int phase, long number, int step, long sentNs) {
      return answer(phase, number, sentNs);
    }
  }

  /** A user on the way through the sequence. */
  private final class VirtualUser implements User {
    private final int phase;
    private final long number;
    private int step;

    private VirtualUser(int phase, long number) {
      this.phase = phase;
      this.number = number;
    }

    @Override
    public long number() {
      return number;
    }

    @Override
    public boolean hasNext() {
      return step + 1 < steps;
    }

    @Override
    public long thinkNs() {
      return thinkNs;
    }

    @Override
    public void sendNext(int connection) {
      step++;
      send(connection, this);
    }
  }

  /** The time and outcome of a request's end. */
  record Answer(long endNs, int code) {
    static Answer ok(long endNs) {
      return new Answer(endNs, Failure.NONE);
    }
  }

  private record Event(long timeNs, long order, int connection, int turn, int code, long armedNs)
      implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(timeNs, other.timeNs);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  VirtualWire(int connections, Target target, LongUnaryOperator overshootNs) {
    this(connections, target, overshootNs, 1, 0);
  }

  /**
   * With sequences.
   *
   * @param steps how many requests each user sends
   * @param thinkNs the pause before each but the first
   */
  VirtualWire(
      int connections, Target target, LongUnaryOperator overshootNs, int steps, long thinkNs) {
    this.target = target;
    this.steps = steps;
    this.thinkNs = thinkNs;
    this.users = new VirtualUser[connections];
    this.overshootNs = overshootNs;
    this.turns = new int[connections];
  }

  /** Runs a scheduler from a time to its end. */
  void play(RequestScheduler scheduler, long startNs) {
    scheduler.begin(startNs);
    while (!finished) {
      Event next = events.remove();
      nowNs = Math.max(nowNs, next.timeNs());
      if (next.connection() < 0) {
        armedNs = next.armedNs() == armedNs ? NEVER : armedNs;
        scheduler.turn();
      } else if (next.turn() == turns[next.connection()]) {
        turns[next.connection()]++;
        scheduler.ended(next.connection(), next.code(), nowNs);
      }
    }
  }

  @Override
  public long nanoTime() {
    return nowNs;
  }

  @Override
  public void send(int connection, int phase, long number) {
    send(connection, new VirtualUser(phase, number));
  }

  private void send(int connection, VirtualUser user) {
    users[connection] = user;
    times.begin(0, nowNs);
    Answer answer = target.answer(user.phase, user.number, user.step, nowNs);
    if (answer.endNs() != NEVER) {
      events.add(
          new Event(answer.endNs(), order++, connection, turns[connection], answer.code(), NEVER));
    }
  }

  @Override
  public @Nullable User user(int connection) {
    return steps > 1 ? users[connection] : null;
  }

  @Override
  public int abort(int connection) {
    turns[connection]++;
    aborted.add(connection);
    return Failure.TIME_OUT.code();
  }

  @Override
  public void wakeAt(long timeNs) {
    // as the connections of a loop do it: a later wake-up is asked for again at the earlier one
    if (timeNs < armedNs) {
      armedNs = timeNs;
      long late = timeNs > nowNs ? overshootNs.applyAsLong(timeNs) : 0;
      events.add(new Event(Math.max(nowNs, timeNs) + late, order++, -1, 0, 0, timeNs));
    }
  }

  @Override
  public RequestTimes times(int connection) {
    return times;
  }

  @Override
  public int open() {
    return turns.length;
  }

  @Override
  public void finished() {
    finished = true;
  }

  /** The abandoned connections. */
  Set<Integer> aborted() {
    return aborted;
  }

  /** The current time. */
  long nowNs() {
    return nowNs;
  }
}
