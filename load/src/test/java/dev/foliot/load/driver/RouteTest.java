package dev.foliot.load.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.load.Check;
import dev.foliot.load.LoadListener;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Protocol;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Route;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Tls;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Redirects, proxies and Unix sockets against real servers. */
final class RouteTest {
  private static final long MS = 1_000_000;
  private static final Route FOLLOWING = new Route(null, null, true);

  @TempDir private static Path folder;
  private static Certificates own;

  @BeforeAll
  static void make() throws Exception {
    own = Certificates.of(folder, "own", "dns:shop.test,ip:127.0.0.1");
  }

  private static Sending sending(Protocol protocol, Tls tls, Route route) {
    return new Sending(protocol, 2, 1, 1, 20_000 * MS, true, tls, route);
  }

  private static Sending http1(Route route) {
    return sending(Protocol.HTTP_1, Tls.USUAL, route);
  }

  private static LoadPlan plan(Target target, Sending sending, RequestTemplate request) {
    return new LoadPlan(
        target, List.of(request), List.of(Plans.phase(100, 200)), sending, 7, 100 * MS);
  }

  private static LoadResult play(Target target, Sending sending, RequestTemplate request)
      throws Exception {
    return HttpDriver.run(plan(target, sending, request), LoadListener.NONE);
  }

  private static Route through(int port) {
    return new Route(new Target("127.0.0.1", port), null, false);
  }

  /** {@code /N} redirects N times. */
  private static RudeServer redirecting() throws IOException {
    return new RudeServer((socket, request, number) -> {
      String path = request.substring(request.indexOf('/'), request.indexOf(" HTTP"));
      int left = Integer.parseInt(path.substring(1));
      RudeServer.say(
          socket,
          left == 0
              ? RudeServer.ok("the end")
              : "HTTP/1.1 302 Found\r\nLocation: /"
                  + (left - 1)
                  + "\r\nContent-Length: 2\r\n\r\nno");
    });
  }

