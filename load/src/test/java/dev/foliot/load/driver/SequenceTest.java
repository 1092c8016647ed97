package dev.foliot.load.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Rate;
import dev.foliot.load.Capture;
import dev.foliot.load.Check;
import dev.foliot.load.LoadListener;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Protocol;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Sequence;
import dev.foliot.load.Target;
import dev.foliot.load.Think;
import dev.foliot.load.Tls;
import dev.foliot.load.Traffic;
import dev.foliot.store.load.RequestKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Sequences of requests against real servers. */
final class SequenceTest {
  private static final long MS = 1_000_000;

  private static NettyServer server(Protocol protocol) {
    return protocol == Protocol.HTTP_2 ? NettyServer.plainHttp2(100) : NettyServer.plain();
  }

  private static Sending sending(Protocol protocol, int connections) {
    int streams = protocol == Protocol.HTTP_2 ? 5 : 1;
    return new Sending(protocol, connections, streams, 1, 20_000 * MS, true, Tls.USUAL);
  }

  private static PhaseResult play(int port, Sending sending, LoadPhase phase, Sequence... sequences)
      throws Exception {
    LoadPlan plan =
        new LoadPlan(
            new Target("127.0.0.1", port),
            List.of(),
            List.of(sequences),
            null,
            List.of(phase),
            sending,
            7,
            100 * MS);
    return HttpDriver.run(plan, LoadListener.NONE).phases().getFirst();
  }

  private static LoadPhase users(int perS, long ms) {
    return new LoadPhase(
        "users", new Traffic.Open(Rate.perSecond(perS), new Arrivals.Constant()), ms * MS);
  }

  /** All of them at the beginning, and three seconds for their later requests. */
  private static LoadPhase atOnce(int users) {
    return new LoadPhase(
        "users",
        new Traffic.Open(Rate.perSecond(users / 3), new Arrivals.Burst(users)),
        3_000 * MS);
  }

  private static Sequence.Step step(
      String method,
      String path,
      Map<String, String> headers,
      @Nullable String body,
      long thinkMs,
      Map<String, Capture> captures) {
    return new Sequence.Step(
        new RequestTemplate(method, path, headers, body, 1, List.of()),
        new Think(thinkMs * MS, true),
        captures);
  }

  private static Sequence.Step get(String path) {
    return step("GET", path, Map.of(), null, 0, Map.of());
  }

  private static Sequence shop(boolean cookies) {
    return new Sequence(
        "shop",
        List.of(
            step(
                "POST",
                "/login",
                Map.of(),
                "user ${n}",
                0,
                Map.of(
                    "token",
                    Capture.json("$.user.token"),
                    "place",
                    new Capture.Header("Location"),
                    "id",
                    Capture.regex("id=([0-9]+)"))),
            new Sequence.Step(
                new RequestTemplate(
                    "PUT",
                    "/shop/${id}?t=${token}",
                    Map.of("Authorization", "Bearer ${token}"),
                    "<${token}>",
                    1,
                    List.of(),
                    "order"),
                new Think(20 * MS, true),
                Map.of()),
            get("/elsewhere"),
            get("${place}/items")),
        1,
        cookies);
  }

