package dev.foliot.service.watch;

import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessTimes;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The CPU time of a process and its descendants, ended ones included. One thread.
 *
 * <p>When a parent reaps a child, the kernel adds the child's CPU time to the parent's children's
 * time. The tally then subtracts the amount already counted, so nothing counts twice. Children that
 * live shorter than the sampling interval count too. A child that is never reaped keeps its last
 * observed time.
 */
final class CpuTally {
  /**
   * The maximum number of repetitions while children end during a reading. Then a restless tree is
   * accepted.
   */
  private static final int TRIES = 16;

  private final Path root;
  private final long pid;
  private Map<Long, ProcessTimes> seen = new HashMap<>();
  private boolean first = true;
  private long userTicks;
  private long systemTicks;

  CpuTally(Path root, long pid) {
    this.root = root;
    this.pid = pid;
  }

  /** Reads the times and returns the live processes; empty when the last has ended. */
  Set<Long> look() {
    Map<Long, ProcessTimes> now = read(tree());
    for (int more = 0; more < TRIES && !stood(now); more++) {
      now = read(tree());
    }
    count(now);
    seen = now;
    first = false;
    return Set.copyOf(now.keySet());
  }

  private Map<Long, ProcessTimes> read(Set<Long> pids) {
    Map<Long, ProcessTimes> now = new HashMap<>();
    for (long one : pids) {
      if (ProcessTimes.of(root, one) instanceof Reading.Value<ProcessTimes>(var times)) {
        ProcessTimes before = seen.get(one);
        boolean other = before != null && before.startTicks() != times.startTicks();
        // a reused number belongs to another process, which is no known child
        if (!other) {
          now.put(one, times);
        }
      }
    }
    return now;
  }

  /**
   * Whether no child was reaped during the reading of {@code now}. A child that ends between its
   * parent's reading and its own would be subtracted before the parent has its time, and so count
   * twice.
   */
  private boolean stood(Map<Long, ProcessTimes> now) {
    Map<Long, ProcessTimes> again = read(now.keySet());
    return now.entrySet().stream()
        .allMatch(entry -> {
          ProcessTimes then = entry.getValue();
          ProcessTimes since = again.get(entry.getKey());
          return since != null
              && since.reapedUserTicks() == then.reapedUserTicks()
              && since.reapedSystemTicks() == then.reapedSystemTicks();
        });
  }

  /** The known processes, wherever they are now, and their descendants. */
  private Set<Long> tree() {
    Set<Long> pids = new TreeSet<>(seen.keySet());
    if (first) {
      pids.add(pid);
    }
    for (long one : Set.copyOf(pids)) {
      ProcessHandle.of(one)
          .ifPresent(handle -> {
            try (Stream<ProcessHandle> below = handle.descendants()) {
              below.forEach(child -> pids.add(child.pid()));
            }
          });
    }
    return pids;
  }

  private void count(Map<Long, ProcessTimes> now) {
    long user = 0;
    long system = 0;
    long reapedUser = 0;
    long reapedSystem = 0;
    for (Map.Entry<Long, ProcessTimes> entry : now.entrySet()) {
      ProcessTimes times = entry.getValue();
      ProcessTimes before = seen.get(entry.getKey());
      if (before == null) {
        before = first ? times : new ProcessTimes(0, 0, 0, 0, 0, 0);
      }
      user += times.userTicks() - before.userTicks();
      system += times.systemTicks() - before.systemTicks();
      reapedUser += times.reapedUserTicks() - before.reapedUserTicks();
      reapedSystem += times.reapedSystemTicks() - before.reapedSystemTicks();
    }
    for (Map.Entry<Long, ProcessTimes> entry : seen.entrySet()) {
      if (!now.containsKey(entry.getKey())) {
        ProcessTimes last = entry.getValue();
        reapedUser -= last.userTicks() + last.reapedUserTicks();
        reapedSystem -= last.systemTicks() + last.reapedSystemTicks();
      }
    }
    userTicks += user + Math.max(0, reapedUser);
    systemTicks += system + Math.max(0, reapedSystem);
  }

  long userTicks() {
    return userTicks;
  }

  long systemTicks() {
    return systemTicks;
  }
}
