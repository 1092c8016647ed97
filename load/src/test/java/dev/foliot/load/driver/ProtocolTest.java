package dev.foliot.load.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.Kind;
import dev.foliot.load.Check;
import dev.foliot.load.LoadListener;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Protocol;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Tls;
import dev.foliot.store.load.RequestKind;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2 and TLS against real servers. */
final class ProtocolTest {
  private static final long MS = 1_000_000;

  @TempDir private static Path folder;
  private static Certificates own;
  private static Certificates others;

  @BeforeAll
  static void make() throws Exception {
    own = Certificates.of(folder, "own", "dns:localhost,dns:shop.test,ip:127.0.0.1");
    others = Certificates.of(folder, "others", "dns:elsewhere.test");
  }

  private static PhaseResult play(
      Target target, Sending sending, List<RequestTemplate> requests, LoadPhase... phases)
      throws Exception {
    LoadPlan plan = new LoadPlan(target, requests, List.of(phases), sending, 7, 100 * MS);
    return HttpDriver.run(plan, LoadListener.NONE).phases().getLast();
  }

  private static Sending http2(int connections, int streams, Tls tls) {
    return new Sending(Protocol.HTTP_2, connections, streams, 1, 5_000 * MS, true, tls);
  }

  private static Sending https(Tls tls, boolean keepAlive) {
    return new Sending(Protocol.HTTP_1, 4, 1, 1, 5_000 * MS, keepAlive, tls);
  }

  private static Tls trusting(@Nullable Path trust) {
    return new Tls(trust, false, null, null, null);
  }

  private static Target secure(NettyServer server) {
    return new Target("127.0.0.1", server.port(), true);
  }

  @Test
  void shouldHaveSeveralRequestsOnAConnectionOfHttp2() throws Exception {
    try (NettyServer server = NettyServer.plainHttp2(100)) {
      PhaseResult phase =
          play(
              new Target("127.0.0.1", server.port()),
              http2(2, 5, Tls.USUAL),
              List.of(
                  new RequestTemplate(
                      "POST",
                      "/wait/50",
                      Map.of("X-Shop", "one"),
                      "order ${n}",
                      1,
                      List.of(Check.parse("body contains you asked POST")))),
              Plans.phase(100, 500));

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(50);
      assertThat(server.connections()).isEqualTo(2);
      assertThat(server.mostActive()).isBetween(3, 10);
      assertThat(server.requests()).contains("POST /wait/50 order 0", "POST /wait/50 order 49");
      assertThat(phase.of(Kind.SERVICE).minNs()).isGreaterThanOrEqualTo(50 * MS);
      assertThat(phase.times().parts()).containsOnlyKeys("send", "first byte", "body");
    }
  }

  /** A push, which the settings forbid, and text in place of a frame. */
  @Test
  void shouldCallWhatIsNoHttp2TheProtocol() throws Exception {
    // the server's own, and that it has the client's
    String settings = "\0\0\0\4\0\0\0\0\0" + "\0\0\0\4\1\0\0\0\0";
    String push = "\0\0\5\5\4\0\0\0\3\0\0\0\2\u0082";
    for (String said : List.of(settings + push, settings + "HTTP/1.1 200 OK\r\n\r\n")) {
      try (RudeServer server =
          new RudeServer((socket, request, number) -> RudeServer.say(socket, said))) {
        PhaseResult phase =
            play(
                new Target("127.0.0.1", server.port()),
                http2(1, 1, Tls.USUAL),
                List.of(RequestTemplate.get("/")),
                Plans.phase(50, 100));

        assertThat(phase.ok()).isZero();
        assertThat(phase.counts().errors()).as(said).containsOnlyKeys("protocol");
      }
    }
  }

  @Test
  void shouldAgreeOnHttp2InTheHandshake() throws Exception {
    try (NettyServer server = NettyServer.http2(own)) {
      PhaseResult phase =
          play(
              secure(server),
              http2(1, 10, trusting(own.certificate())),
              List.of(RequestTemplate.get("/")),
              Plans.phase(200, 250));

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(50);
    }
  }

  @Test
  void shouldSayWhereAServerSpeaksNoHttp2() throws Exception {
    try (NettyServer server = NettyServer.https(own, null)) {
      PhaseResult phase =
          play(
              secure(server),
              http2(1, 1, trusting(own.certificate())),
              List.of(RequestTemplate.get("/")),
              Plans.phase(50, 100));

      assertThat(phase.ok()).isZero();
      assertThat(phase.counts().errors()).hasSize(1).containsKey("protocol");
    }
  }

  @Test
  void shouldCountStreamsThatAreReset() throws Exception {
    try (NettyServer server = NettyServer.plainHttp2(100)) {
      PhaseResult phase =
          play(
              new Target("127.0.0.1", server.port()),
              http2(1, 4, Tls.USUAL),
              List.of(RequestTemplate.get("/reset"), RequestTemplate.get("/")),
              Plans.phase(100, 500));

      assertThat(phase.counts().errors()).containsOnlyKeys("stream reset");
      assertThat(phase.ok() + phase.failed()).isEqualTo(50);
      assertThat(phase.ok()).isPositive();
      assertThat(phase.requests())
          .extracting(RequestKind::name)
          .containsExactly("GET /reset", "GET /");
      assertThat(phase.requests().getLast().errors()).isEmpty();
    }
  }