  @ParameterizedTest
  @EnumSource(value = Protocol.class, mode = EnumSource.Mode.EXCLUDE, names = "GRPC")
  void shouldSendWhatItCapturedAndTheUsersCookies(Protocol protocol) throws Exception {
    try (NettyServer server = server(protocol)) {
      PhaseResult phase = play(server.port(), sending(protocol, 4), atOnce(30), shop(true));

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.requests())
          .extracting(RequestKind::name)
          .containsExactly(
              "shop: POST /login",
              "shop: order",
              "shop: GET /elsewhere",
              "shop: GET ${place}/items");
      long logins = phase.requests().getFirst().requests();
      long last = phase.requests().getLast().requests();
      assertThat(logins).isEqualTo(30);
      assertThat(last).isBetween(1L, 30L);
      assertThat(phase.ok()).isEqualTo(server.requests().size());
      assertThat(server.requests())
          .contains(
              "POST /login user 0",
              "PUT /shop/1?t=t%201 <t 1>",
              "GET /elsewhere ",
              "GET /shop/cart/1/items ");
      assertThat(server.users())
          .contains(
              "/login null null",
              "/shop/1?t=t%201 session=s1 Bearer t 1",
              "/elsewhere other=x null");
      assertThat(phase.requests().getLast().response().count()).isEqualTo(last);
    }
  }

  @Test
  void shouldSendNoCookiesWhereTheyAreOff() throws Exception {
    try (NettyServer server = NettyServer.plain()) {
      PhaseResult phase = play(server.port(), sending(Protocol.HTTP_1, 4), atOnce(30), shop(false));

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(server.users()).hasSizeGreaterThan(15).allMatch(one -> one.contains(" null "));
    }
  }

  @ParameterizedTest
  @CsvSource({"HTTP_1, json $.nothing", "HTTP_2, header Nothing", "HTTP_1, regex no=(.*)"})
  void shouldCountWhatItCannotCaptureAndEndTheSequence(Protocol protocol, String capture)
      throws Exception {
    try (NettyServer server = server(protocol)) {
      PhaseResult phase =
          play(
              server.port(),
              sending(protocol, 4),
              users(50, 300),
              new Sequence(
                  "shop",
                  List.of(
                      step("POST", "/login", Map.of(), "x", 0, Map.of("a", Capture.parse(capture))),
                      get("/${a}")),
                  1,
                  true));

      assertThat(phase.counts().errors()).containsExactly(Map.entry("capture failed", 15L));
      assertThat(server.requests()).hasSize(15).allMatch(one -> one.startsWith("POST /login"));
    }
  }

  @Test
  void shouldCheckEachStep() throws Exception {
    try (NettyServer server = NettyServer.plain()) {
      Sequence.Step wrong =
          new Sequence.Step(
              new RequestTemplate(
                  "GET", "/b", Map.of(), null, 1, List.of(Check.parse("status 404"))),
              Think.NONE,
              Map.of());
      PhaseResult phase =
          play(
              server.port(),
              sending(Protocol.HTTP_1, 4),
              atOnce(15),
              new Sequence("shop", List.of(get("/a"), wrong, get("/c")), 1, true));

      assertThat(phase.counts().errors()).containsOnlyKeys("status 200");
      assertThat(phase.requests().get(1).errors()).containsOnlyKeys("status 200");
      assertThat(phase.requests().get(2).requests()).isZero();
      assertThat(server.requests()).noneMatch(one -> one.contains("/c"));
    }
  }

  /** One connection and answers of 40 ms: the second request of each user waits for others. */
  @Test
  void shouldShowTheWaitForAConnectionAsBacklog() throws Exception {
    try (NettyServer server = NettyServer.plain()) {
      PhaseResult phase =
          play(
              server.port(),
              sending(Protocol.HTTP_1, 1),
              atOnce(9),
              new Sequence("slow", List.of(get("/wait/40"), get("/wait/40")), 1, true));

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.of(Kind.BACKLOG).maxNs()).isGreaterThan(100 * MS);
      assertThat(server.mostActive()).isEqualTo(1);
      assertThat(phase.ok()).isEqualTo(server.requests().size()).isGreaterThan(9);
    }
  }

  @Test
  void shouldPlaySequencesInAClosedLoopBesideSingleRequests() throws Exception {
    try (NettyServer server = NettyServer.plain()) {
      LoadPlan plan =
          new LoadPlan(
              new Target("127.0.0.1", server.port()),
              List.of(RequestTemplate.get("/single")),
              List.of(shop(true)),
              null,
              List.of(new LoadPhase("closed", new Traffic.Closed(3, MS), 3_000 * MS)),
              sending(Protocol.HTTP_1, 3),
              7,
              100 * MS);
      PhaseResult phase = HttpDriver.run(plan, LoadListener.NONE).phases().getFirst();

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.requests()).hasSize(5).allMatch(one -> one.requests() > 0);
      assertThat(server.connections()).isEqualTo(3);
      assertThat(phase.of(Kind.BACKLOG).maxNs()).isZero();
    }
  }

  /** A server that puts escape sequences and ends of lines into what is captured. */
  @Test
  void shouldLetNoHostileValueBreakARequest() throws Exception {
    String evil = "{\"token\": \"a\\r\\nHost: evil\\u001b[2J ä\"}";
    try (RudeServer server =
        RudeServer.answering(
            "HTTP/1.1 200 OK\r\nSet-Cookie: a=\u00e4; Path=/\r\nContent-Length: "
                + evil.length()
                + "\r\n\r\n"
                + evil)) {
      PhaseResult phase =
          play(
              server.port(),
              sending(Protocol.HTTP_1, 2),
              atOnce(6),
              new Sequence(
                  "evil",
                  List.of(
                      step("GET", "/", Map.of(), null, 0, Map.of("token", Capture.json("$.token"))),
                      step("GET", "/${token}", Map.of("X-Token", "${token}"), null, 0, Map.of())),
                  1,
                  true));

      assertThat(phase.ok()).isEqualTo(12);
      assertThat(server.requests())
          .filteredOn(one -> one.contains("X-Token"))
          .hasSize(6)
          .allMatch(one -> one.lines().filter(line -> line.startsWith("Host:")).count() == 1)
          .allMatch(one -> one.contains("\nX-Token: a%0D%0AHost: evil%1B[2J "))
          .allMatch(one -> one.startsWith("GET /a%0D%0AHost:%20evil%1B[2J%20"))
          .noneMatch(one -> one.contains("Cookie"));
    }
  }
}
