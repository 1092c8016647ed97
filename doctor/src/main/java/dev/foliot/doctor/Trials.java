package dev.foliot.doctor;

import dev.foliot.linux.CgroupQuotaProbe;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.PerfEvent;
import dev.foliot.linux.PerfEvent.Access;
import dev.foliot.linux.PerfEvent.Hardware;
import dev.foliot.linux.PerfEvent.Software;
import dev.foliot.linux.PerfProbe;
import dev.foliot.linux.PerfTarget;
import dev.foliot.linux.Reading;
import dev.foliot.linux.SchedStat;
import dev.foliot.linux.TraceEvents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Tries what Foliot's commands do, once each, and undoes it at once. */
final class Trials {
  private static final String BENCH = "bench";
  private static final String STUDY = "study";
  private static final String DIAGNOSE = "diagnose";
  private static final String COUNTERS = "counters";

  private final Path root;
  private final List<DoctorCapability> done = new ArrayList<>();

  Trials(Path root) {
    this.root = root;
  }

  /**
   * Tries everything.
   *
   * @param child to try rights on
   * @param setSlack what setting the child's timer slack gave
   * @param store what is free in the store
   * @param anyCpu that this process may use
   */
  List<DoctorCapability> all(
      Reading<Child> child, Reading<Long> setSlack, Reading<Long> store, CpuList anyCpu) {
    done.add(DoctorCapability.of("store", store, BENCH, STUDY, DIAGNOSE));
    long pid = ProcessHandle.current().pid();
    done.add(DoctorCapability.of("run-queue wait", SchedStat.of(root, pid, pid), BENCH, DIAGNOSE));
    done.add(DoctorCapability.of("affinity of a child", with(child, Child::setAffinity), BENCH));
    done.add(DoctorCapability.of("timer slack of a child", setSlack, BENCH));
    done.add(DoctorCapability.of("CPU quota", CgroupQuotaProbe.attempt(root, pid), STUDY));
    done.add(DoctorCapability.of("memory of a child", with(child, Child::memory), DIAGNOSE));
    counters(child, anyCpu);
    tracePoint("sched_switch");
    tracePoint("sched_wakeup");
    return List.copyOf(done);
  }

  private void counters(Reading<Child> child, CpuList anyCpu) {
    counter("perf task-clock", PerfProbe.counts(Software.TASK_CLOCK), DIAGNOSE);
    counter(
        "perf task-clock of a child",
        with(child, one -> PerfProbe.opens(Software.TASK_CLOCK, PerfTarget.thread(one.pid()))),
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

  interface Trial<T> {
    Reading<T> on(Child child);
  }

  static <T> Reading<T> with(Reading<Child> child, Trial<T> trial) {
    return switch (child) {
      case Reading.Unavailable<Child> none -> none.retyped();
      case Reading.Value<Child>(Child one) -> trial.on(one);
    };
  }
}
