package dev.foliot.lab.watch;

import dev.foliot.linux.ProcessMemory;
import dev.foliot.linux.Reading;
import java.nio.file.Path;

/**
 * What fell when a JVM collected everything: what was kept only because no collection had looked at
 * it, such as direct buffers whose objects had been promoted and then dropped. Immutable.
 *
 * @param heapUsedBeforeBytes what objects took
 * @param heapUsedAfterBytes likewise
 * @param offHeapBeforeBytes what Unsafe had taken, direct buffers first of all
 * @param offHeapAfterBytes likewise
 * @param residentBeforeBytes of the process
 * @param residentAfterBytes likewise; the allocator gives back late, or never
 */
public record FullCollection(
    long heapUsedBeforeBytes,
    long heapUsedAfterBytes,
    long offHeapBeforeBytes,
    long offHeapAfterBytes,
    long residentBeforeBytes,
    long residentAfterBytes) {
  private static final Path ROOT = Path.of("/");

  /**
   * Buffers are freed after the collection, by a thread of their own; a look takes half a second.
   */
  private static final int MOST_LOOKS = 10;

  /** What fell outside the heap. */
  public long offHeapFellBytes() {
    return Math.max(0, offHeapBeforeBytes - offHeapAfterBytes);
  }

  private record State(long heapUsed, long offHeap, long resident) {}

  static Reading<FullCollection> run(Jcmd jcmd, MemoryWatch memory) throws InterruptedException {
    Reading<State> first = state(jcmd, memory);
    if (!(first instanceof Reading.Value<State>(State before))) {
      return ((Reading.Unavailable<State>) first).retyped();
    }
    Reading<String> answer = jcmd.ask("GC.run");
    if (answer instanceof Reading.Unavailable<String> none) {
      return none.retyped();
    }
    if (answer.orElse("").contains("disabled")) {
      return Reading.unavailable(
          "the JVM forbids explicit collections", "start it without -XX:+DisableExplicitGC");
    }
    State last = before;
    for (int look = 0; look < MOST_LOOKS; look++) {
      Reading<State> read = state(jcmd, memory);
      if (!(read instanceof Reading.Value<State>(State now))) {
        return ((Reading.Unavailable<State>) read).retyped();
      }
      boolean settled = look > 0 && now.offHeap == last.offHeap;
      last = now;
      if (settled) {
        break;
      }
    }
    return Reading.of(
        new FullCollection(
            before.heapUsed,
            last.heapUsed,
            before.offHeap,
            last.offHeap,
            before.resident,
            last.resident));
  }

  private static Reading<State> state(Jcmd jcmd, MemoryWatch memory) throws InterruptedException {
    Reading<NativeMemory> books = memory.books(false);
    if (!(books instanceof Reading.Value<NativeMemory>(NativeMemory value))) {
      return ((Reading.Unavailable<NativeMemory>) books).retyped();
    }
    return switch (ProcessMemory.of(ROOT, jcmd.pid())) {
      case Reading.Unavailable<ProcessMemory> none -> none.retyped();
      case Reading.Value<ProcessMemory>(ProcessMemory resident) ->
          memory
              .heapUsed()
              .map(used ->
                  new State(used, value.category("Other").mallocBytes(), resident.residentBytes()));
    };
  }
}
