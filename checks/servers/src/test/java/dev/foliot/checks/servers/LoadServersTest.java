package dev.foliot.checks.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.Capture;
import dev.foliot.load.Check;
import dev.foliot.load.LoadListener;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Protocol;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Route;
import dev.foliot.load.Sending;
import dev.foliot.load.Sequence;
import dev.foliot.load.Target;
import dev.foliot.load.Think;
import dev.foliot.load.Tls;
import dev.foliot.load.Traffic;
import dev.foliot.load.driver.HttpDriver;
import dev.foliot.store.load.RequestKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The load generator against Tomcat and Jetty, over HTTP/1.1 and HTTP/2. */
final class LoadServersTest {
  private static final long MS = 1_000_000;
  private static final int USERS = 40;

  @TempDir private Path folder;

  private ShopServer start(String server) throws Exception {
    return server.equals("tomcat") ? new TomcatShop(folder) : new JettyShop();
  }

  /** All users at the beginning; it ends with the last of them. */
  private static PhaseResult play(
      int port,
      Protocol protocol,
      boolean follow,
      List<RequestTemplate> requests,
      Sequence... users)
      throws Exception {
    LoadPlan plan =
        new LoadPlan(
            new Target("127.0.0.1", port),
            requests,
            List.of(users),
            null,
            List.of(
                new LoadPhase(
                    "users",
                    new Traffic.Open(Rate.perSecond(USERS / 2), new Arrivals.Burst(USERS)),
                    60_000 * MS,
                    USERS)),
            new Sending(
                protocol,
                4,
                protocol == Protocol.HTTP_2 ? 10 : 1,
                1,
                60_000 * MS,
                true,
                Tls.USUAL,
                new Route(null, null, follow)),
            7,
            100 * MS);
    return HttpDriver.run(plan, LoadListener.NONE).phases().getFirst();
  }

  private static RequestTemplate request(
      String method,
      String path,
      @Nullable String body,
      Map<String, String> headers,
      String check) {
    return new RequestTemplate(method, path, headers, body, 1, List.of(Check.parse(check)));
  }

  @ParameterizedTest
  @CsvSource({"tomcat, HTTP_1", "tomcat, HTTP_2", "jetty, HTTP_1", "jetty, HTTP_2"})
  void shouldPlayUsersWithTheirSessions(String server, Protocol protocol) throws Exception {
    try (ShopServer shop = start(server)) {
      PhaseResult phase =
          play(
              shop.port(),
              protocol,
              false,
              List.of(),
              new Sequence(
                  "shop",
                  List.of(
                      new Sequence.Step(
                          request("POST", "/login", "user ${n}", Map.of(), "status 201"),
                          Think.NONE,
                          Map.of(
                              "token",
                              Capture.json("$.token"),
                              "cart",
                              new Capture.Header("location"))),
                      new Sequence.Step(
                          request(
                              "GET",
                              "${cart}",
                              null,
                              Map.of("X-Token", "${token}"),
                              "body matches ^cart of [0-9]+$"),
                          Think.NONE,
                          Map.of())),
                  1,
                  true));

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.requests().getFirst().requests()).isEqualTo(USERS);
      assertThat(phase.requests().getLast().requests()).isEqualTo(USERS);
      assertThat(shop.sessions()).isEqualTo(USERS);
    }
  }

  @ParameterizedTest
  @CsvSource({"tomcat, HTTP_1", "tomcat, HTTP_2", "jetty, HTTP_1", "jetty, HTTP_2"})
  void shouldFollowRedirectsAndTakeBinaryAnswers(String server, Protocol protocol)
      throws Exception {
    try (ShopServer shop = start(server)) {
      PhaseResult phase =
          play(
              shop.port(),
              protocol,
              true,
              List.of(
                  request("GET", "/moved", null, Map.of(), "body contains here"),
                  request("GET", "/binary", null, Map.of(), "body contains ABC"),
                  request("HEAD", "/binary", null, Map.of(), "status 200")));

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(USERS);
      RequestKind moved = phase.requests().getFirst();
      assertThat(moved.redirects()).isEqualTo(moved.requests()).isPositive();
      RequestKind binary = phase.requests().get(1);
      assertThat(binary.bytes()).isEqualTo(ShopServer.BINARY.length * binary.requests());
      assertThat(phase.requests().getLast().bytes()).isZero();
    }
  }
}
