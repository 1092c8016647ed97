package dev.foliot.loadrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.bench.SlowMessage;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Traffic;
import dev.foliot.text.FoliotException;
import dev.foliot.watch.requests.TracedRequests;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Requests beside their lines in a server's log. */
final class ServerTimesTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final LoadPlan PLAN =
      new LoadPlan(
              new Target("127.0.0.1", 8080),
              List.of(RequestTemplate.get("/")),
              List.of(
                  new LoadPhase(
                      "measured",
                      new Traffic.Open(Rate.perSecond(100), new Arrivals.Constant()),
                      SECOND)),
              Sending.http1(10, 1, SECOND, true),
              1,
              SECOND)
          .described(null, true);

  /** Sent at once, and answered after 50 ms. */
  private static SlowMessage request(long number) {
    return new SlowMessage(number, 0, 0, 0, 50 * MS, 0, List.of());
  }

  private static ServerTimes logged(Map<Long, List<Long>> lines) {
    Map<String, List<Long>> byTrace = new HashMap<>();
    lines.forEach((number, lengthsNs) ->
        byTrace.put(Objects.requireNonNull(PLAN.traceId(0, number, 0)), lengthsNs));
    return ServerTimes.of(PLAN, new TracedRequests.Found(byTrace, MS, MS, Optional.empty()));
  }

  @Test
  void shouldKnowHowLongARequestWasInTheServer() {
    ServerTimes times = logged(Map.of(7L, List.of(40 * MS)));

    assertThat(times.ns(0, request(7))).isEqualTo(40 * MS);
    assertThat(times.ns(0, request(8))).isNull();
    assertThat(times.trace(0, request(7))).hasSize(32);
  }

  /** A redirect has the id of the first request; a server that calls itself has it too. */
  @Test
  void shouldAddLinesOfRedirectsAndNotThoseWithinEachOther() {
    assertThat(logged(Map.of(7L, List.of(20 * MS, 25 * MS))).ns(0, request(7))).isEqualTo(45 * MS);
    assertThat(logged(Map.of(7L, List.of(20 * MS, 45 * MS))).ns(0, request(7))).isEqualTo(45 * MS);
  }

  /** A log with milliseconds rounds up. */
  @Test
  void shouldNotBeLongerInTheServerThanTheClientWaited() {
    assertThat(logged(Map.of(7L, List.of(51 * MS))).ns(0, request(7))).isEqualTo(50 * MS);
  }

  @Test
  void shouldRefuseALogWithoutTraceIds() {
    LoadPlan untraced = PLAN.described(null, false);
    ServerSetup server = new ServerSetup(null, new ServerSetup.Log(Path.of("access.log"), null));

    assertThatThrownBy(() ->
            new LoadTest(
                "shop",
                List.of(untraced),
                new LoadTest.Rounds(1, false),
                new LoadTest.Generator(null, List.of()),
                server,
                null,
                LoadTest.Limits.NONE,
                List.of()))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("add --trace");
  }
}
