package dev.foliot.diagnose.time;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.code.CodeMap;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.LockSampler;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.VirtualSample;
import dev.foliot.hotspot.locks.VirtualThreads;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.CpuSampler;
import dev.foliot.store.diagnosis.Doing;
import dev.foliot.text.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The stacks of all threads of a JVM at about one moment, equal ones together. Immutable. Read from
 * outside: the JVM does not stop, so stacks are not of the very same moment.
 *
 * @param mainClass of the JVM; any characters
 * @param version of its JDK
 * @param groups those with the most threads first
 * @param limits what could not be read
 */
public record StackDump(String mainClass, String version, List<Group> groups, List<Reason> limits) {
  private static final Duration ON_CPU = Duration.ofMillis(100);
  private static final int PER_SECOND = 199;
  private static final int MOST_FRAMES = 60;
  private static final int LOOKS = 4;

  /** Keeps copies. */
  public StackDump {
    groups = List.copyOf(groups);
    limits = List.copyOf(limits);
  }

  /**
   * Threads with one stack.
   *
   * @param threads their number; an estimate for virtual threads, of which some are read
   * @param isVirtual whether they are virtual threads
   * @param doing what they do
   * @param awaited the class of the object that they wait for; empty if there is none
   * @param names of platform threads; of one virtual thread
   * @param frames the methods, innermost first; empty if they could not be read
   */
  public record Group(
      long threads,
      boolean isVirtual,
      Doing doing,
      String awaited,
      List<String> names,
      List<JavaFrame> frames) {
    /** Keeps copies. */
    public Group {
      names = List.copyOf(names);
      frames = List.copyOf(frames);
    }
  }

  /** A platform thread with its stack. */
  record Stacked(ThreadSample thread, List<JavaFrame> frames) {}

  /**
   * Reads it. Unavailable if the process is no HotSpot of JDK 17 or later, or may not be read.
   *
   * @param root of the kernel's files, usually "/"
   */
  public static Reading<StackDump> of(Path root, long pid) {
    return switch (HotspotJvm.attach(root, pid)) {
      case Reading.Unavailable<HotspotJvm> none -> none.retyped();
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield of(root, jvm);
        }
      }
    };
  }

  private static Reading<StackDump> of(Path root, HotspotJvm jvm) {
    LockSampler sampler = jvm.lockSampler();
    Map<Long, Stacked> stacks = new LinkedHashMap<>();
    for (int look = 0; look < LOOKS; look++) {
      switch (sampler.sample()) {
        case Reading.Unavailable<LockSample> none -> {
          if (look == LOOKS - 1 && stacks.isEmpty()) {
            return none.retyped();
          }
        }
        case Reading.Value<LockSample>(LockSample sample) -> {
          for (ThreadSample thread : sample.threads()) {
            Stacked known = stacks.get(thread.id());
            if (known == null || known.frames().isEmpty()) {
              stacks.put(thread.id(), new Stacked(thread, sampler.stack(thread)));
            }
          }
        }
      }
    }
    onCpu(root, jvm, stacks);
    List<Group> groups = new ArrayList<>(grouped(List.copyOf(stacks.values())));
    List<Reason> limits = new ArrayList<>();
    if (jvm.feature() >= VirtualThreads.SINCE) {
      switch (jvm.virtualThreads().sample()) {
        case Reading.Unavailable<VirtualSample> none -> limits.add(none.why());
        case Reading.Value<VirtualSample>(VirtualSample sample) -> {
          groups.addAll(virtual(sample));
          sample.limit().ifPresent(limits::add);
        }
      }
    }
    groups.sort(Comparator.comparingLong(Group::threads).reversed());
    return Reading.of(new StackDump(jvm.mainClass(), jvm.version(), groups, limits));
  }

  /** Threads that run Java code have no stack to read: a sample on a CPU has one. */
  private static void onCpu(Path root, HotspotJvm jvm, Map<Long, Stacked> stacks) {
    Map<Integer, Long> running = new HashMap<>();
    stacks.forEach((id, one) -> {
      if (one.frames().isEmpty() && one.thread().state() == ThreadSample.State.RUNNING) {
        running.put((int) one.thread().tid(), id);
      }
    });
    if (running.isEmpty()) {
      return;
    }
    CodeMap code = jvm.code();
    CpuSampler.sampleStacks(root, jvm.pid(), running.keySet(), ON_CPU, PER_SECOND)
        .orElse(List.of())
        .forEach(sample -> {
          Long id = running.get(sample.tid());
          List<JavaFrame> frames =
              code.runningFrames(sample.registers(), sample.stack(), MOST_FRAMES);
          if (id != null && !frames.isEmpty()) {
            stacks.computeIfPresent(id, (any, one) -> new Stacked(one.thread(), frames));
          }
        });
  }

  private record Key(Doing doing, String awaited, List<JavaFrame> frames) {}

  /** Equal stacks together. HotSpot's own threads have none, and are left out. */
  static List<Group> grouped(List<Stacked> all) {
    Map<Key, List<String>> groups = new LinkedHashMap<>();
    for (Stacked one : all) {
      ThreadSample thread = one.thread();
      if (one.frames().isEmpty() && thread.state() != ThreadSample.State.RUNNING) {
        continue;
      }
      Doing doing =
          Moment.of(thread, one.frames(), Blocked.of(thread, one.frames(), false)).doing();
      String awaited = thread.awaited().map(Wait::className).orElse("");
      groups
          .computeIfAbsent(new Key(doing, awaited, one.frames()), any -> new ArrayList<>())
          .add(thread.name());
    }
    List<Group> found = new ArrayList<>();
    groups.forEach((key, names) ->
        found.add(new Group(names.size(), false, key.doing(), key.awaited(), names, key.frames())));
    return found;
  }

  private static List<Group> virtual(VirtualSample sample) {
    return sample.groups().stream()
        .map(group ->
            new Group(
                sample.estimate(group),
                true,
                Moment.of(group).doing(),
                group.awaited(),
                Optional.of(group.name()).filter(name -> !name.isEmpty()).stream().toList(),
                group.frames()))
        .toList();
  }
}
