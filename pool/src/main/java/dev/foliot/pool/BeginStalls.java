package dev.foliot.pool;

import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.Observation;
import org.jspecify.annotations.Nullable;

/**
 * Detects tasks that cannot begin although the size allows it. Either no thread takes them, since
 * the factory fails or its threads do other work; or virtual threads wait for a carrier that pinned
 * ones occupy. The controller detects the other stalls, where running tasks do not end.
 *
 * <p>A function of the observations so far. Not thread-safe: only the control thread calls it.
 */
final class BeginStalls {
  /** Even on a busy machine, a thread that can begin does so sooner. */
  static final long AFTER_NS = 2_000_000_000L;

  /** A pause of the whole JVM ends with one late look. */
  private static final int LEAST_LOOKS = 3;

  private static final double BUSY = 0.9;
  private static final int NO_PINNING_BY_MONITORS = 24;

  private final int jdk;
  private boolean isAny;
  private long sinceNs;
  private int looks;
  private long begun;
  private long completed;
  private @Nullable String failure;

  /**
   * @param jdk the feature number of the JDK
   */
  BeginStalls(int jdk) {
    this.jdk = jdk;
  }

  /** Records why a thread could not start. */
  void threadFailed(String why) {
    failure = why;
  }

  /**
   * Adds the next look.
   *
   * @param withoutCarrier number of started virtual threads that have never run; they count as
   *     running
   * @return the reason of a stall; null without one
   */
  @Nullable String look(Observation now, int withoutCarrier) {
    long nowBegun = now.counts().started() - withoutCarrier;
    boolean isProgress = nowBegun > begun || now.counts().completed() > completed;
    boolean isBesidePlaces = now.tasks().queued() > 0 && now.tasks().running() < now.size();
    boolean isWithoutCarrier = withoutCarrier > 0 && !isBusy(now.cpu());
    begun = Math.max(begun, nowBegun);
    completed = now.counts().completed();
    if (isProgress) {
      failure = null;
    }
    if (isProgress || !(isBesidePlaces || isWithoutCarrier)) {
      isAny = false;
      return null;
    }
    if (!isAny) {
      isAny = true;
      sinceNs = now.nowNs();
      looks = 0;
    }
    looks++;
    long stalledNs = now.nowNs() - sinceNs;
    if (stalledNs < AFTER_NS || looks < LEAST_LOOKS) {
      return null;
    }
    String forS = stalledNs / 1_000_000_000 + " s";
    return isWithoutCarrier ? noCarrier(withoutCarrier, forS) : noThread(now, forS);
  }

  private static boolean isBusy(CpuReading cpu) {
    return cpu.processCpus() >= BUSY * cpu.cpus();
  }

  private String noThread(Observation now, String forS) {
    String why = failure;
    return now.tasks().queued()
        + " tasks wait, "
        + now.tasks().running()
        + " of "
        + now.size()
        + " run, and no thread began one for "
        + forS
        + (why == null ? ": no thread has come for them" : ": " + why);
  }

  private String noCarrier(int withoutCarrier, String forS) {
    String cause =
        jdk < NO_PINNING_BY_MONITORS
            ? "carriers are pinned by tasks that block in synchronized or native code"
                + " (JDK 24 removes the first)"
            : "carriers are pinned by tasks that block in native code";
    return withoutCarrier + " started tasks got no carrier thread for " + forS + ": " + cause;
  }
}
