package dev.foliot.load.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.Kind;
import dev.foliot.load.Capture;
import dev.foliot.load.Check;
import dev.foliot.load.Events;
import dev.foliot.load.LoadListener;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Protocol;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Sequence;
import dev.foliot.load.Target;
import dev.foliot.load.Think;
import dev.foliot.load.Tls;
import dev.foliot.store.load.RequestKind;
import dev.foliot.text.FoliotException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** gRPC against servers of grpc-java. */
final class GrpcTest {
  private static final long MS = 1_000_000;

  @TempDir private Path folder;

  private static Sending sending(int connections, int streams, long timeoutMs, Tls tls) {
    return new Sending(Protocol.GRPC, connections, streams, 1, timeoutMs * MS, true, tls);
  }

  private static Target target(int port) {
    return new Target("127.0.0.1", port, false, true);
  }

  private static RequestTemplate call(String method, String json, String... checks) {
    return new RequestTemplate(
        "POST",
        "/shop.Orders/" + method,
        Map.of("Shop", "one ${n}"),
        json,
        1,
        List.of(checks).stream().map(Check::parse).toList());
  }

  private static LoadPlan plan(
      int port, Sending sending, List<RequestTemplate> requests, LoadPhase... phases) {
    return new LoadPlan(target(port), requests, List.of(phases), sending, 7, 100 * MS);
  }

  private static PhaseResult play(LoadPlan plan) throws Exception {
    return HttpDriver.run(plan, LoadListener.NONE).phases().getLast();
  }

  private static PhaseResult play(GrpcServer server, RequestTemplate... requests) throws Exception {
    return play(
        plan(
            server.port(),
            sending(2, 5, 60_000, Tls.USUAL),
            List.of(requests),
            Plans.phase(100, 500)));
  }

  @Test
  void shouldCallAMethodWithAMessageInJson() throws Exception {
    try (GrpcServer server = GrpcServer.plain()) {
      PhaseResult phase =
          play(
              server,
              call(
                  "Get",
                  "{\"id\": ${n}, \"wait\": 50, \"at\": \"2026-12-01T10:00:00Z\"}",
                  "body contains \"id\":\"",
                  "body contains \"name\":\"\""));

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(50);
      assertThat(server.requests())
          .contains(
              "{\"wait\":50,\"at\":\"2026-12-01T10:00:00Z\"}",
              "{\"id\":\"49\",\"wait\":50,\"at\":\"2026-12-01T10:00:00Z\"}");
      assertThat(server.metadata())
          .contains("one 0 127.0.0.1:" + server.port(), "one 49 127.0.0.1:" + server.port());
      assertThat(server.connections()).isEqualTo(2);
      assertThat(server.deadlinesMs()).allMatch(left -> left > 30_000 && left <= 60_000);
      assertThat(phase.of(Kind.SERVICE).minNs()).isGreaterThanOrEqualTo(49 * MS);
      assertThat(phase.times().parts()).containsOnlyKeys("send", "first byte", "body");
      RequestKind kind = phase.requests().getFirst();
      assertThat(kind.name()).isEqualTo("shop.Orders/Get");
      assertThat(kind.bytes()).isPositive();
    }
  }

  @Test
  void shouldReadAStreamOfAnswers() throws Exception {
    try (GrpcServer server = GrpcServer.plain()) {
      PhaseResult phase = play(server, call("List", "{\"id\": 300, \"name\": \"x\"}"));

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(50);
      // a field of three bytes and one of three
      assertThat(phase.requests().getFirst().bytes()).isEqualTo(50 * 300 * 6);
      // none is a good answer too
      assertThat(play(server, call("List", "{}")).counts().errors()).isEmpty();
    }
  }

  @Test
  void shouldMeasureTheMessagesOfAStream() throws Exception {
    try (GrpcServer server = GrpcServer.plain()) {
      PhaseResult all = play(server, call("List", "{\"id\": 5}"));
      assertThat(Plans.count(all, "first event")).isEqualTo(50);
      assertThat(Plans.count(all, "event gap")).isEqualTo(200);

      PhaseResult three = play(server, call("List", "{\"id\": 50}").with(Events.parse("3")));
      assertThat(three.counts().errors()).isEmpty();
      assertThat(Plans.count(three, "event gap")).isEqualTo(100);

      PhaseResult early = play(server, call("List", "{\"id\": 2}").with(Events.parse("3")));
      assertThat(early.counts().errors()).containsOnlyKeys("stream ended early");

      PhaseResult long1 = play(server, call("List", "{\"id\": 2}").with(Events.parse("1s")));
      assertThat(long1.counts().errors()).containsOnlyKeys("stream ended early");

      assertThatThrownBy(() -> play(server, call("Get", "{}").with(Events.parse("3"))))
          .isInstanceOf(FoliotException.class)
          .hasMessageContaining("answers with one message");
    }
  }

