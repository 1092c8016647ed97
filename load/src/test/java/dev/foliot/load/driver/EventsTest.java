package dev.foliot.load.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.Kind;
import dev.foliot.load.Events;
import dev.foliot.load.LoadListener;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Protocol;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Tls;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Server-sent events from real servers. */
final class EventsTest {
  private static final long MS = 1_000_000;

  @TempDir private Path folder;

  private static NettyServer server(Protocol protocol) {
    return protocol == Protocol.HTTP_2 ? NettyServer.plainHttp2(100) : NettyServer.plain();
  }

  private static LoadPlan plan(
      int port, Protocol protocol, String path, @Nullable String events, LoadPhase... phases) {
    int streams = protocol.hasStreams() ? 20 : 1;
    return new LoadPlan(
        new Target("127.0.0.1", port),
        List.of(request(path, events)),
        List.of(phases),
        new Sending(protocol, 20 / streams, streams, 1, 30_000 * MS, true, Tls.USUAL),
        7,
        100 * MS);
  }

  private static RequestTemplate request(String path, @Nullable String events) {
    return new RequestTemplate("GET", path, Map.of(), null, 1, List.of())
        .with(events == null ? null : Events.parse(events));
  }

  private static PhaseResult play(int port, Protocol protocol, String path, String events)
      throws Exception {
    return HttpDriver.run(
            plan(port, protocol, path, events, Plans.phase(50, 400)), LoadListener.NONE)
        .phases()
        .getLast();
  }

  @ParameterizedTest
  @EnumSource(value = Protocol.class, mode = EnumSource.Mode.EXCLUDE, names = "GRPC")
  void shouldMeasureTheEventsOfAStream(Protocol protocol) throws Exception {
    try (NettyServer server = server(protocol)) {
      PhaseResult phase = play(server.port(), protocol, "/events/3", "all");

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(20);
      assertThat(Plans.count(phase, "first event")).isEqualTo(20);
      assertThat(Plans.count(phase, "event gap")).isEqualTo(40);
      assertThat(phase.of(Kind.SERVICE).minNs()).isGreaterThanOrEqualTo(40 * MS);
      assertThat(server.accepted()).containsOnly("text/event-stream");
      // without the option they are a body
      PhaseResult body =
          HttpDriver.run(
                  plan(server.port(), protocol, "/events/3", null, Plans.phase(50, 100)),
                  LoadListener.NONE)
              .phases()
              .getLast();
      assertThat(body.ok()).isEqualTo(5);
      assertThat(body.times().parts()).doesNotContainKey("first event");
    }
  }

  @ParameterizedTest
  @EnumSource(value = Protocol.class, mode = EnumSource.Mode.EXCLUDE, names = "GRPC")
  void shouldLeaveAStreamAfterItsEventsOrItsTime(Protocol protocol) throws Exception {
    try (NettyServer server = server(protocol)) {
      PhaseResult two = play(server.port(), protocol, "/events/0", "2");

      assertThat(two.counts().errors()).isEmpty();
      assertThat(two.ok()).isEqualTo(20);
      assertThat(Plans.count(two, "event gap")).isEqualTo(20);

      PhaseResult some = play(server.port(), protocol, "/events/0", "150ms");

      assertThat(some.counts().errors()).isEmpty();
      assertThat(some.ok()).isEqualTo(20);
      assertThat(some.of(Kind.SERVICE).minNs()).isGreaterThanOrEqualTo(150 * MS);
      assertThat(Plans.count(some, "first event")).isEqualTo(20);
      if (protocol.hasStreams()) {
        assertThat(server.connections()).isEqualTo(2);
      }
      while (server.left() < 40) {
        Thread.sleep(1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(value = Protocol.class, mode = EnumSource.Mode.EXCLUDE, names = "GRPC")
  void shouldCountStreamsThatEndEarly(Protocol protocol) throws Exception {
    try (NettyServer server = server(protocol)) {
      for (String events : List.of("5", "1s")) {
        PhaseResult phase = play(server.port(), protocol, "/events/2", events);
        assertThat(phase.counts().errors()).containsOnlyKeys("stream ended early");
        assertThat(Plans.count(phase, "first event")).isEqualTo(20);
      }
      assertThat(play(server.port(), protocol, "/", "all").counts().errors())
          .containsOnlyKeys("no event stream");
    }
  }

  @Test
  void shouldTellAnEndWithinAnEventFromABrokenConnection() throws Exception {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
    String body = "data: a\n\ndata: b";
    try (RudeServer server =
        RudeServer.answering(head + "Content-Length: " + body.length() + "\r\n\r\n" + body)) {
      assertThat(play(server.port(), Protocol.HTTP_1, "/", "all").counts().errors())
          .containsOnlyKeys("stream ended early");
    }
    try (RudeServer server =
        new RudeServer((socket, request, number) -> {
          RudeServer.say(socket, head + "Transfer-Encoding: chunked\r\n\r\n9\r\ndata: a\n\n\r\n");
          socket.close();
        })) {
      PhaseResult phase = play(server.port(), Protocol.HTTP_1, "/", "all");
      assertThat(phase.counts().errors()).containsOnlyKeys("closed early");
      assertThat(Plans.count(phase, "first event")).isEqualTo(20);
    }
    String missing = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
    try (RudeServer server = RudeServer.answering(missing)) {
      assertThat(play(server.port(), Protocol.HTTP_1, "/", "all").counts().errors())
          .containsOnlyKeys("status 404");
    }
  }

  @Test
  void shouldBeReadAgainAndRefuseWhatCannotBe() throws Exception {
    LoadPlan plan = plan(1, Protocol.HTTP_1, "/", "30ms", Plans.phase(50, 400));
    plan.write(folder.resolve("plan.json"));

    assertThat(LoadPlan.read(folder.resolve("plan.json"))).isEqualTo(plan);
    assertThat(Events.parse("all")).isEqualTo(Events.ALL).hasToString("all");
    assertThat(Events.parse("10")).hasToString("10");
    for (String wrong : List.of("", "0", "ten", "-1", "5000000", "1ns", "2h")) {
      assertThatThrownBy(() -> Events.parse(wrong))
          .as(wrong)
          .isInstanceOf(FoliotException.class)
          .hasMessageContaining("events");
    }
    assertThatThrownBy(() -> plan(1, Protocol.HTTP_1, "/", "31s", Plans.phase(50, 400)))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("longer time-out");
  }

  /** The first connection has a shorter time limit than the requests of the load. */
  @Test
  void shouldTryToConnectWhereEventsAreListenedToForLong() throws Exception {
    try (NettyServer server = NettyServer.plain()) {
      LoadPlan patient =
          new LoadPlan(
              new Target("127.0.0.1", server.port()),
              List.of(request("/", "9s")),
              List.of(Plans.phase(50, 400)),
              new Sending(Protocol.HTTP_1, 1, 1, 1, 10_000 * MS, true, Tls.USUAL),
              7,
              100 * MS);

      assertThatCode(() -> HttpDriver.tryToConnect(patient)).doesNotThrowAnyException();
    }
  }
}
