package dev.foliot.service.watch;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.hotspot.memory.NativeMemory;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.ProcessMemory;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The memory freed by a full collection of a JVM. Immutable.
 *
 * <p>This memory was retained only until such a collection, for example by direct buffers with
 * promoted and then dropped objects.
 *
 * @param heapUsedBeforeBytes the bytes of objects before
 * @param heapUsedAfterBytes the same after
 * @param offHeapBeforeBytes memory taken by Unsafe, mostly direct buffers
 * @param offHeapAfterBytes the same after
 * @param residentBeforeBytes of the process
 * @param residentAfterBytes the same after; the allocator returns memory late, or never
 */
public record FullCollection(
    long heapUsedBeforeBytes,
    long heapUsedAfterBytes,
    long offHeapBeforeBytes,
    long offHeapAfterBytes,
    long residentBeforeBytes,
    long residentAfterBytes) {
  private static final Path ROOT = Path.of("/");

  /** The interval between readings: a separate thread frees buffers after the collection. */
  private static final long LOOK_MS = 100;

  /** After this number of equal readings nothing more will be freed. */
  private static final int QUIET_LOOKS = 5;

  private static final int MOST_LOOKS = 50;

  /** The bytes freed outside the heap. */
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
