package dev.foliot.cli.live;

import java.util.List;
import java.util.Map;

/**
 * All that is shown of a running load at one moment. Immutable.
 *
 * @param title what is tested
 * @param stage what happens now, as in {@code round 1 of 3, warm-up}
 * @param elapsedS the time of the current plan so far, in seconds
 * @param leftS the time left of the whole test, in seconds
 * @param asked the asked rate or the clients, in words; empty before the load
 * @param inFlight requests in flight
 * @param connections open connections
 * @param answered successful answers of the current plan
 * @param failed failures of the current plan
 * @param errors the failures by kind, the most frequent first
 * @param points the last minutes, in the order of time
 */
public record LiveView(
    String title,
    String stage,
    double elapsedS,
    double leftS,
    String asked,
    long inFlight,
    long connections,
    long answered,
    long failed,
    Map<String, Long> errors,
    List<LivePoint> points) {}
