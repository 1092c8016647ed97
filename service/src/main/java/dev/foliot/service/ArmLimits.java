package dev.foliot.service;

import dev.foliot.linux.LimitedGroup;
import dev.foliot.linux.LimitedGroup.Limit;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The control groups of one arm, and what came of each limit that was asked for. For one thread at
 * a time.
 */
final class ArmLimits implements AutoCloseable {
  private static final Path ROOT = Path.of("/");

  private final List<LimitedGroup> groups = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Makes the groups; {@link #missing} names what cannot be made. */
  ArmLimits(ArmCommand command, String name) {
    command.quotaCpus().ifPresent(cpus -> make(name + "-cpu", Limit.CPUS, cpus));
    command
        .memoryBytes()
        .ifPresent(bytes -> make(name + "-memory", Limit.MEMORY_BYTES, (double) bytes));
  }

  private void make(String name, Limit limit, double most) {
    if (groups.stream().anyMatch(group -> !group.holdsFromTheStart())) {
      missing.add(what(limit) + ": one limit takes the only group that a process can be in here");
      return;
    }
    switch (LimitedGroup.make(ROOT, name, limit, most)) {
      case Reading.Value<LimitedGroup>(LimitedGroup group) -> groups.add(group);
      case Reading.Unavailable<LimitedGroup>(String reason, String remedy) ->
          missing.add(what(limit) + ": " + reason + "; " + remedy);
    }
  }

  private static String what(Limit limit) {
    return switch (limit) {
      case CPUS -> "the CPU quota";
      case MEMORY_BYTES -> "the memory limit";
    };
  }

  void enter() {
    groups.forEach(group -> note(group.enter()));
  }

  void leave() {
    groups.forEach(group -> note(group.leave()));
  }

  void add(long pid) {
    groups.forEach(group -> note(group.add(pid)));
  }

  private void note(Reading<Boolean> done) {
    if (done instanceof Reading.Unavailable<Boolean>(String reason, String remedy)) {
      missing.add("a limit does not hold: " + reason + "; " + remedy);
    }
  }

  /** What was asked for and is not so, with reasons and remedies. */
  List<String> missing() {
    return List.copyOf(missing);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      groups.forEach(LimitedGroup::close);
    }
  }
}
