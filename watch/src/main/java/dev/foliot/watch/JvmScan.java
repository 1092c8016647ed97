package dev.foliot.watch;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.proc.ProcessStat;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Finds JVMs that begin. A process is looked at once, when it has run for a while. One thread. */
final class JvmScan {
  /** A JVM that has just begun has no tables yet, and may end at once. */
  private static final long YOUNG_MS = 2_000;

  /** On a busy machine it may take so long to have them. */
  private static final long STARTING_MS = 15_000;

  private final Path root;
  private final WatchPlan.Which which;
  private Set<Started> known = new HashSet<>();

  /** A process; its id may be given again. */
  private record Started(long pid, long startTicks) {}

  JvmScan(Path root, WatchPlan.Which which) {
    this.root = root;
    this.which = which;
  }

  /**
   * Processes that have a JVM and were not found before.
   *
   * @param watched those that are watched
   * @param nowMs in milliseconds since 1970
   */
  List<Long> found(Set<Long> watched, long nowMs) {
    if (!(ProcessStat.all(root)
        instanceof Reading.Value<List<ProcessStat>>(List<ProcessStat> all))) {
      return List.of();
    }
    Set<Started> now = new HashSet<>();
    List<Long> found = new ArrayList<>();
    for (ProcessStat stat : all) {
      Started process = new Started(stat.pid(), stat.startTicks());
      if (known.contains(process)) {
        now.add(process);
      } else if (!isYoung(stat.pid(), nowMs)) {
        now.add(process);
        if (!watched.contains(stat.pid())
            && stat.pid() != ProcessHandle.current().pid()
            && hasJvm(stat.pid())) {
          found.add(stat.pid());
        }
      }
    }
    known = now;
    return found;
  }

  /**
   * Whether nothing is wrong with a process that could not be read: it has ended, or is still
   * starting, and is then found again.
   *
   * @param nowMs in milliseconds since 1970
   */
  boolean isEndedOrStarting(long pid, long nowMs) {
    Optional<Long> startedMs = startedMs(pid);
    if (startedMs.isEmpty() || !hasJvm(pid)) {
      return true;
    }
    boolean isStarting = nowMs - startedMs.get() < STARTING_MS;
    if (isStarting) {
      known.removeIf(process -> process.pid() == pid);
    }
    return isStarting;
  }

  private boolean hasJvm(long pid) {
    return ProcessMaps.of(root, pid)
        .map(maps ->
            maps.regions().stream().anyMatch(region -> region.path().contains("/libjvm.so")))
        .orElse(false);
  }

  private static boolean isYoung(long pid, long nowMs) {
    return startedMs(pid).filter(startedMs -> nowMs - startedMs < YOUNG_MS).isPresent();
  }

  /** When a process started, in milliseconds since 1970; empty if unknown. */
  static Optional<Long> startedMs(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().startInstant())
        .map(Instant::toEpochMilli);
  }

  /** Whether a JVM is one of those to be watched. */
  boolean isWanted(HotspotJvm jvm) {
    return switch (which) {
      case WatchPlan.Which.One(long pid) -> jvm.pid() == pid;
      case WatchPlan.Which.Named(String name) ->
          jvm.mainClass().toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT));
      case WatchPlan.Which.All _ -> true;
    };
  }
}
