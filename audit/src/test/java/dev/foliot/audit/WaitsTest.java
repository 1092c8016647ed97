package dev.foliot.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The recursion, against ticking clocks and hand-computed values. */
final class WaitsTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;

  @Test
  void shouldWorkThroughStandstillsAsAClockThatTicks() {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      List<AuditStall> stalls = stalls(random, 300);
      Stalls stalled = new Stalls(stalls);
      for (int i = 0; i < 30; i++) {
        long start = random.nextInt(300);
        long work = random.nextInt(60);
        long end = start + random.nextInt(60);
        assertThat(stalled.firstMovingNs(start)).isEqualTo(firstMoving(stalls, start));
        assertThat(stalled.doneNs(start, work)).isEqualTo(done(stalls, start, work));
        assertThat(stalled.movingNs(start, end)).isEqualTo(end - start - stood(stalls, start, end));
      }
    }
  }

  @Test
  void shouldSayOfAClosedLoopsLogWhatAnOpenLoopWaited() {
    // 2 closed-loop clients, stalls of 100 ms every 2 s, for 20 s
    List<AuditStall> stalls = new ArrayList<>();
    for (long at = 2 * SECOND; at < 20 * SECOND; at += 2 * SECOND) {
      stalls.add(new AuditStall(at, 100 * MS, true));
    }
    RequestLog log = closedLoop(2, MS, stalls, 20 * SECOND);

    Waits waits = Waits.of(log, stalls, MS);

    // 4.5 % of all users are due in a stall, and wait the service time and up to 100 ms evenly
    assertThat(waits.users().getTotalCount()).isEqualTo(log.size());
    assertThat(waits.users().getValueAtPercentile(50)).isCloseTo(MS, within(MS / 100));
    double share = 9 * 100.0 / 20_000;
    assertThat(waits.users().getValueAtPercentile(99) / 1e6)
        .isCloseTo(1 + 100 * (1 - 0.01 / share), within(0.5));
    assertThat(waits.users().getMaxValue() / 1e6).isCloseTo(101, within(1.0));
    // the tool itself met a stall with very few of its requests
    Histogram told = new Histogram(3);
    for (int i = 0; i < log.size(); i++) {
      told.recordValue(log.replyNs(i) - log.arrivalNs(i));
    }
    assertThat(told.getValueAtPercentile(99)).isCloseTo(MS, within(MS / 100));
    assertThat(waits.lateness().getMaxValue()).isZero();
  }

  @Test
  void shouldMeetEveryStallAsEachUserWould() {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 100; round++) {
      List<AuditStall> stalls = stalls(random, 2_000);
      long service = 1L + random.nextInt(20);
      RequestLog log = closedLoop(1 + random.nextInt(3), service, stalls, 2_000);
      Waits waits = Waits.of(log, stalls, service);
      Histogram truth = new Histogram(3);
      long first = log.arrivalNs(0);
      long span = log.arrivalNs(log.size() - 1) - first;
      for (int user = 0; user < log.size(); user++) {
        long came = first + span * user / log.size();
        truth.recordValue(firstMoving(stalls, came + service) - came);
      }
      assertThat(waits.users()).isEqualTo(truth);
      assertThat(waits.loadNs()).isEqualTo(span);
    }
  }

  @Test
  void shouldChargeTheServersOwnLatenessToItsUsers() {
    RequestLog log = new RequestLog();
    for (int i = 0; i < 1_000; i++) {
      log.replied(log.arrived(1 + i * MS), 1 + i * MS + MS + (i < 500 ? 10_000 : 20_000));
    }

    Waits waits = Waits.of(log, List.of(), MS);

    assertThat(waits.users().getValueAtPercentile(40)).isCloseTo(1_010_000, within(2_000L));
    assertThat(waits.users().getValueAtPercentile(60)).isCloseTo(1_020_000, within(2_000L));
    assertThat(waits.lateness().getMaxValue()).isCloseTo(20_000, within(20L));
    assertThat(waits.served().getMaxValue()).isCloseTo(1_020_000, within(2_000L));
  }

  @Test
  void shouldNotChargeAStallTwiceWhereItBeganAtTheLastMoment() {
    // due a moment before the stall, and answered after it, because the stall came earlier
    RequestLog log = new RequestLog();
    log.replied(log.arrived(1), 100 * MS + 5_000);
    log.replied(log.arrived(100 * MS), 101 * MS);
    List<AuditStall> stalls = List.of(new AuditStall(MS + 10, 99 * MS - 10, true));

    Waits waits = Waits.of(log, stalls, MS);

    assertThat(waits.users().getMaxValue()).isLessThan(101 * MS);
    assertThat(waits.lateness().getMaxValue()).isLessThan(6_000);
  }

  @Test
  void shouldCountAnUnplannedStallAsWaitAndAsTheServersOwnFault() {
    RequestLog log = new RequestLog();
    for (int i = 0; i < 100; i++) {
      long arrival = 1 + i * 10L * MS;
      long dueNs = arrival + MS;
      boolean met = dueNs >= 501 * MS && dueNs < 580 * MS;
      log.replied(log.arrived(arrival), met ? 580 * MS : dueNs);
    }
    List<AuditStall> stalls = List.of(new AuditStall(501 * MS, 79 * MS, false));

    Waits waits = Waits.of(log, stalls, MS);

    assertThat(waits.users().getMaxValue()).isBetween(75 * MS, 81 * MS);
    assertThat(waits.lateness().getMaxValue()).isCloseTo(79 * MS, within(MS));
  }

  @Test
  void shouldTakeAnswersThatNeverCameForNothing() {
    RequestLog log = new RequestLog();
    log.arrived(1);
    log.replied(log.arrived(2), 2 + MS);
    log.arrived(SECOND);

    Waits waits = Waits.of(log, List.of(), MS);

    assertThat(waits.answered()).isEqualTo(1);
    assertThat(waits.users().getTotalCount()).isEqualTo(3);
    assertThat(waits.users().getMaxValue()).isCloseTo(MS, within(MS / 1_000));
  }

  @Test
  void shouldCountTheRequestsThatCameLastToo() {
    RequestLog log = new RequestLog();
    for (int i = 0; i < 5; i++) {
      log.replied(log.arrived(SECOND), SECOND + MS);
    }
    log.arrived(2 * SECOND);
    log.replied(log.arrived(2 * SECOND), 2 * SECOND + MS);

    assertThat(Waits.of(log, List.of(), MS).answered()).isEqualTo(6);
  }

  /** Clients that send the next request after the last answer. */
  private static RequestLog closedLoop(
      int clients, long service, List<AuditStall> stalls, long untilNs) {
    RequestLog log = new RequestLog();
    for (long now = 1; now < untilNs; ) {
      long reply = firstMoving(stalls, now + service);
      for (int client = 0; client < clients; client++) {
        log.replied(log.arrived(now), reply);
      }
      now = reply;
    }
    return log;
  }

  private static List<AuditStall> stalls(Random random, long until) {
    List<AuditStall> stalls = new ArrayList<>();
    for (long at = 1L + random.nextInt(40); at < until; at += 1L + random.nextInt(40)) {
      long length = 1L + random.nextInt(30);
      stalls.add(new AuditStall(at, length, random.nextBoolean()));
      at += length;
    }
    return stalls;
  }

  private static boolean stands(List<AuditStall> stalls, long time) {
    return stalls.stream().anyMatch(s -> time >= s.startNs() && time < s.startNs() + s.lengthNs());
  }

  private static long firstMoving(List<AuditStall> stalls, long time) {
    for (AuditStall stall : stalls) {
      if (time >= stall.startNs() && time < stall.startNs() + stall.lengthNs()) {
        return stall.startNs() + stall.lengthNs();
      }
    }
    return time;
  }

  private static long done(List<AuditStall> stalls, long start, long work) {
    long time = start;
    for (long left = work; left > 0 || stands(stalls, time); time++) {
      left -= stands(stalls, time) ? 0 : 1;
    }
    return time;
  }

  private static long stood(List<AuditStall> stalls, long start, long end) {
    long stood = 0;
    for (long time = start; time < end; time++) {
      stood += stands(stalls, time) ? 1 : 0;
    }
    return stood;
  }
}
