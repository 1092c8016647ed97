package dev.foliot.checks.endtoend;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.tasks.TakesTwoMicros;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The test of omission in real time.
 *
 * <p>A fork is stopped from outside for 100 ms every two seconds. It must report the users' waiting
 * times that Lindley's recursion derives from the stopper's own time stamps. Stops may happen at
 * any time, also during the harness's wait for the next message, where a harness that re-anchors
 * its schedule would lose them.
 */
@Tag("real-time")
@Tag("full")
final class StoppedForkTest {
  private static final long DURATION_NS = SECONDS.toNanos(20);
  private static final long GAP_NS = 100_000;
  private static final long SERVICE_NS = 2_000;
  private static final long STOP_NS = MILLISECONDS.toNanos(100);
  private static final long EVERY_NS = SECONDS.toNanos(2);
  private static final long TOLERANCE_NS = 50_000;
  private static final double TOLERANCE = 0.02;

  @TempDir Path folder;

  /** The fork is stopped from {@code fromNs} to {@code toNs}. */
  private record Stop(long fromNs, long toNs) {}

  @Test
  void shouldChargeEveryStopToTheMessagesThatItDelayed() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(
            folder,
            "bench",
            TakesTwoMicros.class.getName(),
            "--classpath",
            FoliotProcess.tasks(),
            "--rate=10k/s",
            "--forks=1",
            "--warmup=2s",
            "--duration=20s",
            "--json");
    List<Stop> stops = stopAgainAndAgain(foliot, foliot.fork());
    JsonNode json = StoredFiles.json(foliot.end().out());

    long startNs = Long.parseLong(json.at("/forks/0/conditions/start_nano_time").asString());
    Histogram waited = recursion(startNs, stops);
    Histogram told = responses(Path.of(json.at("/store").asString()));
    StringBuilder table = new StringBuilder("percentile, users waited us, told us\n");
    for (double percentile : new double[] {50, 90, 99, 99.9}) {
      table.append(
          "%s %.1f %.1f%n"
              .formatted(
                  percentile,
                  waited.getValueAtPercentile(percentile) / 1e3,
                  told.getValueAtPercentile(percentile) / 1e3));
    }
    System.out.println(table);
    assertThat(told.getTotalCount()).isEqualTo(DURATION_NS / GAP_NS);
    for (double percentile : new double[] {50, 90, 99, 99.9}) {
      long expected = waited.getValueAtPercentile(percentile);
      long tolerance = Math.max(TOLERANCE_NS, (long) (expected * TOLERANCE));
      assertThat(told.getValueAtPercentile(percentile))
          .as("p%s, after %d stops; %s", percentile, stops.size(), table)
          .isBetween(expected - tolerance, expected + tolerance);
    }
  }

  private static List<Stop> stopAgainAndAgain(FoliotProcess foliot, ProcessHandle fork)
      throws InterruptedException {
    List<Stop> stops = new ArrayList<>();
    try (Signals signals = new Signals()) {
      while (fork.isAlive()) {
        foliot.pause(EVERY_NS - STOP_NS);
        if (!signals.send(fork.pid(), Signals.STOP)) {
          break;
        }
        long fromNs = System.nanoTime();
        LockSupport.parkNanos(STOP_NS);
        long toNs = System.nanoTime();
        signals.send(fork.pid(), Signals.CONTINUE);
        stops.add(new Stop(fromNs, toNs));
      }
    }
    return stops;
  }

  /** Lindley's recursion; a message that meets a stop continues after it. */
  private static Histogram recursion(long startNs, List<Stop> stops) {
    Histogram responses = new Histogram(3);
    long freeNs = Long.MIN_VALUE;
    for (long offsetNs = 0; offsetNs < DURATION_NS; offsetNs += GAP_NS) {
      long intendedNs = startNs + offsetNs;
      long beginNs = Math.max(intendedNs, freeNs);
      for (Stop stop : stops) {
        beginNs = beginNs >= stop.fromNs() && beginNs < stop.toNs() ? stop.toNs() : beginNs;
      }
      long endNs = beginNs + SERVICE_NS;
      for (Stop stop : stops) {
        boolean meets = beginNs < stop.fromNs() && endNs > stop.fromNs();
        endNs += meets ? stop.toNs() - stop.fromNs() : 0;
      }
      responses.recordValue(endNs - intendedNs);
      freeNs = endNs;
    }
    return responses;
  }

  private static Histogram responses(Path run) throws IOException {
    Histogram all = new Histogram(3);
    try (InputStream in = Files.newInputStream(run.resolve("fork-001/histograms.hlog"))) {
      HistogramLogReader reader = new HistogramLogReader(in);
      while (reader.hasNext()) {
        var histogram = (Histogram) reader.nextIntervalHistogram();
        if (histogram != null && "response".equals(histogram.getTag())) {
          all.add(histogram);
        }
      }
      reader.close();
    }
    return all;
  }
}
