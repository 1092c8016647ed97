package dev.foliot.audit;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What the users of the audited server waited: a recursion over its log.
 *
 * <p>The users are an open population: they come at a constant rate from the first request in the
 * log to the last, as many as the tool sent, whatever happens to those before them. A user who
 * comes at t is due an answer at t + service; if the server stands still then, at the end of that.
 * To this is added what the server itself was late with the request that was logged last by then,
 * counted in time in which it moved. Each user is served as if alone, for the server serves any
 * number at once: the recursion of a queue with endless servers, in which nobody waits for another.
 * So the rate of the users hardly matters to the percentiles.
 *
 * @param users how long each user waited
 * @param lateness by how much the server answered later than it should, planned stalls aside
 * @param served what it took to serve a request, planned stalls aside
 * @param loadNs from the first request to the last
 * @param answered how many requests were answered
 */
record Waits(Histogram users, Histogram lateness, Histogram served, long loadNs, long answered) {
  private static final int DIGITS = 3;

  /** Of a log without requests. */
  static final Waits NONE =
      new Waits(new Histogram(DIGITS), new Histogram(DIGITS), new Histogram(DIGITS), 0, 0);

  /** Over a log with at least one request. Pure. */
  static Waits of(RequestLog log, List<AuditStall> stalls, long serviceNs) {
    Stalls lived = new Stalls(stalls);
    Stalls planned = new Stalls(stalls.stream().filter(AuditStall::planned).toList());
    Histogram users = new Histogram(DIGITS);
    int requests = log.size();
    long firstNs = log.arrivalNs(0);
    long loadNs = log.arrivalNs(requests - 1) - firstNs;
    Served seen = new Served(log, lived, planned, serviceNs);
    for (int user = 0; user < requests; user++) {
      long cameNs = firstNs + share(loadNs, user, requests);
      seen.until(cameNs);
      users.recordValue(lived.doneNs(cameNs + serviceNs, seen.lateNs) - cameNs);
    }
    // The last requests came after the last user.
    seen.until(Long.MAX_VALUE);
    return new Waits(users, seen.lateness, seen.served, loadNs, seen.answered);
  }

  /** The answered requests, in the order of their coming. */
  private static final class Served {
    private final RequestLog log;
    private final Stalls lived;
    private final Stalls planned;
    private final long serviceNs;
    private final Histogram lateness = new Histogram(DIGITS);
    private final Histogram served = new Histogram(DIGITS);
    private long answered;
    private long lateNs;
    private int next;

    Served(RequestLog log, Stalls lived, Stalls planned, long serviceNs) {
      this.log = log;
      this.lived = lived;
      this.planned = planned;
      this.serviceNs = serviceNs;
    }

    void until(long timeNs) {
      for (; next < log.size() && log.arrivalNs(next) <= timeNs; next++) {
        long replyNs = log.replyNs(next);
        if (replyNs != 0) {
          long dueNs = log.arrivalNs(next) + serviceNs;
          lateNs = lived.movingNs(lived.firstMovingNs(dueNs), replyNs);
          long allLateNs = planned.movingNs(planned.firstMovingNs(dueNs), replyNs);
          lateness.recordValue(allLateNs);
          served.recordValue(serviceNs + allLateNs);
          answered++;
        }
      }
    }
  }

  /** {@code ns * part / of}, rounded down, without overflow: at most 10 million parts. */
  private static long share(long ns, long part, long of) {
    return ns / of * part + ns % of * part / of;
  }
}