  @Test
  void shouldFollowRedirectsAsPartOfTheirRequest() throws Exception {
    try (RudeServer server = redirecting()) {
      RequestTemplate asked =
          new RequestTemplate(
              "POST", "/3", Map.of(), "x", 1, List.of(Check.parse("body contains the end")));
      PhaseResult phase =
          play(new Target("127.0.0.1", server.port()), http1(FOLLOWING), asked).phases().getFirst();

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(20);
      assertThat(phase.requests().getFirst().redirects()).isEqualTo(60);
      assertThat(server.requests()).hasSize(80);
      assertThat(server.requests()).filteredOn(one -> one.startsWith("POST /3 ")).hasSize(20);
      assertThat(server.requests()).filteredOn(one -> one.startsWith("GET /0 ")).hasSize(20);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void shouldFollowNothingUnlessAsked() throws Exception {
    try (RudeServer server = redirecting()) {
      PhaseResult phase =
          play(
                  new Target("127.0.0.1", server.port()),
                  http1(Route.DIRECT),
                  RequestTemplate.get("/1"))
              .phases()
              .getFirst();

      assertThat(phase.counts().errors()).containsExactly(Map.entry("status 302", 20L));
      assertThat(server.requests()).hasSize(20);
    }
  }

  @Test
  void shouldFollowAtMostFiveRedirects() throws Exception {
    try (RudeServer server = redirecting()) {
      Target target = new Target("127.0.0.1", server.port());
      PhaseResult six =
          play(target, http1(FOLLOWING), RequestTemplate.get("/6")).phases().getFirst();
      PhaseResult five =
          play(target, http1(FOLLOWING), RequestTemplate.get("/5")).phases().getFirst();

      assertThat(six.counts().errors()).containsExactly(Map.entry("status 302", 20L));
      assertThat(six.requests().getFirst().redirects()).isEqualTo(100);
      assertThat(five.counts().errors()).isEmpty();
    }
  }

  @Test
  void shouldContactNoOtherHost() throws Exception {
    try (RudeServer other = RudeServer.answering(RudeServer.ok("x"));
        RudeServer server =
            RudeServer.answering(
                "HTTP/1.1 302 Found\r\nLocation: "
                    + other.url()
                    + "/\r\nContent-Length: 0\r\n\r\n")) {
      PhaseResult phase =
          play(new Target("127.0.0.1", server.port()), http1(FOLLOWING), RequestTemplate.get("/"))
              .phases()
              .getFirst();

      assertThat(phase.counts().errors()).containsExactly(Map.entry("status 302", 20L));
      assertThat(other.connections()).isZero();
    }
  }

  @Test
  void shouldFollowOverANewConnectionWhereTheServerClosesTheOld() throws Exception {
    try (RudeServer server =
        new RudeServer((socket, request, number) -> {
          RudeServer.say(
              socket,
              request.startsWith("GET /a ")
                  ? String.join(
                      "\r\n",
                      "HTTP/1.1 307 Go",
                      "Location: /b",
                      "Connection: close",
                      "Content-Length: 0",
                      "",
                      "")
                  : RudeServer.ok("b"));
          if (request.startsWith("GET /a ")) {
            socket.close();
          }
        })) {
      PhaseResult phase =
          play(new Target("127.0.0.1", server.port()), http1(FOLLOWING), RequestTemplate.get("/a"))
              .phases()
              .getFirst();

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(20);
    }
  }

  @Test
  void shouldFollowRedirectsOfHttp2() throws Exception {
    try (NettyServer server = NettyServer.plainHttp2(100)) {
      PhaseResult phase =
          play(
                  new Target("127.0.0.1", server.port()),
                  sending(Protocol.HTTP_2, Tls.USUAL, FOLLOWING),
                  RequestTemplate.get("/moved"))
              .phases()
              .getFirst();

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.requests().getFirst().redirects()).isEqualTo(20);
      assertThat(server.requests()).contains("GET /moved ", "GET /here ");
    }
  }

  @Test
  void shouldSendAbsoluteUrlsToAProxy() throws Exception {
    try (RudeServer proxy = RudeServer.answering(RudeServer.ok("x"))) {
      LoadResult result =
          play(
              new Target("shop.invalid", 8080),
              http1(through(proxy.port())),
              RequestTemplate.get("/a?b"));

      assertThat(result.phases().getFirst().counts().errors()).isEmpty();
      assertThat(result.address()).isEqualTo("127.0.0.1 port " + proxy.port() + " (proxy)");
      assertThat(proxy.requests())
          .hasSize(20)
          .allMatch(one ->
              one.startsWith(
                  "GET http://shop.invalid:8080/a?b HTTP/1.1\nHost: shop.invalid:8080\n"));
    }
  }

  /** Opens tunnels to one server, whatever their target is. */
  private static RudeServer tunnelling(int port) throws IOException {
    return new RudeServer((socket, request, number) -> {
      if (request.startsWith("CONNECT shop.test:443 HTTP/1.1\nHost: shop.test:443\n")) {
        RudeServer.say(socket, "HTTP/1.1 200 Connection established\r\nX: y\r\n\r\n");
        try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
          Thread back = Thread.ofVirtual().start(() -> pump(server, socket));
          pump(socket, server);
          back.interrupt();
        }
      }
    });
  }

