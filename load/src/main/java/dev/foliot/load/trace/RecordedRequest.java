package dev.foliot.load.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request of the past, as it stands in a file; nothing in it is checked.
 *
 * @param atNs its time, in nanoseconds since 1970
 * @param method as in {@code GET}
 * @param target its URL, or the path and query
 * @param headers in their order
 * @param body or null
 * @param status of the answer, 0 where it is not known
 */
public record RecordedRequest(
    long atNs,
    String method,
    String target,
    List<Header> headers,
    @Nullable String body,
    int status) {
  /** Keeps a copy. */
  public RecordedRequest {
    headers = List.copyOf(headers);
  }

  /** A header. */
  public record Header(String name, String value) {}
}
