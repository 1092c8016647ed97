package dev.foliot.study.watch;

import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.CpuTimes;
import dev.foliot.linux.ProcStat;
import dev.foliot.linux.Reading;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The CPU time taken by processes other than the measured one, which affects all its figures. To
 * the kernel's ticks of 10 ms. Immutable.
 *
 * @param cpus the CPUs
 * @param before their counters at the start
 */
public record OtherProcesses(CpuList cpus, Reading<ProcStat> before) {
  private static final Path ROOT = Path.of("/");
  private static final double NS_PER_S = 1e9;

  /** Watching and sampling take some, so only more than 5 % is reported. */
  private static final double MUCH = 0.05;

  /** Starts now. */
  public static OtherProcesses from(CpuList cpus) {
    return new OtherProcesses(cpus, ProcStat.of(ROOT));
  }

  /**
   * Why figures are SUSPECT for it; empty if they are not, or it is unknown.
   *
   * @param ownNs the CPU time that the process itself used since
   */
  public Optional<Reason> suspectNow(long ownNs) {
    return before instanceof Reading.Value<ProcStat>(ProcStat first)
            && ProcStat.of(ROOT) instanceof Reading.Value<ProcStat>(ProcStat now)
        ? suspect(first, now, ownNs, ClockTicks.of(ROOT).perSecond())
        : Optional.empty();
  }

  /** The reason from two readings. */
  Optional<Reason> suspect(ProcStat first, ProcStat now, long ownNs, long ticksPerS) {
    double busy = 0;
    double all = 0;
    for (int cpu : cpus.stream().toArray()) {
      CpuTimes from = first.perCpu().get(cpu);
      CpuTimes to = now.perCpu().get(cpu);
      if (from != null && to != null) {
        busy += busy(to) - busy(from);
        all += busy(to) - busy(from) + idle(to) - idle(from);
      }
    }
    double others = all <= 0 ? 0 : (busy - ownNs * ticksPerS / NS_PER_S) / all;
    return others <= MUCH
        ? Optional.empty()
        : Optional.of(new StudyReason.CpusTaken(others, cpus.toString()));
  }

  private static double busy(CpuTimes times) {
    return (double) times.user() + times.nice() + times.system() + times.irq() + times.softIrq();
  }

  private static double idle(CpuTimes times) {
    return (double) times.idle() + times.ioWait() + times.steal();
  }
}
