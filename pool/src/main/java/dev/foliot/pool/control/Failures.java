package dev.foliot.pool.control;

/**
 * Watches the share of tasks that fail. Some services end one task in five by an exception, and
 * that is their usual share. A share that rises with the size means that growth brings failures:
 * more tasks than something behind the pool can serve in time.
 */
final class Failures {
  private static final long PERIOD_NS = 1_000_000_000L;
  private static final int LEAST = 20;
  private static final double RISEN = 0.15;
  private static final double WEIGHT = 0.05;

  /** Without any success for this long, a greater size cannot be judged. */
  private static final long NO_SUCCESS_NS = 300_000_000L;

  private double usual = Double.NaN;
  private long ns;
  private long ended;
  private long failed;
  private boolean isRisen;
  private long successNs;
  private long failedSince;

  Failures(long nowNs) {
    successNs = nowNs;
  }

  /** Adds the next look. */
  void add(Look look) {
    long failures = look.completions() - look.successes();
    if (look.successes() > 0) {
      successNs = look.nowNs();
      failedSince = 0;
    }
    failedSince += failures;
    ns += look.elapsed().ns();
    ended += look.completions();
    failed += failures;
    if (ns < PERIOD_NS || ended < LEAST) {
      isRisen = false;
      return;
    }
    double share = (double) failed / ended;
    isRisen = !Double.isNaN(usual) && share > usual + RISEN;
    usual = Double.isNaN(usual) ? share : usual + WEIGHT * (share - usual);
    ns = 0;
    ended = 0;
    failed = 0;
  }

  /** Whether clearly more tasks failed in the second that ended with this look than usually. */
  boolean isRisen() {
    return isRisen;
  }

  /** Whether tasks end, and none of them succeeds. */
  boolean isAll(long nowNs) {
    return failedSince >= LEAST && nowNs - successNs >= NO_SUCCESS_NS;
  }
}
