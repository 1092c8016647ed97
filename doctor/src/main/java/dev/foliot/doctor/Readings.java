package dev.foliot.doctor;

import dev.foliot.bench.ClockCheck;
import dev.foliot.linux.ClockSource;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.ProcessLimits;
import dev.foliot.linux.ProcessRights;
import dev.foliot.linux.ProcessStat;
import dev.foliot.linux.Reading;
import dev.foliot.linux.Swap;
import dev.foliot.linux.TransparentHugePages;
import dev.foliot.linux.Turbo;
import dev.foliot.linux.Virtualisation;
import dev.foliot.service.jdk.InstalledJdk;
import java.util.List;
import java.util.OptionalDouble;

/** Everything that the doctor saw, before it is judged. */
record Readings(
    Processors processors,
    Time time,
    Memory memory,
    Noise noise,
    Rights rights,
    Room room,
    List<DoctorCapability> capabilities,
    List<InstalledJdk> jdks) {

  /** The machine's processors, and what of them is granted. */
  record Processors(
      Reading<CpuList> online,
      Reading<Integer> cores,
      Reading<CpuList> affinity,
      int granted,
      Reading<CpuList> isolated,
      Reading<OptionalDouble> quotaCpus,
      Reading<Boolean> smt,
      Reading<List<String>> governors,
      Reading<Turbo> turbo,
      Reading<Integer> numaNodes,
      Reading<Integer> numaBalancing,
      Reading<Virtualisation> machine) {}

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

  /** Others. */
  record Noise(Disturbance seen, Reading<Double> loadAverage) {}

  /** What this process may do. */
  record Rights(
      Reading<Integer> perfEventParanoid,
      Reading<Integer> kptrRestrict,
      Reading<Integer> ptraceScope,
      Reading<ProcessRights> own) {}

  /** Room for the work: limits, priority, disk. */
  record Room(
      Reading<ProcessLimits> limits, Reading<ProcessStat> process, Reading<Long> storeFreeBytes) {}
}
