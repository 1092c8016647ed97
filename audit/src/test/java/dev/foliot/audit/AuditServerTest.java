package dev.foliot.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The real server, on the loopback interface. */
final class AuditServerTest {
  private static final long MS = 1_000_000;
  private static final List<String> COMMAND = List.of("tool");

  @Test
  void shouldAnswerAfterTheServiceTimeAndLogBoth() throws Exception {
    long service = 20 * MS;
    try (AuditServer server = start(service);
        AuditClient client = new AuditClient(server)) {
      for (int i = 0; i < 5; i++) {
        long sent = System.nanoTime();
        client.send(AuditClient.GET);
        assertThat(client.answer()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nok\n");
        assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(service);
      }
      AuditServer.Life life = server.stop();

      assertThat(life.log().size()).isEqualTo(5);
      for (int i = 0; i < 5; i++) {
        assertThat(life.log().replyNs(i) - life.log().arrivalNs(i)).isGreaterThanOrEqualTo(service);
      }
      assertThat(life.refused()).isZero();
      assertThat(life.cutOff()).isZero();
      assertThat(life.failure()).isNull();
    }
  }

  @Test
  void shouldAnswerNothingInAStallAndLogWhenThatWas() throws Exception {
    AuditPlan plan = new AuditPlan(COMMAND, MS, 100 * MS, 150 * MS);
    try (AuditServer server = AuditServer.start(plan);
        AuditClient client = new AuditClient(server)) {
      while (server.stallCount() < 3) {
        client.send(AuditClient.GET);
        client.answer();
      }
      AuditServer.Life life = server.stop();

      List<AuditStall> planned = life.stalls().stream().filter(AuditStall::planned).toList();
      assertThat(planned).hasSizeGreaterThanOrEqualTo(3);
      assertThat(planned).allMatch(stall -> stall.lengthNs() >= 100 * MS);
      assertThat(planned.getFirst().startNs())
          .isGreaterThanOrEqualTo(life.log().arrivalNs(0) + 150 * MS);
      int met = 0;
      for (int i = 0; i < life.log().size(); i++) {
        long reply = life.log().replyNs(i);
        assertThat(planned)
            .noneMatch(s -> reply > s.startNs() && reply < s.startNs() + s.lengthNs());
        met += reply - life.log().arrivalNs(i) >= 90 * MS ? 1 : 0;
      }
      // the client waits through each stall, and so measures each once
      assertThat(met).isBetween(1, life.stalls().size() + 1);
      for (int i = 1; i < life.stalls().size(); i++) {
        AuditStall before = life.stalls().get(i - 1);
        assertThat(life.stalls().get(i).startNs())
            .isGreaterThanOrEqualTo(before.startNs() + before.lengthNs());
      }
    }
  }

  @Test
  void shouldTakeRequestsInWhileItStandsStill() throws Exception {
    AuditPlan plan = new AuditPlan(COMMAND, MS, 1_000 * MS, 1_001 * MS);
    AtomicLong now = new AtomicLong(1);
    try (AuditServer server = AuditServer.start(plan, now::get)) {
      List<AuditClient> clients = new ArrayList<>();
      try (AuditClient first = new AuditClient(server)) {
        first.send(AuditClient.GET);
        await(() -> server.requests() == 1);
        now.addAndGet(plan.serviceNs());
        first.answer();
        now.addAndGet(plan.everyNs());
        await(AuditServerTest::standsStill);
        for (int i = 1; i <= 3; i++) {
          now.addAndGet(50 * MS);
          AuditClient client = new AuditClient(server);
          clients.add(client);
          client.send(AuditClient.GET);
          int came = 1 + i;
          await(() -> server.requests() == came);
        }
        now.addAndGet(plan.stallNs());
        for (AuditClient client : clients) {
          assertThat(client.answer()).contains("200 OK");
        }
      }
      AuditServer.Life life = server.stop();
      AuditStall stall =
          life.stalls().stream().filter(AuditStall::planned).findFirst().orElseThrow();
      List<Long> arrivals = new ArrayList<>();
      for (int i = 0; i < life.log().size(); i++) {
        long arrival = life.log().arrivalNs(i);
        if (arrival > stall.startNs() && arrival < stall.startNs() + stall.lengthNs()) {
          arrivals.add(arrival);
        }
      }
      assertThat(arrivals).hasSize(3).isSorted();
      assertThat(arrivals.getLast() - arrivals.getFirst()).isEqualTo(100 * MS);
      for (AuditClient client : clients) {
        client.close();
      }
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(1);
    }
  }

  /** Whether the answering thread is in a planned stall. */
  private static boolean standsStill() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(one -> one.getKey().getName().equals("foliot-audit-out"))
        .flatMap(one -> Stream.of(one.getValue()))
        .anyMatch(frame -> frame.getMethodName().equals("standStill"));
  }

