package dev.foliot.lab;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.Affinity;
import dev.foliot.linux.Cgroup;
import dev.foliot.linux.ClockSource;
import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Cpus;
import dev.foliot.linux.Kernel;
import dev.foliot.linux.KernelSettings;
import dev.foliot.linux.LoadAverage;
import dev.foliot.linux.ProcStat;
import dev.foliot.linux.ProcessLimits;
import dev.foliot.linux.ProcessRights;
import dev.foliot.linux.ProcessStat;
import dev.foliot.linux.Reading;
import dev.foliot.linux.Swap;
import dev.foliot.linux.TimerSlack;
import dev.foliot.linux.TransparentHugePages;
import dev.foliot.linux.Turbo;
import dev.foliot.linux.Virtualisation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reads the machine and tries what it allows; judges nothing. */
final class DoctorVisit {
  private final Path root;
  private final Path store;
  private final long pid = ProcessHandle.current().pid();

  private DoctorVisit(Path root, Path store) {
    this.root = root;
    this.store = store;
  }

  /** Whether there is anything to read. */
  static boolean isLinux(Path root) {
    return Files.isDirectory(root.resolve("proc"));
  }

  static DoctorReadings of(Path root, Path store, Duration look) throws InterruptedException {
    return new DoctorVisit(root, store).readings(look);
  }

  private DoctorReadings readings(Duration length) throws InterruptedException {
    NanoClock clock = NanoClock.system();
    // First, since the load of the minute before is what the doctor has not made itself.
    Reading<Double> load = LoadAverage.of(root).map(LoadAverage::oneMinute);
    DoctorNoise.Look before = look(clock);
    DoctorReadings.Processors processors = processors();
    Reading<Long> free = DoctorStore.freeBytes(store);
    DoctorReadings.Time time;
    List<DoctorCapability> capabilities;
    Reading<DoctorChild> child = isLinux(root) ? DoctorChild.start(root) : notLinux();
    try {
      Reading<Long> slack = slackNs();
      Reading<Long> setSlack = DoctorTrials.with(child, DoctorChild::setSlack);
      time =
          new DoctorReadings.Time(
              ClockSource.of(root), DoctorClock.measured(clock), slack, setSlack);
      CpuList cpus = processors.affinity().orElse(CpuList.of());
      capabilities = new DoctorTrials(root).all(child, setSlack, free, cpus);
    } finally {
      child.toOptional().ifPresent(DoctorChild::close);
    }
    DoctorReadings.Memory memory =
        new DoctorReadings.Memory(TransparentHugePages.of(root), Swap.of(root));
    DoctorReadings.Rights rights = rights();
    List<DoctorJdk> jdks = jdks();
    TimeUnit.NANOSECONDS.sleep(length.toNanos() - (clock.nanoTime() - before.nanoTime()));
    DoctorNoise noise = DoctorNoise.between(before, look(clock), ClockTicks.of(root), pid);
    return new DoctorReadings(
        processors,
        time,
        memory,
        new DoctorReadings.Noise(noise, load),
        rights,
        new DoctorReadings.Room(ProcessLimits.of(root, pid), ProcessStat.of(root, pid), free),
        capabilities,
        jdks);
  }

  /** Of the calling thread, which every other one has unless it was changed. */
  private Reading<Long> slackNs() {
    try {
      Path self = root.resolve("proc/thread-self").toRealPath().getFileName();
      return TimerSlack.readNs(root, Long.parseLong(String.valueOf(self)));
    } catch (IOException | NumberFormatException e) {
      return Reading.unavailable(
          root.resolve("proc/thread-self") + " does not lead to a thread",
          "run on Linux with /proc mounted");
    }
  }

  private static <T> Reading<T> notLinux() {
    return Reading.unavailable(
        "this is " + System.getProperty("os.name"), "run on Linux with /proc mounted");
  }

  private DoctorNoise.Look look(NanoClock clock) {
    return new DoctorNoise.Look(
        clock.nanoTime(),
        ProcStat.of(root),
        ProcessStat.all(root),
        new Cgroup(root, pid).throttling());
  }

  private DoctorReadings.Processors processors() {
    Cpus cpus = new Cpus(root);
    Kernel kernel = new Kernel(root);
    return new DoctorReadings.Processors(
        cpus.online(),
        cpus.physicalCores(),
        Affinity.ofCaller(),
        Runtime.getRuntime().availableProcessors(),
        cpus.isolated(),
        new Cgroup(root, pid).cpuQuotaCpus(),
        cpus.smtActive(),
        cpus.governors(),
        Turbo.of(root),
        kernel.numaNodes(),
        new KernelSettings(root).numaBalancing(),
        Virtualisation.machine(root));
  }

  private DoctorReadings.Rights rights() {
    KernelSettings settings = new KernelSettings(root);
    return new DoctorReadings.Rights(
        settings.perfEventParanoid(),
        settings.kptrRestrict(),
        settings.ptraceScope(),
        ProcessRights.of(root, pid));
  }

  private List<DoctorJdk> jdks() {
    return new DoctorJdkSearch(
            root,
            System.getenv(),
            Path.of(System.getProperty("user.home")),
            Path.of(System.getProperty("java.home")))
        .found();
  }
}