  private static void pump(Socket from, Socket to) {
    byte[] bytes = new byte[8_192];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
        out.write(bytes, 0, length);
        out.flush();
      }
    } catch (IOException e) {
      // one of both has ended
    }
  }

  @ParameterizedTest
  @EnumSource(value = Protocol.class, mode = EnumSource.Mode.EXCLUDE, names = "GRPC")
  void shouldReachAnHttpsServerThroughATunnel(Protocol protocol) throws Exception {
    Tls tls = new Tls(own.certificate(), false, null, null, null);
    try (NettyServer server =
            protocol == Protocol.HTTP_2 ? NettyServer.http2(own) : NettyServer.https(own, null);
        RudeServer proxy = tunnelling(server.port())) {
      PhaseResult phase =
          play(
                  new Target("shop.test", 443, true),
                  sending(protocol, tls, through(proxy.port())),
                  RequestTemplate.get("/a"))
              .phases()
              .getFirst();

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(20);
      assertThat(server.requests()).hasSize(20).allMatch(one -> one.equals("GET /a "));
      assertThat(proxy.connections()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n",
        "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 2\r\n\r\nno",
        "\u001b[2J\r\n\r\n"
      })
  void shouldSayThatAProxyOpensNoTunnel(String answer) throws Exception {
    try (RudeServer proxy = RudeServer.answering(answer)) {
      LoadPlan plan =
          plan(
              new Target("shop.test", 443, true),
              http1(through(proxy.port())),
              RequestTemplate.get("/"));

      assertThat(HttpDriver.run(plan, LoadListener.NONE).phases().getFirst().counts().errors())
          .containsOnlyKeys("proxy refused");
      assertThatThrownBy(() -> HttpDriver.tryToConnect(plan))
          .isInstanceOf(FoliotException.class)
          .hasMessage(
              "no connection to https://shop.test:443 through the proxy http://127.0.0.1:"
                  + proxy.port()
                  + " can be opened (proxy refused): see whether the proxy allows CONNECT to this"
                  + " host and port");
    }
  }

  @Test
  void shouldCountAProxyThatClosesOrIsSilentOrMissing() throws Exception {
    Target target = new Target("shop.test", 443, true);
    int port;
    try (RudeServer closing = new RudeServer((socket, request, number) -> socket.close())) {
      port = closing.port();
      assertThat(
              play(target, http1(through(port)), RequestTemplate.get("/"))
                  .phases()
                  .getFirst()
                  .counts()
                  .errors())
          .containsOnlyKeys("closed early");
    }
    assertThat(
            play(target, http1(through(port)), RequestTemplate.get("/"))
                .phases()
                .getFirst()
                .counts()
                .errors())
        .containsOnlyKeys("connect refused");
    try (RudeServer silent = new RudeServer((socket, request, number) -> {})) {
      Sending sending =
          new Sending(Protocol.HTTP_1, 20, 1, 1, 100 * MS, true, Tls.USUAL, through(silent.port()));
      assertThat(
              play(target, sending, RequestTemplate.get("/")).phases().getFirst().counts().errors())
          .containsOnlyKeys("connect time-out");
    }
  }

  @Test
  void shouldSendOverAUnixSocket() throws Exception {
    Path socket = folder.resolve("shop.sock");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      Thread.ofVirtual().start(() -> serve(server));
      LoadResult result =
          play(
              new Target("shop.invalid", 80),
              http1(new Route(null, socket, false)),
              Plans.checked("body contains Host: shop.invalid:80"));

      assertThat(result.phases().getFirst().counts().errors()).isEmpty();
      assertThat(result.phases().getFirst().ok()).isEqualTo(20);
      assertThat(result.address()).isEqualTo("unix " + socket);
      assertThat(result.generator().connectedAtStart()).isEqualTo(2);
    }
  }

  /** Answers with the head of each request. */
  private static void serve(ServerSocketChannel server) {
    try {
      while (true) {
        SocketChannel client = server.accept();
        Thread.ofVirtual().start(() -> answer(client));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private static void answer(SocketChannel client) {
    ByteBuffer bytes = ByteBuffer.allocate(8_192);
    try (client) {
      while (client.read(bytes) >= 0) {
        String head = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
        if (head.endsWith("\r\n\r\n")) {
          ByteBuffer answer =
              ByteBuffer.wrap(RudeServer.ok(head).getBytes(StandardCharsets.US_ASCII));
          while (answer.hasRemaining()) {
            client.write(answer);
          }
          bytes.clear();
        }
      }
    } catch (IOException e) {
      // the client has ended
    }
  }

  @Test
  void shouldSayThatNobodyListensOnAUnixSocket() throws Exception {
    Path socket = folder.resolve("none.sock");
    LoadPlan plan =
        plan(
            new Target("shop.invalid", 80),
            http1(new Route(null, socket, false)),
            RequestTemplate.get("/"));

    assertThat(HttpDriver.run(plan, LoadListener.NONE).phases().getFirst().counts().errors())
        .containsOnlyKeys("connect failed");
    assertThatThrownBy(() -> HttpDriver.tryToConnect(plan))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("through " + socket + " can be opened (connect failed)");
  }

  @Test
  void shouldRefuseWaysThatContradictEachOther() {
    Target proxy = new Target("127.0.0.1", 1);
    assertThatThrownBy(() -> new Route(proxy, folder, false)).hasMessageContaining("two ways");
    assertThatThrownBy(() -> new Route(new Target("a", 1, true), null, false))
        .hasMessageContaining("give one with http://");
    assertThatThrownBy(() -> new Route(null, Path.of("/" + "x".repeat(200)), false))
        .hasMessageContaining("more than 100 bytes");
    assertThatThrownBy(() ->
            plan(
                new Target("shop.test", 80),
                sending(Protocol.HTTP_2, Tls.USUAL, through(1)),
                RequestTemplate.get("/")))
        .hasMessageContaining("in a tunnel only");
  }
}
