package dev.foliot.load.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.load.Capture;
import dev.foliot.load.LoadListener;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Protocol;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Route;
import dev.foliot.load.Sending;
import dev.foliot.load.Sequence;
import dev.foliot.load.Target;
import dev.foliot.load.Think;
import dev.foliot.load.Tls;
import dev.foliot.store.load.RequestKind;
import dev.foliot.text.FoliotException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Plans whose requests go to several hosts. */
final class HostsTest {
  private static final long MS = 1_000_000;

  @TempDir private Path folder;

  private static Target target(NettyServer server) {
    return new Target("127.0.0.1", server.port());
  }

  private static RequestTemplate request(String method, String path, Target host, int weight) {
    return new RequestTemplate(
        method,
        path,
        Map.of(),
        null,
        weight,
        List.of(),
        new RequestTemplate.Place(null, host),
        null);
  }

  private static Sending sending(Protocol protocol, int connections, Tls tls, Route route) {
    return new Sending(
        protocol, connections, protocol.usualStreams(), 1, 5_000 * MS, true, tls, route);
  }

  private static LoadPlan plan(Target target, List<RequestTemplate> requests, Sending sending) {
    return new LoadPlan(target, requests, List.of(Plans.phase(200, 500)), sending, 7, 100 * MS);
  }

  @ParameterizedTest
  @EnumSource(value = Protocol.class, mode = EnumSource.Mode.EXCLUDE, names = "GRPC")
  void shouldSendEachRequestToItsHostOverConnectionsOfItsOwn(Protocol protocol) throws Exception {
    try (NettyServer one =
            protocol == Protocol.HTTP_1 ? NettyServer.plain() : NettyServer.plainHttp2(100);
        NettyServer two =
            protocol == Protocol.HTTP_1 ? NettyServer.plain() : NettyServer.plainHttp2(100)) {
      LoadPlan plan =
          plan(
              target(one),
              List.of(RequestTemplate.get("/a"), request("GET", "/b", target(two), 3)),
              sending(protocol, 2, Tls.USUAL, Route.DIRECT));

      LoadResult result = HttpDriver.run(plan, LoadListener.NONE);

      PhaseResult phase = result.phases().getFirst();
      assertThat(phase.counts().errors()).isEmpty();
      assertThat(one.requests()).containsOnly("GET /a ");
      assertThat(two.requests()).containsOnly("GET /b ");
      assertThat(one.requests().size() + two.requests().size()).isEqualTo(100);
      assertThat(two.requests()).hasSizeBetween(55, 95);
      assertThat(one.hosts()).containsOnly(target(one).authority());
      assertThat(two.hosts()).containsOnly(target(two).authority());
      assertThat(one.connections()).isEqualTo(2);
      assertThat(two.connections()).isEqualTo(2);
      assertThat(result.generator().connections()).isEqualTo(4);
      assertThat(result.generator().connectedAtStart()).isEqualTo(4);
      assertThat(result.address()).contains("port " + one.port(), "port " + two.port());
      assertThat(phase.requests())
          .extracting(RequestKind::name)
          .containsExactly("GET /a", "GET " + target(two).authority() + "/b");
      assertThat(phase.requests().getLast().requests()).isEqualTo(two.requests().size());
    }
  }

