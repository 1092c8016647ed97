package dev.foliot.hotspot.memory;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.linux.ProcessMemory;
import dev.foliot.linux.Reading;
import java.nio.file.Path;

/** What a JVM tells of its memory when it is asked. Safe for any thread. */
public final class AttachedJvm implements MemoryAccounts {
  private static final Path ROOT = Path.of("/");
  private static final String NO_DETAILS = "Detail tracking is not enabled";

  private final Jcmd jcmd;

  /** Asks through {@code jcmd}. */
  public AttachedJvm(Jcmd jcmd) {
    this.jcmd = jcmd;
  }

  /**
   * HotSpot's books alone; a JVM that keeps no details is asked for the sums.
   *
   * @param full with ranges of addresses, which cost the JVM about a second of CPU time, as it
   *     names the callers of each
   */
  @Override
  public Reading<NativeMemory> books(boolean full) throws InterruptedException {
    Reading<String> answer = jcmd.ask("VM.native_memory", full ? "detail" : "summary", "scale=B");
    return switch (answer) {
      case Reading.Unavailable<String> none -> none.retyped();
      case Reading.Value<String>(String text) ->
          full && text.contains(NO_DETAILS) ? books(false) : NativeMemory.parse(text);
    };
  }

  /**
   * Has malloc give back to the kernel what it keeps though it is free, by {@code
   * System.trim_native_heap}, which JDKs from 18 on know, and updates of 17. Takes milliseconds.
   *
   * @return by how much the resident memory fell, in bytes
   */
  public Reading<Long> trim() throws InterruptedException {
    Reading<Long> before = residentBytes();
    Reading<String> answer = jcmd.ask("System.trim_native_heap");
    if (answer instanceof Reading.Unavailable<String> none) {
      return none.retyped();
    }
    if (answer.orElse("").contains("Not available")) {
      return Reading.unavailable(
          "the JVM's C library gives nothing back when it is asked", "use a JDK for glibc");
    }
    return switch (before) {
      case Reading.Unavailable<Long> none -> none;
      case Reading.Value<Long>(Long first) -> residentBytes().map(now -> Math.max(0, first - now));
    };
  }

  private Reading<Long> residentBytes() {
    return ProcessMemory.of(ROOT, jcmd.pid()).map(ProcessMemory::residentBytes);
  }

  /** What objects take, dead ones included, in bytes. */
  @Override
  public Reading<Long> heapUsed() throws InterruptedException {
    return switch (jcmd.ask("GC.heap_info")) {
      case Reading.Unavailable<String> none -> none.retyped();
      case Reading.Value<String>(String text) -> HeapInfo.usedBytes(text);
    };
  }
}
