package dev.foliot.checks.peers;

import java.util.List;
import org.HdrHistogram.Histogram;

/** The users' waiting times, by Lindley's recursion over a schedule, a service time and stops. */
final class Truth {
  private Truth() {}

  /** The response times of equally spaced messages; one that meets a stop continues after it. */
  static Histogram responses(
      long startNs, long messages, long gapNs, long serviceNs, List<Stop> stops) {
    Histogram responses = new Histogram(3);
    long freeNs = Long.MIN_VALUE;
    for (long message = 0; message < messages; message++) {
      long intendedNs = startNs + message * gapNs;
      long beginNs = Math.max(intendedNs, freeNs);
      for (Stop stop : stops) {
        beginNs = beginNs >= stop.fromNs() && beginNs < stop.toNs() ? stop.toNs() : beginNs;
      }
      long endNs = beginNs + serviceNs;
      for (Stop stop : stops) {
        boolean meets = beginNs < stop.fromNs() && endNs > stop.fromNs();
        endNs += meets ? stop.toNs() - stop.fromNs() : 0;
      }
      responses.recordValue(endNs - intendedNs);
      freeNs = endNs;
    }
    return responses;
  }
}
