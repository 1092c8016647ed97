package dev.foliot.doctor;

import dev.foliot.bench.ClockCheck;
import dev.foliot.bench.NanoClock;
import dev.foliot.linux.Affinity;
import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.KernelSettings;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Cgroup;
import dev.foliot.linux.machine.ClockSource;
import dev.foliot.linux.machine.Cpus;
import dev.foliot.linux.machine.Kernel;
import dev.foliot.linux.machine.LoadAverage;
import dev.foliot.linux.machine.Swap;
import dev.foliot.linux.machine.TimerSlack;
import dev.foliot.linux.machine.TransparentHugePages;
import dev.foliot.linux.machine.Turbo;
import dev.foliot.linux.machine.Virtualisation;
import dev.foliot.linux.proc.ProcessLimits;
import dev.foliot.linux.proc.ProcessRights;
import dev.foliot.linux.proc.ProcessStat;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.service.jdk.InstalledJdk;
import dev.foliot.service.jdk.InstalledJdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The doctor's readings and trials, before the verdict. */
record Readings(
    Processors processors,
    Time time,
    Memory memory,
    Noise noise,
    Rights rights,
    Room room,
    List<DoctorCapability> capabilities,
    List<InstalledJdk> jdks) {

  /** The machine's processors, and the usable ones. */
  record Processors(
      Online online,
      Granted granted,
      Speed speed,
      Reading<Integer> numaNodes,
      Reading<Integer> numaBalancing,
      Reading<Virtualisation> machine) {}

  /** The CPUs of the machine; no thread goes to an isolated one by itself. */
  record Online(Reading<CpuList> cpus, Reading<Integer> cores, Reading<CpuList> isolated) {}

  /** What this process may use of them. */
  record Granted(Reading<CpuList> affinity, int cpus, Reading<OptionalDouble> quotaCpus) {}

  /** What changes their speed. */
  record Speed(Reading<Boolean> smt, Reading<List<String>> governors, Reading<Turbo> turbo) {}

  /**
   * Clocks and timers; the slack is that of a child process before and after it was set to 1 ns.
   */
  record Time(
      Reading<ClockSource> source,
      ClockCheck clock,
      Reading<Long> slackNs,
      Reading<Long> slackSetNs) {}

  /** Memory. */
  record Memory(Reading<TransparentHugePages> hugePages, Reading<Swap> swap) {}

  /** Other processes. */
  record Noise(Disturbance seen, Reading<Double> loadAverage) {}

  /** The rights of this process. */
  record Rights(
      Reading<Integer> perfEventParanoid,
      Reading<Integer> kptrRestrict,
      Reading<Integer> ptraceScope,
      Reading<ProcessRights> own) {}

  /** Room for the work: limits, priority, disk. */
  record Room(
      Reading<ProcessLimits> limits, Reading<ProcessStat> process, Reading<Long> storeFreeBytes) {}

  /** Whether the kernel's files are readable. */
  static boolean isLinux(Path root) {
    return Files.isDirectory(root.resolve("proc"));
  }

  /** Reads the machine and tries its rights, in little more than the time of the look. */
  static Readings read(Path root, Path store, Duration look) throws InterruptedException {
    return new Visit(root, store).readings(look);
  }

  /**
   * The free bytes for the store. Creates an empty file in the store, or in its future parent
   * folder, and removes it.
   */
  static Reading<Long> freeBytes(Path store) {
    Path at = store.toAbsolutePath().normalize();
    while (!Files.exists(at) && at.getParent() != null) {
      at = at.getParent();
    }
    try {
      Files.delete(Files.createTempFile(at, ".foliot-doctor", null));
      return Reading.of(Files.getFileStore(at).getUsableSpace());
    } catch (IOException e) {
      return Reading.unavailable(
          new SystemReason.StoreNotWritable(at.toString(), e.getClass().getSimpleName()));
    }
  }

  /** One examination of the machine. */
  private static final class Visit {
    private final Path root;
    private final Path store;
    private final long pid = ProcessHandle.current().pid();

    private Visit(Path root, Path store) {
      this.root = root;
      this.store = store;
    }

    private Readings readings(Duration length) throws InterruptedException {
      NanoClock clock = NanoClock.system();
      // First, because the load of the last minute then excludes the doctor's own work.
      Reading<Double> load = LoadAverage.of(root).map(LoadAverage::oneMinute);
      Disturbance.Look before = Disturbance.Look.now(root, pid, clock);
      Processors processors = processors();
      Reading<Long> free = freeBytes(store);
      Time time;
      List<DoctorCapability> capabilities;
      try (Trials trials = new Trials(root)) {
        Reading<Long> slack = slackNs();
        Reading<Long> setSlack = trials.setSlack();
        time = new Time(ClockSource.of(root), ClockCheck.of(clock), slack, setSlack);
        CpuList cpus = processors.granted().affinity().orElse(CpuList.of());
        capabilities = trials.all(setSlack, free, cpus);
      }
      Memory memory = new Memory(TransparentHugePages.of(root), Swap.of(root));
      Rights rights = rights();
      List<InstalledJdk> jdks = InstalledJdks.found(root);
      TimeUnit.NANOSECONDS.sleep(length.toNanos() - (clock.nanoTime() - before.nanoTime()));
      Disturbance noise =
          Disturbance.between(
              before, Disturbance.Look.now(root, pid, clock), ClockTicks.of(root), Set.of(pid));
      return new Readings(
          processors,
          time,
          memory,
          new Noise(noise, load),
          rights,
          new Room(ProcessLimits.of(root, pid), ProcessStat.of(root, pid), free),
          capabilities,
          jdks);
    }

    /** The slack of the calling thread, the default of all others. */
    private Reading<Long> slackNs() {
      try {
        Path self = root.resolve("proc/thread-self").toRealPath().getFileName();
        return TimerSlack.readNs(root, Long.parseLong(String.valueOf(self)));
      } catch (IOException | NumberFormatException e) {
        return Reading.unavailable(
            new ProcessReason.ThreadNotShown(root.resolve("proc/thread-self").toString()));
      }
    }

    private Processors processors() {
      Cpus cpus = new Cpus(root);
      Kernel kernel = new Kernel(root);
      return new Processors(
          new Online(cpus.online(), cpus.physicalCores(), cpus.isolated()),
          new Granted(
              Affinity.ofCaller(),
              Runtime.getRuntime().availableProcessors(),
              new Cgroup(root, pid).cpuQuotaCpus()),
          new Speed(cpus.smtActive(), cpus.governors(), Turbo.of(root)),
          kernel.numaNodes(),
          new KernelSettings(root).numaBalancing(),
          Virtualisation.machine(root));
    }

    private Rights rights() {
      KernelSettings settings = new KernelSettings(root);
      return new Rights(
          settings.perfEventParanoid(),
          settings.kptrRestrict(),
          settings.ptraceScope(),
          ProcessRights.of(root, pid));
    }
  }
}