  /** A user logs in at one host, and each host sees its own cookies. */
  @Test
  void shouldKeepTheCookiesOfAUserForEachHost() throws Exception {
    try (NettyServer one = NettyServer.plain();
        NettyServer two = NettyServer.plain()) {
      Sequence shop =
          new Sequence(
              "shop",
              List.of(
                  new Sequence.Step(
                      request("POST", "/login", target(two), 1),
                      Think.NONE,
                      Map.of("token", Capture.json("$.user.token"))),
                  new Sequence.Step(
                      RequestTemplate.get("/shop/a?t=${token}"), Think.NONE, Map.of()),
                  new Sequence.Step(
                      request("GET", "/shop/b", target(two), 1), Think.NONE, Map.of())),
              1,
              true);
      LoadPlan plan =
          new LoadPlan(
              target(one),
              List.of(),
              List.of(shop),
              null,
              List.of(Plans.phase(20, 500)),
              sending(Protocol.HTTP_1, 4, Tls.USUAL, Route.DIRECT),
              7,
              100 * MS);

      PhaseResult phase = HttpDriver.run(plan, LoadListener.NONE).phases().getFirst();

      assertThat(phase.counts().errors()).isEmpty();
      // the last users may end with the phase
      assertThat(one.users())
          .isNotEmpty()
          .allMatch(user -> user.matches("/shop/a\\?t=t%20\\d+ null null"));
      assertThat(two.users().stream().filter(user -> user.startsWith("/shop")))
          .isNotEmpty()
          .allMatch(user -> user.matches("/shop/b session=s\\d+ null"));
    }
  }

  @Test
  void shouldSpeakTlsToTheHostsThatWantIt() throws Exception {
    Certificates certificates = Certificates.of(folder, "two", "ip:127.0.0.1");
    try (NettyServer one = NettyServer.plain();
        NettyServer two = NettyServer.https(certificates, null)) {
      Target secure = new Target("127.0.0.1", two.port(), true);
      LoadPlan plan =
          plan(
              target(one),
              List.of(RequestTemplate.get("/a"), request("GET", "/b", secure, 1)),
              sending(Protocol.HTTP_1, 2, new Tls(null, true, null, null, null), Route.DIRECT));

      PhaseResult phase = HttpDriver.run(plan, LoadListener.NONE).phases().getFirst();

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(one.requests()).isNotEmpty();
      assertThat(two.requests()).isNotEmpty();
    }
  }

  /** Time-outs and failures of one host leave the other alone. */
  @Test
  void shouldCountTheFailuresOfAHostAtItsRequests() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    try (NettyServer one = NettyServer.plain()) {
      LoadPlan plan =
          plan(
              target(one),
              List.of(
                  RequestTemplate.get("/a"),
                  request("GET", "/b", new Target("127.0.0.1", port), 1)),
              sending(Protocol.HTTP_1, 2, Tls.USUAL, Route.DIRECT));

      assertThatThrownBy(() -> HttpDriver.tryToConnect(plan))
          .isInstanceOf(FoliotException.class)
          .hasMessageContaining("no connection to http://127.0.0.1:" + port);
      PhaseResult phase = HttpDriver.run(plan, LoadListener.NONE).phases().getFirst();

      RequestKind good = phase.requests().getFirst();
      RequestKind bad = phase.requests().getLast();
      assertThat(good.errors()).isEmpty();
      assertThat(good.requests()).isEqualTo(one.requests().size());
      assertThat(bad.errors()).containsOnlyKeys("connect refused");
    }
  }

  @Test
  void shouldRefuseWhatIsOfOneHost() {
    Target one = new Target("127.0.0.1", 1);
    List<RequestTemplate> both =
        List.of(RequestTemplate.get("/"), request("GET", "/", new Target("127.0.0.1", 2), 1));

    assertThatThrownBy(() ->
            plan(
                one,
                both,
                sending(
                    Protocol.HTTP_1,
                    1,
                    Tls.USUAL,
                    new Route(null, Path.of("/run/shop.sock"), false))))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("a Unix socket is of one host");
    assertThatThrownBy(() ->
            plan(
                one,
                both,
                sending(
                    Protocol.HTTP_1, 1, new Tls(null, false, null, null, "shop"), Route.DIRECT)))
        .hasMessageContaining("a server name of TLS is of one host");
    assertThatThrownBy(() ->
            plan(
                one,
                List.of(request("GET", "/", new Target("127.0.0.1", 2, false, true), 1)),
                sending(Protocol.HTTP_1, 1, Tls.USUAL, Route.DIRECT)))
        .isInstanceOf(FoliotException.class);
  }
}
