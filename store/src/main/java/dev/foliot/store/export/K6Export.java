package dev.foliot.store.export;

import dev.foliot.store.ForkRecord;
import dev.foliot.store.Json;
import dev.foliot.store.StoreException;
import dev.foliot.store.load.RequestFiles;
import dev.foliot.store.load.RequestsRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Writes a load test as k6's {@code --summary-export} does: trends in milliseconds, over all forks
 * together. What k6 calls the duration of a request begins with its sending, so it is the service
 * time; the response time has a name of its own.
 */
final class K6Export {
  private static final double NS_PER_MS = 1e6;

  /** k6's metrics by the kinds of a load test. */
  private static final Map<String, String> TRENDS = new LinkedHashMap<>();

  static {
    TRENDS.put("response", "foliot_response_time");
    TRENDS.put("service", "http_req_duration");
    TRENDS.put("lag", "http_req_blocked");
    TRENDS.put("probe connect", "http_req_connecting");
    TRENDS.put("probe tls", "http_req_tls_handshaking");
    TRENDS.put("probe send", "http_req_sending");
    TRENDS.put("probe first byte", "http_req_waiting");
    TRENDS.put("probe body", "http_req_receiving");
  }

  private K6Export() {}

  /** Whether the run is a load test. */
  static boolean suits(ExportRun run) {
    return run.series().stream()
        .flatMap(series -> series.rows().stream())
        .allMatch(row -> RequestFiles.read(run.stored(), number(row)).isPresent());
  }

  private static int number(ExportSeries.Row row) {
    return row.fork().place().fork();
  }

  static void write(ExportRun run, OutputStream out) throws IOException {
    Map<String, Object> metrics = new LinkedHashMap<>();
    TRENDS.forEach((kind, name) -> {
      List<ExportSeries> series =
          run.series().stream().filter(one -> one.kind().equals(kind)).toList();
      if (!series.isEmpty()) {
        metrics.put(name, trend(run, series));
      }
    });
    long ended = 0;
    long failed = 0;
    double lengthS = 0;
    for (ExportSeries series : run.series()) {
      if (series.kind().equals("response")) {
        for (ExportSeries.Row row : series.rows()) {
          RequestsRecord requests = requests(run, row);
          ended += requests.ended();
          failed += requests.failed();
          lengthS += seconds(row.fork(), requests);
        }
      }
    }
    metrics.put("http_reqs", Map.of("count", ended, "rate", lengthS == 0 ? 0 : ended / lengthS));
    Map<String, Object> rate = new LinkedHashMap<>();
    rate.put("passes", failed);
    rate.put("fails", ended - failed);
    rate.put("value", ended == 0 ? 0 : (double) failed / ended);
    metrics.put("http_req_failed", rate);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(
        "root_group",
        Map.of("name", "", "path", "", "id", "", "groups", Map.of(), "checks", Map.of()));
    json.put("metrics", metrics);
    out.write((Json.text(json) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static RequestsRecord requests(ExportRun run, ExportSeries.Row row) {
    Optional<RequestsRecord> requests = RequestFiles.read(run.stored(), number(row));
    return requests.orElseThrow(() ->
        StoreException.unreadable(
            run.stored().forkPath(number(row)), "it has no requests.json", null));
  }

  /** The time in which the requests of a fork ended. */
  private static double seconds(ForkRecord fork, RequestsRecord requests) {
    double perS = fork.messages().achievedPerS();
    return perS == 0 ? 0 : (requests.ended() - requests.failed()) / perS;
  }

  private static Map<String, Object> trend(ExportRun run, List<ExportSeries> series) {
    Histogram total = new Histogram(3);
    double sumNs = 0;
    long count = 0;
    long minNs = Long.MAX_VALUE;
    long maxNs = 0;
    for (ExportSeries one : series) {
      for (ExportSeries.Row row : one.rows()) {
        run.stored()
            .eachHistogram(
                number(row),
                interval -> {
                  if (interval.tag().equals(row.tag())) {
                    total.add(interval.histogram());
                  }
                });
        count += row.figures().count();
        Double mean = row.figures().mean();
        Long min = row.figures().min();
        Long max = row.figures().max();
        sumNs += mean == null ? 0 : mean * row.figures().count();
        minNs = min == null ? minNs : Math.min(minNs, min);
        maxNs = max == null ? maxNs : Math.max(maxNs, max);
      }
    }
    Map<String, Object> trend = new LinkedHashMap<>();
    trend.put("avg", count == 0 ? 0 : sumNs / count / NS_PER_MS);
    trend.put("min", count == 0 ? 0 : minNs / NS_PER_MS);
    trend.put("med", percentile(total, 50, maxNs));
    trend.put("max", maxNs / NS_PER_MS);
    trend.put("p(90)", percentile(total, 90, maxNs));
    trend.put("p(95)", percentile(total, 95, maxNs));
    trend.put("p(99)", percentile(total, 99, maxNs));
    return trend;
  }

  /** A bucket's upper end may lie above the exact maximum. */
  private static double percentile(Histogram total, double percentile, long maxNs) {
    return Math.min(maxNs, total.getValueAtPercentile(percentile)) / NS_PER_MS;
  }
}
