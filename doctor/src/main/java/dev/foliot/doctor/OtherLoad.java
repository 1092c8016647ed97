package dev.foliot.doctor;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How much CPU time processes other than Foliot use. Immutable.
 *
 * @param otherCpus CPUs' worth of time that others used, 0 or more
 * @param cpus how many CPUs this JVM may use
 * @param stealShare the share of the CPU time that the hypervisor took, 0 to 1
 * @param busiest the processes that used most, the busiest first; empty where none can be read
 */
public record OtherLoad(double otherCpus, int cpus, double stealShare, List<BusyProcess> busiest) {
  private static final Path ROOT = Path.of("/");

  /** A process that wakes now and then finds a free CPU; one that computes takes it away. */
  private static final double QUIET_CPUS = 0.2;

  private static final double QUIET_SHARE = 0.1;

  /** Two ticks of 10 ms in a second of two CPUs are 1 %, which is the kernel's grain. */
  private static final double QUIET_STEAL = 0.02;

  /**
   * A process and its CPU time.
   *
   * @param pid its number
   * @param name as the kernel shows it; comes from outside
   * @param cpus CPUs' worth of time that it used
   */
  public record BusyProcess(long pid, String name, double cpus) {}

  /** Keeps a copy. */
  public OtherLoad {
    busiest = List.copyOf(busiest);
  }

  /**
   * Observes this machine.
   *
   * @param length for how long; the kernel counts in ticks of 10 ms
   * @param except processes whose work does not count, beside this JVM
   * @return unavailable where the kernel has no such counters, as outside Linux
   */
  public static Reading<OtherLoad> observe(Duration length, Set<Long> except)
      throws InterruptedException {
    long self = ProcessHandle.current().pid();
    Set<Long> own = new HashSet<>(except);
    own.add(self);
    NanoClock clock = NanoClock.system();
    Disturbance.Look before = Disturbance.Look.now(ROOT, self, clock);
    Thread.sleep(length);
    Disturbance.Look after = Disturbance.Look.now(ROOT, self, clock);
    return of(
        Disturbance.between(before, after, ClockTicks.of(ROOT), own),
        Runtime.getRuntime().availableProcessors());
  }

  static Reading<OtherLoad> of(Disturbance seen, int cpus) {
    return seen.otherCpus()
        .map(others ->
            new OtherLoad(
                others,
                cpus,
                seen.stealShare().orElse(0.0),
                seen.busiest().stream()
                    .map(busy -> new BusyProcess(busy.pid(), busy.name(), busy.cpus()))
                    .toList()));
  }

  /**
   * Whether a measurement beside it would be disturbed: others use more than 0.2 CPUs and a tenth
   * of the CPUs, or the hypervisor takes more than 2 % of the time.
   */
  public boolean isBusy() {
    return otherCpus > Math.max(QUIET_CPUS, QUIET_SHARE * cpus) || stealShare > QUIET_STEAL;
  }
}
