package dev.foliot.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.apps.json.JsonReader;
import dev.foliot.apps.service.HttpServer;
import dev.foliot.apps.service.NanoClock;
import dev.foliot.apps.service.Routes;
import dev.foliot.apps.service.Wire;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RemoteSystemTest {
  private static final long DELAY_NS = 20_000_000;

  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    Delays delays = new Delays(DELAY_NS, new Delays.Distribution.Constant(), 1);
    Routes routes = new RemoteSystem(delays, NanoClock.system()).addedTo(Routes.none());
    server = new HttpServer("remote", 0, 2, routes, NanoClock.system());
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void shouldNeverAnswerEarly() throws Exception {
    try (Wire wire = new Wire(server.port())) {
      for (int i = 0; i < 10; i++) {
        long beforeNs = System.nanoTime();
        wire.send(Wire.request("GET", "/answer?account=7", ""));
        Wire.Told told = wire.read();
        assertThat(System.nanoTime() - beforeNs).isGreaterThanOrEqualTo(DELAY_NS);
        assertThat(told.status()).isEqualTo(200);
        assertThat(JsonReader.object(told.body())).containsEntry("delay_ns", big(DELAY_NS));
      }
    }
    Map<?, ?> late = late();
    assertThat(late.get("count")).isEqualTo(big(10));
    assertThat(String.valueOf(late.get("max"))).doesNotStartWith("-");
  }

  @Test
  void shouldLetManyWaitAtOnceOnTwoThreads() throws Exception {
    List<Wire> wires = new ArrayList<>();
    try {
      for (int i = 0; i < 1000; i++) {
        wires.add(new Wire(server.port()));
      }
      assertThat(Wire.ask(server.port(), "POST", "/delay?delay=500ms", "").status()).isEqualTo(200);
      long beforeNs = System.nanoTime();
      for (Wire wire : wires) {
        wire.send(Wire.request("GET", "/answer", ""));
      }
      for (Wire wire : wires) {
        assertThat(wire.read().status()).isEqualTo(200);
      }
      // one after the other it would take 500 s
      assertThat(System.nanoTime() - beforeNs).isLessThan(60_000_000_000L);
    } finally {
      for (Wire wire : wires) {
        wire.close();
      }
    }
  }

  @Test
  void shouldChangeItsDelayAndKeepTheRest() throws Exception {
    Wire.Told told =
        Wire.ask(server.port(), "POST", "/delay?delay=1ms&distribution=lognormal:0.5", "");
    assertThat(JsonReader.object(told.body()))
        .containsEntry("delay_ns", big(1_000_000))
        .containsEntry("distribution", "lognormal:0.5")
        .containsEntry("seed", big(1))
        .containsEntry("drawn", big(0));
    told = Wire.ask(server.port(), "POST", "/delay?seed=5", "");
    assertThat(JsonReader.object(told.body()))
        .containsEntry("delay_ns", big(1_000_000))
        .containsEntry("seed", big(5));
    Delays same = new Delays(1_000_000, new Delays.Distribution.LogNormal(0.5), 5);
    for (int i = 0; i < 3; i++) {
      assertThat(JsonReader.object(Wire.get(server.port(), "/answer").body()))
          .containsEntry("delay_ns", big(same.nextNs()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"delay=2", "delay=61s", "distribution=x", "seed=x", "dealy=2ms"})
  void shouldRefuseAChangeThatItDoesNotUnderstandAndStayAsItIs(String query) throws Exception {
    assertThat(Wire.ask(server.port(), "POST", "/delay?" + query, "").status()).isEqualTo(400);
    assertThat(JsonReader.object(Wire.get(server.port(), "/delay").body()))
        .containsEntry("delay_ns", big(DELAY_NS));
  }

  private Map<?, ?> late() throws Exception {
    Object late = JsonReader.object(Wire.get(server.port(), "/delay").body()).get("late");
    assertThat(late).isInstanceOf(Map.class);
    return late instanceof Map<?, ?> map ? map : Map.of();
  }

  private static BigDecimal big(long number) {
    return BigDecimal.valueOf(number);
  }
}