  @Test
  void shouldCountStatusesByTheirNames() throws Exception {
    try (GrpcServer server = GrpcServer.plain()) {
      PhaseResult phase =
          play(
              server,
              call("Get", "{\"name\": \"UNAVAILABLE\"}"),
              call("Get", "{\"name\": \"NOT_FOUND\"}"),
              call("Get", "{}"));

      assertThat(phase.counts().errors()).containsOnlyKeys("UNAVAILABLE", "NOT_FOUND");
      assertThat(phase.ok() + phase.failed()).isEqualTo(50);
      assertThat(phase.ok()).isPositive();
      assertThat(play(server, call("Get", "{}", "body contains nothing")).counts().errors())
          .containsOnlyKeys("check failed");
    }
  }

  @Test
  void shouldEndACallAtItsDeadlineAndKeepTheOthers() throws Exception {
    try (GrpcServer server = GrpcServer.plain()) {
      PhaseResult phase =
          play(
              plan(
                  server.port(),
                  sending(1, 20, 200, Tls.USUAL),
                  List.of(call("Get", "{\"wait\": 3000}"), call("Get", "{}")),
                  Plans.phase(50, 400)));

      assertThat(phase.counts().errors()).containsOnlyKeys("DEADLINE_EXCEEDED");
      assertThat(phase.ok()).isPositive();
      assertThat(phase.ok() + phase.failed() + phase.counts().unsent()).isEqualTo(20);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void shouldCarryValuesFromOneCallToTheNext() throws Exception {
    try (GrpcServer server = GrpcServer.plain()) {
      Map<String, Capture> captures = new LinkedHashMap<>();
      captures.put("number", Capture.parse("json $.id"));
      Sequence order =
          new Sequence(
              "order",
              List.of(
                  new Sequence.Step(call("Get", "{\"id\": 4711}"), Think.NONE, captures),
                  new Sequence.Step(
                      call("Get", "{\"name\": \"number ${number}\"}"), Think.NONE, Map.of())),
              1,
              true);
      PhaseResult phase =
          play(
              new LoadPlan(
                  target(server.port()),
                  List.of(),
                  List.of(order),
                  null,
                  List.of(Plans.phase(20, 200)),
                  sending(1, 4, 5_000, Tls.USUAL),
                  7,
                  100 * MS));

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(server.requests()).contains("{\"name\":\"number 4711\"}");
      assertThat(phase.requests())
          .extracting(RequestKind::name)
          .containsExactly("order: shop.Orders/Get", "order: shop.Orders/Get");
    }
  }

  @Test
  void shouldSpeakTls() throws Exception {
    Certificates own = Certificates.of(folder, "own", "dns:localhost,ip:127.0.0.1");
    try (GrpcServer server = GrpcServer.secure(own)) {
      Target secure = new Target("127.0.0.1", server.port(), true, true);
      List<RequestTemplate> requests = List.of(call("Get", "{}"));
      Tls trusting = new Tls(own.certificate(), false, null, null, null);
      for (Tls tls : List.of(trusting, new Tls(null, true, null, null, null))) {
        PhaseResult phase =
            play(
                new LoadPlan(
                    secure,
                    requests,
                    List.of(Plans.phase(50, 100)),
                    sending(1, 4, 5_000, tls),
                    7,
                    100 * MS));
        assertThat(phase.counts().errors()).isEmpty();
        assertThat(phase.ok()).isEqualTo(5);
      }
      // an unknown certificate, no TLS where it is spoken, TLS where it is not
      assertRefused(secure, Tls.USUAL, "certificate refused", "--trust");
      assertRefused(target(server.port()), Tls.USUAL, "", "see whether");
    }
    try (GrpcServer server = GrpcServer.plain()) {
      assertRefused(
          new Target("127.0.0.1", server.port(), true, true), Tls.USUAL, "TLS failed", "TLS");
    }
  }

  private static void assertRefused(Target target, Tls tls, String why, String remedy) {
    LoadPlan plan =
        new LoadPlan(
            target,
            List.of(call("Get", "{}")),
            List.of(Plans.phase(50, 100)),
            sending(1, 4, 2_000, tls),
            7,
            100 * MS);
    assertThatThrownBy(() -> HttpDriver.tryToConnect(plan))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("no connection to " + target)
        .hasMessageContaining(why)
        .hasMessageContaining(remedy);
  }

  @Test
  void shouldSayWhatCannotBeCalled() throws Exception {
    try (GrpcServer server = GrpcServer.plain()) {
      assertThatThrownBy(() -> play(server, at("/shop.Orders/Got")))
          .isInstanceOf(FoliotException.class)
          .hasMessageContaining("'Got' is no method of shop.Orders: it has Get, List, Upload");
      assertThatThrownBy(() -> play(server, at("/shop.Order/Get")))
          .hasMessageContaining("'shop.Order' is no service of gRPC there")
          .hasMessageContaining("known are shop.Orders");
      assertThatThrownBy(() -> play(server, at("/")))
          .hasMessageContaining("names no method")
          .hasMessageContaining("shop.Orders");
      assertThatThrownBy(() -> play(server, call("Upload", "{}")))
          .hasMessageContaining("takes a stream of requests");
      assertThatThrownBy(() -> play(server, call("Get", "{\"ident\": 7}")))
          .hasMessageContaining("is not a shop.Order in JSON")
          .hasMessageContaining("ident");
      assertThatThrownBy(() -> play(server, call("Get", "id: 7")))
          .hasMessageContaining("is not a shop.Order in JSON");
      assertThatThrownBy(() -> play(server, call("Get", "{}", "status 200")))
          .hasMessageContaining("leave the status check out");
      assertThatThrownBy(() ->
              play(
                  server,
                  new RequestTemplate(
                      "POST", "/shop.Orders/Get", Map.of("k-bin", "?"), null, 1, List.of())))
          .hasMessageContaining("base 64");
    }
  }

  private static RequestTemplate at(String path) {
    return new RequestTemplate("POST", path, Map.of(), null, 1, List.of());
  }

  @Test
  void shouldTakeTheMethodsFromAFile() throws Exception {
    Path whole = GrpcServer.descriptors(folder.resolve("shop.binpb"), true);
    Path part = GrpcServer.descriptors(folder.resolve("part.binpb"), false);
    Path text = Files.writeString(folder.resolve("shop.proto"), "syntax = \"proto3\";");
    try (GrpcServer server = GrpcServer.silent()) {
      LoadPlan plan =
          plan(
              server.port(),
              sending(1, 4, 5_000, Tls.USUAL),
              List.of(call("Get", "{\"id\": 7}")),
              Plans.phase(50, 100));
      assertThatThrownBy(() -> play(plan))
          .isInstanceOf(FoliotException.class)
          .hasMessageContaining("no reflection")
          .hasMessageContaining("--descriptors");
      assertThat(play(plan.described(whole, false)).ok()).isEqualTo(5);
      assertThat(server.requests()).contains("{\"id\":\"7\"}");
      assertRefused(plan, part, "lacks google/protobuf/timestamp.proto");
      assertRefused(plan, text, "is no file of descriptors");
      assertRefused(plan, folder.resolve("none"), "cannot be read");
    }
  }

  private static void assertRefused(LoadPlan plan, @Nullable Path descriptors, String why) {
    assertThatThrownBy(() -> play(plan.described(descriptors, false)))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining(why)
        .hasMessageContaining("protoc --include_imports");
  }

  @Test
  void shouldSayThatNothingAnswers() throws Exception {
    int port;
    try (GrpcServer server = GrpcServer.plain()) {
      port = server.port();
    }
    assertRefused(target(port), Tls.USUAL, "connect refused", "see whether the server runs there");
    try (NettyServer http = NettyServer.plainHttp2(100)) {
      assertRefused(target(http.port()), Tls.USUAL, "protocol", "speaks gRPC");
    }
    try (RudeServer http =
        new RudeServer((socket, request, number) -> RudeServer.say(socket, RudeServer.ok("x")))) {
      assertRefused(target(Target.parse(http.url()).port()), Tls.USUAL, "protocol", "speaks gRPC");
    }
  }

  /** The server is gone after a while, and comes back. */
  @Test
  void shouldGoOnWhenTheServerIsBack() throws Exception {
    GrpcServer first = GrpcServer.plain();
    int port = first.port();
    GrpcServer second = null;
    try {
      Thread restart =
          new Thread(() -> {
            try {
              while (first.requests().size() < 20) {
                Thread.onSpinWait();
              }
              first.close();
            } catch (RuntimeException e) {
              first.requests().add(e.toString());
            }
          });
      restart.start();
      LoadPlan plan =
          plan(
              port,
              sending(2, 5, 20_000, Tls.USUAL),
              List.of(call("Get", "{}")),
              Plans.phase(200, 2_000));
      LoadResult[] result = new LoadResult[1];
      Thread load =
          new Thread(() -> {
            try {
              result[0] = HttpDriver.run(plan, LoadListener.NONE);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      load.start();
      restart.join();
      second = GrpcServer.at(port);
      load.join();

      PhaseResult phase = result[0].phases().getFirst();
      assertThat(phase.ok() + phase.failed()).isEqualTo(400);
      assertThat(phase.counts().errors().keySet())
          .isSubsetOf(
              "connect refused",
              // in the queue of the listener that closes
              "connect failed",
              "closed early",
              "reset",
              "go away",
              "stream reset",
              "CANCELLED",
              "UNAVAILABLE");
      assertThat(second.requests()).isNotEmpty();
    } finally {
      first.close();
      if (second != null) {
        second.close();
      }
    }
  }

  @Test
  void shouldBeReadAgain() throws Exception {
    Path file = folder.resolve("plan.json");
    LoadPlan plan =
        plan(
                4711,
                sending(1, 4, 5_000, Tls.USUAL),
                List.of(call("Get", "{\"id\": 7}")),
                Plans.phase(50, 100))
            .described(folder.resolve("shop.binpb"), true);
    plan.write(file);

    assertThat(LoadPlan.read(file)).isEqualTo(plan);
    assertThat(plan.target()).hasToString("grpc://127.0.0.1:4711");
    assertThatThrownBy(() -> Target.parse("grpc://shop.test")).hasMessageContaining("has no port");
  }
}
