package dev.foliot.service.run;

import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.LimitedGroup;
import dev.foliot.linux.cgroup.LimitedGroup.Limit;
import dev.foliot.text.Reason;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The control groups of one arm, and the outcome of each requested limit. For one thread at a time.
 */
final class ArmLimits implements AutoCloseable {
  private static final Path ROOT = Path.of("/");

  private final List<LimitedGroup> groups = new ArrayList<>();
  private final List<Reason> missing = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Creates the groups; {@link #missing} names the failed ones. */
  ArmLimits(ArmCommand command, String name) {
    command.quotaCpus().ifPresent(cpus -> make(name + "-cpu", Limit.CPUS, cpus));
    command
        .memoryBytes()
        .ifPresent(bytes -> make(name + "-memory", Limit.MEMORY_BYTES, (double) bytes));
  }

  private void make(String name, Limit limit, double most) {
    if (groups.stream().anyMatch(group -> !group.holdsFromTheStart())) {
      missing.add(new ServiceReason.OneLimitOnly(named(limit)));
      return;
    }
    switch (LimitedGroup.make(ROOT, name, limit, most)) {
      case Reading.Value<LimitedGroup>(LimitedGroup group) -> groups.add(group);
      case Reading.Unavailable<LimitedGroup> none ->
          missing.add(new ServiceReason.LimitNotSet(named(limit), none.why()));
    }
  }

  private static ServiceReason.Limit named(Limit limit) {
    return switch (limit) {
      case CPUS -> ServiceReason.Limit.CPU_QUOTA;
      case MEMORY_BYTES -> ServiceReason.Limit.MEMORY;
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
    if (done instanceof Reading.Unavailable<Boolean> none) {
      missing.add(new ServiceReason.LimitNotHeld(none.why()));
    }
  }

  /** The requested limits that failed, with reasons and remedies. */
  List<Reason> missing() {
    return List.copyOf(missing);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      groups.forEach(LimitedGroup::close);
    }
  }
}
