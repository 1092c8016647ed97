package dev.foliot.watch.requests;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.watch.SlowRequest;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Charges the delay of a request with what lay over it. Pure.
 *
 * <p>A stop of the whole JVM delays every request of its time. Next come waits of threads that a
 * flight recording has. A thread's wait for a CPU delays one of them, and which one is not known:
 * each is charged with the mean, and so it is with waits for locks. Where a log has its times to
 * the second, a stop within that second may lie over the request, and no more than that is claimed.
 */
final class RequestCauses {
  private static final Comparator<Stop> ORDER =
      Comparator.comparing(Stop::kind).thenComparingLong(Stop::startNs);

  private RequestCauses() {}

  /**
   * What explains its delay.
   *
   * @param delayNs what it took beyond the usual
   * @param stops with times in nanoseconds since 1970
   * @param cpuNs for how long it waited for a CPU
   * @param lockNs for how long it waited for locks
   * @param recorded what else threads waited for, in the order in which it counts
   */
  static Map<StopKind, SlowRequest.Cause> of(
      AccessRequest request,
      long delayNs,
      List<Stop> stops,
      double cpuNs,
      double lockNs,
      List<RecordedWaits.Waited> recorded) {
    Charges charges = new Charges(request, delayNs);
    long fromNs = request.startNs() - request.errorNs();
    long toNs = request.endNs() + request.errorNs();
    List<Stop> over =
        stops.stream()
            .filter(one -> one.endNs() + one.errorNs() > fromNs)
            .filter(one -> one.startNs() - one.errorNs() < toNs)
            .sorted(ORDER)
            .toList();
    for (Stop stop : over) {
      if (StopKind.OF_JVM.contains(stop.kind())) {
        charges.add(stop.kind(), overNs(request, stop, fromNs, toNs), "");
      }
    }
    recorded.forEach(one -> charges.add(one.kind(), one.ns(), one.place()));
    for (Stop stop : over) {
      if (stop.kind() == StopKind.STEAL) {
        charges.add(stop.kind(), expectedNs(request, stop), "");
      }
    }
    charges.add(StopKind.RUN_QUEUE, cpuNs, "");
    double ofLocksNs = charges.ns(StopKind.MONITOR) + charges.ns(StopKind.PARK);
    charges.add(StopKind.MONITOR, lockNs - ofLocksNs, "");
    return charges.causes;
  }

  private static double overNs(AccessRequest request, Stop stop, long fromNs, long toNs) {
    return (double)
        Math.min(request.lengthNs(), stop.within(fromNs - stop.errorNs(), toNs + stop.errorNs()));
  }

  /**
   * What lay over the request in the mean: hypervisors take many short times, of which only the sum
   * since the reading before is known.
   */
  private static double expectedNs(AccessRequest request, Stop stop) {
    long spanNs = Math.max(1, stop.endNs() - stop.startNs());
    long overNs =
        Math.min(request.endNs(), stop.endNs()) - Math.max(request.startNs(), stop.startNs());
    return (double) stop.lengthNs() * Math.max(0, overNs) / spanNs;
  }

  /** What a delay is charged with, until nothing of it is left. */
  private static final class Charges {
    private final Map<StopKind, SlowRequest.Cause> causes = new EnumMap<>(StopKind.class);
    private final double delayNs;
    private double leftNs;

    Charges(AccessRequest request, long delayNs) {
      this.delayNs = (double) delayNs;
      this.leftNs = (double) Math.min(delayNs, request.lengthNs());
    }

    void add(StopKind kind, double ns, String place) {
      double charged = Math.min(leftNs, ns);
      if (charged > 0 && delayNs > 0) {
        leftNs -= charged;
        causes.merge(
            kind, new SlowRequest.Cause(charged / delayNs, place), SlowRequest.Cause::plus);
      }
    }

    double ns(StopKind kind) {
      SlowRequest.Cause cause = causes.get(kind);
      return cause == null ? 0 : cause.share() * delayNs;
    }
  }
}
