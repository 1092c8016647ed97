package dev.foliot.diagnose.words;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.watch.WatchTurns;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ResourceFinding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Examines words and cache lines of the program's own data that several threads write, and type
 * checks that search in vain.
 *
 * <p>Samples of the threads' instructions and registers select candidates. Hardware watchpoints
 * then find the writers. The target runs on.
 */
public final class WordsExamination {
  private WordsExamination() {}

  /**
   * The result.
   *
   * @param record its completeness
   * @param findings the most severe first
   * @param watchpointHits in the target, of all threads
   * @param hitNs the measured mean cost of one; 0 if none was needed
   * @param worstThreadShare the largest share of the time that a thread lost to watchpoints
   */
  public record Outcome(
      ExaminationRecord record,
      List<ResourceFinding> findings,
      long watchpointHits,
      double hitNs,
      double worstThreadShare) {
    /** Keeps a copy. */
    public Outcome {
      findings = List.copyOf(findings);
    }
  }

  /**
   * Examines a JVM for {@code duration}. An interrupt of the calling thread ends it early, with the
   * results so far; the interrupt status stays set.
   *
   * @param root below which the kernel's files are, usually "/"
   * @param turns shared by all that watch this process
   */
  public static Outcome of(Path root, long pid, Duration duration, WatchTurns turns) {
    return switch (HotspotJvm.attach(root, pid)) {
      case Reading.Unavailable<HotspotJvm> none -> WordsReport.unavailable(none.why());
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield new WordsRun(new LiveWords(root, jvm, turns), NanoClock.SYSTEM, duration.toNanos())
              .run();
        }
      }
    };
  }
}
