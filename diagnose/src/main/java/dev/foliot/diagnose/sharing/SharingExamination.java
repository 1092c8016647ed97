package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.clock.NanoClock;
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
 * The examination of cache lines in HotSpot's own structures that threads of a JVM share.
 *
 * <p>A type check against an interface may write to the checked object's class (JDK-8180450).
 * MemorySampler at that word from outside nominates classes; hardware watchpoints convict: they
 * tell who writes and who else reads the line. What it costs comes from samples of the threads on
 * their CPUs. The target runs on; no thread of it loses more than {@link WatchBudget#SHARE} of its
 * time.
 */
public final class SharingExamination {
  private static final long SEED = 8_180_450;

  private SharingExamination() {}

  /** Receives where an examination stands; called by the thread that examines. */
  @FunctionalInterface
  public interface Progress {
    /** A step begins, in words; {@code done} is the share of the time that has passed, to 1. */
    void step(String what, double done);
  }

  /**
   * What came out.
   *
   * @param record how far it came
   * @param findings the most severe first
   * @param cleared what was watched and is no finding
   * @param cured whether this JVM leaves the field in question alone, by its version and flags;
   *     empty where they do not tell
   * @param watchpointHits in the target, of all threads
   * @param hitNs what one cost on the average, as measured; 0 when none was needed
   * @param worstThreadShare of the time, lost by the thread that lost most
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
   * Looks at a JVM for {@code duration}, less when there is nothing to see. Ends early, with what
   * it has so far, when the calling thread is interrupted; its interrupt status is then set.
   *
   * @param root below which the kernel's files are, usually "/"
   */
  public static Outcome of(HotspotJvm jvm, Path root, Duration duration, Progress progress) {
    Reading<Integer> lineBytes = new Cpus(root).cacheLineBytes();
    LiveTarget target = new LiveTarget(root, jvm);
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
