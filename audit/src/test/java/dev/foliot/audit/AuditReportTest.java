package dev.foliot.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reports of real tools. The outputs of wrk 4.1.0 and hey are captured from Debian's packages.
 * Those of wrk2, oha and k6 follow their documentation and source: wrk2's README, oha 1.x's printer
 * and JSON schema, k6's pages on the end-of-test summary in its compact, legacy and JSON forms.
 */
final class AuditReportTest {
  private static final long US = 1_000;

  @Test
  void shouldReadWrkWithItsDistribution() throws IOException {
    assertThat(report("wrk-latency.txt"))
        .isEqualTo(
            new AuditReport(
                "wrk",
                said(Map.of(50.0, 1_130, 75.0, 1_320, 90.0, 7_220, 99.0, 82_580, 100.0, 110_920)),
                6_403.01));
  }

  @Test
  void shouldReadOnlyTheGreatestOfWrkWithoutIt() throws IOException {
    assertThat(report("wrk.txt").saidNs()).isEqualTo(Map.of(100.0, 32_100 * US));
    assertThat(report("wrk.txt").ratePerS()).isEqualTo(8_057.93);
  }

  @Test
  void shouldReadTheCorrectedDistributionOfWrk2() throws IOException {
    AuditReport report = report("wrk2.txt");

    assertThat(report.tool()).isEqualTo("wrk2");
    assertThat(report.saidNs())
        .containsEntry(50.0, 1_100 * US)
        .containsEntry(99.0, 80_450 * US)
        .containsEntry(99.9, 98_940 * US)
        .containsEntry(99.999, 103_230 * US)
        .containsEntry(100.0, 103_170 * US)
        .hasSize(8);
    assertThat(report.ratePerS()).isEqualTo(2_000.28);
  }

  @Test
  void shouldReadHey() throws IOException {
    AuditReport report = report("hey.txt");

    assertThat(report.tool()).isEqualTo("hey");
    assertThat(report.saidNs())
        .isEqualTo(
            said(
                Map.of(
                    10.0, 1_100, 25.0, 1_100, 50.0, 1_200, 75.0, 1_300, 90.0, 1_500, 95.0, 2_500,
                    99.0, 6_500, 100.0, 101_900)));
    assertThat(report.ratePerS()).isEqualTo(6_716.5469);
  }

  @ParameterizedTest
  @ValueSource(strings = {"oha.txt", "oha.json"})
  void shouldReadOhaAsTextAndAsJson(String name) throws IOException {
    AuditReport report = report(name);

    assertThat(report.tool()).isEqualTo("oha");
    assertThat(report.saidNs())
        .containsEntry(50.0, 1_181_200L)
        .containsEntry(99.0, 4_401_200L)
        .containsEntry(99.99, 100_901_200L)
        .containsEntry(100.0, 101_234_600L)
        .hasSize(10);
    assertThat(report.ratePerS()).isEqualTo(13_775.1042);
  }

  @Test
  void shouldReadK6() throws IOException {
    assertThat(report("k6.txt"))
        .isEqualTo(
            new AuditReport(
                "k6",
                said(Map.of(50.0, 1_180, 90.0, 1_610, 95.0, 2_030, 100.0, 101_230)),
                13_775.104233));
    assertThat(report("k6-legacy.txt").saidNs())
        .containsEntry(50.0, 110_470L)
        .containsEntry(99.9, 215_950 * US)
        .containsEntry(100.0, 62_500_000 * US);
  }

  @Test
  void shouldReadK6AsJson() throws IOException {
    assertThat(report("k6.json"))
        .isEqualTo(
            new AuditReport(
                "k6",
                said(Map.of(50.0, 1_180, 90.0, 1_610, 99.0, 4_400, 100.0, 101_230)),
                13_775.104233));
    assertThat(report("k6-export.json").saidNs())
        .isEqualTo(said(Map.of(50.0, 1_180, 90.0, 1_610, 95.0, 2_030, 100.0, 101_230)));
  }

