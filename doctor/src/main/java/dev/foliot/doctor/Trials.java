package dev.foliot.doctor;

import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.CgroupQuotaProbe;
import dev.foliot.linux.machine.TimerSlack;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.perf.PerfEvent.Access;
import dev.foliot.linux.perf.PerfEvent.Hardware;
import dev.foliot.linux.perf.PerfEvent.Software;
import dev.foliot.linux.perf.PerfProbe;
import dev.foliot.linux.perf.PerfTarget;
import dev.foliot.linux.perf.TraceEvents;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.Programs;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.linux.reason.SystemReason;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Tries the operations of Foliot's commands, once each, and undoes them at once. One thread.
 *
 * <p>Rights are tried on a small child process: {@code cat}, which waits for input that never
 * comes.
 */
final class Trials implements AutoCloseable {
  private static final String BENCH = "bench";
  private static final String STUDY = "study";
  private static final String DIAGNOSE = "diagnose";
  private static final String COUNTERS = "counters";

  private static final int FEW_BYTES = 16;

  private final Path root;
  private final Reading<ChildProcess> child;
  private final List<DoctorCapability> done = new ArrayList<>();

  /** Starts the child, on Linux only. */
  Trials(Path root) {
    this.root = root;
    child = Readings.isLinux(root) ? start() : notLinux();
  }

  private static Reading<ChildProcess> start() {
    try {
      return Reading.of(
          Launcher.singlesIfPossible(Programs.ofThisProcess())
              .start(
                  new ProcessBuilder("cat")
                      .redirectOutput(Redirect.DISCARD)
                      .redirectError(Redirect.DISCARD)));
    } catch (IOException e) {
      return Reading.unavailable(new SystemReason.NoTrialProcess(String.valueOf(e.getMessage())));
    }
  }

  private static <T> Reading<T> notLinux() {
    return Reading.unavailable(new SystemReason.NotLinux(System.getProperty("os.name")));
  }

  /**
   * Tries everything.
   *
   * @param setSlack the result of setting the child's timer slack
   * @param store the free bytes of the store
   * @param anyCpu that this process may use
   */
  List<DoctorCapability> all(Reading<Long> setSlack, Reading<Long> store, CpuList anyCpu) {
    done.add(DoctorCapability.of("store", store, BENCH, STUDY, DIAGNOSE));
    long pid = ProcessHandle.current().pid();
    done.add(DoctorCapability.of("run-queue wait", SchedStat.of(root, pid, pid), BENCH, DIAGNOSE));
    done.add(DoctorCapability.of("affinity of a child", with(Trials::setAffinity), BENCH));
    done.add(DoctorCapability.of("timer slack of a child", setSlack, BENCH));
    done.add(DoctorCapability.of("CPU quota", CgroupQuotaProbe.attempt(root, pid), STUDY));
    done.add(DoctorCapability.of("memory of a child", with(this::memory), DIAGNOSE));
    counters(anyCpu);
    tracePoint("sched_switch");
    tracePoint("sched_wakeup");
    return List.copyOf(done);
  }

  private void counters(CpuList anyCpu) {
    counter("perf task-clock", PerfProbe.counts(Software.TASK_CLOCK), DIAGNOSE);
    counter(
        "perf task-clock of a child",
        with(one -> PerfProbe.opens(Software.TASK_CLOCK, PerfTarget.thread(one.pid()))),
        DIAGNOSE);
    counter(
        "perf cpu-clock with kernel",
        PerfProbe.opens(Software.CPU_CLOCK, PerfTarget.caller().withKernel()),
        DIAGNOSE);
    counter(
        "perf cpu-clock of a whole CPU",
        PerfProbe.opens(
            Software.CPU_CLOCK, PerfTarget.everythingOn(anyCpu.stream().findFirst().orElse(0))),
        DIAGNOSE);
    for (Hardware event : Hardware.values()) {
      counter("perf " + event.title(), PerfProbe.counts(event), DIAGNOSE, COUNTERS);
    }
    for (Access access : Access.values()) {
      counter("watchpoint, " + access.title(), PerfProbe.watches(access), DIAGNOSE);
    }
  }

  private void tracePoint(String name) {
    counter(
        "trace point " + name,
        switch (TraceEvents.id(root, "sched", name)) {
          case Reading.Unavailable<Long> none -> none;
          case Reading.Value<Long>(Long id) ->
              PerfProbe.opens(new PerfEvent.Tracepoint("sched:" + name, id), PerfTarget.caller());
        },
        DIAGNOSE);
  }

  private void counter(String name, Reading<?> attempt, String... neededBy) {
    done.add(DoctorCapability.of(name, attempt, neededBy));
  }

  /** Sets the slack of the child's thread to a nanosecond, and returns the resulting slack. */
  Reading<Long> setSlack() {
    return with(one -> TimerSlack.writeNs(root, one.pid(), 1));
  }

  /** Sets its thread's affinity to the CPUs that it already has. */
  private static Reading<CpuList> setAffinity(ChildProcess one) {
    return switch (Affinity.ofThread(one.pid())) {
      case Reading.Unavailable<CpuList> none -> none;
      case Reading.Value<CpuList>(CpuList cpus) -> Affinity.setThread(one.pid(), cpus);
    };
  }

  /** Reads a few bytes of its memory. */
  private Reading<byte[]> memory(ChildProcess one) {
    return switch (MemoryRegion.of(root, one.pid())) {
      case Reading.Unavailable<List<MemoryRegion>> none -> none.retyped();
      case Reading.Value<List<MemoryRegion>>(List<MemoryRegion> regions) ->
          memory(one.pid(), regions);
    };
  }

  private Reading<byte[]> memory(long pid, List<MemoryRegion> regions) {
    return switch (TargetMemory.open(root, pid)) {
      case Reading.Unavailable<TargetMemory> none -> none.retyped();
      case Reading.Value<TargetMemory>(TargetMemory memory) -> {
        try (memory) {
          yield regions.stream()
              .filter(MemoryRegion::isReadable)
              .findFirst()
              .map(region -> memory.read(region.start(), FEW_BYTES))
              .orElseGet(() -> Reading.unavailable(new ProcessReason.NoMemoryShown(pid)));
        }
      }
    };
  }

  private interface Trial<T> {
    Reading<T> on(ChildProcess child);
  }

  private <T> Reading<T> with(Trial<T> trial) {
    return switch (child) {
      case Reading.Unavailable<ChildProcess> none -> none.retyped();
      case Reading.Value<ChildProcess>(ChildProcess one) -> trial.on(one);
    };
  }

  /** Ends the child. */
  @Override
  public void close() {
    child.toOptional().ifPresent(ChildProcess::close);
  }
}
