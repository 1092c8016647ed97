package dev.foliot.load.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.load.LoadListener;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Protocol;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Reuse;
import dev.foliot.load.Route;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Tls;
import dev.foliot.text.FoliotException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections that are replaced, and names with several addresses. */
final class ReuseTest {
  private static final long MS = 1_000_000;

  @TempDir private Path folder;

  private static LoadPlan plan(
      Target target, Protocol protocol, Reuse reuse, Route route, String path, int ms) {
    return new LoadPlan(
        target,
        List.of(RequestTemplate.get(path)),
        List.of(Plans.phase(200, ms)),
        new Sending(protocol, 4, protocol.usualStreams(), 1, 5_000 * MS, reuse, Tls.USUAL, route),
        7,
        100 * MS);
  }

  private static PhaseResult play(Target target, Protocol protocol, Reuse reuse, String path)
      throws Exception {
    LoadPlan plan = plan(target, protocol, reuse, Route.DIRECT, path, 500);
    return HttpDriver.run(plan, LoadListener.NONE).phases().getFirst();
  }

  @Test
  void shouldReplaceAConnectionAfterItsRequests() throws Exception {
    AtomicInteger highest = new AtomicInteger();
    try (RudeServer server =
        new RudeServer((socket, request, number) -> {
          highest.accumulateAndGet(number, Math::max);
          RudeServer.say(socket, RudeServer.ok("x"));
        })) {
      PhaseResult phase =
          play(Target.parse(server.url()), Protocol.HTTP_1, new Reuse(true, 5, 0), "/");

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(100);
      assertThat(highest).hasValue(4);
      assertThat(server.connections()).isBetween(20, 28);
      assertThat(phase.times().parts()).containsKey("connect");
    }
  }

  @Test
  void shouldLetRequestsInFlightGoOn() throws Exception {
    try (NettyServer server = NettyServer.plainHttp2(100)) {
      PhaseResult phase =
          play(
              new Target("127.0.0.1", server.port()),
              Protocol.HTTP_2,
              new Reuse(true, 5, 0),
              "/wait/50");

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(100);
      assertThat(server.connections()).isGreaterThanOrEqualTo(20);
    }
    try (GrpcServer server = GrpcServer.plain()) {
      PhaseResult phase =
          play(
              new Target("127.0.0.1", server.port(), false, true),
              Protocol.GRPC,
              new Reuse(true, 5, 0),
              "/shop.Orders/Get");

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(100);
      assertThat(server.connections()).isGreaterThanOrEqualTo(20);
    }
  }

  @Test
  void shouldReplaceAConnectionOfAnAge() throws Exception {
    try (NettyServer server = NettyServer.plain()) {
      Target target = new Target("127.0.0.1", server.port());
      assertThat(play(target, Protocol.HTTP_1, Reuse.ALWAYS, "/").ok()).isEqualTo(100);
      assertThat(server.connections()).isEqualTo(4);

      PhaseResult phase = play(target, Protocol.HTTP_1, new Reuse(true, 0, 50 * MS), "/");

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(100);
      // those of before, those that were opened before the load, and their successors
      assertThat(server.connections()).isGreaterThan(4 + 4 + 4);
    }
  }

  /** The first connections are replaced one after the other. */
  @Test
  void shouldHaveALowerLimitForTheFirstOnes() {
    Reuse reuse = new Reuse(true, 10, 100 * MS);

    assertThat(reuse.isOver(9, 99 * MS, 1)).isFalse();
    assertThat(reuse.isOver(10, 0, 1)).isTrue();
    assertThat(reuse.isOver(0, 100 * MS, 1)).isTrue();
    assertThat(reuse.isOver(3, 0, 0.25)).isTrue();
    assertThat(reuse.isOver(2, 24 * MS, 0.25)).isFalse();
    assertThat(reuse.isOver(0, 25 * MS, 0.25)).isTrue();
    assertThat(Reuse.ALWAYS.isOver(1_000_000, Long.MAX_VALUE, 0.1)).isFalse();
  }

  /** Three servers at three addresses of the loopback interface, and a file that names them. */
  @Test
  void shouldGoToAllAddressesOfANameAndFollowTheirChange() throws Exception {
    Path hosts = hosts("127.0.0.1", "127.0.0.2");
    try (RudeServer first = at("127.0.0.1", 0);
        RudeServer second = at("127.0.0.2", first.port());
        RudeServer third = at("127.0.0.3", first.port())) {
      LoadPlan plan =
          plan(
              new Target("shop.test", first.port()),
              Protocol.HTTP_1,
              Reuse.ALWAYS,
              new Route(null, null, false, 100 * MS),
              "/",
              3_000);
      try (DriverProcess driver =
          DriverProcess.start(plan, null, folder, List.of("-Djdk.net.hosts.file=" + hosts))) {
        while (first.requests().isEmpty() || second.requests().isEmpty()) {
          Thread.sleep(1);
        }
        assertThat(third.connections()).isZero();
        hosts("127.0.0.3");
        while (third.requests().isEmpty()) {
          Thread.sleep(1);
        }
        LoadResult result = driver.await();

        assertThat(result.address()).contains("127.0.0.").endsWith("port " + first.port());
        assertThat(result.phases().getFirst().counts().errors()).isEmpty();
        assertThat(result.phases().getFirst().ok()).isEqualTo(600);
        assertThat(first.connections()).isEqualTo(2);
        assertThat(second.connections()).isEqualTo(2);
        assertThat(third.connections()).isEqualTo(4);
      }
    }
  }

  private static RudeServer at(String address, int port) throws Exception {
    return new RudeServer(
        (socket, request, number) -> RudeServer.say(socket, RudeServer.ok("x")),
        new InetSocketAddress(InetAddress.getByName(address), port));
  }

  private Path hosts(String... addresses) throws Exception {
    StringBuilder lines = new StringBuilder();
    for (String address : addresses) {
      lines.append(address).append(" shop.test\n");
    }
    Path fresh = Files.writeString(folder.resolve("hosts.new"), lines);
    return Files.move(
        fresh,
        folder.resolve("hosts"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  @Test
  void shouldBeReadAgainAndRefuseWhatCannotBe() throws Exception {
    LoadPlan plan =
        plan(
            new Target("shop.test", 80),
            Protocol.HTTP_1,
            new Reuse(true, 7, 3_000 * MS),
            new Route(null, null, true, 500 * MS),
            "/",
            500);
    plan.write(folder.resolve("plan.json"));

    assertThat(LoadPlan.read(folder.resolve("plan.json"))).isEqualTo(plan);
    assertThatThrownBy(() -> new Reuse(false, 7, 0))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("without keep-alive");
    assertThatThrownBy(() -> new Reuse(true, 0, MS)).hasMessageContaining("from 10ms to 24h");
    assertThatThrownBy(() -> new Reuse(true, -1, 0)).hasMessageContaining("out of range");
    assertThatThrownBy(() -> new Route(null, null, false, MS))
        .hasMessageContaining("after 100ms to 24h");
    assertThatThrownBy(() -> new Route(null, Path.of("shop.sock"), false, 500 * MS))
        .hasMessageContaining("no name to resolve");
  }
}
