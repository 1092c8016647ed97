package dev.foliot.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.foliot.bench.Kind;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Traffic;
import dev.foliot.load.driver.DriverProcess;
import dev.foliot.load.driver.HttpDriver;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ten thousand clients on separate connections, on the loopback interface. The server is in this
 * process and the driver in another, so each of them needs a file per connection.
 */
@Tag("real-time")
@Tag("full")
final class ManyConnectionsTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final int CLIENTS = 10_000;

  /** The other open files of these tests. */
  private static final int OTHER_FILES = 400;

  /** Less than a hundredth of the connections. */
  private static final int MOST_THREADS = 100;

  private static final long THINK_NS = 5 * SECOND;
  private static final long DURATION_NS = 15 * SECOND;
  private static final long LOOK_MS = 200;

  @TempDir Path folder;

  @Test
  void shouldHoldTenThousandConnectionsWithoutAThreadForEach() throws Exception {
    try {
      HttpDriver.checkDescriptors(CLIENTS + OTHER_FILES);
    } catch (FoliotException e) {
      abort(String.valueOf(e.getMessage()));
    }
    AuditPlan serving = new AuditPlan(List.of("none"), 5 * MS, 0, 0);
    try (AuditServer server = AuditServer.start(serving);
        DriverProcess driver = DriverProcess.start(plan(server.url()), null, folder, List.of())) {
      int threads = mostThreads(driver.handle());
      LoadResult result = driver.await();
      AuditServer.Life life = server.stop();

      PhaseResult load = result.phases().getFirst();
      System.out.printf(
          "%,d connections: %,d requests, %d threads, lateness p99 %.1f ms, %s%n",
          result.generator().connectedAtStart(),
          load.counts().sent(),
          threads,
          load.of(Kind.LATENESS).percentileNs(99) / 1e6,
          load.validity());
      assertThat(result.generator().connectedAtStart()).isEqualTo(CLIENTS);
      assertThat(load.series())
          .filteredOn(row -> row.endNs() <= DURATION_NS)
          .isNotEmpty()
          .extracting(one -> one.counts().connections())
          .containsOnly((long) CLIENTS);
      assertThat(load.counts().errors()).isEmpty();
      assertThat(load.counts().unsent()).isZero();
      assertThat(load.ok())
          .as("all are answered, and each client twice at least")
          .isEqualTo(load.counts().sent())
          .isEqualTo(load.counts().intended())
          .isEqualTo(life.log().size())
          .isGreaterThanOrEqualTo(2L * CLIENTS);
      assertThat(life.refused() + life.cutOff() + life.unlogged()).isZero();
      assertThat(threads).isBetween(1, MOST_THREADS);
    }
  }

  private static LoadPlan plan(String url) {
    return new LoadPlan(
        Target.parse(url),
        List.of(RequestTemplate.get("/")),
        List.of(new LoadPhase("clients", new Traffic.Closed(CLIENTS, THINK_NS), DURATION_NS)),
        Sending.http1(CLIENTS, 1, 10 * SECOND, true),
        1,
        SECOND);
  }

  /** The highest number of threads of a process in any sample, until its end. */
  private static int mostThreads(ProcessHandle process)
      throws InterruptedException, ExecutionException {
    int most = 0;
    boolean ended = false;
    while (!ended) {
      most = Math.max(most, threads(process));
      try {
        process.onExit().get(LOOK_MS, TimeUnit.MILLISECONDS);
        ended = true;
      } catch (TimeoutException e) {
        ended = false;
      }
    }
    return most;
  }

  private static int threads(ProcessHandle process) {
    try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
      return (int) tasks.count();
    } catch (IOException e) {
      // it has just ended
      return 0;
    }
  }
}
