package dev.foliot.hotspot;

import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.ContainerIds;
import dev.foliot.linux.machine.Uptime;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.proc.CommandLine;
import dev.foliot.linux.proc.InnerPid;
import dev.foliot.linux.proc.ProcessStat;
import dev.foliot.text.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A JVM of this host. Immutable. Names come from the target and may hold any characters.
 *
 * @param pid its process id, as the kernel below the root counts
 * @param mainClass its main class or jar; empty when not known
 * @param version the version of HotSpot; empty if unreadable
 * @param cpus how many CPUs it used during the look
 * @param ageS seconds since its start
 * @param innerPid its process id in its own container; the same as {@code pid} outside of one
 * @param container its container and pod
 * @param why why it cannot be examined; empty if it can
 */
public record HostJvm(
    long pid,
    String mainClass,
    String version,
    double cpus,
    double ageS,
    long innerPid,
    ContainerIds container,
    Optional<Reason> why) {
  private static final double SHORTEST_S = 0.01;

  /** Whether its control group or a namespace of process ids of its own say so. */
  public boolean isInContainer() {
    return innerPid != pid || !container.equals(ContainerIds.NONE);
  }

  /**
   * All JVMs, the busiest first. Unreadable ones of other users are among them if their program is
   * {@code java}; the caller itself is left out. Unavailable without processes below the root.
   *
   * @param root below which the kernel's files are, usually "/"
   * @param interval for how long their CPU time is counted
   */
  public static Reading<List<HostJvm>> look(Path root, Duration interval)
      throws InterruptedException {
    return switch (ProcessStat.all(root)) {
      case Reading.Unavailable<List<ProcessStat>> none -> none.retyped();
      case Reading.Value<List<ProcessStat>>(List<ProcessStat> processes) -> {
        List<Seen> before =
            processes.stream()
                .filter(one -> isJvm(root, one.pid()))
                .map(one -> new Seen(root, one))
                .toList();
        if (!before.isEmpty()) {
          Thread.sleep(interval);
        }
        List<HostJvm> all = new ArrayList<>();
        for (Seen one : before) {
          ProcessStat.of(root, one.stat.pid())
              .toOptional()
              .filter(now -> now.startTicks() == one.stat.startTicks())
              .ifPresent(now -> all.add(of(root, one, new Seen(root, now))));
        }
        all.sort(Comparator.comparingDouble(HostJvm::cpus).reversed());
        yield Reading.of(List.copyOf(all));
      }
    };
  }

  /** A process at a moment, in seconds since the kernel's start. */
  private record Seen(ProcessStat stat, double atS) {
    Seen(Path root, ProcessStat stat) {
      this(stat, Uptime.of(root).map(Uptime::seconds).orElse(0.0));
    }
  }

  private static boolean isJvm(Path root, long pid) {
    if (pid == ProcessHandle.current().pid()) {
      return false;
    }
    return switch (ProcessMaps.of(root, pid)) {
      case Reading.Value<ProcessMaps>(ProcessMaps maps) ->
          maps.regions().stream().anyMatch(region -> region.path().contains("/libjvm.so"));
      case Reading.Unavailable<ProcessMaps> closed -> isJava(root, pid);
    };
  }

  private static boolean isJava(Path root, long pid) {
    return CommandLine.of(root, pid).toOptional().stream()
        .flatMap(List::stream)
        .findFirst()
        .filter(program -> program.substring(program.lastIndexOf('/') + 1).equals("java"))
        .isPresent();
  }

  private static HostJvm of(Path root, Seen before, Seen now) {
    long pid = now.stat.pid();
    double perSecond = ClockTicks.of(root).perSecond();
    double seconds = Math.max(SHORTEST_S, now.atS - before.atS);
    String called = CommandLine.of(root, pid).toOptional().map(MainClass::of).orElse("");
    String mainClass = called;
    String version = "";
    Optional<Reason> why = Optional.empty();
    switch (HotspotJvm.attach(root, pid)) {
      case Reading.Unavailable<HotspotJvm> none -> why = Optional.of(none.why());
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          mainClass = jvm.mainClass().isEmpty() ? called : jvm.mainClass();
          version = jvm.version();
        }
      }
    }
    return new HostJvm(
        pid,
        mainClass,
        version,
        (now.stat.cpuTicks() - before.stat.cpuTicks()) / perSecond / seconds,
        Math.max(0, now.atS - now.stat.startTicks() / perSecond),
        InnerPid.of(root, pid).orElse(pid),
        ContainerIds.of(root, pid),
        why);
  }

  /**
   * Those that a name means: the ones with that main class, with or without its package; without
   * any, those of a container or pod whose id begins so; without any, those whose main class
   * contains it, whatever its case.
   */
  public static List<HostJvm> named(List<HostJvm> all, String name) {
    List<HostJvm> exact =
        all.stream()
            .filter(jvm -> jvm.mainClass.equals(name) || jvm.simpleName().equals(name))
            .toList();
    if (!exact.isEmpty()) {
      return exact;
    }
    List<HostJvm> contained = all.stream().filter(jvm -> jvm.container.isMeant(name)).toList();
    String lower = name.toLowerCase(Locale.ROOT);
    return contained.isEmpty()
        ? all.stream()
            .filter(jvm -> jvm.mainClass.toLowerCase(Locale.ROOT).contains(lower))
            .toList()
        : contained;
  }

  private String simpleName() {
    return mainClass.substring(
        1 + Math.max(mainClass.lastIndexOf('.'), mainClass.lastIndexOf('/')));
  }
}
