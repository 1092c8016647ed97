package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.SlowCauses.Cause;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.Percentiles;
import dev.foliot.store.SlowestMessage;
import dev.foliot.store.Validity;
import dev.foliot.store.load.ServerPause;
import dev.foliot.store.load.ServerPause.Kind;
import dev.foliot.store.load.ServerRecord;
import dev.foliot.store.study.StudySample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SlowCausesTest {
  private static final long MS = 1_000_000;
  private static final double PER_S = 100;

  /** A fork whose median is 1 ms. */
  static ForkRecord fork() {
    Percentiles figures =
        new Percentiles("ns", 1_000, MS, 200 * MS, 2e6, MS, 2 * MS, 50 * MS, null, null, Map.of());
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(0, 0, 1, "2026-11-27T10:00:00Z"),
        new ForkRecord.Messages(PER_S, 1_000, 1_000, 1_000, 0, 0, 0, 0),
        Validity.valid(),
        new ForkRecord.Times(figures, figures, figures, figures, figures, Map.of()),
        new ForkRecord.Pauses(Percentiles.empty("ns"), "none", List.of()),
        null,
        Map.of(),
        KernelView.none(List.of()),
        new ForkRecord.End(0, null));
  }

  private static SlowestMessage slow(long dueMs, long responseMs) {
    return slow(dueMs, responseMs, 0);
  }

  private static SlowestMessage slow(long dueMs, long responseMs, long lateMs) {
    return new SlowestMessage(
        dueMs,
        dueMs * MS,
        (dueMs + lateMs) * MS,
        (dueMs + responseMs) * MS,
        responseMs * MS,
        (responseMs - lateMs) * MS,
        0,
        lateMs * MS,
        0,
        "",
        Map.of());
  }

  private static ServerPause pause(Kind kind, long fromMs, long lengthMs) {
    return new ServerPause(kind, fromMs * MS, (fromMs + lengthMs) * MS, lengthMs * MS);
  }

  private static ServerRecord server(List<StudySample> samples, ServerPause... pauses) {
    return new ServerRecord(
        ServerRecord.SCHEMA,
        new ServerRecord.Program(7, List.of(), null, 2),
        null,
        samples,
        List.of(pauses),
        null,
        List.of(),
        List.of(),
        null);
  }

  private static SlowCauses causes(ServerRecord server, SlowestMessage... slowest) {
    return SlowCauses.of(fork(), List.of(slowest), server);
  }

  @Test
  void shouldExplainARequestByThePauseThatItOverlaps() {
    ServerRecord server =
        server(
            List.of(),
            pause(Kind.GC, 100, 40),
            pause(Kind.SAFEPOINT, 300, 10),
            pause(Kind.THROTTLED, 500, 80));

    SlowCauses causes = causes(server, slow(110, 31), slow(299, 12), slow(490, 70), slow(700, 50));

    assertThat(causes.byCause())
        .containsOnly(
            Map.entry(Cause.GC, 1), Map.entry(Cause.SAFEPOINT, 1), Map.entry(Cause.THROTTLED, 1));
    assertThat(causes.worstNs()).containsEntry(Cause.GC, 40 * MS);
    assertThat(causes.slow()).isEqualTo(4);
    assertThat(causes.unexplained()).isEqualTo(1);
  }

  @Test
  void shouldExplainByNothingWhatOnlyTouchesAPause() {
    ServerRecord server = server(List.of(), pause(Kind.GC, 100, 4));

    // 4 ms of 50 are not the cause, and a request after it has nothing to do with it
    assertThat(causes(server, slow(99, 51), slow(151, 20)).byCause()).isEmpty();
  }

  @Test
  void shouldExplainWhatWaitedBehindARequestThatAPauseDelayed() {
    ServerRecord server = server(List.of(), pause(Kind.GC, 100, 40));

    // due after the pause, while the first was not answered yet
    assertThat(causes(server, slow(101, 60), slow(145, 20)).byCause())
        .containsOnly(Map.entry(Cause.GC, 2));
  }

  @Test
  void shouldTakeNoNoticeOfRequestsNearTheMedian() {
    ServerRecord server = server(List.of(), pause(Kind.GC, 100, 40));

    assertThat(causes(server, slow(100, 1)).slow()).isZero();
    assertThat(causes(server, slow(100, 1)).text()).isEmpty();
  }

  @Test
  void shouldExplainByTheGeneratorWhatItSentLate() {
    assertThat(causes(server(List.of()), slow(100, 20, 15)).byCause())
        .containsOnly(Map.entry(Cause.GENERATOR, 1));
  }

  @Test
  void shouldExplainByTheWaitForACpuWhereEachRequestWaitedEnough() {
    // a second with 100 requests, whose threads waited 1.5 s in all: 15 ms for each
    List<StudySample> samples = List.of(sample(0, 0), sample(1_000, 1_500), sample(2_000, 1_510));

    SlowCauses causes = causes(server(samples), slow(500, 20), slow(1_500, 20));

    assertThat(causes.byCause()).containsOnly(Map.entry(Cause.RUN_QUEUE, 1));
  }

  private static StudySample sample(long atMs, long waitMs) {
    return new StudySample(atMs, 0, 0, 0, 0, waitMs * MS, 0, 0, 1, 1, 0, 1);
  }

  @Test
  void shouldSayItInASentence() {
    ServerRecord server = server(List.of(), pause(Kind.GC, 100, 40));
    List<SlowestMessage> slowest = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      slowest.add(slow(100 + i, 40));
    }
    slowest.add(slow(500, 40));

    SlowCauses causes = SlowCauses.of(fork(), slowest, server);

    assertThat(causes.text())
        .isEqualTo(
            "21 slow requests: 20 delayed by GC pauses of up to 40.0 ms, 1 without a cause visible"
                + " from outside");
    assertThat(SlowCauses.sum(List.of(causes, causes)).text()).startsWith("42 slow requests: 40 ");
    assertThat(SlowCauses.of(fork(), slowest, server(List.of())).text())
        .isEqualTo("21 slow requests: none with a cause visible from outside");
  }
}
