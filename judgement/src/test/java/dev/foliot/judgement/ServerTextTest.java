package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.ForkRecord;
import dev.foliot.store.load.ServerPause;
import dev.foliot.store.load.ServerPause.Kind;
import dev.foliot.store.load.ServerRecord;
import dev.foliot.store.study.StudyWatch;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ServerTextTest {
  private static final long MS = 1_000_000;

  private static ServerRecord server(
      List<String> command, @Nullable StudyWatch watch, ServerRecord.@Nullable End end) {
    return new ServerRecord(
        ServerRecord.SCHEMA,
        new ServerRecord.Program(4711, command, "HotSpot 25", 4),
        watch,
        List.of(),
        List.of(
            new ServerPause(Kind.GC, 0, 50 * MS, 40 * MS),
            new ServerPause(Kind.GC, 100 * MS, 130 * MS, 20 * MS),
            new ServerPause(Kind.SAFEPOINT, 200 * MS, 210 * MS, 2 * MS)),
        null,
        List.of(),
        List.of(),
        end);
  }

  private static StudyWatch watch(@Nullable Double waiting) {
    return new StudyWatch(
        1_000 * MS, 1.0, 0.31, 10, 10, waiting, 0, 20, 0, 1, 1, 412_000_000, List.of());
  }

  @Test
  void shouldDivideWhatItUsesByItsAnswers() {
    ForkRecord fork = SlowCausesTest.fork();
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
    ForkRecord fork = SlowCausesTest.fork();

    assertThat(ServerText.use(List.of(fork), List.of(server(List.of(), watch(null), null))))
        .isEqualTo("1.31 of 4 CPUs; 13.1 ms of CPU time per request; 412 MB");
    assertThat(ServerText.use(List.of(fork), List.of(server(List.of(), null, null))))
        .isEqualTo("it was not watched long enough for figures");
  }

  @Test
  void shouldCountItsPausesByKind() {
    assertThat(ServerText.pauses(List.of(server(List.of(), null, null))))
        .isEqualTo(
            "2 GC pauses, 60.0 ms in all, at most 40.0 ms; 1 other safepoint pause, 2.00 ms in all,"
                + " at most 2.00 ms");
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
