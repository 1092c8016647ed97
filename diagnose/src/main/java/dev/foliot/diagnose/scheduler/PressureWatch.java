package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.scheduler.SchedulerObservations.Pressure;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Cgroup;
import dev.foliot.linux.machine.CpuPressure;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The CPU pressure from its creation on, of the process's control group if the kernel counts it,
 * otherwise of the machine. For one thread.
 */
final class PressureWatch {
  private static final double NS_PER_US = 1e3;

  private final Path root;
  private final Cgroup cgroup;
  private final Reading<Long> ofGroupUs;
  private final Reading<CpuPressure> ofMachine;

  PressureWatch(Path root, Cgroup cgroup) {
    this.root = root;
    this.cgroup = cgroup;
    ofGroupUs = cgroup.cpuPressureUs();
    ofMachine = CpuPressure.of(root);
  }

  /** The pressure since then, {@code wallNs} ago; empty where the kernel does not count it. */
  Optional<Pressure> since(long wallNs) {
    if (ofGroupUs instanceof Reading.Value<Long>(Long before)
        && cgroup.cpuPressureUs() instanceof Reading.Value<Long>(Long now)) {
      return Optional.of(new Pressure("its control group", share(now - before, wallNs)));
    }
    if (ofMachine instanceof Reading.Value<CpuPressure>(CpuPressure before)
        && CpuPressure.of(root) instanceof Reading.Value<CpuPressure>(CpuPressure now)) {
      return Optional.of(
          new Pressure("the machine", share(now.someTotalUs() - before.someTotalUs(), wallNs)));
    }
    return Optional.empty();
  }

  private static double share(long us, long wallNs) {
    return wallNs <= 0 ? 0 : Math.min(1, Math.max(0, us * NS_PER_US / wallNs));
  }
}
