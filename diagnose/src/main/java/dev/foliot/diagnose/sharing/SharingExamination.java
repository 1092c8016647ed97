package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.watch.WatchBudget;
import dev.foliot.diagnose.watch.WatchTurns;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Cpus;
import dev.foliot.store.diagnosis.ClearedClass;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.SharingFinding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Examines cache lines in HotSpot's own structures that threads of a JVM share.
 *
 * <p>A type check against an interface may write to the checked object's class (JDK-8180450).
 * Samples of that word from outside select candidate classes. Hardware watchpoints then find the
 * writers, and the other readers of the line. The cost comes from samples of the threads on their
 * CPUs. The target runs on; no thread of it loses more than {@link WatchBudget#SHARE} of its time.
 */
public final class SharingExamination {
  private static final long SEED = 8_180_450;

  private SharingExamination() {}

  /** Receives the progress of an examination, on the examining thread. */
  @FunctionalInterface
  public interface Progress {
    /** Announces a step; {@code done} is the elapsed share of the time, up to 1. */
    void step(String what, double done);
  }

  /**
   * The result.
   *
   * @param record its completeness
   * @param findings the most severe first
   * @param cleared watched classes without a finding
   * @param cured whether this JVM does not write the field, by its version and flags; empty if
   *     unknown
   * @param watchpointHits in the target, of all threads
   * @param hitNs the measured mean cost of one; 0 if none was needed
   * @param worstThreadShare the largest share of the time that a thread lost
   */
  public record Outcome(
      ExaminationRecord record,
      List<SharingFinding> findings,
      List<ClearedClass> cleared,
      Optional<Boolean> cured,
      long watchpointHits,
      double hitNs,
      double worstThreadShare) {
    /** Keeps copies. */
    public Outcome {
      cleared = List.copyOf(cleared);
      findings = List.copyOf(findings);
    }
  }

  /**
   * Examines a JVM for {@code duration}, or less without candidates. An interrupt of the calling
   * thread ends it early, with the results so far; the interrupt status stays set.
   *
   * @param root below which the kernel's files are, usually "/"
   * @param turns shared by all that watch this process
   */
  public static Outcome of(
      HotspotJvm jvm, Path root, Duration duration, WatchTurns turns, Progress progress) {
    Reading<Integer> lineBytes = new Cpus(root).cacheLineBytes();
    LiveTarget target = new LiveTarget(root, jvm, turns);
    return new SharingRun(
            target,
            target,
            NanoClock.SYSTEM,
            new SplittableRandom(SEED),
            lineBytes,
            duration.toNanos(),
            progress)
        .run();
  }
}
