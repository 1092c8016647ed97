package dev.foliot.load.driver;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.Check;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Traffic;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Short plans for tests against real servers. */
final class Plans {
  static final long MS = 1_000_000;

  /** The time-out of a test that is not about time-outs. */
  static final long PATIENT_MS = 30_000;

  private Plans() {}

  /** An open loop of identical GETs. */
  static LoadPlan open(String url, long ratePerS, long durationMs, int connections) {
    return plan(
        url,
        connections,
        PATIENT_MS,
        List.of(RequestTemplate.get("/")),
        phase(ratePerS, durationMs));
  }

  static LoadPhase phase(long ratePerS, long durationMs) {
    return new LoadPhase(
        "open",
        new Traffic.Open(Rate.perSecond(ratePerS), new Arrivals.Constant()),
        durationMs * MS);
  }

  static LoadPhase closed(int clients, long durationMs) {
    return new LoadPhase("closed", new Traffic.Closed(clients, 0), durationMs * MS);
  }

  static LoadPlan plan(
      String url,
      int connections,
      long timeoutMs,
      List<RequestTemplate> requests,
      LoadPhase... phases) {
    return new LoadPlan(
        Target.parse(url),
        requests,
        List.of(phases),
        Sending.http1(connections, 1, timeoutMs * MS, true),
        7,
        100 * MS);
  }

  static RequestTemplate checked(String... checks) {
    return new RequestTemplate(
        "GET", "/", Map.of(), null, 1, List.of(checks).stream().map(Check::parse).toList());
  }

  /** How many durations of a part there are. */
  static long count(PhaseResult phase, String part) {
    return Objects.requireNonNull(phase.times().parts().get(part), part).count();
  }
}
