package dev.foliot.audit;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The waiting times of the audited server's users, by a recursion over its log.
 *
 * <p>The users are an open population: they come at a constant rate from the first request in the
 * log to the last. Their number is that of the tool's requests, independently of the service. The
 * answer for a user who comes at t is due at t + service, or at the end of a stall at that time.
 * The server's own lateness with the latest logged request is added, in time outside of stalls. The
 * server has unlimited concurrency, so users never wait for each other: the recursion is that of a
 * queue with infinitely many servers. So the rate of the users affects the percentiles little.
 *
 * @param users the waiting time of each user
 * @param lateness the server's delay beyond the plan, without planned stalls
 * @param served the service time of a request, without planned stalls
 * @param loadNs from the first request to the last
 * @param answered the number of answered requests
 */
record Waits(Histogram users, Histogram lateness, Histogram served, long loadNs, long answered) {
  private static final int DIGITS = 3;

  /** The result of a log without requests. */
  static final Waits NONE =
      new Waits(new Histogram(DIGITS), new Histogram(DIGITS), new Histogram(DIGITS), 0, 0);

  /** Computes the times from a log with at least one request. Pure. */
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

  /** The answered requests, in the order of arrival. */
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
