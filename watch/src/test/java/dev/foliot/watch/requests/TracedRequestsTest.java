package dev.foliot.watch.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests that are looked up in a log by their trace ids. */
@Timeout(60)
final class TracedRequestsTest {
  private static final String ONE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String TWO = "00000000000000000000000000000002";

  /** What is looked for is there, or is never waited for. */
  private static long hasty() {
    return 0;
  }

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void begin() throws IOException {
    file = folder.resolve("access.log");
    // what was there before the load
    Files.writeString(file, line(ONE, 999));
  }

  private static String line(String trace, int tookMs) {
    return "{\"time\":\"2026-11-30T10:00:00.000Z\",\"duration_ms\":%d,\"path\":\"/\",\"traceparent\":\"%s\"}\n"
        .formatted(tookMs, trace);
  }

  private void append(String lines) throws IOException {
    Files.writeString(file, lines, StandardOpenOption.APPEND);
  }

  /** As if the server had written nothing for longer than it takes. */
  private static LongSupplier late() {
    AtomicLong readings = new AtomicLong();
    return () -> readings.getAndIncrement() * TracedRequests.PATIENCE_NS;
  }

  private TracedRequests requests(String format, LongSupplier clock) {
    return new TracedRequests(
        RequestSource.log(
            file, format.isEmpty() ? null : AccessFormat.of(format), "--server-log-format"),
        clock);
  }

  @Test
  void shouldFindRequestsByTheirTraceIds() throws Exception {
    try (TracedRequests requests = requests("", TracedRequestsTest::hasty)) {
      append(line("00-" + ONE + "-00f067aa0ba902b7-01", 40));
      append(line("0000000000000000000000000000000f", 2));
      append(line(TWO.toUpperCase(Locale.ROOT), 30));
      append(line("00-" + ONE + "-00f067aa0ba902b8-01", 5));
      append(line("00-ffffffffffffffffffffffffffffffff-00f067aa0ba902b7-01", 4));

      TracedRequests.Found found = requests.find(Set.of(ONE, TWO));

      assertThat(found.problem()).isEmpty();
      assertThat(found.lengthsNs().keySet()).containsExactlyInAnyOrder(ONE, TWO);
      assertThat(found.lengthsNs().get(ONE)).containsExactly(40_000_000L, 5_000_000L);
      assertThat(found.lengthsNs().get(TWO)).containsExactly(30_000_000L);
      // the last digit of the log, and 1 % of the median
      assertThat(found.errorNs()).isEqualTo(1_000_000 + found.usualNs() / 100);
      // of all requests of the log, within 1 %
      assertThat((double) found.usualNs()).isBetween(4.9e6, 5.1e6);
    }
  }

  /** Servers write their logs late: here when the clock is read again, after the first look. */
  @Test
  void shouldWaitForTheLineOfARequest() throws Exception {
    AtomicLong readings = new AtomicLong();
    LongSupplier clock =
        () -> {
          if (readings.getAndIncrement() == 1) {
            try {
              append(line(ONE, 40));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
          return 0;
        };
    try (TracedRequests requests = requests("", clock)) {
      append(line(TWO, 1));

      assertThat(requests.find(Set.of(ONE)).lengthsNs())
          .isEqualTo(Map.of(ONE, List.of(40_000_000L)));
      assertThat(readings.get()).isGreaterThan(1);
    }
  }

  @Test
  void shouldSayHowManyAreNotThere() throws Exception {
    try (TracedRequests requests = requests("", late())) {
      append(line(TWO, 1));

      TracedRequests.Found found = requests.find(Set.of(ONE, TWO));

      assertThat(found.lengthsNs()).containsOnlyKeys(TWO);
      assertThat(found.problem().orElseThrow()).contains("1 of the 2 slowest requests");
    }
  }

  @Test
  void shouldSayThatTheServerWritesNothing() throws Exception {
    try (TracedRequests requests = requests("", late())) {
      assertThat(requests.find(Set.of(ONE)).problem().orElseThrow())
          .contains("access.log", "no new lines");
    }
  }

  /** Nothing is waited for: no later line will have one either. */
  @Test
  void shouldSayThatTheLogHasNoTraceIds() throws Exception {
    try (TracedRequests requests =
        requests("nginx $msec $request_time \"$request\"", TracedRequestsTest::hasty)) {
      append("1796032800.123 0.040 \"GET / HTTP/1.1\"\n");

      TracedRequests.Found found = requests.find(Set.of(ONE));

      assertThat(found.lengthsNs()).isEmpty();
      assertThat(found.usualNs()).isZero();
      assertThat(found.problem().orElseThrow())
          .contains("no trace ids", "traceparent", "$http_traceparent");
    }
  }

  @Test
  void shouldReadTheHeaderInTheFormatOfAServer() throws Exception {
    try (TracedRequests requests =
        requests(
            "nginx $msec $request_time \"$request\" \"$http_traceparent\"",
            TracedRequestsTest::hasty)) {
      append("1796032800.123 0.040 \"GET / HTTP/1.1\" \"00-" + ONE + "-00f067aa0ba902b7-01\"\n");

      assertThat(requests.find(Set.of(ONE)).lengthsNs())
          .isEqualTo(Map.of(ONE, List.of(40_000_000L)));
    }
  }

  @Test
  void shouldSayThatTheFormatIsNotKnown() throws Exception {
    try (TracedRequests requests = requests("", TracedRequestsTest::hasty)) {
      append("what is this\n".repeat(5));

      assertThat(requests.find(Set.of(ONE)).problem().orElseThrow())
          .contains("is not known by its lines", "--server-log-format", "what is this");
    }
  }
}
