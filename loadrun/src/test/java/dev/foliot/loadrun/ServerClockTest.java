package dev.foliot.loadrun;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.LoadPart;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Traffic;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clocks of servers, in real time: an error bar holds on a busy machine too. */
@Timeout(60)
final class ServerClockTest {
  private static final long SECOND = 1_000_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static long nowNs() {
    return System.currentTimeMillis() * 1_000_000;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_234, -61_500})
  void shouldFindTheOffsetWithinItsErrorBar(long aheadMs) throws Exception {
    LoadPart.Clock clock =
        new ServerClock(
                ServerClockTest::nowNs,
                () -> Optional.of(Math.floorDiv(System.currentTimeMillis() + aheadMs, 1_000)))
            .measure()
            .orElseThrow();

    // currentTimeMillis is truncated
    assertThat((double) Math.abs(clock.aheadNs() - aheadMs * 1_000_000))
        .isLessThanOrEqualTo(clock.errorNs() + 1e6);
    // the change of the Date narrows it, if the machine lets this thread see one
    assertThat(clock.errorNs()).isLessThan(SECOND / 2 + SECOND / 100);
  }

  @Test
  void shouldKnowNothingWithoutADate() throws Exception {
    assertThat(new ServerClock(ServerClockTest::nowNs, Optional::empty).measure()).isEmpty();
  }

  /** Behind a balancer, for example. */
  @Test
  void shouldKnowNothingOfServersWhoseClocksDiffer() throws Exception {
    long[] asked = {0};
    assertThat(
            new ServerClock(
                    ServerClockTest::nowNs,
                    () ->
                        Optional.of(
                            System.currentTimeMillis() / 1_000 + (asked[0]++ % 2 == 0 ? 0 : 30)))
                .measure())
        .isEmpty();
  }

  private static LoadPlan plan(int port) {
    return new LoadPlan(
        new Target("127.0.0.1", port),
        List.of(RequestTemplate.get("/")),
        List.of(
            new LoadPhase(
                "measured",
                new Traffic.Open(Rate.perSecond(100), new Arrivals.Constant()),
                SECOND)),
        Sending.http1(10, 1, SECOND, true),
        1,
        SECOND);
  }

  /** A server of connections one after the other, which answers HEAD and nothing else. */
  private static Optional<LoadPart.Clock> of(Function<ZonedDateTime, String> date)
      throws IOException, InterruptedException {
    Thread server;
    Optional<LoadPart.Clock> clock;
    try (ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      server = Thread.ofPlatform().daemon().start(() -> serve(socket, date));
      clock = ServerClock.of(plan(socket.getLocalPort()), PATIENCE);
    }
    server.join();
    return clock;
  }

  private static void serve(ServerSocket socket, Function<ZonedDateTime, String> date) {
    while (!socket.isClosed()) {
      try (Socket one = socket.accept()) {
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(one.getInputStream(), StandardCharsets.US_ASCII));
        boolean isHead = false;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          isHead |= line.equals("HEAD / HTTP/1.1");
          if (line.isEmpty()) {
            String now = date.apply(ZonedDateTime.now(ZoneOffset.UTC));
            one.getOutputStream()
                .write(
                    ("HTTP/1.1 "
                            + (isHead ? 404 : 500)
                            + " No\r\n"
                            + (isHead ? "Date: " + now + "\r\n" : "")
                            + "Content-Length: 0\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
            isHead = false;
          }
        }
      } catch (IOException e) {
        // the client has gone
      }
    }
  }

  @Test
  void shouldAskAServerForItsDate() throws Exception {
    LoadPart.Clock clock =
        of(now -> DateTimeFormatter.RFC_1123_DATE_TIME.format(now.plusSeconds(20))).orElseThrow();

    assertThat((double) Math.abs(clock.aheadNs() - 20 * SECOND))
        .isLessThanOrEqualTo(clock.errorNs() + 2e6);
    assertThat(of(now -> "yesterday")).isEmpty();
  }

  @Test
  void shouldKnowNothingOfAServerThatHasGone() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    int port = server.getAddress().getPort();
    server.stop(0);

    assertThat(ServerClock.of(plan(port))).isEmpty();
    assertThat(ServerClock.LONGEST_MS).isGreaterThan(Duration.ofSeconds(2).toMillis());
  }
}
