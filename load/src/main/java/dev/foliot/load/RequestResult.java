package dev.foliot.load;

import dev.foliot.store.Percentiles;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The result of one kind of request in a phase.
 *
 * @param name of the request
 * @param requests the number that ended, however
 * @param errors the numbers of failures, by kind
 * @param bytes of the bodies of successful answers
 * @param redirects that were followed
 * @param response from the due time to the end, of successful requests
 */
public record RequestResult(
    String name,
    long requests,
    Map<String, Long> errors,
    long bytes,
    long redirects,
    Percentiles response) {
  /** Keeps a copy. */
  public RequestResult {
    errors = Collections.unmodifiableMap(new LinkedHashMap<>(errors));
  }
}
