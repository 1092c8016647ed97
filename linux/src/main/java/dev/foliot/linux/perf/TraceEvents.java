package dev.foliot.linux.perf;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.CountersReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The kernel's trace points, as its trace file system lists them (kernel document "Event Tracing").
 * Safe for any thread. Nothing is ever mounted or switched on.
 */
public final class TraceEvents {
  /** Where it is mounted; the second is where older systems have it. */
  private static final List<String> PLACES =
      List.of("sys/kernel/tracing", "sys/kernel/debug/tracing");

  private static final String CLOSED =
      "run as root, or open it to a group: mount -o remount,gid=GROUP,mode=750 /sys/kernel/tracing";

  private TraceEvents() {}

  /**
   * The number of a trace point, which a {@link PerfEvent.Tracepoint} takes.
   *
   * @param root where the kernel's /sys is, usually "/"
   * @param group as {@code sched}
   * @param name as {@code sched_switch}
   */
  public static Reading<Long> id(Path root, String group, String name) {
    return KernelFiles.attempt(root, files -> read(files, group, name));
  }

  private static long read(KernelFiles files, String group, String name)
      throws UnreadableException {
    for (String place : PLACES) {
      Optional<KernelText> id = text(files, place + "/events/" + group + "/" + name + "/id");
      if (id.isPresent()) {
        return id.get().number();
      }
    }
    for (String place : PLACES) {
      if (text(files, place + "/README").isPresent()) {
        throw new UnreadableException(new CountersReason.NoTracePoint(group, name));
      }
    }
    throw new UnreadableException(
        new CountersReason.TracingNotMounted(files.root().resolve(PLACES.getFirst()).toString()));
  }

  private static Optional<KernelText> text(KernelFiles files, String path)
      throws UnreadableException {
    try {
      return files.textIfPresent(path);
    } catch (UnreadableException e) {
      throw e.remediedBy(CLOSED);
    }
  }
}
