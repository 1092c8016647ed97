package dev.foliot.diagnose.runtime;

import dev.foliot.diagnose.reason.RuntimeReason.SlowCode.Mode;
import dev.foliot.diagnose.runtime.CpuWork.Compilers;
import dev.foliot.diagnose.runtime.RuntimeObservations.Sample;
import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.hotspot.perf.JvmCounters;
import dev.foliot.hotspot.perf.JvmCounters.Collector;
import dev.foliot.hotspot.perf.JvmCounters.Safepoints;
import dev.foliot.hotspot.perf.JvmCounters.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Made-up observations of five seconds, on two CPUs: healthy until a test changes them. */
final class Observed {
  static final long MIB = 1 << 20;
  static final long MS = 1_000_000;
  static final long WALL = 5_000 * MS;

  /** GC threads have CPU time enough for pauses of 1.5 s. */
  static final CpuWork COLLECTING =
      new CpuWork(5_000 * MS, 1_500 * MS, 50 * MS, 20 * MS, 2, Compilers.OPTIMISING);

  private static final int SAMPLES = 26;

  JvmSettings.Collector collector = JvmSettings.Collector.G1;
  long maxHeap = 1_024 * MIB;
  int gcThreads = 2;
  Optional<Mode> slow = Optional.empty();
  CpuWork work = new CpuWork(5_000 * MS, 100 * MS, 50 * MS, 20 * MS, 2, Compilers.OPTIMISING);
  GrantedCpus cpus = new GrantedCpus(2, OptionalDouble.empty());
  CodeCacheUse code =
      new CodeCacheUse(
          List.of(new CodeCacheUse.Heap(240 * MIB, 60 * MIB, 60 * MIB)), OptionalLong.of(0));
  OptionalLong timesFullBefore = OptionalLong.of(0);
  List<LateThreads.Late> late = List.of();
  OptionalDouble lateCpuWait = OptionalDouble.empty();
  boolean hasCounters = true;
  String cause = "G1 Evacuation Pause";

  /** The totals of these five seconds. */
  long young = 10;

  long youngMs = 100;
  long old;
  long oldMs;
  long safepoints = 15;
  long safepointMs = 110;
  long syncMs = 2;
  long wallNs = WALL;
  long survivedFrom = 200 * MIB;
  long survivedTo = 200 * MIB;

  RuntimeObservations get() {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; hasCounters && i < SAMPLES; i++) {
      samples.add(new Sample(wallNs * i / (SAMPLES - 1), counters(i)));
    }
    return new RuntimeObservations(
        wallNs,
        samples,
        Optional.of(new JvmSettings(collector, maxHeap, gcThreads, 500 << 10, slow)),
        Optional.of(new CodeCacheUse(code.heaps(), timesFullBefore)),
        Optional.of(code),
        Optional.of(work),
        Optional.of(cpus),
        late,
        lateCpuWait);
  }

  private JvmCounters counters(int i) {
    return new JvmCounters(
        Optional.of(
            new Safepoints(
                1_000 + part(safepoints, i),
                (70_000 + part(safepointMs, i)) * MS,
                (50 + part(syncMs, i)) * MS)),
        List.of(
            new Collector(0, "young", 500 + part(young, i), (9_000 + part(youngMs, i)) * MS),
            new Collector(1, "whole", 3 + part(old, i), (400 + part(oldMs, i)) * MS)),
        List.of(
            new Space(0, "eden", 0, 100 * MIB),
            new Space(1, "space", survivedFrom + part(survivedTo - survivedFrom, i), 800 * MIB)),
        cause);
  }

  private static long part(long whole, int i) {
    return whole * i / (SAMPLES - 1);
  }
}