  /**
   * An accurate tool: it sends on schedule, and measures from the scheduled time. On a busy machine
   * this client does not keep to its schedule.
   */
  @Tag("real-time")
  @Test
  void shouldAgreeWithAClientThatKeepsToItsSchedule() throws Exception {
    AuditPlan plan = new AuditPlan(COMMAND, 2 * MS, 200 * MS, 500 * MS);
    int users = 600;
    long gapNs = 5 * MS;
    Histogram said = new Histogram(3);
    try (AuditServer server = AuditServer.start(plan)) {
      ConcurrentLinkedQueue<Long> waits = new ConcurrentLinkedQueue<>();
      CountDownLatch left = new CountDownLatch(users);
      AtomicLong lateNs = new AtomicLong();
      long startNs = System.nanoTime();
      for (int user = 0; user < users; user++) {
        long intendedNs = startNs + user * gapNs;
        for (long now = System.nanoTime(); now < intendedNs; now = System.nanoTime()) {
          LockSupport.parkNanos(intendedNs - now);
        }
        Thread.ofVirtual()
            .start(() -> {
              try (AuditClient client = new AuditClient(server)) {
                client.send(AuditClient.GET);
                lateNs.accumulateAndGet(System.nanoTime() - intendedNs, Math::max);
                client.answer();
                waits.add(System.nanoTime() - intendedNs);
              } catch (IOException e) {
                // counted as missing below
              } finally {
                left.countDown();
              }
            });
      }
      assertThat(left.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(lateNs.get()).as("the client's lateness").isLessThan(50 * MS);
      waits.forEach(said::recordValue);
      AuditServer.Life life = server.stop();
      Histogram waited = Waits.of(life.log(), life.stalls(), plan.serviceNs()).users();

      assertThat(said.getTotalCount()).isEqualTo(users);
      for (double percentile : new double[] {80, 90, 99}) {
        assertThat((double) said.getValueAtPercentile(percentile))
            .as("p%s", percentile)
            .isBetween(
                0.6 * waited.getValueAtPercentile(percentile),
                1.7 * waited.getValueAtPercentile(percentile));
      }
    }
  }

  @Test
  void shouldAnswerPipelinedRequestsInTheirOrder() throws Exception {
    try (AuditServer server = start(MS);
        AuditClient client = new AuditClient(server)) {
      client.send(AuditClient.GET.repeat(50) + "HEAD / HTTP/1.1\r\n\r\n" + AuditClient.GET);
      for (int i = 0; i < 50; i++) {
        assertThat(client.answer()).endsWith("ok\n");
      }
      assertThat(client.answer(false)).contains("Content-Length: 3").endsWith("\r\n\r\n");
      assertThat(client.answer()).endsWith("ok\n");
      assertThat(server.stop().log().size()).isEqualTo(52);
    }
  }

  @Test
  void shouldPassOverBodies() throws Exception {
    String head = "POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n";
    try (AuditServer server = start(MS);
        AuditClient client = new AuditClient(server)) {
      client.send(head + "x".repeat(99_999));
      client.send("GET / HTTP/1.1\r\n\r\n".substring(0, 1) + AuditClient.GET);
      assertThat(client.answer()).contains("200 OK");
      assertThat(client.answer()).contains("200 OK");
      assertThat(server.stop().log().size()).isEqualTo(2);
    }
  }

  @Test
  void shouldWaitForASlowClientAndServeOthersMeanwhile() throws Exception {
    try (AuditServer server = start(MS);
        AuditClient slow = new AuditClient(server);
        AuditClient other = new AuditClient(server)) {
      for (char c : AuditClient.GET.toCharArray()) {
        slow.send(String.valueOf(c));
        other.send(AuditClient.GET);
        assertThat(other.answer()).contains("200 OK");
      }
      assertThat(slow.answer()).contains("200 OK");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'GET /\r\n\r\n', 400",
    "'GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n', 501",
    "'GET / HTTP/1.1\r\nContent-Length: 9999999\r\n\r\n', 413",
    "'GET / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n', 417"
  })
  void shouldRefuseAndHangUp(String request, String status) throws Exception {
    try (AuditServer server = start(MS);
        AuditClient client = new AuditClient(server)) {
      client.send(AuditClient.GET + request + AuditClient.GET);
      assertThat(client.answer()).contains("200 OK");
      assertThat(client.answer()).startsWith("HTTP/1.1 " + status).contains("Connection: close");
      assertThat(client.isAtEnd()).isTrue();
      AuditServer.Life life = server.stop();
      assertThat(life.refused()).isEqualTo(1);
      assertThat(life.log().size()).isEqualTo(1);
    }
  }

  @Test
  void shouldRefuseEndlessHeaders() throws Exception {
    try (AuditServer server = start(MS);
        AuditClient client = new AuditClient(server)) {
      client.send("GET / HTTP/1.1\r\n");
      client.send(("A: " + "b".repeat(997) + "\r\n").repeat(20));
      assertThat(client.answer()).startsWith("HTTP/1.1 431 ");
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @Test
  void shouldCloseWhereTheClientAsksForIt() throws Exception {
    try (AuditServer server = start(MS);
        AuditClient client = new AuditClient(server)) {
      client.send("GET / HTTP/1.0\r\n\r\n");
      assertThat(client.answer()).contains("200 OK", "Connection: close");
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @Test
  void shouldAnswerAClientThatSendsNoMore() throws Exception {
    try (AuditServer server = start(20 * MS);
        AuditClient client = new AuditClient(server)) {
      client.send(AuditClient.GET.repeat(3));
      client.endOutput();
      for (int i = 0; i < 3; i++) {
        assertThat(client.answer()).contains("200 OK");
      }
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @Test
  void shouldOutliveClientsThatVanish() throws Exception {
    try (AuditServer server = start(20 * MS)) {
      for (int i = 0; i < 50; i++) {
        try (AuditClient client = new AuditClient(server)) {
          client.send(AuditClient.GET.repeat(5) + "GET /half");
          client.reset();
        }
      }
      try (AuditClient client = new AuditClient(server)) {
        client.send(AuditClient.GET);
        assertThat(client.answer()).contains("200 OK");
      }
      AuditServer.Life life = server.stop();
      assertThat(life.failure()).isNull();
      assertThat(life.log().size()).isPositive();
    }
  }

  @Test
  void shouldCutOffAClientWithTooManyRequestsInFlight() throws Exception {
    try (AuditServer server = start(10_000 * MS);
        AuditClient client = new AuditClient(server)) {
      client.send(AuditClient.GET.repeat(Connection.MOST_UNANSWERED + 200));
      assertThat(endsOrResets(client)).isTrue();
      assertThat(server.stop().cutOff()).isEqualTo(1);
    }
  }

  @Test
  void shouldListenOnTheLoopbackInterfaceOnly() throws Exception {
    try (AuditServer server = start(MS)) {
      assertThat(server.url()).startsWith("http://127.0.0.1:");
      for (NetworkInterface face : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        for (InetAddress address : Collections.list(face.getInetAddresses())) {
          if (!address.isLoopbackAddress()) {
            assertThat(connects(address, server.port())).as("%s", address).isFalse();
          }
        }
      }
    }
  }

  @Test
  void shouldEndAtOnceWhenCancelledInAStall() throws Exception {
    AuditPlan plan = new AuditPlan(COMMAND, MS, 2_000 * MS, 2_001 * MS);
    AuditServer server = AuditServer.start(plan);
    try (AuditClient client = new AuditClient(server)) {
      long startNs = System.nanoTime();
      boolean isAnswered;
      do {
        client.send(AuditClient.GET);
        isAnswered = client.isAnsweredWithin(500);
        // before the first stall only a busy machine is that slow
      } while (isAnswered || System.nanoTime() - startNs < plan.everyNs());
    }
    server.cancel();
    AuditServer.Life life = server.stop();
    server.close();

    assertThat(life.failure()).isNull();
    List<AuditStall> planned = life.stalls().stream().filter(AuditStall::planned).toList();
    assertThat(planned).isNotEmpty();
    assertThat(planned.getLast().lengthNs()).isLessThan(plan.stallNs());
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContainAnyElementsOf(Arrays.asList("foliot-audit-in", "foliot-audit-out"));
  }

  private static boolean endsOrResets(AuditClient client) {
    try {
      return client.isAtEnd();
    } catch (IOException e) {
      return true;
    }
  }

  private static boolean connects(InetAddress address, int port) {
    try (Socket socket = new Socket(address, port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static AuditServer start(long serviceNs) {
    return AuditServer.start(new AuditPlan(COMMAND, serviceNs, 0, 0));
  }
}
