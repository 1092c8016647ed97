package dev.foliot.store.load;

import dev.foliot.store.Percentiles;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * One kind of request of a load test in one fork.
 *
 * @param name what it is called in the plan
 * @param requests the number that ended, however
 * @param errors the numbers of failures, by kind of failure
 * @param bytes of the bodies of successful answers
 * @param redirects that were followed
 * @param response from the due time to the end, of successful requests
 */
public record RequestKind(
    String name,
    long requests,
    Map<String, Long> errors,
    long bytes,
    long redirects,
    Percentiles response) {
  /** Keeps a copy and checks that nothing is missing. */
  public RequestKind {
    Objects.requireNonNull(name, "name");
    errors = Collections.unmodifiableMap(new LinkedHashMap<>(errors));
    Objects.requireNonNull(response, "response");
  }
}
