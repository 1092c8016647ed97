package dev.foliot.pool.machine;

import dev.foliot.pool.control.CpuReading;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the available CPU and its use: from control groups and /proc on Linux, elsewhere from the
 * JVM. Unreadable figures are NaN, never a failure. Single caller.
 *
 * <p>A process may appear to use more CPUs than it has. The clocks tick every 10 ms, and a quota
 * covers a whole period of 100 ms. Such figures are noise and are passed on unchanged. Open Liberty
 * treated them as unknown, and its pool stopped adapting on one CPU (its issue 21513).
 */
public final class CpuMeter {
  /** Ticks of 10 ms are too coarse for less than this. */
  private static final long SHORTEST_NS = 40_000_000;

  private static final long REFRESH_NS = 1_000_000_000;
  private static final int REFRESHES_OF_PLACES = 30;

  private final Path root;
  private final IntSupplier processors;
  private final LongSupplier processTimeNs;
  private final DoubleSupplier machineLoad;
  private final MachineCpu machine;

  private boolean hasRead;
  private long refreshNs;
  private int untilPlaces;
  private @Nullable CpuGroup group;
  private List<Path> limited = List.of();
  private double cpus;

  private long readNs;
  private long processNs;
  private long throttledNs;
  private CpuReading last;

  CpuMeter(
      Path root, IntSupplier processors, LongSupplier processTimeNs, DoubleSupplier machineLoad) {
    this.root = root;
    this.processors = processors;
    this.processTimeNs = processTimeNs;
    this.machineLoad = machineLoad;
    this.machine = new MachineCpu(root);
    last = CpuReading.unknown(Math.max(1, processors.getAsInt()));
  }

  /** Creates the meter of the current process. */
  public static CpuMeter ofThisProcess() {
    return new CpuMeter(
        Path.of("/"),
        Runtime.getRuntime()::availableProcessors,
        ProcessCpu::timeNs,
        ProcessCpu::machineLoad);
  }

  /**
   * Returns the use since the previous call; the first call knows only the number of CPUs. A call
   * within 40 ms of another repeats its result; the time counts for the next call.
   *
   * @param nowNs the time on a monotone clock
   */
  public CpuReading read(long nowNs) {
    if (!hasRead || nowNs - refreshNs >= REFRESH_NS) {
      refresh();
      refreshNs = nowNs;
    }
    long elapsedNs = nowNs - readNs;
    if (hasRead && elapsedNs < SHORTEST_NS) {
      return new CpuReading(cpus, last.processCpus(), last.machineBusy(), last.throttled());
    }
    double processCpus = processCpus(elapsedNs);
    double machineBusy = machineBusy();
    double throttled = throttled(elapsedNs);
    last =
        hasRead
            ? new CpuReading(cpus, processCpus, machineBusy, throttled)
            : CpuReading.unknown(cpus);
    readNs = nowNs;
    hasRead = true;
    return last;
  }

  private void refresh() {
    if (untilPlaces-- == 0) {
      untilPlaces = REFRESHES_OF_PLACES;
      group = CpuGroup.ofThisProcess(root);
    }
    machine.refresh();
    cpus = Math.max(1, processors.getAsInt());
    if (group != null) {
      List<Path> before = limited;
      limited = group.limited();
      cpus = Math.min(cpus, group.quotaCpus(limited));
      if (!limited.equals(before)) {
        throttledNs = throttledNs();
      }
    }
  }

  private double processCpus(long elapsedNs) {
    long before = processNs;
    processNs = processTimeNs.getAsLong();
    return before < 0 || processNs < before
        ? Double.NaN
        : (double) (processNs - before) / elapsedNs;
  }

  private double machineBusy() {
    double busy = machine.busy();
    if (machine.isThere()) {
      return busy;
    }
    double load = machineLoad.getAsDouble();
    return load >= 0 && load <= 1 ? load : Double.NaN;
  }

  /** The kernel sums the throttled time over CPUs: the share is an upper bound. */
  private double throttled(long elapsedNs) {
    if (group == null) {
      return Double.NaN;
    }
    long before = throttledNs;
    throttledNs = throttledNs();
    return Math.max(0, Math.min(1, (double) (throttledNs - before) / elapsedNs));
  }

  private long throttledNs() {
    CpuGroup groups = group;
    long sumNs = 0;
    if (groups != null) {
      for (Path directory : limited) {
        sumNs += groups.throttledNs(directory);
      }
    }
    return sumNs;
  }
}
