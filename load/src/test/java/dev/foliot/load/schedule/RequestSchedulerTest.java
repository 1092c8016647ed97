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
import dev.foliot.load.Protocol;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Think;
import dev.foliot.load.Tls;
import dev.foliot.load.Traffic;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scheduler in virtual time, where its records can be compared exactly. */
final class RequestSchedulerTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final long START_NS = 7 * SECOND;

  /**
   * Kiefer and Wolfowitz's recursion: the connection that is free first takes the next request.
   * With HTTP/2 it is the stream, of any connection.
   */
  @ParameterizedTest
  @CsvSource({
    "constant, HTTP_1, 1, 1, 700, 0",
    "constant, HTTP_1, 4, 1, 3000, 100",
    "constant, HTTP_2, 1, 4, 3000, 100",
    "poisson, HTTP_1, 1, 1, 700, 0",
    "poisson, HTTP_1, 3, 1, 2500, 50",
    "poisson, HTTP_1, 20, 1, 10000, 200",
    "poisson, HTTP_2, 2, 10, 10000, 200",
    "burst:50, HTTP_1, 10, 1, 5000, 100",
    "burst:50, HTTP_2, 5, 2, 5000, 100"
  })
  void shouldRecordWhatTheRecursionSays(
      String arrivals,
      Protocol protocol,
      int connections,
      int streams,
      long ratePerS,
      long stallMs) {
    LoadPhase phase = open(arrivals, ratePerS, 3 * SECOND);
    Sending sending = new Sending(protocol, connections, streams, 1, 100 * SECOND, true, Tls.USUAL);
    LoadPlan plan = plan(sending, phase);
    long seed = 42;
    VirtualWire.Target target =
        (number, message, sentNs) ->
            VirtualWire.Answer.ok(doneNs(sentNs + serviceNs(seed, message), stallMs));
    PhaseFigures figures = play(plan, target, RequestSchedulerTest::punctual).getFirst();

    Map<Kind, Histogram> expected = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      expected.put(kind, new Histogram(3));
    }
    PriorityQueue<Long> free = new PriorityQueue<>();
    for (int i = 0; i < connections * streams; i++) {
      free.add(START_NS);
    }
    Schedule schedule = plan.schedule(0);
    long message = 0;
    for (long at = schedule.nextNs(); at != Schedule.END; at = schedule.nextNs()) {
      long intendedNs = START_NS + at;
      long sentNs = Math.max(intendedNs, free.remove());
      long endNs = doneNs(sentNs + serviceNs(seed, message++), stallMs);
      free.add(endNs);
      add(expected, Kind.RESPONSE, endNs - intendedNs);
      add(expected, Kind.SERVICE, endNs - sentNs);
      add(expected, Kind.LAG, sentNs - intendedNs);
      add(expected, Kind.BACKLOG, sentNs - intendedNs);
      add(expected, Kind.LATENESS, 0);
    }
    for (Kind kind : Kind.values()) {
      Durations recorded = of(figures, kind);
      assertThat(recorded.histogram()).as("%s", kind).isEqualTo(expected.get(kind));
    }
    assertThat(figures.counts().ok()).isEqualTo(message);
    assertThat(of(figures, Kind.BACKLOG).maxNs()).isPositive();
  }

  private static void add(Map<Kind, Histogram> histograms, Kind kind, long ns) {
    Objects.requireNonNull(histograms.get(kind)).recordValue(ns);
  }

  /** Exponential with a mean of a millisecond, by the message's number. */
  private static long serviceNs(long seed, long message) {
    return (long) (-Math.log(1 - new SplittableRandom(seed + message * 7919).nextDouble()) * MS);
  }

  /** The target stalls for {@code stallMs} at the start of each second. */
  private static long doneNs(long timeNs, long stallMs) {
    long intoSecond = timeNs % SECOND;
    return intoSecond < stallMs * MS ? timeNs - intoSecond + stallMs * MS : timeNs;
  }

  @Test
  void shouldChargeToItselfWhatItIsLate() {
    LoadPlan plan = plan(2, SECOND, open("constant", 100, SECOND));

    PhaseFigures figures = play(plan, answersAfter(MS), timeNs -> 300_000).getFirst();

    assertThat(of(figures, Kind.LATENESS).minNs()).isEqualTo(300_000);
    assertThat(of(figures, Kind.LATENESS).maxNs()).isEqualTo(300_000);
    assertThat(of(figures, Kind.BACKLOG).maxNs()).isZero();
    assertThat(of(figures, Kind.SERVICE).minNs()).isEqualTo(MS);
    assertThat(of(figures, Kind.SERVICE).maxNs()).isEqualTo(MS);
    assertThat(of(figures, Kind.RESPONSE).maxNs()).isEqualTo(MS + 300_000);
  }

  @Test
  void shouldCallTheWaitForAConnectionBacklogAlthoughItIsLateToo() {
    LoadPlan plan = plan(1, SECOND, open("constant", 100, SECOND));

    // a request of 15 ms every 10 ms: all but the first, a millisecond late, wait for others
    PhaseFigures figures = play(plan, answersAfter(15 * MS), timeNs -> MS).getFirst();

    assertThat(of(figures, Kind.LATENESS).sumNs().longValueExact()).isEqualTo(MS);
    assertThat(of(figures, Kind.BACKLOG).maxNs()).isEqualTo(99 * 5 * MS + MS);
    assertThat(figures.measurement().totals().time().spanNs()).isGreaterThan(SECOND);
  }

  @Test
  void shouldGiveUpWhatIsNotAnsweredInTimeAndGoOn() {
    LoadPlan plan = plan(2, 50 * MS, open("constant", 100, SECOND));
    VirtualWire.Target target =
        (phase, number, sentNs) ->
            VirtualWire.Answer.ok(number % 10 == 3 ? VirtualWire.NEVER : sentNs + MS);

    PhaseFigures figures = play(plan, target, RequestSchedulerTest::punctual).getFirst();

    assertThat(figures.counts().errors()).containsExactly(Map.entry("time-out", 10L));
    assertThat(figures.counts().ok()).isEqualTo(90);
    assertThat(of(figures, Kind.RESPONSE).maxNs()).isEqualTo(MS);
    assertThat(figures.series().getFirst().counts().errors()).isEqualTo(10);
  }

  @Test
  void shouldCountFailuresByKindAndOutOfTheDurations() {
    LoadPlan plan = plan(5, SECOND, open("constant", 1_000, SECOND));
    VirtualWire.Target target =
        (phase, number, sentNs) ->
            new VirtualWire.Answer(
                sentNs + MS,
                switch ((int) (number % 5)) {
                  case 0 -> Failure.RESET.code();
                  case 1 -> Failure.STATUS + 503;
                  default -> Failure.NONE;
                });

    PhaseFigures figures = play(plan, target, RequestSchedulerTest::punctual).getFirst();

    assertThat(figures.counts().errors())
        .containsOnly(Map.entry("reset", 200L), Map.entry("status 503", 200L));
    assertThat(of(figures, Kind.RESPONSE).count()).isEqualTo(600);
    assertThat(figures.counts().achievedPerS()).isEqualTo(600);
    assertThat(figures.measurement().totals().completed()).isEqualTo(1_000);
  }

  @Test
  void shouldLetEachClientOfAClosedLoopSendWhenItHasItsAnswer() {
    LoadPlan plan =
        plan(10, SECOND, new LoadPhase("closed", new Traffic.Closed(10, 0), 2 * SECOND));

    PhaseFigures figures =
        play(plan, answersAfter(10 * MS), RequestSchedulerTest::punctual).getFirst();

    assertThat(figures.counts().ok()).isEqualTo(2_000);
    assertThat(of(figures, Kind.LAG).maxNs()).isZero();
    assertThat(figures.series()).hasSize(3);
    assertThat(figures.series().get(0).counts().inFlight()).isEqualTo(10);
    assertThat(figures.series().get(1).counts().ok()).isEqualTo(1_000);
    // the answers of the last instant
    assertThat(figures.series().get(2).counts().ok()).isEqualTo(10);
  }

  /**
   * Five threads of 200 ms each allow no higher throughput; the median is mostly waiting and must
   * not shorten the time span.
   */
  @Test
  void shouldNotTellMoreThanTheTargetCanDo() {
    LoadPhase closed = new LoadPhase("closed", new Traffic.Closed(20, 0), 3_500 * MS);
    for (LoadPhase phase : List.of(closed, open("constant", 50, 3_500 * MS))) {
      PhaseFigures figures =
          play(plan(200, 60 * SECOND, phase), fiveAtOnce(200 * MS), RequestSchedulerTest::punctual)
              .getFirst();

      assertThat(figures.counts().achievedPerS()).as(phase.name()).isBetween(24.0, 25.5);
    }
  }

  private static VirtualWire.Target fiveAtOnce(long eachNs) {
    long[] freeNs = new long[5];
    return (phase, number, sentNs) -> {
      int first = 0;
      for (int i = 1; i < freeNs.length; i++) {
        first = freeNs[i] < freeNs[first] ? i : first;
      }
      freeNs[first] = Math.max(freeNs[first], sentNs) + eachNs;
      return VirtualWire.Answer.ok(freeNs[first]);
    };
  }

  @Test
  void shouldLetClientsThink() {
    LoadPlan plan =
        plan(
            4,
            SECOND,
            new LoadPhase("closed", new Traffic.Closed(4, new Think(30 * MS, true)), SECOND));

    PhaseFigures figures =
        play(plan, answersAfter(10 * MS), RequestSchedulerTest::punctual).getFirst();

    assertThat(figures.counts().ok()).isEqualTo(4 * 25);
    assertThat(of(figures, Kind.RESPONSE).maxNs()).isEqualTo(10 * MS);
  }

  @Test
  void shouldNotHammerATargetThatRefusesConnections() {
    LoadPlan plan = plan(4, SECOND, new LoadPhase("closed", new Traffic.Closed(4, 0), SECOND));

    PhaseFigures figures =
        play(
                plan,
                (phase, number, sentNs) ->
                    new VirtualWire.Answer(sentNs, Failure.CONNECT_REFUSED.code()),
                RequestSchedulerTest::punctual)
            .getFirst();

    assertThat(figures.counts().errors()).containsExactly(Map.entry("connect refused", 40L));
  }

  @Test
  void shouldKeepPhasesApartByIntendedStart() {
    LoadPlan plan =
        plan(
            1,
            10 * SECOND,
            open("constant", 10, SECOND),
            new LoadPhase("rest", new Traffic.Idle(), SECOND / 2),
            open("constant", 20, SECOND));

    // 150 ms each on one connection: the first phase ends half a second late, within the second
    List<PhaseFigures> figures =
        play(
            plan,
            (phase, number, sentNs) ->
                VirtualWire.Answer.ok(sentNs + (phase == 0 ? 150 * MS : 10 * MS)),
            RequestSchedulerTest::punctual);

    assertThat(figures.get(0).counts().ok()).isEqualTo(10);
    assertThat(of(figures.get(0), Kind.RESPONSE).maxNs()).isEqualTo(600 * MS);
    assertThat(figures.get(0).series()).hasSize(2);
    assertThat(figures.get(1).counts().sent()).isZero();
    assertThat(figures.get(2).counts().ok()).isEqualTo(20);
    assertThat(of(figures.get(2), Kind.BACKLOG).maxNs()).isZero();
  }

  @Test
  void shouldNotMoveALaterPhaseForTheBacklogOfAnEarlierOne() {
    LoadPlan plan =
        plan(1, 10 * SECOND, open("constant", 10, SECOND), open("constant", 10, SECOND));

    List<PhaseFigures> figures = play(plan, answersAfter(150 * MS), RequestSchedulerTest::punctual);

    // message 10 of the load waits for ten times 150 ms and was scheduled after one second
    assertThat(of(figures.get(1), Kind.BACKLOG).minNs()).isEqualTo(500 * MS);
    assertThat(of(figures.get(1), Kind.BACKLOG).maxNs()).isBetween(950 * MS - 1, 951 * MS);
  }

  @Test
  void shouldCountWhatThereWasNoTimeFor() {
    LoadPlan plan = plan(1, 2 * SECOND, open("constant", 100, SECOND));

    PhaseFigures figures =
        play(plan, answersAfter(SECOND), RequestSchedulerTest::punctual).getFirst();

    assertThat(figures.counts().sent() + figures.counts().unsent()).isEqualTo(100);
    assertThat(figures.counts().sent()).isBetween(3L, 4L);
    assertThat(figures.counts().ok()).isEqualTo(figures.counts().sent());
  }

  @Test
  void shouldShareTheScheduleAmongLanesWithoutLoss() {
    LoadPlan plan = plan(8, SECOND, open("poisson", 1_000, 2 * SECOND));
    List<Long> times = new ArrayList<>();
    for (int scheduler = 0; scheduler < 3; scheduler++) {
      ScheduledPhase part = new ScheduledPhase(plan, 0, scheduler, 3, 0, new LiveCounts());
      part.begin(0, 0);
      while (part.hasNext()) {
        times.add(part.nextNs());
        assertThat(part.take() % 3).isEqualTo(scheduler);
      }
    }

    List<Long> expected = new ArrayList<>();
    Schedule schedule = plan.schedule(0);
    for (long at = schedule.nextNs(); at != Schedule.END; at = schedule.nextNs()) {
      expected.add(at);
    }
    assertThat(times).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static long punctual(long timeNs) {
    return 0;
  }

  private static VirtualWire.Target answersAfter(long ns) {
    return (phase, number, sentNs) -> VirtualWire.Answer.ok(sentNs + ns);
  }

  private static List<PhaseFigures> play(
      LoadPlan plan, VirtualWire.Target target, LongUnaryOperator overshootNs) {
    return play(plan, new VirtualWire(plan.sending().slots(), target, overshootNs));
  }

  private static List<PhaseFigures> play(LoadPlan plan, VirtualWire wire) {
    List<ScheduledPhase> phases = new ArrayList<>();
    long offsetNs = 0;
    for (int i = 0; i < plan.phases().size(); i++) {
      phases.add(new ScheduledPhase(plan, i, 0, 1, offsetNs, new LiveCounts()));
      offsetNs += plan.phases().get(i).durationNs();
    }
    wire.play(
        new RequestScheduler(
            wire, wire, phases, plan.sending().slots(), plan.sending().timeoutNs()),
        START_NS);
    List<PhaseFigures> figures = new ArrayList<>();
    for (int i = 0; i < phases.size(); i++) {
      figures.add(
          new PhaseFigures(
              List.of(phases.get(i).log().tally()), plan.phases().get(i), plan.execution()));
    }
    return figures;
  }

  private static Durations of(PhaseFigures figures, Kind kind) {
    return figures.durations(kind);
  }

  private static LoadPhase open(String arrivals, long ratePerS, long durationNs) {
    return new LoadPhase(
        arrivals, new Traffic.Open(Rate.perSecond(ratePerS), Arrivals.parse(arrivals)), durationNs);
  }

  private static LoadPlan plan(int connections, long timeoutNs, LoadPhase... phases) {
    return plan(Sending.http1(connections, 1, timeoutNs, true), phases);
  }

  private static LoadPlan plan(Sending sending, LoadPhase... phases) {
    return new LoadPlan(
        Target.parse("http://127.0.0.1:1"),
        List.of(RequestTemplate.get("/")),
        List.of(phases),
        sending,
        1,
        LoadPlan.USUAL_INTERVAL_NS);
  }
}
