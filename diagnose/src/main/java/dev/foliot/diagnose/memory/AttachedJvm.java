package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.attach.Jcmd;
import dev.foliot.linux.Reading;

/** What a JVM tells of its memory when it is asked. Safe for any thread. */
public final class AttachedJvm implements MemoryTarget.Accounts {
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

  /** What objects take, dead ones included, in bytes. */
  @Override
  public Reading<Long> heapUsed() throws InterruptedException {
    return switch (jcmd.ask("GC.heap_info")) {
      case Reading.Unavailable<String> none -> none.retyped();
      case Reading.Value<String>(String text) -> HeapInfo.usedBytes(text);
    };
  }
}
