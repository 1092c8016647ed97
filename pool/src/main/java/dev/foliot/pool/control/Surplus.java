package dev.foliot.pool.control;

/** Detects unused size: compares with the maximum that ran at once in 10 to 20 s. */
final class Surplus {
  private static final long PERIOD_NS = 10_000_000_000L;

  /** Tasks that arrive less often than this do not reveal the need. */
  private static final long SELDOM_NS = 2_000_000_000L;

  private static final double MORE = 1.1;
  private static final double WORTH = 0.8;

  private int most;
  private int mostBefore;
  private long periodNs;
  private long lastNs;

  Surplus(long nowNs) {
    periodNs = nowNs;
    lastNs = nowNs;
  }

  /** The same after a time without any task. */
  int enoughAfterNothing(Look look, int size) {
    boolean isSeldom = look.nowNs() - lastNs > SELDOM_NS;
    lastNs = look.nowNs();
    return isSeldom ? size : enough(look, size);
  }

  /** Adds the next look; returns the size that suffices, or the size itself. */
  int enough(Look look, int size) {
    lastNs = look.nowNs();
    // the newest tasks may not be complete yet
    boolean rises = look.now().tasks().mostRunning() > Math.max(most, mostBefore);
    most = Math.max(most, look.now().tasks().mostRunning());
    if (rises || look.nowNs() - periodNs <= PERIOD_NS) {
      return size;
    }
    int needed = Math.max(most, mostBefore);
    mostBefore = most;
    most = look.now().tasks().running();
    periodNs = look.nowNs();
    int enough = Math.max((int) Math.ceil(MORE * needed), look.least());
    return look.elapsed().standing() || enough >= WORTH * size ? size : enough;
  }
}
