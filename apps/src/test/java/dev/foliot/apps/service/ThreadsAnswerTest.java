package dev.foliot.apps.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.apps.json.JsonReader;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ThreadsAnswerTest {
  private static final Instant NOW = Instant.parse("2026-11-22T10:15:30Z");

  private Workers workers;
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    workers = Workers.start("test", new Strategy.Adaptive(), OptionalInt.empty());
    server =
        new HttpServer(
            "test",
            0,
            1,
            Routes.none()
                .with(
                    "GET",
                    "/threads",
                    Endpoint.onLoop(new ThreadsAnswer(workers, InstantSource.fixed(NOW)))),
            NanoClock.system());
  }

  @AfterEach
  void stop() {
    server.stop(0);
    workers.end(60_000_000_000L);
  }

  private Map<String, @Nullable Object> ask(String query) throws Exception {
    return JsonReader.object(Wire.get(server.port(), "/threads" + query).body());
  }

  private List<Map<?, ?>> resizes(String query) throws Exception {
    List<Map<?, ?>> resizes = new ArrayList<>();
    if (ask(query).get("resizes") instanceof List<?> told) {
      told.forEach(resize -> resizes.add((Map<?, ?>) resize));
    }
    return resizes;
  }

  @Test
  void shouldTellThePoolsDecisionsWithTheirReasonsOnce() throws Exception {
    Semaphore gate = new Semaphore(0);
    for (int i = 0; i < 100; i++) {
      workers.execute(gate::acquireUninterruptibly);
    }
    while (resizes("").size() < 2) { // the pool grows, since tasks wait and the CPU is idle
      Thread.onSpinWait();
    }
    Map<String, @Nullable Object> busy = ask("");
    List<Map<?, ?>> seen = resizes("");
    assertThat(busy).containsEntry("time", NOW.toString()).containsEntry("strategy", "adaptive");
    assertThat(seen.get(0).keySet().toString()).isEqualTo("[number, time, from, to, reason]");
    assertThat(seen.get(0).get("number")).isEqualTo(BigDecimal.ONE);
    assertThat(String.valueOf(seen.get(0).get("reason"))).isNotBlank();
    assertThat(seen.get(1).get("from")).isEqualTo(seen.get(0).get("to"));
    assertThat(resizes("?after=1").get(0).get("number")).isEqualTo(BigDecimal.valueOf(2));
    assertThat(Wire.get(server.port(), "/threads?after=x").status()).isEqualTo(400);
    gate.release(100);
  }
}
