package dev.foliot.doctor;

import dev.foliot.bench.ClockCheck;
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
import dev.foliot.service.jdk.InstalledJdk;
import dev.foliot.service.jdk.InstalledJdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reads the machine and tries what it allows; judges nothing. */
final class Visit {
  private final Path root;
  private final Path store;
  private final long pid = ProcessHandle.current().pid();

  private Visit(Path root, Path store) {
    this.root = root;
    this.store = store;
  }

  /** Whether there is anything to read. */
  static boolean isLinux(Path root) {
    return Files.isDirectory(root.resolve("proc"));
  }

  static Readings of(Path root, Path store, Duration look) throws InterruptedException {
    return new Visit(root, store).readings(look);
  }

  private Readings readings(Duration length) throws InterruptedException {
    NanoClock clock = NanoClock.system();
    // First, since the load of the minute before is what the doctor has not made itself.
    Reading<Double> load = LoadAverage.of(root).map(LoadAverage::oneMinute);
    Disturbance.Look before = look(clock);
    Readings.Processors processors = processors();
    Reading<Long> free = StoreRoom.freeBytes(store);
    Readings.Time time;
    List<DoctorCapability> capabilities;
    Reading<Child> child = isLinux(root) ? Child.start(root) : notLinux();
    try {
      Reading<Long> slack = slackNs();
      Reading<Long> setSlack = Trials.with(child, Child::setSlack);
      time = new Readings.Time(ClockSource.of(root), ClockCheck.of(clock), slack, setSlack);
      CpuList cpus = processors.affinity().orElse(CpuList.of());
      capabilities = new Trials(root).all(child, setSlack, free, cpus);
    } finally {
      child.toOptional().ifPresent(Child::close);
    }
    Readings.Memory memory = new Readings.Memory(TransparentHugePages.of(root), Swap.of(root));
    Readings.Rights rights = rights();
    List<InstalledJdk> jdks = InstalledJdks.found(root);
    TimeUnit.NANOSECONDS.sleep(length.toNanos() - (clock.nanoTime() - before.nanoTime()));
    Disturbance noise = Disturbance.between(before, look(clock), ClockTicks.of(root), pid);
    return new Readings(
        processors,
        time,
        memory,
        new Readings.Noise(noise, load),
        rights,
        new Readings.Room(ProcessLimits.of(root, pid), ProcessStat.of(root, pid), free),
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

  private Disturbance.Look look(NanoClock clock) {
    return new Disturbance.Look(
        clock.nanoTime(),
        ProcStat.of(root),
        ProcessStat.all(root),
        new Cgroup(root, pid).throttling());
  }

  private Readings.Processors processors() {
    Cpus cpus = new Cpus(root);
    Kernel kernel = new Kernel(root);
    return new Readings.Processors(
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

  private Readings.Rights rights() {
    KernelSettings settings = new KernelSettings(root);
    return new Readings.Rights(
        settings.perfEventParanoid(),
        settings.kptrRestrict(),
        settings.ptraceScope(),
        ProcessRights.of(root, pid));
  }
}
