package dev.foliot.watch.requests;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request of an access log.
 *
 * @param startNs its start, in nanoseconds since 1970
 * @param lengthNs how long it took
 * @param resolutionNs the least difference of lengths that the log has, as far as this line tells
 * @param errorNs how far its start may be off, by the resolution of the log
 * @param route method and path, without what differs from request to request
 * @param status the status of the answer; 0 if the log has none
 * @param trace the id of its trace; null if the log has none
 */
public record AccessRequest(
    long startNs,
    long lengthNs,
    long resolutionNs,
    long errorNs,
    String route,
    int status,
    @Nullable String trace) {
  private static final Pattern STATUS = Pattern.compile("[0-9]{3}");

  /** The status that a text is; 0 for none. */
  static int status(String text) {
    return STATUS.matcher(text).matches() ? Integer.parseInt(text) : 0;
  }

  /** Its end, in nanoseconds since 1970. */
  long endNs() {
    return startNs + lengthNs;
  }
}
