package dev.foliot.watch.totals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.explain.StopKind;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.SlowRequest;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.store.watch.WatchSecond;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchTotalsTest {
  private static final WatchRecord.Jvm JVM = jvm("jvm-001", 7, "acme.Orders");
  private static final long MS = 1_000_000;

  private final WatchTotals totals = new WatchTotals();

  private static WatchRecord.Jvm jvm(String folder, long pid, String main) {
    return new WatchRecord.Jvm(
        folder, pid, new WatchRecord.Program(main, "25", "acme"), 0, null, List.of());
  }

  private static WatchSecond second(long at, Map<WatchColumn, Long> values) {
    return new WatchSecond(at, values);
  }

  private List<String> samples() {
    return totals.openMetrics().lines().filter(line -> !line.startsWith("#")).toList();
  }

  @Test
  void shouldAddUpWhatAddsUpAndKeepTheLastOfTheRest() {
    totals.add(
        JVM, second(1, Map.of(WatchColumn.GC_NS, 30 * MS, WatchColumn.RSS_BYTES, 100L)), null);
    totals.add(
        JVM, second(2, Map.of(WatchColumn.GC_NS, 12 * MS, WatchColumn.RSS_BYTES, 80L)), null);

    assertThat(samples())
        .contains(
            "foliot_jvm_info{pid=\"7\",main=\"acme.Orders\",version=\"25\"} 1",
            "foliot_jvm_stopped_seconds_total{pid=\"7\",main=\"acme.Orders\",cause=\"gc-pause\"}"
                + " 0.042",
            "foliot_jvm_resident_bytes{pid=\"7\",main=\"acme.Orders\"} 80")
        .noneMatch(line -> line.startsWith("foliot_response_seconds"));
    assertThat(totals.openMetrics()).endsWith("# EOF\n");
  }

  @Test
  void shouldCountAnEpisodeOnceAndSayHowManyLast() {
    Episode begun = new Episode(1, 1_000, null, EpisodeKind.STOP, Episode.Level.NONE, "", null);
    Episode other = new Episode(2, 2_000, null, EpisodeKind.STOP, Episode.Level.NONE, "", null);
    totals.add(JVM, begun);
    totals.add(JVM, other);
    totals.add(JVM, new Episode(1, 1_000, 3_000L, EpisodeKind.STOP, Episode.Level.NONE, "", null));

    assertThat(samples())
        .contains(
            "foliot_jvm_episodes_total{pid=\"7\",main=\"acme.Orders\",kind=\"stop\"} 2",
            "foliot_jvm_episodes_lasting{pid=\"7\",main=\"acme.Orders\",kind=\"stop\"} 1");
  }

  @Test
  void shouldCumulateResponseTimesAndSplitTheDelayByCause() {
    RequestTotals requests = new RequestTotals();
    requests.add(MS, 200);
    requests.add(1_000_001, 404);
    requests.add(20_000 * MS, 503);
    requests.slow(400 * MS, Map.of(StopKind.GC_PAUSE, new SlowRequest.Cause(0.75, "")));
    totals.add(JVM, second(1, Map.of()), requests);
    requests.add(MS, 200);

    assertThat(samples())
        .contains(
            "foliot_response_seconds_bucket{pid=\"7\",main=\"acme.Orders\",le=\"0.001\"} 1",
            "foliot_response_seconds_bucket{pid=\"7\",main=\"acme.Orders\",le=\"0.0025\"} 2",
            "foliot_response_seconds_bucket{pid=\"7\",main=\"acme.Orders\",le=\"10\"} 2",
            "foliot_response_seconds_bucket{pid=\"7\",main=\"acme.Orders\",le=\"+Inf\"} 3",
            "foliot_response_seconds_count{pid=\"7\",main=\"acme.Orders\"} 3",
            "foliot_response_seconds_sum{pid=\"7\",main=\"acme.Orders\"} 20.002000001",
            "foliot_request_errors_total{pid=\"7\",main=\"acme.Orders\"} 1",
            "foliot_request_delay_seconds_total{pid=\"7\",main=\"acme.Orders\",cause=\"gc-pause\"}"
                + " 0.3",
            "foliot_request_delay_seconds_total{pid=\"7\",main=\"acme.Orders\","
                + "cause=\"unexplained\"} 0.1");
  }

  @Test
  void shouldEscapeNamesAndForgetJvmsThatEnded() {
    totals.add(jvm("jvm-002", 8, "a\"b\\c\r\nd\u202e"), second(1, Map.of()), null);
    assertThat(samples())
        .contains("foliot_jvm_info{pid=\"8\",main=\"a\\\"b\\\\c \\nd\u202e\",version=\"25\"} 1");

    totals.remove(jvm("jvm-002", 8, ""));
    assertThat(samples()).isEmpty();
    assertThat(totals.openMetrics()).endsWith("# EOF\n");
  }

  /** OpenMetrics 1.0: metadata once, then the samples of that family, and no other between. */
  @Test
  void shouldKeepFamiliesTogether() {
    totals.add(JVM, second(1, Map.of(WatchColumn.RSS_BYTES, 1L)), new RequestTotals());
    totals.add(
        jvm("jvm-002", 8, "b"), second(1, Map.of(WatchColumn.RSS_BYTES, 1L)), new RequestTotals());

    List<String> types =
        totals.openMetrics().lines().filter(line -> line.startsWith("# TYPE")).toList();
    assertThat(types).doesNotHaveDuplicates().hasSizeGreaterThan(10);
    String family = "";
    for (String line : totals.openMetrics().lines().toList()) {
      if (line.startsWith("# TYPE ")) {
        family = line.split(" ", -1)[2];
      } else if (!line.startsWith("#")) {
        assertThat(line).startsWith(family);
      }
    }
  }
}