  @Test
  void shouldReadVegetasText() {
    AuditReport report =
        ReportParser.parse(
            """
            Requests      [total, rate, throughput]  20000, 1000.05, 999.95
            Duration      [total, attack, wait]      20.001s, 19.999s, 2.145082ms
            Latencies     [min, mean, 50, 90, 95, 99, max]  1.1ms, 4.3ms, 2.2ms, 2.9ms, 40.5ms, 97.77ms, 1m0.5s
            Success       [ratio]                    100.00%
            """);

    assertThat(report)
        .isEqualTo(
            new AuditReport(
                "vegeta",
                said(
                    Map.of(
                        50.0, 2_200, 90.0, 2_900, 95.0, 40_500, 99.0, 97_770, 100.0, 60_500_000)),
                1_000.05));
  }

  @Test
  void shouldReadTheLastPhaseOfALoadOfFoliot() {
    AuditReport report =
        ReportParser.parse(
            """
            {"schema": "foliot.load/1", "phases": [
              {"response": {"p50": 1}, "achieved_per_s": 1},
              {"response": {"unit": "ns", "count": 9, "p50": 2200000, "p99": 4000000, "p99_9": null,
                "p99_99": 8000000, "max": 9000000}, "service": {"p50": 1}, "achieved_per_s": 999.5}]}
            """);

    assertThat(report)
        .isEqualTo(
            new AuditReport(
                "foliot load",
                said(Map.of(50.0, 2_200, 99.0, 4_000, 99.99, 8_000, 100.0, 9_000)),
                999.5));
  }

  @Test
  void shouldFindJsonBehindOtherLines() throws IOException {
    assertThat(ReportParser.parse("a banner\n" + text("oha.json") + "\nand more")).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "{",
        "{}",
        "[1]",
        "{\"latencyPercentiles\": 7}",
        "{\"latencyPercentiles\": {\"p99\": \"1\", \"p\": 1, \"p999\": 1, \"p0\": 1}}",
        "{\"latencyPercentiles\": {\"p99\": -1}}",
        "{\"latencyPercentiles\": {\"p99\": 1e300}}",
        "{\"metrics\": {\"http_req_duration\": []}}",
        "{\"schema\": \"foliot.load/1\"}",
        "{\"schema\": \"foliot.load/1\", \"phases\": [{\"response\": 7}]}",
        "Latencies [mean, 99] 1.2ms, soon",
        "Latencies [50, 99]",
        "Latency Distribution\n 99% 1.2ms",
        "Thread Stats   Avg\n    Latency   1 2 lots 3%",
        "Latency distribution:\n  99% in a while",
        "Latency distribution:\n  999% in 0.1 secs",
        "Latency distribution:\n  0% in 0.1 secs",
        "http_req_duration....: p(99)=fast med= max=-1ms"
      })
  void shouldUnderstandNothingOfWhatIsNoReport(String output) {
    assertThat(ReportParser.parse(output)).isNull();
  }

  @Test
  void shouldSurviveAnyDamage() throws IOException {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (String name : new String[] {"wrk-latency.txt", "hey.txt", "k6.txt", "oha.json"}) {
      for (int i = 0; i < 300; i++) {
        StringBuilder text = new StringBuilder(text(name));
        for (int damage = 0; damage < 10; damage++) {
          int at = random.nextInt(text.length());
          switch (random.nextInt(3)) {
            case 0 -> text.setCharAt(at, (char) random.nextInt(0x10000));
            case 1 -> text.delete(at, Math.min(text.length() - 1, at + random.nextInt(40)));
            default -> text.insert(at, "9".repeat(random.nextInt(3_000)));
          }
        }
        AuditReport report = ReportParser.parse(text.toString());
        if (report != null) {
          assertThat(report.saidNs().values()).allMatch(ns -> ns >= 0);
          assertThat(report.saidNs().keySet()).allMatch(p -> p > 0 && p <= 100);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "ms", "1ms2", "1 2ms", "-1ms", "1.ms", "1e3ms", "１ms", "1mss"})
  void shouldTakeOnlyTimesForTimes(String text) {
    assertThat(ReportParser.ns(text)).isNull();
  }

  private static SortedMap<Double, Long> said(Map<Double, Integer> us) {
    SortedMap<Double, Long> said = new TreeMap<>();
    us.forEach((percentile, value) -> said.put(percentile, value * US));
    return said;
  }

  private static AuditReport report(String name) throws IOException {
    return Objects.requireNonNull(ReportParser.parse(text(name)), name);
  }

  private static String text(String name) throws IOException {
    try (@Nullable InputStream in = AuditReportTest.class.getResourceAsStream("/audit/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
