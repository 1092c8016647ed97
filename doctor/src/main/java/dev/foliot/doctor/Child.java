package dev.foliot.doctor;

import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.MemoryRegion;
import dev.foliot.linux.Reading;
import dev.foliot.linux.TargetMemory;
import dev.foliot.linux.TimerSlack;
import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.Programs;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;

/**
 * A small child process to try rights on: {@code cat}, which waits for input that never comes, and
 * ends when this process does.
 */
final class Child implements AutoCloseable {
  private static final int FEW_BYTES = 16;

  private final Path root;
  private final ChildProcess process;

  private Child(Path root, ChildProcess process) {
    this.root = root;
    this.process = process;
  }

  static Reading<Child> start(Path root) {
    try {
      return Reading.of(
          new Child(
              root,
              Launcher.singlesIfPossible(Programs.ofThisProcess())
                  .start(
                      new ProcessBuilder("cat")
                          .redirectOutput(Redirect.DISCARD)
                          .redirectError(Redirect.DISCARD))));
    } catch (IOException e) {
      return Reading.unavailable(
          "no child process can be started to try this on: " + e.getMessage(),
          "see that cat is on the PATH, and raise ulimit -u");
    }
  }

  long pid() {
    return process.pid();
  }

  /** Sets the slack of its thread to a nanosecond, and gives what it then is. */
  Reading<Long> setSlack() {
    return TimerSlack.writeNs(root, pid(), 1);
  }

  /** Lets its thread run where it may anyway. */
  Reading<CpuList> setAffinity() {
    return switch (Affinity.ofThread(pid())) {
      case Reading.Unavailable<CpuList> none -> none;
      case Reading.Value<CpuList>(CpuList cpus) -> Affinity.setThread(pid(), cpus);
    };
  }

  /** Reads a few bytes of its memory. */
  Reading<byte[]> memory() {
    return switch (MemoryRegion.of(root, pid())) {
      case Reading.Unavailable<List<MemoryRegion>> none -> none.retyped();
      case Reading.Value<List<MemoryRegion>>(List<MemoryRegion> regions) -> memory(regions);
    };
  }

  private Reading<byte[]> memory(List<MemoryRegion> regions) {
    return switch (TargetMemory.open(root, pid())) {
      case Reading.Unavailable<TargetMemory> none -> none.retyped();
      case Reading.Value<TargetMemory>(TargetMemory memory) -> {
        try (memory) {
          yield regions.stream()
              .filter(MemoryRegion::isReadable)
              .findFirst()
              .map(region -> memory.read(region.start(), FEW_BYTES))
              .orElseGet(
                  () ->
                      Reading.unavailable(
                          "process " + pid() + " shows no memory", "see /proc/" + pid() + "/maps"));
        }
      }
    };
  }

  /** Ends it, and waits until it has ended. */
  @Override
  public void close() {
    process.kill();
  }
}
