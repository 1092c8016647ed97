package dev.foliot.watch.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.watch.RequestMinute;
import dev.foliot.store.watch.SlowRequest;
import dev.foliot.store.watch.WatchColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestWatchTest {
  private static final long START_MS = 1_795_975_380_000L;
  private static final long MS = 1_000_000;
  private static final String FORMAT =
      "json time=t,duration=took,unit=ms,path=u,status=s,moment=start";

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void begin() throws IOException {
    file = Files.createFile(folder.resolve("access.log"));
  }

  private void write(long atMs, long tookMs, int status) throws IOException {
    Files.writeString(
        file,
        "{\"t\":%d,\"took\":%d,\"u\":\"/orders/%d\",\"s\":%d}%n"
            .formatted(START_MS + atMs, tookMs, atMs, status),
        StandardOpenOption.APPEND);
  }

  /** A job holds a lock for ten seconds; 30 workers wait, and the requests behind them. */
  @Test
  void shouldChargeLocksThatAsManyWaitForAsServeRequests() throws IOException {
    try (RequestWatch watch = new RequestWatch(file, AccessFormat.of(FORMAT), Long.MAX_VALUE)) {
      Map<WatchColumn, Long> values = new EnumMap<>(WatchColumn.class);
      for (int i = 0; i < 60; i++) {
        for (long k = 0; k < 10; k++) {
          write(1_000L * i + 100 * k, 20 + k % 3, 200);
        }
        watch.blocked(START_MS / 1_000 + i + 1, 2);
        assertThat(watch.second(START_MS + 1_000L * (i + 1), values)).isEmpty();
      }
      for (int i = 60; i < 70; i++) {
        watch.blocked(START_MS / 1_000 + i + 1, 32);
        assertThat(watch.second(START_MS + 1_000L * (i + 1), values)).isEmpty();
      }
      write(60_000, 10_020, 200);
      write(69_000, 1_520, 200);
      watch.blocked(START_MS / 1_000 + 71, 2);
      assertThat(watch.second(START_MS + 71_000, values)).isEmpty();
      write(71_000, 500, 200);
      watch.blocked(START_MS / 1_000 + 72, 2);
      assertThat(watch.second(START_MS + 72_000, values)).isEmpty();

      RequestMinute minute = watch.minute(START_MS + 120_000).or(watch::ended).orElseThrow();
      SlowRequest whole = slow(minute, 10_020);
      assertThat(whole.causes()).containsOnlyKeys(StopKind.MONITOR);
      assertThat(whole.unexplained()).isLessThan(0.01);
      assertThat(slow(minute, 1_520).unexplained()).isBetween(0.30, 0.36);
      assertThat(slow(minute, 500).causes()).isEmpty();
    }
  }

  private static SlowRequest slow(RequestMinute minute, long ms) {
    return minute.slow().stream()
        .filter(one -> one.lengthNs() == ms * MS)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldCountRequestsAndExplainSlowOnesByWhatLayOverThem() throws IOException {
    try (RequestWatch watch = new RequestWatch(file, AccessFormat.of(FORMAT), Long.MAX_VALUE)) {
      Map<WatchColumn, Long> values = new EnumMap<>(WatchColumn.class);
      for (int i = 0; i < 200; i++) {
        write(10L * i, 20 + i % 5, 200);
      }
      assertThat(watch.minute(START_MS)).isEmpty();
      assertThat(watch.second(START_MS + 2_000, values)).isEmpty();
      assertThat(values)
          .containsEntry(WatchColumn.REQUESTS, 200L)
          .containsEntry(WatchColumn.P50_NS, 22 * MS);

      // a collection of 300 ms, and something else of 150 ms
      long stopNs = (START_MS + 5_000) * MS;
      watch.stop(new Stop(stopNs, stopNs + 300 * MS, 300 * MS, MS, StopKind.GC_PAUSE, "G1"));
      write(4_990, 325, 503);
      write(7_000, 170, 200);
      assertThat(watch.second(START_MS + 8_000, values)).isEmpty();
      assertThat(values).containsEntry(WatchColumn.ERRORS, 1L);

      RequestMinute minute = watch.minute(START_MS + 60_000).orElseThrow();
      assertThat(minute.epochMs()).isEqualTo(START_MS);
      assertThat(minute.routes())
          .containsExactly(
              Map.entry(
                  "/orders/{id}", new RequestMinute.Route(202, 1, 22 * MS, 24 * MS, 325 * MS)));
      assertThat(minute.slow()).hasSize(2);
      SlowRequest first = minute.slow().getFirst();
      assertThat(first.status()).isEqualTo(503);
      assertThat(first.causes()).containsOnlyKeys(StopKind.GC_PAUSE);
      assertThat(first.unexplained()).isLessThan(0.02);
      assertThat(minute.slow().getLast().causes()).isEmpty();
      assertThat(watch.minute(START_MS + 120_000)).isEmpty();
    }
  }

  @Test
  void shouldTakeForSlowWhatTheUserNames() throws IOException {
    try (RequestWatch watch = new RequestWatch(file, AccessFormat.of(FORMAT), 200 * MS)) {
      Optional<RequestMinute> none = watch.minute(START_MS);
      assertThat(none).isEmpty();
      write(0, 199, 200);
      write(1, 200, 200);
      watch.second(START_MS + 1_000, new EnumMap<>(WatchColumn.class));
      assertThat(watch.ended().orElseThrow().slow()).hasSize(1);
    }
  }

  @Test
  void shouldSayThatTheFormatIsNotKnown() throws IOException {
    try (RequestWatch watch = new RequestWatch(file, null, Long.MAX_VALUE)) {
      Files.writeString(file, "what is this\n".repeat(5), StandardOpenOption.APPEND);
      assertThat(watch.second(START_MS, new EnumMap<>(WatchColumn.class)).orElseThrow())
          .contains("--requests-format", "what is this");
    }
  }

  /** A wait of one thread delays one of the requests of its time, and which one is not known. */
  @Test
  void shouldShareTheWaitsOfThreadsAmongRequests() {
    AccessRequest request = new AccessRequest(START_MS * MS, 100 * MS, 0, "GET /", 200, null);
    long endNs = START_MS * MS + 60 * MS;
    List<Stop> waits =
        List.of(new Stop(endNs - 50 * MS, endNs, 50 * MS, 0, StopKind.RUN_QUEUE, "http-1"));
    assertThat(RequestCauses.of(request, 80 * MS, waits, 1, 0))
        .containsEntry(StopKind.RUN_QUEUE, 50.0 / 80);
    assertThat(RequestCauses.of(request, 80 * MS, waits, 100, 0))
        .containsEntry(StopKind.RUN_QUEUE, 5.0 / 80);
  }

  @Test
  void shouldClaimNoMoreThanTheDelay() {
    AccessRequest request =
        new AccessRequest(START_MS * MS, 100 * MS, 1_000 * MS, "GET /", 200, null);
    long endNs = START_MS * MS + 900 * MS;
    List<Stop> stops =
        List.of(
            new Stop(endNs - 400 * MS, endNs, 400 * MS, 0, StopKind.GC_PAUSE, ""),
            new Stop(endNs - 800 * MS, endNs, 800 * MS, 0, StopKind.THROTTLING, ""));
    assertThat(RequestCauses.of(request, 80 * MS, stops, 1, 0))
        .containsExactly(Map.entry(StopKind.GC_PAUSE, 1.0));
  }
}
