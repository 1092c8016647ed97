package dev.foliot.service.watch;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.hotspot.memory.NativeMemory;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.ProcessMemory;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

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

  /** Between two looks: buffers are freed after the collection, by a thread of their own. */
  private static final long LOOK_MS = 100;

  /** So many looks in a row that see the same, and nothing more is freed. */
  private static final int QUIET_LOOKS = 5;

  private static final int MOST_LOOKS = 50;

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
      return Reading.unavailable(new ServiceReason.CollectionForbidden());
    }
    return settled(jcmd, memory)
        .map(after ->
            new FullCollection(
                before.heapUsed,
                after.heapUsed,
                before.offHeap,
                after.offHeap,
                before.resident,
                after.resident));
  }

  private static Reading<State> settled(Jcmd jcmd, MemoryWatch memory) throws InterruptedException {
    Reading<State> last = state(jcmd, memory);
    int same = 0;
    for (int look = 0; look < MOST_LOOKS && same < QUIET_LOOKS; look++) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
      Reading<State> now = state(jcmd, memory);
      if (!(now instanceof Reading.Value<State>(State is))
          || !(last instanceof Reading.Value<State>(State was))) {
        return now;
      }
      same = is.offHeap == was.offHeap ? same + 1 : 0;
      last = now;
    }
    return last;
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
