package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.hotspot.memory.AttachedJvm;
import dev.foliot.hotspot.memory.MemoryAccounts;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.JvmReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Examines a JVM's memory: its parts and their growth.
 *
 * <p>From outside: the kernel reports the resident bytes of every mapping. The JVM's own tables and
 * objects, read through the kernel, show their use. If attaching is allowed, the JVM also reports
 * its accounts. The examination never triggers a collection.
 */
public final class MemoryExamination {
  private static final Path LIVE = Path.of("/");

  private MemoryExamination() {}

  /**
   * The result.
   *
   * @param record its completeness
   * @param findings the most severe first
   */
  public record Outcome(ExaminationRecord record, List<ResourceFinding> findings) {
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
   * @param attach whether the JVM may be asked, which starts a thread in it the first time
   */
  public static Outcome of(Path root, long pid, Duration duration, boolean attach) {
    return switch (HotspotJvm.attach(root, pid)) {
      case Reading.Unavailable<HotspotJvm> none -> MemoryReport.unavailable(none);
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield new MemoryRun(
                  new LiveTarget(root, jvm),
                  NanoClock.SYSTEM,
                  duration.toNanos(),
                  attach ? Optional.of(accounts(root, jvm)) : Optional.empty())
              .run();
        }
      }
    };
  }

  /** Its memory proves it a HotSpot: jcmd's signal would end another program. */
  private static Reading<MemoryAccounts> accounts(Path root, HotspotJvm jvm) {
    if (!root.equals(LIVE)) {
      return Reading.unavailable(new JvmReason.ForeignProcessIds(root.toString()));
    }
    return Jcmd.of(jvm.flags(), jvm.pid()).map(AttachedJvm::new);
  }
}
