package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.memory.AttachedJvm;
import dev.foliot.hotspot.memory.MemoryAccounts;
import dev.foliot.linux.Reading;
import dev.foliot.store.ExaminationRecord;
import dev.foliot.store.ResourceFinding;
import dev.foliot.text.JvmReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a JVM's memory is made of, and what of it grows.
 *
 * <p>From outside: the kernel tells what is in RAM for every mapping, and the JVM's own tables and
 * objects, read through the kernel, tell what is kept there. Where it may be attached to it is also
 * asked for its accounts. It is never made to collect.
 */
public final class MemoryExamination {
  private static final Path LIVE = Path.of("/");

  private MemoryExamination() {}

  /**
   * What came out.
   *
   * @param record how far it came
   * @param findings the most severe first
   */
  public record Outcome(ExaminationRecord record, List<ResourceFinding> findings) {
    /** Keeps a copy. */
    public Outcome {
      findings = List.copyOf(findings);
    }
  }

  /**
   * Looks at a JVM for {@code duration}. Ends early, with what it has so far, when the calling
   * thread is interrupted; its interrupt status is then set.
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

  /** Its memory has proved it a HotSpot: another program would be ended by what jcmd sends. */
  private static Reading<MemoryAccounts> accounts(Path root, HotspotJvm jvm) {
    if (!root.equals(LIVE)) {
      return Reading.unavailable(new JvmReason.ForeignProcessIds(root.toString()));
    }
    boolean closed = jvm.flags().toOptional().flatMap(MemoryExamination::isClosed).orElse(false);
    if (closed) {
      return Reading.unavailable(new JvmReason.AttachForbidden());
    }
    return Jcmd.of(Path.of(System.getProperty("java.home")), jvm.pid()).map(AttachedJvm::new);
  }

  private static Optional<Boolean> isClosed(JvmFlags flags) {
    return flags.bool("DisableAttachMechanism");
  }
}
