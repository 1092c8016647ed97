package dev.foliot.diagnose.scheduler;

import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.CpuTimes;
import dev.foliot.linux.ProcStat;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Cpus;
import dev.foliot.linux.proc.ProcessTimes;
import dev.foliot.linux.proc.ThreadStatus;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The users of the CPUs that a process may use. Immutable.
 *
 * @param cpus the number of these CPUs
 * @param online the number of CPUs of the machine
 * @param busy the mean number of busy CPUs, for any process
 * @param own CPUs used by the process
 * @param foliot CPUs used by Foliot and its children, anywhere
 * @param stealShare the share of these CPUs' time given away by the hypervisor, from 0 to 1
 * @param stealTicks the same in the kernel's ticks, its resolution
 */
record CpuShares(
    int cpus,
    int online,
    double busy,
    double own,
    double foliot,
    double stealShare,
    double stealTicks) {
  /** CPUs used by others: neither the process nor Foliot. */
  double others() {
    return Math.max(0, busy - own - foliot);
  }

  /**
   * The CPUs at one moment. Immutable.
   *
   * @param allowed those that the process may use
   * @param online those of the machine
   * @param machine their accounts
   * @param foliotTicks the ticks of this process and its reaped children
   */
  record Snapshot(CpuList allowed, CpuList online, ProcStat machine, double foliotTicks) {
    private static final double NS_PER_S = 1e9;

    /** Reads it for process {@code pid}; unavailable if the kernel does not report it. */
    static Reading<Snapshot> of(Path root, long pid) {
      return switch (ProcStat.of(root)) {
        case Reading.Unavailable<ProcStat> unavailable -> unavailable.retyped();
        case Reading.Value<ProcStat>(ProcStat machine) -> {
          CpuList all =
              CpuList.of(machine.perCpu().keySet().stream().mapToInt(Integer::intValue).toArray());
          CpuList online = new Cpus(root).online().orElse(all);
          CpuList allowed =
              ThreadStatus.of(root, pid, pid).map(ThreadStatus::cpusAllowed).orElse(online);
          int[] usable = online.stream().filter(allowed::contains).toArray();
          yield Reading.of(
              new Snapshot(
                  usable.length == 0 ? online : CpuList.of(usable), online, machine, foliot(root)));
        }
      };
    }

    private static double foliot(Path root) {
      return ProcessTimes.of(root, ProcessHandle.current().pid())
          .map(times ->
              (double)
                  (times.userTicks()
                      + times.systemTicks()
                      + times.reapedUserTicks()
                      + times.reapedSystemTicks()))
          .orElse(0.0);
    }

    /**
     * The users of the CPUs since {@code earlier}. Empty if no time has passed.
     *
     * <p>It uses the CPUs allowed at the earlier moment, because a process that has ended reports
     * none.
     *
     * @param own the mean number of CPUs used by the process
     * @param wallNs nanoseconds since then
     */
    Optional<CpuShares> since(Snapshot earlier, Path root, double own, long wallNs) {
      if (wallNs <= 0) {
        return Optional.empty();
      }
      double tickS = 1.0 / ClockTicks.of(root).perSecond();
      double wallS = wallNs / NS_PER_S;
      double busy = 0;
      double stolen = 0;
      double all = 0;
      for (int cpu : earlier.allowed.stream().toArray()) {
        CpuTimes now = machine.perCpu().get(cpu);
        CpuTimes before = earlier.machine.perCpu().get(cpu);
        if (now != null && before != null) {
          busy += grown(busy(now), busy(before));
          stolen += grown((double) now.steal(), (double) before.steal());
          all += grown(all(now), all(before));
        }
      }
      return Optional.of(
          new CpuShares(
              earlier.allowed.size(),
              earlier.online.size(),
              busy * tickS / wallS,
              own,
              grown(foliotTicks, earlier.foliotTicks) * tickS / wallS,
              all == 0 ? 0 : stolen / all,
              stolen));
    }

    /** In floating point, because wrong counters may differ by more than a long holds. */
    private static double grown(double now, double before) {
      return Math.max(0, now - before);
    }

    private static double busy(CpuTimes times) {
      return (double) times.user() + times.nice() + times.system() + times.irq() + times.softIrq();
    }

    private static double all(CpuTimes times) {
      return busy(times) + times.idle() + times.ioWait() + times.steal();
    }
  }
}
