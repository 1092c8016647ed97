package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.load.ServerRecord;
import dev.foliot.store.study.StudyWatch;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ServerTextTest {
  private static final long MS = 1_000_000;
  private static final double PER_S = 100;

  /** A fork whose median is 1 ms. */
  private static ForkRecord fork() {
    Percentiles figures =
        new Percentiles(
            "ns",
            1_000,
            new Percentiles.Range(MS, 200 * MS, 2e6),
            Percentiles.usual(MS, 2 * MS, 50 * MS),
            Map.of(),
            Map.of(),
            Map.of());
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(0, 0, 1, "2026-11-27T10:00:00Z"),
        new ForkRecord.Messages(PER_S, 1_000, 1_000, 1_000, 0, 0, 0, 0),
        Validity.valid(),
        new ForkRecord.Times(figures, figures, figures, figures, figures, Map.of()),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(Percentiles.empty("ns"), "none", List.of()),
            null,
            Map.of(),
            KernelView.none(List.of()),
            ForkRecord.Jvm.NONE),
        new ForkRecord.End(0, null));
  }

  private static ServerRecord server(
      List<String> command, @Nullable StudyWatch watch, ServerRecord.@Nullable End end) {
    return new ServerRecord(
        ServerRecord.SCHEMA,
        new ServerRecord.Program(4711, command, "HotSpot 25", 4),
        watch,
        List.of(),
        null,
        List.of(),
        end);
  }

  private static StudyWatch watch(@Nullable Double waiting) {
    return new StudyWatch(
        1_000 * MS,
        new StudyWatch.Cpu(1.0, 0.31, 10, 10, waiting, 0),
        new StudyWatch.Threads(20, 0),
        new StudyWatch.Rss(1, 1, 412_000_000),
        List.of());
  }

  @Test
  void shouldDivideWhatItUsesByItsAnswers() {
    ForkRecord fork = fork();
    ServerRecord server = server(List.of(), watch(0.02), null);

    assertThat(ServerText.cpuPerRequestNs(fork, server)).isEqualTo(13.1e6);
    assertThat(ServerText.waitPerRequestNs(fork, server)).isEqualTo(0.2e6);
    assertThat(ServerText.use(List.of(fork), List.of(server)))
        .isEqualTo(
            "1.31 of 4 CPUs; 13.1 ms of CPU time and 200 us of waiting for a CPU per request; 412"
                + " MB");
  }

  @Test
  void shouldLeaveOutWhatIsNotKnown() {
    ForkRecord fork = fork();

    assertThat(ServerText.use(List.of(fork), List.of(server(List.of(), watch(null), null))))
        .isEqualTo("1.31 of 4 CPUs; 13.1 ms of CPU time per request; 412 MB");
    assertThat(ServerText.use(List.of(fork), List.of(server(List.of(), null, null))))
        .isEqualTo("it was not watched long enough for figures");
  }

  @Test
  void shouldCountItsPausesByKind() {
    TimelineRecord timeline =
        new TimelineRecord(
            TimelineRecord.SCHEMA,
            List.of(),
            List.of(
                stop(StopKind.GC_PAUSE, 0, 40 * MS),
                stop(StopKind.GC_PAUSE, 100 * MS, 20 * MS),
                stop(StopKind.GENERATOR, 150 * MS, 20 * MS),
                stop(StopKind.SAFEPOINT, 200 * MS, 2 * MS),
                stop(StopKind.SAFEPOINT, 210 * MS, MS / 2)),
            0);

    assertThat(ServerText.pauses(List.of(timeline)))
        .isEqualTo(
            "2 GC pauses, 60.0 ms in all, at most 40.0 ms; 1 other safepoint pause, 2.00 ms in all,"
                + " at most 2.00 ms");
    assertThat(ServerText.pausesOf(timeline)).hasSize(3);
  }

  private static Stop stop(StopKind kind, long startNs, long lengthNs) {
    return new Stop(startNs, startNs + lengthNs, lengthNs, 0, kind, "");
  }

  @Test
  void shouldSayHowItEnded() {
    ServerRecord.End killed = new ServerRecord.End(3_200, "it was killed (SIGKILL)");

    assertThat(ServerText.end(server(List.of("java"), null, killed)))
        .isEqualTo("the server ended during the load, after 3.2 s: it was killed (SIGKILL)");
    assertThat(ServerText.end(server(List.of(), null, new ServerRecord.End(3_200, ""))))
        .isEqualTo("process 4711 ended during the load, after 3.2 s");
  }
}
