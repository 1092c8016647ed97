package dev.foliot.study.play;

import dev.foliot.service.watch.WatchPlan;
import dev.foliot.study.plan.Measures;
import dev.foliot.study.plan.StepPlan;
import java.nio.file.Path;

/**
 * The watch of a service in a study: as little as the measures require. Only the measures of memory
 * attach to the JVM under load. docs/evidence/study.md has the overhead.
 */
public final class ServiceWatch {
  private static final long MS = 1_000_000;
  private static final long LEAST_PERIOD_NS = 100 * MS;
  private static final int SAMPLES = 100;
  private static final long SHORTEST_LOOK_NS = 1_000 * MS;
  private static final long LONGEST_LOOK_NS = 5_000 * MS;
  private static final int LOOKS = 4;

  /** Longer than any load: no readings between both ends. */
  private static final long NEVER_NS = 7 * 24 * 3_600_000L * MS;

  /** Foliot's own JDK, whose jcmd works with every JVM: an arm's may be a runtime without tools. */
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  private ServiceWatch() {}

  /** The interval between samples of a service under a load. */
  static long periodNs(StepPlan step) {
    return Math.max(LEAST_PERIOD_NS, step.durationNs() / SAMPLES);
  }

  /** The watch of a service. */
  public static WatchPlan plan(Measures measures, StepPlan step, long pid) {
    boolean memory = measures.memory();
    long lookNs =
        memory ? Math.clamp(step.durationNs() / LOOKS, SHORTEST_LOOK_NS, LONGEST_LOOK_NS) : 0;
    long sampleNs = measures.kernel() ? periodNs(step) : NEVER_NS;
    return new WatchPlan(pid, sampleNs, lookNs, JDK, measures.recording(), memory);
  }
}
