package dev.foliot.cli.live;

import dev.foliot.store.series.LoadInterval;
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
 * @param counts of the requests of the current plan that ended, and what is open now
 * @param errors the failures by kind, the most frequent first
 * @param points the last minutes, in the order of time
 */
public record LiveView(
    String title,
    String stage,
    double elapsedS,
    double leftS,
    String asked,
    LoadInterval.Counts counts,
    Map<String, Long> errors,
    List<LivePoint> points) {}
