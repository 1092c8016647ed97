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
 * The CPU time of a process and all that it started, ended ones included. One thread.
 *
 * <p>When a process ends and its parent has waited for it, its whole time is added to the parent's
 * "of its children". What was already counted of it is then taken off, so that nothing counts twice
 * and children that live shorter than the time between two looks count too. The time of a child
 * that nobody waits for is kept as it was last seen.
 */
final class CpuTally {
  /**
   * How often a look begins again when children end under it; a tree that never rests is taken as
   * it is.
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

  /** Looks, and tells which processes live; none when the last has gone. */
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
        // a number that names another process now is no child of ours that we know of
        if (!other) {
          now.put(one, times);
        }
      }
    }
    return now;
  }

  /**
   * Whether nobody was waited for while {@code now} was read. A child that went between its
   * parent's turn and its own would be taken off before its parent has it, and so count twice.
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

  /** Those that were known, wherever they hang now, and what hangs below them. */
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