  @Test
  void shouldGoOnOnANewConnectionAfterGoAway() throws Exception {
    try (NettyServer server = NettyServer.plainHttp2(100)) {
      PhaseResult phase =
          play(
              new Target("127.0.0.1", server.port()),
              http2(1, 4, Tls.USUAL),
              List.of(RequestTemplate.get("/away")),
              Plans.phase(50, 500));

      assertThat(phase.ok() + phase.failed()).isEqualTo(25);
      assertThat(phase.counts().errors().keySet()).isSubsetOf("go away");
      assertThat(server.connections()).isGreaterThan(3);
      assertThat(phase.times().parts()).containsKey("connect");
    }
  }

  @Test
  void shouldTimeOutOneStreamAndKeepTheOthers() throws Exception {
    try (NettyServer server = NettyServer.plainHttp2(100)) {
      Sending sending = new Sending(Protocol.HTTP_2, 1, 20, 1, 200 * MS, true, Tls.USUAL);
      PhaseResult phase =
          play(
              new Target("127.0.0.1", server.port()),
              sending,
              List.of(RequestTemplate.get("/wait/2000"), RequestTemplate.get("/")),
              Plans.phase(50, 400));

      assertThat(phase.counts().errors()).containsOnlyKeys("time-out");
      assertThat(phase.ok()).isPositive();
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void shouldRefuseMoreStreamsThanTheServerAllows() {
    try (NettyServer server = NettyServer.plainHttp2(3)) {
      assertThatThrownBy(() ->
              play(
                  new Target("127.0.0.1", server.port()),
                  http2(1, 4, Tls.USUAL),
                  List.of(RequestTemplate.get("/")),
                  Plans.phase(50, 100)))
          .isInstanceOf(FoliotException.class)
          .hasMessageContaining("allows 3 streams");
    }
  }

  @Test
  void shouldTellTheHandshakeFromTheRest() throws Exception {
    try (NettyServer server = NettyServer.https(own, null)) {
      PhaseResult phase =
          play(
              secure(server),
              https(trusting(own.certificate()), false),
              List.of(RequestTemplate.get("/")),
              Plans.phase(50, 200));

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.times().parts())
          .containsOnlyKeys("connect", "tls", "send", "first byte", "body");
      assertThat(server.connections()).isEqualTo(10);
    }
  }

  @Test
  void shouldCountCertificatesThatAreNotTrusted() throws Exception {
    try (NettyServer server = NettyServer.https(own, null);
        NettyServer other = NettyServer.https(others, null)) {
      assertThat(errors(server, trusting(null))).containsOnlyKeys("certificate refused");
      // trusted, and for another host
      assertThat(errors(other, trusting(others.certificate())))
          .containsOnlyKeys("certificate refused");
      assertThat(errors(other, new Tls(others.certificate(), false, null, null, "elsewhere.test")))
          .isEmpty();
      assertThat(errors(other, new Tls(null, true, null, null, null))).isEmpty();
    }
  }

  @Test
  void shouldShowItsCertificateWhereTheServerWantsOne() throws Exception {
    try (NettyServer server = NettyServer.https(own, others.certificate())) {
      Path trust = own.certificate();
      assertThat(errors(server, trusting(trust))).isNotEmpty();
      assertThat(errors(server, new Tls(trust, false, others.certificate(), others.key(), null)))
          .isEmpty();
    }
  }

  private static Map<String, Long> errors(NettyServer server, Tls tls) throws Exception {
    return play(
            secure(server),
            https(tls, true),
            List.of(RequestTemplate.get("/")),
            Plans.phase(50, 100))
        .counts()
        .errors();
  }

  @Test
  void shouldRefuseFilesThatAreNoCertificates() throws Exception {
    Path none = folder.resolve("none.pem");
    assertThatThrownBy(() -> trusting(none).context(Protocol.HTTP_1))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("cannot be read");
    Path text = java.nio.file.Files.writeString(folder.resolve("text.pem"), "hello");
    assertThatThrownBy(() -> trusting(text).context(Protocol.HTTP_1))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("PEM");
    assertThatThrownBy(() -> new Tls(null, false, text, null, null))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("key");
  }

  @Test
  void shouldSendEveryMethod() throws Exception {
    try (NettyServer server = NettyServer.https(own, null)) {
      for (String method : List.of("GET", "HEAD", "OPTIONS", "DELETE", "PUT", "PATCH")) {
        boolean hasBody = List.of("PUT", "PATCH").contains(method);
        PhaseResult phase =
            play(
                secure(server),
                https(trusting(own.certificate()), true),
                List.of(
                    new RequestTemplate(
                        method, "/x", Map.of(), hasBody ? "b" : null, 1, List.of())),
                Plans.phase(50, 100));
        assertThat(phase.counts().errors()).as(method).isEmpty();
        assertThat(server.requests()).contains(method + " /x " + (hasBody ? "b" : ""));
      }
    }
  }
}
