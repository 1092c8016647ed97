package dev.foliot.pool;

import dev.foliot.pool.control.CpuReading;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads what CPU there is and who uses it: from the control groups and /proc on Linux, from the JVM
 * elsewhere. What cannot be read is NaN and never a failure. Single caller.
 *
 * <p>A process may be seen to use more CPUs than it has: the clocks tick every 10 ms, and a quota
 * is given for a period of 100 ms as a whole. Such a figure is noise and is passed on as it is;
 * Open Liberty took it for unknown, and its pool stood still on one CPU (its issue 21513).
 */
final class CpuMeter {
  /** Over less than this, ticks of 10 ms say nothing. */
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

  /** The meter of the process that runs this. */
  static CpuMeter ofThisProcess() {
    return new CpuMeter(
        Path.of("/"),
        Runtime.getRuntime()::availableProcessors,
        ProcessCpu::timeNs,
        ProcessCpu::machineLoad);
  }

  /**
   * The use since the call before; of the first call only the number of CPUs is known. A call less
   * than 40 ms after another repeats its answer, and the time counts for the call that follows.
   *
   * @param nowNs the time on a monotone clock
   */
  CpuReading read(long nowNs) {
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

  /** The kernel adds up what it held back on each CPU, so the share is an upper bound. */
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
