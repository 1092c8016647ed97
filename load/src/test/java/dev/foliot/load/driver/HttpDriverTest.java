package dev.foliot.load.driver;

import static dev.foliot.load.driver.Plans.checked;
import static dev.foliot.load.driver.Plans.closed;
import static dev.foliot.load.driver.Plans.open;
import static dev.foliot.load.driver.Plans.phase;
import static dev.foliot.load.driver.Plans.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.bench.Kind;
import dev.foliot.load.Failure;
import dev.foliot.load.LoadListener;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Traffic;
import dev.foliot.store.Verdict;
import dev.foliot.text.FoliotException;
import dev.foliot.text.LoadReason;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The driver against real servers on the loopback interface. One long class, because all tests play
 * short loads against the same few servers.
 */
final class HttpDriverTest {
  private static final LoadListener NONE = LoadListener.NONE;

  @Test
  void shouldSendEveryRequestOfTheScheduleAndRecordItsAnswer() throws Exception {
    try (RudeServer server = RudeServer.answering(RudeServer.ok("hello"))) {
      List<String> heard = new ArrayList<>();
      List<Long> starts = new ArrayList<>();
      LoadResult result =
          HttpDriver.run(
              open(server.url(), 500, 400, 8),
              new LoadListener() {
                @Override
                public void begins(long startNanoTime) {
                  starts.add(startNanoTime);
                }

                @Override
                public void phase(int number, LoadPhase phase) {
                  heard.add(number + " " + phase.name());
                }
              });

      PhaseResult phase = result.phases().getFirst();
      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.counts().intended()).isEqualTo(200);
      assertThat(phase.ok()).isEqualTo(200);
      assertThat(phase.played().loop()).isEqualTo("open");
      assertThat(phase.played().traffic()).isEqualTo("open loop, 500/s constant");
      for (Kind kind : Kind.values()) {
        assertThat(phase.of(kind).count()).as("%s", kind).isEqualTo(200);
      }
      assertThat(phase.of(Kind.RESPONSE).sumNs())
          .isEqualTo(phase.of(Kind.SERVICE).sumNs().add(phase.of(Kind.LAG).sumNs()));
      assertThat(phase.of(Kind.LAG).sumNs())
          .isEqualTo(phase.of(Kind.BACKLOG).sumNs().add(phase.of(Kind.LATENESS).sumNs()));
      assertThat(phase.series().stream().mapToLong(one -> one.counts().ok()).sum()).isEqualTo(200);
      assertThat(phase.series().getFirst().counts().connections()).isEqualTo(8);
      assertThat(phase.times().figures()).containsKeys("response", "service", "lag");
      assertThat(server.connections()).isEqualTo(8);
      assertThat(result.generator().connectedAtStart()).isEqualTo(8);
      assertThat(starts).containsExactly(result.startNanoTime());
      assertThat(heard).containsExactly("0 open");
      assertThat(server.requests())
          .hasSize(200)
          .allMatch(r -> r.startsWith("GET / HTTP/1.1\nHost: 127.0.0.1:" + server.port() + "\n"));
    }
  }

  @Test
  void shouldGoOnWhereTheTargetClosesItsConnections() throws Exception {
    try (RudeServer server =
        new RudeServer((socket, request, number) -> {
          RudeServer.say(socket, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nthe end");
          socket.close();
        })) {
      RequestTemplate whole = checked("body matches ^the end$");
      PhaseResult phase =
          HttpDriver.run(
                  plan(server.url(), 2, Plans.PATIENT_MS, List.of(whole), phase(100, 300)), NONE)
              .phases()
              .getFirst();

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(30);
      assertThat(server.connections()).isGreaterThanOrEqualTo(30);
    }
  }

  @Test
  void shouldMakeAConnectionForEachRequestIfAsked() throws Exception {
    try (RudeServer server =
        new RudeServer((socket, request, number) -> {
          RudeServer.say(socket, RudeServer.ok("x"));
          socket.close();
        })) {
      LoadPlan kept = open(server.url(), 100, 200, 4);
      LoadPlan plan =
          new LoadPlan(
              kept.target(),
              kept.requests(),
              kept.phases(),
              Sending.http1(4, 1, kept.sending().timeoutNs(), false),
              1,
              kept.intervalNs());
      PhaseResult phase = HttpDriver.run(plan, NONE).phases().getFirst();

      assertThat(phase.ok()).isEqualTo(20);
      assertThat(server.connections()).isEqualTo(20);
      assertThat(server.requests()).allMatch(r -> r.contains("\nConnection: close\n"));
    }
  }

  @Test
  void shouldReadChunkedAnswersAndPassInterimOnesOver() throws Exception {
    try (RudeServer server =
        RudeServer.answering(
            lines(
                "HTTP/1.1 103 Early Hints",
                "Link: x",
                "",
                "HTTP/1.1 200 OK",
                "Transfer-Encoding: chunked",
                "",
                "3",
                "abc",
                "4",
                "defg",
                "0",
                "",
                ""))) {
      PhaseResult phase =
          HttpDriver.run(
                  plan(
                      server.url(),
                      2,
                      Plans.PATIENT_MS,
                      List.of(checked("status 200", "body contains cdef")),
                      phase(100, 200)),
                  NONE)
              .phases()
              .getFirst();

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.ok()).isEqualTo(20);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void shouldCountWhoNobodyAnswersAsRefused() throws Exception {
    int port;
    try (RudeServer gone = RudeServer.answering("")) {
      port = gone.port();
    }
    LoadResult result = HttpDriver.run(open("http://127.0.0.1:" + port, 200, 200, 4), NONE);

    PhaseResult phase = result.phases().getFirst();
    assertThat(phase.counts().errors()).containsExactly(Map.entry("connect refused", 40L));
    assertThat(phase.of(Kind.RESPONSE).count()).isZero();
    assertThat(phase.validity().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(phase.validity().reasonCodes().getFirst())
        .isEqualTo(new LoadReason.NothingAnswered(40, List.of("connect refused 40")));
    assertThat(result.generator().connectedAtStart()).isZero();
  }

  @Test
  void shouldTimeOutWhereNothingEverComes() throws Exception {
    try (RudeServer server = new RudeServer((socket, request, number) -> {})) {
      PhaseResult phase =
          HttpDriver.run(
                  plan(server.url(), 5, 100, List.of(RequestTemplate.get("/")), phase(50, 200)),
                  NONE)
              .phases()
              .getFirst();

      assertThat(phase.counts().errors()).containsOnlyKeys("time-out");
      assertThat(phase.failed() + phase.counts().unsent()).isEqualTo(10);
      assertThat(phase.ok()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx",
        "HTTP/1.1 200 OK\r\nContent-Le",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n"
      })
  void shouldTimeOutAHalfAnswerThatGoesOnForEver(String half) throws Exception {
    try (RudeServer server = RudeServer.answering(half)) {
      assertThat(failures(server, 500)).containsOnlyKeys("time-out");
    }
  }

  /** The deadline is that of the whole answer, however much of it comes. */
  @Test
  void shouldTimeOutABodyWithoutEnd() throws Exception {
    try (RudeServer server =
        new RudeServer((socket, request, number) -> {
          RudeServer.say(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
          while (true) {
            RudeServer.say(socket, "400\r\n" + "x".repeat(1_024) + "\r\n");
          }
        })) {
      PhaseResult phase =
          HttpDriver.run(
                  plan(server.url(), 1, 100, List.of(RequestTemplate.get("/")), phase(10, 1_000)),
                  NONE)
              .phases()
              .getFirst();

      assertThat(phase.counts().errors()).containsOnlyKeys("time-out");
      assertThat(phase.failed() + phase.counts().unsent()).isEqualTo(10);
    }
  }

  /**
   * The server says that it sends no more, and goes on reading. A busy one may say so only when the
   * next request is on its way; if none of these connections were left, that would be half of all.
   */
  @Test
  void shouldLeaveAConnectionThatIsHalfClosed() throws Exception {
    try (RudeServer server =
        new RudeServer((socket, request, number) -> {
          RudeServer.say(socket, RudeServer.ok("x"));
          socket.shutdownOutput();
        })) {
      PhaseResult phase = HttpDriver.run(open(server.url(), 50, 400, 2), NONE).phases().getFirst();

      Map<String, Long> errors = phase.counts().errors();
      long tooLate = errors.getOrDefault(Failure.CLOSED.label(), 0L);
      assertThat(errors).hasSize(tooLate > 0 ? 1 : 0);
      assertThat(phase.ok()).isEqualTo(20 - tooLate).isGreaterThan(15);
      assertThat(server.connections()).isGreaterThanOrEqualTo((int) phase.ok());
    }
  }

  @Test
  void shouldCountConnectionsThatAreReset() throws Exception {
    try (RudeServer server =
        new RudeServer((socket, request, number) -> RudeServer.reset(socket))) {
      assertThat(failures(server, Plans.PATIENT_MS)).containsExactly(Map.entry("reset", 20L));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 200 OK\r\nContent-Le",
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc"
      })
  void shouldCountAnswersThatAreCutShort(String beginning) throws Exception {
    try (RudeServer server =
        new RudeServer((socket, request, number) -> {
          RudeServer.say(socket, beginning);
          socket.close();
        })) {
      assertThat(failures(server, Plans.PATIENT_MS))
          .containsExactly(Map.entry("closed early", 20L));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH\r\n",
        "\u0000\u0001\u0002 garbage \u00ff\r\n\r\n",
        "HTTP/1.1 two hundred\r\n\r\n",
        "HTTP/1.1 9999 Beyond\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        "HTTP/1.1 200 OK\r\nX-Evil: \u001b[2J\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n"
      })
  void shouldCountWhatIsNoHttp(String garbage) throws Exception {
    try (RudeServer server = RudeServer.answering(garbage)) {
      assertThat(failures(server, Plans.PATIENT_MS)).containsExactly(Map.entry("protocol", 20L));
    }
  }

  @Test
  void shouldNotReadAHeadWithoutEnd() throws Exception {
    try (RudeServer server =
        new RudeServer((socket, request, number) -> {
          RudeServer.say(socket, "HTTP/1.1 200 OK\r\n");
          while (true) {
            RudeServer.say(socket, "X-More: " + "y".repeat(1_000) + "\r\n");
          }
        })) {
      assertThat(failures(server, Plans.PATIENT_MS)).containsExactly(Map.entry("protocol", 20L));
    }
  }

  /** A head of 10 MB is not collected: the answer ends at the limit, and the connection too. */
  @Test
  void shouldGiveUpAHeaderOfTenMegabytes() throws Exception {
    try (RudeServer server =
        RudeServer.answering(
            "HTTP/1.1 200 OK\r\nX-Long: "
                + "x".repeat(10 << 20)
                + "\r\nContent-Length: 0\r\n\r\n")) {
      assertThat(failures(server, Plans.PATIENT_MS)).containsOnlyKeys("protocol");
    }
  }

  @Test
  void shouldTakeBinaryAnswersAndEscapeSequencesAsTheyAre() throws Exception {
    StringBuilder all = new StringBuilder("\u001b[2J\u001b]0;gone\u0007");
    for (char c = 0; c < 256; c++) {
      all.append(c);
    }
    String body = all.toString();
    try (RudeServer server =
        RudeServer.answering(
            "HTTP/1.1 200 \u001b[2J\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)) {
      PhaseResult phase =
          HttpDriver.run(
                  plan(
                      server.url(),
                      2,
                      Plans.PATIENT_MS,
                      List.of(checked("body contains ]0;gone")),
                      phase(100, 200)),
                  NONE)
              .phases()
              .getFirst();

      assertThat(phase.counts().errors()).isEmpty();
      assertThat(phase.requests().getFirst().bytes()).isEqualTo(20L * body.length());
    }
  }

  @Test
  void shouldGiveUpAConnectionThatSpeaksUnasked() throws Exception {
    try (RudeServer server = RudeServer.answering(RudeServer.ok("one") + RudeServer.ok("two"))) {
      PhaseResult phase = HttpDriver.run(open(server.url(), 100, 200, 1), NONE).phases().getFirst();

      // the second answer has no request; the connection is not reused
      assertThat(phase.ok() + phase.failed()).isEqualTo(20);
      assertThat(server.connections()).isGreaterThan(10);
    }
  }

  @Test
  void shouldCountStatusesThatWereNotExpected() throws Exception {
    try (RudeServer server =
        new RudeServer((socket, request, number) ->
            RudeServer.say(
                socket,
                number % 2 == 0
                    ? "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"
                    : RudeServer.ok("fine")))) {
      PhaseResult phase = HttpDriver.run(open(server.url(), 100, 200, 1), NONE).phases().getFirst();

      assertThat(phase.counts().errors()).containsExactly(Map.entry("status 503", 10L));
      assertThat(phase.ok()).isEqualTo(10);
      assertThat(phase.of(Kind.RESPONSE).count()).isEqualTo(10);
      assertThat(phase.validity().verdict()).isNotEqualTo(Verdict.VALID);
      assertThat(phase.validity().reasonCodes().getFirst())
          .isEqualTo(new LoadReason.RequestsFailed(10, 20, List.of("status 503 10")));
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void shouldCountAnswersThatFailTheirChecks() throws Exception {
    try (RudeServer server =
        new RudeServer(
            (socket, request, number) -> RudeServer.say(socket, RudeServer.ok("n=" + number)))) {
      PhaseResult phase =
          HttpDriver.run(
                  plan(
                      server.url(),
                      1,
                      Plans.PATIENT_MS,
                      List.of(checked("body matches n=[0-4]$")),
                      phase(100, 200)),
                  NONE)
              .phases()
              .getFirst();

      assertThat(phase.counts().errors()).containsExactly(Map.entry("check failed", 15L));
      assertThat(phase.ok()).isEqualTo(5);
    }
  }

  @Test
  void shouldNotBeHeldUpByAPatternThatBacktracks() throws Exception {
    try (RudeServer server = RudeServer.answering(RudeServer.ok("a".repeat(40) + "!"))) {
      PhaseResult phase =
          HttpDriver.run(
                  plan(
                      server.url(),
                      1,
                      Plans.PATIENT_MS,
                      List.of(checked("body matches ^(a|aa)+$")),
                      phase(20, 200)),
                  NONE)
              .phases()
              .getFirst();

      assertThat(phase.counts().errors()).containsExactly(Map.entry("check failed", 4L));
    }
  }

  @Test
  void shouldFillTheTemplatesInByWeightAndSeed() throws Exception {
    try (RudeServer server = RudeServer.answering(RudeServer.ok("x"))) {
      List<RequestTemplate> requests =
          List.of(
              new RequestTemplate(
                  "GET", "/get/${phase}/${n}", Map.of("X-Test", "yes"), null, 3, List.of()),
              new RequestTemplate(
                  "POST",
                  "/post",
                  Map.of(),
                  "{\"id\":${random:10-12},\"a\":\"$${n}\"}",
                  1,
                  List.of()));
      List<List<String>> runs = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        server.requests().clear();
        HttpDriver.run(plan(server.url(), 1, Plans.PATIENT_MS, requests, phase(500, 400)), NONE);
        runs.add(List.copyOf(server.requests()));
      }

      assertThat(runs.get(0)).hasSize(200).isEqualTo(runs.get(1));
      long gets = runs.get(0).stream().filter(r -> r.startsWith("GET ")).count();
      assertThat(gets).isBetween(120L, 180L);
      assertThat(runs.get(0))
          .allMatch(r ->
              r.matches("(?s)GET /get/0/\\d+ HTTP/1.1\n.*X-Test: yes\n.*")
                  || r.matches(
                      "(?s)POST /post HTTP/1.1\n.*Content-Length: 20\n\n"
                          + "\\{\"id\":1[0-2],\"a\":\"\\$\\{n}\"}"));
    }
  }

  @Test
  void shouldNoticeATargetThatDiesUnderLoad() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    AtomicReference<RudeServer> itself = new AtomicReference<>();
    RudeServer server =
        new RudeServer((socket, request, number) -> {
          int count = requests.incrementAndGet();
          if (count < 100) {
            RudeServer.say(socket, RudeServer.ok("x"));
          } else if (count == 100) {
            itself.get().close();
          }
        });
    itself.set(server);
    PhaseResult phase = HttpDriver.run(open(server.url(), 500, 600, 8), NONE).phases().getFirst();

    // the other connections may have lost their last answers
    assertThat(phase.ok()).isBetween(99L - 7, 99L);
    assertThat(phase.counts().errors()).containsKey("connect refused");
    assertThat(phase.ok() + phase.failed()).isEqualTo(300);
    assertThat(phase.series().getLast().counts().connections()).isZero();
    assertThat(phase.validity().verdict()).isNotEqualTo(Verdict.VALID);
  }

  @Test
  void shouldReachAServerOfIpv6() throws Exception {
    InetAddress loopback = Inet6Address.ofLiteral("::1");
    assumeTrue(NetworkInterface.getByInetAddress(loopback) != null, "there is no IPv6 here");
    try (RudeServer server =
        new RudeServer(
            (socket, request, number) -> RudeServer.say(socket, RudeServer.ok("six")),
            new InetSocketAddress(loopback, 0))) {
      LoadResult result = HttpDriver.run(open(server.url(), 100, 200, 2), NONE);

      assertThat(result.phases().getFirst().ok()).isEqualTo(20);
      assertThat(server.requests())
          .allMatch(r -> r.startsWith("GET / HTTP/1.1\nHost: [::1]:" + server.port() + "\n"));
    }
  }

  @Test
  void shouldReachAServerAgainThatWasKilledAndRestarted() throws Exception {
    CountDownLatch underLoad = new CountDownLatch(50);
    CountDownLatch reached = new CountDownLatch(20);
    RudeServer first =
        new RudeServer((socket, request, number) -> {
          underLoad.countDown();
          RudeServer.say(socket, RudeServer.ok("first"));
        });
    try (LoadRun run = HttpDriver.of(open(first.url(), 500, 60_000, 8))) {
      CompletableFuture<RudeServer> second =
          CompletableFuture.supplyAsync(() -> {
            try {
              int port = first.port();
              underLoad.await();
              first.close();
              RudeServer restarted = again(port, reached);
              reached.await();
              run.cut();
              return restarted;
            } catch (IOException | InterruptedException e) {
              throw new IllegalStateException(e);
            }
          });
      PhaseResult phase = run.play(NONE).phases().getFirst();

      try (RudeServer restarted = second.get()) {
        assertThat(phase.ok() + phase.failed()).isEqualTo(phase.counts().sent());
        assertThat(restarted.requests()).hasSizeGreaterThanOrEqualTo(20);
        assertThat(phase.ok()).isGreaterThan(restarted.requests().size());
        assertThat(phase.counts().errors().keySet())
            .isSubsetOf("connect refused", "connect failed", "reset", "closed early");
        assertThat(phase.series().getLast().counts().connections()).isPositive();
      }
    }
  }

  /** A connection that the killed server just accepted may still have the port. */
  private static RudeServer again(int port, CountDownLatch reached) throws IOException {
    while (true) {
      try {
        return new RudeServer(
            (socket, request, number) -> {
              reached.countDown();
              RudeServer.say(socket, RudeServer.ok("second"));
            },
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      } catch (BindException e) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void shouldRunClosedLoopsAndPhasesOfTheirOwn() throws Exception {
    try (RudeServer server = RudeServer.answering(RudeServer.ok("x"))) {
      LoadResult result =
          HttpDriver.run(
              plan(
                  server.url(),
                  16,
                  Plans.PATIENT_MS,
                  List.of(RequestTemplate.get("/${phase}")),
                  phase(100, 200),
                  new LoadPhase("rest", new Traffic.Idle(), 100 * Plans.MS),
                  closed(16, 1_000)),
              NONE);

      assertThat(result.phases())
          .extracting(one -> one.played().loop())
          .containsExactly("open", "idle", "closed");
      assertThat(result.phases().get(0).ok()).isEqualTo(20);
      assertThat(result.phases().get(1).counts().sent()).isZero();
      assertThat(result.phases().get(1).validity().verdict()).isEqualTo(Verdict.VALID);
      PhaseResult closed = result.phases().get(2);
      assertThat(closed.ok()).isGreaterThan(16);
      assertThat(closed.counts().errors()).isEmpty();
      assertThat(closed.played().traffic()).isEqualTo("closed loop, 16 clients");
      assertThat(closed.startNs()).isEqualTo(300 * Plans.MS);
      assertThat(server.connections()).isEqualTo(16);
      assertThat(server.requests().stream().filter(r -> r.startsWith("GET /2 ")).count())
          .isEqualTo(closed.counts().sent());
    }
  }

  @Test
  void shouldKeepThousandsOfConnections() throws Exception {
    try (RudeServer server = RudeServer.answering(RudeServer.ok("x"))) {
      LoadResult result = HttpDriver.run(open(server.url(), 1_000, 1_500, 1_500), NONE);

      assertThat(result.generator().connectedAtStart()).isEqualTo(1_500);
      assertThat(result.phases().getFirst().counts().errors()).isEmpty();
      assertThat(result.phases().getFirst().ok()).isEqualTo(1_500);
      assertThat(server.connections()).isEqualTo(1_500);
    }
  }

  @Test
  void shouldShareALoadAmongEventLoops() throws Exception {
    try (RudeServer server = RudeServer.answering(RudeServer.ok("x"))) {
      LoadPlan one = open(server.url(), 500, 300, 7);
      LoadPlan plan =
          new LoadPlan(
              one.target(),
              List.of(RequestTemplate.get("/${n}")),
              one.phases(),
              Sending.http1(7, 3, one.sending().timeoutNs(), true),
              1,
              one.intervalNs());
      LoadResult result = HttpDriver.run(plan, NONE);

      assertThat(result.generator().loops()).isEqualTo(3);
      assertThat(result.phases().getFirst().ok()).isEqualTo(150);
      assertThat(server.requests().stream().map(r -> r.split(" ", -1)[1]).distinct().count())
          .isEqualTo(150);
    }
  }

  @Test
  void shouldCloseEverythingWhenInterrupted() throws Exception {
    try (RudeServer server = RudeServer.answering(RudeServer.ok("x"))) {
      CountDownLatch begun = new CountDownLatch(1);
      List<Throwable> ends = new ArrayList<>();
      Thread load =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  HttpDriver.run(
                      open(server.url(), 10, 60_000, 4),
                      new LoadListener() {
                        @Override
                        public void phase(int number, LoadPhase phase) {
                          begun.countDown();
                        }
                      });
                } catch (Throwable e) {
                  ends.add(e);
                }
              });
      begun.await();
      load.interrupt();
      load.join();

      assertThat(ends).singleElement().isInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void shouldNameAHostThatIsUnknown() {
    assertThatThrownBy(() -> HttpDriver.run(open("http://no-such-host.invalid:1", 1, 100, 1), NONE))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("no address is known for 'no-such-host.invalid'");
  }

  private static String lines(String... lines) {
    return String.join("\r\n", lines);
  }

  /** The failures of 20 requests. */
  private static Map<String, Long> failures(RudeServer server, long timeoutMs)
      throws InterruptedException {
    PhaseResult phase =
        HttpDriver.run(
                plan(
                    server.url(),
                    20,
                    timeoutMs,
                    List.of(RequestTemplate.get("/")),
                    phase(200, 100)),
                NONE)
            .phases()
            .getFirst();
    assertThat(phase.ok()).isZero();
    assertThat(phase.counts().sent()).isPositive();
    assertThat(phase.counts().sent() + phase.counts().unsent()).isEqualTo(20);
    return phase.counts().errors();
  }
}
