package dev.foliot.fleet.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.FleetAnalysis;
import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PrometheusFleetTest {
  private static final Instant LAST = Instant.ofEpochSecond(FakePrometheus.LAST);
  private static final PrometheusRequest.Span DAY =
      new PrometheusRequest.Span(LAST.minusSeconds(86_400), LAST);

  private final FakePrometheus server = new FakePrometheus();
  private final List<String> steps = new ArrayList<>();

  @TempDir Path folder;

  @AfterEach
  void stop() {
    server.close();
  }

  private PrometheusRequest request(String selector, @Nullable String metric) {
    return request(server.url(), PrometheusRequest.Access.OPEN, selector, metric);
  }

  private static PrometheusRequest request(
      URI url, PrometheusRequest.Access access, String selector, @Nullable String metric) {
    return new PrometheusRequest(url, access, selector, DAY, metric, null);
  }

  private FleetMeasured read(PrometheusRequest request) {
    return PrometheusFleet.read(request, FleetRequest.of(List.of()), steps::add, 1);
  }

  private static void check(FleetRecord record) {
    assertThat(record.verdict()).isEqualTo(FleetVerdict.ONSET);
    FleetOnset onset = record.finding().onsets().getFirst();
    assertThat(onset.nodes()).hasSize(10).contains("cart.0", "cart.36");
    assertThat(onset.times()).isCloseTo(1.6, within(0.05));
    assertThat(Instant.ofEpochSecond(onset.time().fromUs() / 1_000_000))
        .isBetween(LAST.minusSeconds(6 * 3_600 + 1_800), LAST.minusSeconds(6 * 3_600 - 1_800));
  }

  @Test
  void shouldAskForCpuAndRequestsAndRestartsByConvention() {
    FleetMeasured measured = read(request("job=\"cart\"", null));

    assertThat(measured.input().columns().metric()).isEqualTo("cpu/rps");
    assertThat(measured.input().columns().node()).isEqualTo("pod");
    assertThat(measured.input().columns().labels()).contains("zone");
    assertThat(measured.input().files()).containsExactly(server.url() + " {job=\"cart\"}");
    assertThat(measured.input().guesses())
        .anyMatch(guess -> guess.contains("process_cpu_seconds_total"))
        .anyMatch(guess ->
            guess.contains("http_server_requests_seconds_count") && guess.contains("Micrometer"));
    check(FleetAnalysis.of(measured, Instant.EPOCH, 1));
    assertThat(server.asked).anyMatch(call -> call.contains("process_start_time_seconds"));
    assertThat(steps).isNotEmpty();
  }

  @Test
  void shouldTakeAnExpressionWithTheSelectorInEachOfItsSeries() {
    FleetMeasured measured = read(request("{job=\"cart\"}", "rate(cpu[5m])/rate(requests[5m])"));

    assertThat(measured.input().columns().metric()).isEqualTo("rate(cpu[5m])/rate(requests[5m])");
    assertThat(server.asked)
        .anyMatch(
            call -> call.contains("rate(cpu{job=\"cart\"}[5m])/rate(requests{job=\"cart\"}[5m])"));
    check(FleetAnalysis.of(measured, Instant.EPOCH, 1));
  }

  @Test
  void shouldAskForLessWhereTheServerRefuses() {
    server.mostPoints = 3_000;
    check(FleetAnalysis.of(read(request("job=\"cart\"", null)), Instant.EPOCH, 1));
    assertThat(server.asked.stream().filter(call -> call.contains("query_range")).count())
        .isGreaterThan(6);
    server.mostPoints = 10;
    assertThatThrownBy(() -> read(request("job=\"cart\"", null)))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("refuses the smallest query");
  }

  @Test
  void shouldAskAgainWhereTheServerIsBusyAndGiveUpInTheEnd() {
    server.failures.addAll(List.of(503, 429, 502));
    check(FleetAnalysis.of(read(request("job=\"cart\"", null)), Instant.EPOCH, 1));
    server.failures.addAll(List.of(503, 503, 503, 503));
    assertThatThrownBy(() -> read(request("job=\"cart\"", null)))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("answers with status 503");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "401 | give --token-file or --user-file",
        "302 | sends elsewhere (302)",
        "404 | add the prefix of its API",
        "200 | no JSON of Prometheus",
      })
  void shouldSayWhatToDoAboutARefusal(int status, String said) {
    server.failures.add(status);
    assertThatThrownBy(() -> read(request("job=\"cart\"", null)))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining(said);
  }

  @Test
  void shouldSayWhatIsMissing() {
    assertThatThrownBy(() -> read(request("job=\"none\"", null)))
        .hasMessageContaining("no series match {job=\"none\"} from 2026-");
    assertThatThrownBy(() -> read(request("", null))).hasMessageContaining("needs --selector");
    server.metrics = List.of("up", "go_goroutines");
    assertThatThrownBy(() -> read(request("job=\"cart\"", null)))
        .hasMessageContaining("give --metric with PromQL. They are go_goroutines, up");
    server.close();
    assertThatThrownBy(() -> read(request("job=\"cart\"", null)))
        .hasMessageContaining("cannot be reached");
    assertThatThrownBy(() ->
            request(
                URI.create("http://me:secret@127.0.0.1:9090"),
                PrometheusRequest.Access.OPEN,
                "",
                null))
        .hasMessageContaining("--user-file")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(
            () -> request(URI.create("ftp://127.0.0.1"), PrometheusRequest.Access.OPEN, "", null))
        .hasMessageContaining("is no address");
  }

  @Test
  void shouldLogInByFilesAndNameItsTenant() throws IOException {
    Path token = Files.writeString(folder.resolve("token"), "abc\n");
    Path user = Files.writeString(folder.resolve("user"), "me:pass\n");
    server.prefix = "/prometheus";
    URI url = URI.create(server.url() + "/prometheus/");

    read(
        request(
            url, new PrometheusRequest.Access(token, null, null, "team-a"), "job=\"cart\"", null));
    assertThat(server.headers)
        .containsEntry("Authorization", "Bearer abc")
        .containsEntry("X-Scope-OrgID", "team-a");
    read(request(url, new PrometheusRequest.Access(null, user, null, null), "job=\"cart\"", null));
    assertThat(server.headers).containsEntry("Authorization", "Basic bWU6cGFzcw==");
    assertThatThrownBy(() -> new PrometheusRequest.Access(token, user, null, null))
        .hasMessageContaining("choose one");
    assertThatThrownBy(() ->
            read(
                request(
                    url,
                    new PrometheusRequest.Access(folder.resolve("none"), null, null, null),
                    "job=\"cart\"",
                    null)))
        .hasMessageContaining("--token-file")
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(() ->
            read(
                request(
                    url,
                    new PrometheusRequest.Access(null, null, token, null),
                    "job=\"cart\"",
                    null)))
        .hasMessageContaining("--ca");
  }
}
