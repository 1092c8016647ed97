package dev.foliot.store.load;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one fork of a load test: {@code requests.json}.
 *
 * @param schema {@link #SCHEMA}
 * @param exchange between whom they were
 * @param generator what sent them
 * @param loopCpuShare the share of its time that the busiest loop was on a CPU, 0 to 1; null if
 *     unknown
 * @param errors the numbers of failures, by kind of failure
 * @param requests by kind of request, in the order of the plan
 * @param waits what they waited for
 * @param slowest the slowest of them, the slowest first
 */
public record RequestsRecord(
    String schema,
    @JsonUnwrapped Exchange exchange,
    @JsonUnwrapped LoadGenerator generator,
    @Nullable Double loopCpuShare,
    Map<String, Long> errors,
    List<RequestKind> requests,
    @JsonUnwrapped RequestWaits waits,
    List<SlowRequest> slowest) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.requests/1";

  /**
   * Between whom requests were.
   *
   * @param phase the name of their phase in the plan
   * @param protocol as in {@code HTTP/1.1}
   * @param address the server's address, as it was resolved
   */
  public record Exchange(String phase, String protocol, String address) {
    /** Checks that nothing is missing. */
    public Exchange {
      Objects.requireNonNull(phase, "phase");
      Objects.requireNonNull(protocol, "protocol");
      Objects.requireNonNull(address, "address");
    }
  }

  /** Keeps copies and checks that nothing is missing. */
  public RequestsRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(exchange, "exchange");
    Objects.requireNonNull(generator, "generator");
    Objects.requireNonNull(waits, "waits");
    errors = Collections.unmodifiableMap(new LinkedHashMap<>(errors));
    requests = List.copyOf(requests);
    slowest = List.copyOf(slowest);
  }

  /** The name of its phase in the plan. */
  public String phase() {
    return exchange.phase;
  }

  /** Its protocol, as in {@code HTTP/1.1}. */
  public String protocol() {
    return exchange.protocol;
  }

  /** The server's address, as it was resolved. */
  public String address() {
    return exchange.address;
  }

  /** The number of failures. */
  public long failed() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The number of requests that ended, however. */
  public long ended() {
    return requests.stream().mapToLong(RequestKind::requests).sum();
  }
}
