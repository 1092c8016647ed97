package dev.foliot.watch.requests;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Charges the delay of a request with what lay over it. Pure.
 *
 * <p>A stop of the whole JVM delays every request of its time. A thread's wait for a CPU delays one
 * of them, and which one is not known: each is charged with the mean, and so it is with waits for
 * locks. Where a log has its times to the second, a stop within that second may lie over the
 * request, and no more than that is claimed.
 */
final class RequestCauses {
  private static final Comparator<Stop> ORDER =
      Comparator.comparing(Stop::kind).thenComparingLong(Stop::startNs);

  private RequestCauses() {}

  /**
   * The share of its delay that each cause explains, from 0 to 1.
   *
   * @param delayNs what it took beyond the usual
   * @param stops with times in nanoseconds since 1970
   * @param perS how many requests end in a second
   * @param lockNs for how long it waited for locks
   */
  static Map<StopKind, Double> of(
      AccessRequest request, long delayNs, List<Stop> stops, double perS, double lockNs) {
    Map<StopKind, Double> causes = new EnumMap<>(StopKind.class);
    long fromNs = request.startNs() - request.errorNs();
    long toNs = request.endNs() + request.errorNs();
    double leftNs = Math.min((double) delayNs, (double) request.lengthNs());
    double inFlight = Math.max(1, perS * request.lengthNs() / 1e9);
    for (Stop stop :
        stops.stream()
            .filter(one -> one.endNs() + one.errorNs() > fromNs)
            .filter(one -> one.startNs() - one.errorNs() < toNs)
            .sorted(ORDER)
            .toList()) {
      long overNs =
          Math.min(request.lengthNs(), stop.within(fromNs - stop.errorNs(), toNs + stop.errorNs()));
      boolean isOfAll = StopKind.OF_JVM.contains(stop.kind()) || stop.kind() == StopKind.STEAL;
      double charged = Math.min(leftNs, isOfAll ? overNs : overNs / inFlight);
      if (charged > 0 && delayNs > 0) {
        causes.merge(stop.kind(), charged / delayNs, Double::sum);
        leftNs -= charged;
      }
    }
    double ofLocks = Math.min(leftNs, lockNs);
    if (ofLocks > 0 && delayNs > 0) {
      causes.merge(StopKind.MONITOR, ofLocks / delayNs, Double::sum);
    }
    return causes;
  }
}
