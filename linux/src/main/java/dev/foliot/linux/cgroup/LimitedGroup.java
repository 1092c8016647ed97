package dev.foliot.linux.cgroup;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.ControlGroupReason;
import dev.foliot.linux.reason.SystemReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A control group for a process with a CPU quota or a memory limit. It lies below the group of this
 * process, or below the nearest ancestor that permits it. See the kernel documents "Control Group
 * v2", "CFS Bandwidth Control" and "Memory Resource Controller". {@link #close} removes it.
 *
 * <p>In version 1 a thread enters the group, starts the process, which inherits it, and leaves. The
 * limit holds from the first instruction, and a JVM counts its CPUs correctly. Version 2 moves only
 * whole processes, right after their start. A process that counts CPUs at once may miss the limit:
 * see {@link #holdsFromTheStart}.
 *
 * <p>Not safe for several threads.
 */
public final class LimitedGroup implements AutoCloseable {
  private static final long PERIOD_US = 100_000;
  private static final long LEAST_QUOTA_US = 1_000;
  private static final String REMEDY =
      "run as root, or in a delegated group: systemd-run --user --scope -p Delegate=yes COMMAND; in"
          + " a container mount /sys/fs/cgroup writable";

  private final Path root;
  private final boolean isVersion2;

  private final Path group;

  /** The caller's former group. */
  private final Path home;

  /** A kind of limit. */
  public enum Limit {
    /** CPU time, in CPUs. */
    CPUS("cpu"),
    /** Memory, in bytes. */
    MEMORY_BYTES("memory");

    private final String controller;

    Limit(String controller) {
      this.controller = controller;
    }
  }

  private LimitedGroup(Path root, boolean isVersion2, Path group, Path home) {
    this.root = root;
    this.isVersion2 = isVersion2;
    this.group = group;
    this.home = home;
  }

  /**
   * Makes a group with one limit. Only version 1 can enter several groups with different limits.
   *
   * @param root root of the kernel's file systems, usually "/"
   * @param name name of the group: letters, digits and hyphens
   * @param limit kind of the limit
   * @param most CPUs from 0.01, or bytes from 4,096
   * @throws IllegalArgumentException if the name or the limit is out of range
   */
  public static Reading<LimitedGroup> make(Path root, String name, Limit limit, double most) {
    boolean tooLittle = limit == Limit.CPUS ? !(most >= 0.01) : !(most >= 4_096);
    if (tooLittle || !(most <= Long.MAX_VALUE) || !name.matches("[a-zA-Z0-9-]{1,100}")) {
      throw new IllegalArgumentException("a group " + name + " with a limit of " + most);
    }
    long pid = ProcessHandle.current().pid();
    return KernelFiles.attempt(root, files -> make(files, pid, name, limit, most));
  }

  private static LimitedGroup make(
      KernelFiles files, long pid, String name, Limit limit, double most)
      throws UnreadableException {
    CgroupLevels levels = CgroupLevels.of(files, pid, limit.controller);
    Path home = levels.directories().getFirst();
    UnreadableException first = null;
    for (Path parent : levels.directories()) {
      Path group = parent.resolve(name);
      try {
        Files.createDirectory(group);
      } catch (IOException e) {
        first = first == null ? KernelFiles.failed(group, "made", e, REMEDY) : first;
        continue;
      }
      try {
        set(files, group, levels.isVersion2(), limit, most);
        return new LimitedGroup(files.root(), levels.isVersion2(), group, home);
      } catch (UnreadableException e) {
        remove(group);
        first = first == null ? e : first;
      }
    }
    throw first == null
        ? new UnreadableException(new ControlGroupReason.NoGroupVisible(REMEDY))
        : first;
  }

  private static void set(
      KernelFiles files, Path group, boolean isVersion2, Limit limit, double most)
      throws UnreadableException {
    switch (limit) {
      case CPUS -> {
        long quotaUs = Math.max(LEAST_QUOTA_US, Math.round(most * PERIOD_US));
        if (isVersion2) {
          write(files, group.resolve("cpu.max"), quotaUs + " " + PERIOD_US);
        } else {
          write(files, group.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_US));
          write(files, group.resolve("cpu.cfs_quota_us"), Long.toString(quotaUs));
        }
      }
      case MEMORY_BYTES ->
          write(
              files,
              group.resolve(isVersion2 ? "memory.max" : "memory.limit_in_bytes"),
              Long.toString((long) most));
    }
  }

  private static void write(KernelFiles files, Path file, String text) throws UnreadableException {
    if (files.textIfPresent(file).isEmpty()) {
      throw new UnreadableException(
          new SystemReason.FileMissing(
              file.toString(), "write +cpu +memory into cgroup.subtree_control; " + REMEDY));
    }
    put(file, text);
  }

  private static void put(Path file, String text) throws UnreadableException {
    try {
      Files.write(file, text.getBytes(StandardCharsets.US_ASCII), StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw KernelFiles.failed(file, "written", e, REMEDY);
    }
  }

  /** Whether the limit holds from the start of a process started after {@link #enter}. */
  public boolean holdsFromTheStart() {
    return !isVersion2;
  }

  /**
   * Puts the calling platform thread, and all it starts, into the group until {@link #leave}. In
   * version 2 it does nothing.
   */
  public Reading<Boolean> enter() {
    return attempt(() -> {
      if (!isVersion2) {
        put(group.resolve("tasks"), "0");
      }
    });
  }

  /** Moves every thread of this process back from the group to its former one. */
  public Reading<Boolean> leave() {
    return attempt(() -> {
      if (!isVersion2) {
        for (String task : tasks()) {
          if (Files.exists(root.resolve("proc/self/task/" + task))) {
            put(home.resolve("tasks"), task);
          }
        }
      }
    });
  }

  /** Moves a process that was just started into the group, if {@link #enter} could not. */
  public Reading<Boolean> add(long pid) {
    return attempt(() -> {
      if (isVersion2) {
        put(group.resolve("cgroup.procs"), Long.toString(pid));
      }
    });
  }

  /**
   * Removes the group. Its processes should have ended; remaining ones return to the group of this
   * process. If removal fails, the group stays, since no further remedy exists.
   */
  @Override
  public void close() {
    Reading<Boolean> _ =
        attempt(() -> {
          for (String task : tasks()) {
            put(home.resolve(isVersion2 ? "cgroup.procs" : "tasks"), task);
          }
        });
    Reading<Boolean> _ = attempt(() -> remove(group));
  }

  private Set<String> tasks() throws UnreadableException {
    Path file = group.resolve(isVersion2 ? "cgroup.procs" : "tasks");
    Set<String> tasks = new LinkedHashSet<>();
    for (String line : new KernelFiles(root).text(file, REMEDY).lines()) {
      if (line.matches("[1-9][0-9]{0,9}")) {
        tasks.add(line);
      }
    }
    return tasks;
  }

  private static void remove(Path group) throws UnreadableException {
    try {
      Files.deleteIfExists(group);
    } catch (IOException e) {
      throw KernelFiles.failed(group, "removed", e, "remove the empty group: rmdir");
    }
  }

  private interface Step {
    void take() throws UnreadableException;
  }

  private static Reading<Boolean> attempt(Step step) {
    try {
      step.take();
      return Reading.of(true);
    } catch (UnreadableException e) {
      return e.reading();
    }
  }
}
