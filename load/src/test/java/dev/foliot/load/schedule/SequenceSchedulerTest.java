package dev.foliot.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Rate;
import dev.foliot.bench.Schedule;
import dev.foliot.load.Failure;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Think;
import dev.foliot.load.Traffic;
import dev.foliot.load.schedule.VirtualWire.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Users with sequences of requests in virtual time. */
final class SequenceSchedulerTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final long START_NS = 7 * SECOND;

  /**
   * A queue with c servers: the request that is due first takes the connection that is free first,
   * and its end makes the user's next request due. Served in the order of due times, a request
   * never makes an earlier one due, so a heap of due times is the whole simulation.
   */
  @ParameterizedTest
  @CsvSource({
    "constant, 1, 200, 3, 0",
    "constant, 4, 900, 4, 20",
    "poisson, 1, 200, 3, 1",
    "poisson, 3, 700, 3, 7",
    "poisson, 20, 3000, 5, 100"
  })
  void shouldRecordWhatTheQueueSays(
      String arrivals, int connections, long ratePerS, int steps, long thinkMs) {
    LoadPlan plan = plan(connections, 100 * SECOND, open(arrivals, ratePerS, 3 * SECOND));
    VirtualWire wire =
        new VirtualWire(
            connections,
            new Answering((number, step, sentNs) -> Answer.ok(sentNs + serviceNs(number, step))),
            timeNs -> 0,
            steps,
            thinkMs * MS);
    PhaseFigures figures = play(plan, wire).getFirst();

    Queue expected = new Queue(plan, connections, steps, thinkMs * MS);
    expected.play();

    assertThat(of(figures, Kind.RESPONSE).histogram()).isEqualTo(expected.responses);
    assertThat(of(figures, Kind.SERVICE).histogram()).isEqualTo(expected.services);
    assertThat(of(figures, Kind.BACKLOG).histogram()).isEqualTo(expected.waits);
    assertThat(of(figures, Kind.LATENESS).maxNs()).isZero();
    assertThat(expected.waits.getMaxValue()).isPositive();
  }

  /** The queue, simulated from the other end. */
  private static final class Queue {
    private final Histogram responses = new Histogram(3);
    private final Histogram services = new Histogram(3);
    private final Histogram waits = new Histogram(3);
    private final PriorityQueue<long[]> due =
        new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));
    private final PriorityQueue<Long> free = new PriorityQueue<>();
    private final int steps;
    private final long thinkNs;
    private final long endNs;

    private Queue(LoadPlan plan, int connections, int steps, long thinkNs) {
      this.steps = steps;
      this.thinkNs = thinkNs;
      endNs = START_NS + plan.durationNs();
      for (int i = 0; i < connections; i++) {
        free.add(START_NS);
      }
      Schedule schedule = plan.schedule(0);
      long number = 0;
      for (long at = schedule.nextNs(); at != Schedule.END; at = schedule.nextNs()) {
        due.add(new long[] {START_NS + at, number++, 0});
      }
    }

    private void play() {
      while (!due.isEmpty()) {
        long[] next = due.remove();
        long sentNs = Math.max(next[0], free.remove());
        long doneNs = sentNs + serviceNs(next[1], (int) next[2]);
        free.add(doneNs);
        responses.recordValue(doneNs - next[0]);
        services.recordValue(doneNs - sentNs);
        waits.recordValue(sentNs - next[0]);
        if (next[2] + 1 < steps && doneNs + thinkNs < endNs) {
          due.add(new long[] {doneNs + thinkNs, next[1], next[2] + 1});
        }
      }
    }
  }

  /** Exponential with a mean of a millisecond. */
  private static long serviceNs(long number, int step) {
    double drawn = new SplittableRandom(number * 7919 + step * 104_729L).nextDouble();
    return 1 + (long) (-Math.log(1 - drawn) * MS);
  }

  @Test
  void shouldEndASequenceAtItsFirstFailure() {
    LoadPlan plan = plan(10, SECOND, open("constant", 100, SECOND));
    int[] sent = new int[3];
    VirtualWire wire =
        new VirtualWire(
            10,
            new Answering((number, step, sentNs) -> {
              sent[step]++;
              boolean fails = step == 1 && number % 2 == 0;
              return new Answer(sentNs + MS, fails ? Failure.CAPTURE.code() : Failure.NONE);
            }),
            timeNs -> 0,
            3,
            0);
    PhaseFigures figures = play(plan, wire).getFirst();

    assertThat(sent).containsExactly(100, 100, 50);
    assertThat(figures.counts().errors()).containsExactly(Map.entry("capture failed", 50L));
    assertThat(figures.counts().ok()).isEqualTo(200);
  }

  /** With one connection, all but the first user's first request wait: 3 ms every 2 ms. */
  @Test
  void shouldLetALaterRequestWaitForAConnection() {
    LoadPlan plan = plan(1, 10 * SECOND, open("constant", 500, SECOND / 10));
    VirtualWire wire =
        new VirtualWire(
            1,
            new Answering((number, step, sentNs) -> Answer.ok(sentNs + 3 * MS)),
            timeNs -> 0,
            2,
            0);
    PhaseFigures figures = play(plan, wire).getFirst();

    // the second request of the first user is due after 3 ms, behind the second user's after 2 ms
    assertThat(of(figures, Kind.BACKLOG).maxNs()).isGreaterThan(50 * MS);
    assertThat(of(figures, Kind.LATENESS).maxNs()).isZero();
    assertThat(figures.counts().ok()).isGreaterThan(50);
  }

  @Test
  void shouldSendNothingThatWouldBeDueAfterThePhase() {
    LoadPlan plan = plan(10, SECOND, open("constant", 10, SECOND));
    List<Long> sentAtNs = new ArrayList<>();
    VirtualWire wire =
        new VirtualWire(
            10,
            new Answering((number, step, sentNs) -> {
              sentAtNs.add(sentNs);
              return Answer.ok(sentNs + 10 * MS);
            }),
            timeNs -> 0,
            4,
            290 * MS);
    PhaseFigures figures = play(plan, wire).getFirst();

    assertThat(sentAtNs).allMatch(at -> at < START_NS + SECOND);
    // users begin every 100 ms, and need 300 ms for each step
    assertThat(figures.counts().ok()).isEqualTo(10 + 7 + 4 + 1);
    assertThat(figures.counts().unsent()).isZero();
  }

  @Test
  void shouldKeepAClientsConnectionThroughItsSequence() {
    LoadPlan plan =
        plan(
            2,
            SECOND,
            new LoadPhase("closed", new Traffic.Closed(2, new Think(50 * MS, true)), SECOND));
    List<String> sent = new ArrayList<>();
    VirtualWire wire =
        new VirtualWire(
            2,
            new Answering((number, step, sentNs) -> {
              sent.add(number + "." + step);
              return Answer.ok(sentNs + 10 * MS);
            }),
            timeNs -> 0,
            3,
            5 * MS);
    PhaseFigures figures = play(plan, wire).getFirst();

    // the second client begins half a think time later
    assertThat(sent).startsWith("0.0", "0.1", "1.0", "0.2", "1.1", "1.2", "2.0", "2.1", "3.0");
    // 3 answers, 2 pauses of 5 ms and one of 50 ms: 90 ms for each round of a client
    assertThat(figures.counts().ok()).isEqualTo(11 * 3 + 1 + 11 * 3);
    assertThat(of(figures, Kind.LAG).maxNs()).isZero();
  }

  @Test
  void shouldForgetUsersThatThinkWhenItIsCut() {
    LoadPlan plan = plan(100, SECOND, open("constant", 1_000, 10 * SECOND));
    RequestScheduler[] scheduler = new RequestScheduler[1];
    int[] later = {0};
    VirtualWire wire =
        new VirtualWire(
            100,
            new Answering((number, step, sentNs) -> {
              later[0] += step;
              if (number == 500 && step == 0) {
                scheduler[0].cut();
              }
              return Answer.ok(sentNs + MS);
            }),
            timeNs -> 0,
            2,
            SECOND);
    List<ScheduledPhase> phases = phases(plan);
    scheduler[0] = new RequestScheduler(wire, wire, phases, 100, SECOND);
    wire.play(scheduler[0], START_NS);

    assertThat(later[0]).isZero();
    assertThat(phases.getFirst().log().tally().counts().ok()).isEqualTo(501);
    assertThat(wire.nowNs()).isLessThan(START_NS + SECOND);
  }

  /** Ten thousand users that think need no connection, and none of them is lost. */
  @Test
  void shouldHaveTenThousandUsersInFlight() {
    LoadPlan plan = plan(50, SECOND, open("constant", 10_000, 3 * SECOND));
    long[] last = {0};
    VirtualWire wire =
        new VirtualWire(
            50,
            new Answering((number, step, sentNs) -> {
              last[0] += step;
              return Answer.ok(sentNs + MS);
            }),
            timeNs -> 0,
            2,
            SECOND);
    PhaseFigures figures = play(plan, wire).getFirst();

    // the users of the first two seconds but one millisecond send their second request
    assertThat(last[0]).isEqualTo(20_000 - 10);
    assertThat(figures.counts().ok()).isEqualTo(30_000 + last[0]);
    assertThat(of(figures, Kind.BACKLOG).maxNs()).isZero();
  }

  private interface Steps {
    Answer answer(long number, int step, long sentNs);
  }

  private record Answering(Steps steps) implements VirtualWire.Target {
    @Override
    public Answer answer(int phase, long number, long sentNs) {
      return steps.answer(number, 0, sentNs);
    }

    @Override
    public Answer answer(int phase, long number, int step, long sentNs) {
      return steps.answer(number, step, sentNs);
    }
  }

  private static List<PhaseFigures> play(LoadPlan plan, VirtualWire wire) {
    List<ScheduledPhase> phases = phases(plan);
    wire.play(
        new RequestScheduler(
            wire, wire, phases, plan.sending().connections(), plan.sending().timeoutNs()),
        START_NS);
    List<PhaseFigures> figures = new ArrayList<>();
    for (int i = 0; i < phases.size(); i++) {
      figures.add(
          new PhaseFigures(
              List.of(phases.get(i).log().tally()), plan.phases().get(i), plan.execution()));
    }
    return figures;
  }

  private static List<ScheduledPhase> phases(LoadPlan plan) {
    return List.of(new ScheduledPhase(plan, 0, 0, 1, 0, new LiveCounts()));
  }

  private static Durations of(PhaseFigures figures, Kind kind) {
    return figures.durations(kind);
  }

  private static LoadPhase open(String arrivals, long ratePerS, long durationNs) {
    return new LoadPhase(
        arrivals, new Traffic.Open(Rate.perSecond(ratePerS), Arrivals.parse(arrivals)), durationNs);
  }

  private static LoadPlan plan(int connections, long timeoutNs, LoadPhase phase) {
    return new LoadPlan(
        Target.parse("http://127.0.0.1:1"),
        List.of(RequestTemplate.get("/")),
        List.of(phase),
        Sending.http1(connections, 1, timeoutNs, true),
        1,
        LoadPlan.USUAL_INTERVAL_NS);
  }
}
