package dev.foliot.diagnose.memory;

import dev.foliot.hotspot.heap.Generations;
import dev.foliot.hotspot.heap.HeapReader;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.NativeMemory.Range;
import dev.foliot.linux.Reading;
import dev.foliot.text.MemoryReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The direct byte buffers of a JVM, as its own objects tell of them. Immutable.
 *
 * <p>{@code java.nio.Bits} counts what is reserved for them. Each buffer that has memory of its own
 * has a cleaner, and all cleaners are in one list, of {@code jdk.internal.ref.Cleaner}: it knows
 * the buffer, its owner, and what is to be freed when the owner is found dead, with its address and
 * its size. Which owners a program still uses is not known without marking its whole heap, and is
 * not guessed.
 *
 * @param buffers how many there are
 * @param bytes of them all
 * @param oldBuffers of these, those whose owners are old: only a collection that looks at the old
 *     generation finds out that they are no longer used
 * @param oldBytes of those
 * @param unknownBytes of those whose owner's age is not known, or whose owner was found dead just
 *     now
 * @param places where their memory lies, ascending
 */
record DirectBuffers(
    long buffers,
    long bytes,
    long oldBuffers,
    long oldBytes,
    long unknownBytes,
    List<Range> places) {
  private static final String BITS = "java.nio.Bits";
  private static final String RESERVED = "RESERVED_MEMORY";
  private static final String COUNTER = "java.util.concurrent.atomic.AtomicLong";
  private static final String CLEANER = "jdk.internal.ref.Cleaner";
  private static final String REFERENCE = "java.lang.ref.Reference";
  private static final String DEALLOCATOR = "java.nio.DirectByteBuffer$Deallocator";
  private static final int MOST_CLEANERS = 500_000;

  /** No buffer is larger; more of them than fit into an address space are none. */
  private static final long MOST_BYTES = 1L << 47;

  /** The classes of the JDK that tell of them. */
  static final Set<String> CLASSES = Set.of(BITS, COUNTER, CLEANER, REFERENCE, DEALLOCATOR);

  static final DirectBuffers NONE = new DirectBuffers(0, 0, 0, 0, 0, List.of());

  /** Keeps a copy. */
  DirectBuffers {
    places = List.copyOf(places);
  }

  /**
   * What the JDK counts.
   *
   * @param bytes reserved
   * @param buffers how many
   * @param limitBytes what may be reserved at most; beyond it an allocation begins a collection of
   *     everything, and then fails
   */
  record Counted(long bytes, long buffers, long limitBytes) {}

  /**
   * What the JDK counts now.
   *
   * @param classes those of {@link #CLASSES} that are loaded
   */
  static Reading<Counted> counted(Map<String, LoadedClass> classes, HeapReader heap) {
    LoadedClass bits = classes.get(BITS);
    LoadedClass counter = classes.get(COUNTER);
    if (bits == null || counter == null) {
      return Reading.of(new Counted(0, 0, 0));
    }
    if (heap.staticOop(bits, RESERVED) instanceof Reading.Value<Long>(Long none) && none == 0) {
      // it is loaded, and has not begun to count
      return Reading.of(new Counted(0, 0, 0));
    }
    OptionalLong bytes = value(heap, bits, counter, RESERVED);
    OptionalLong count = value(heap, bits, counter, "COUNT");
    if (bytes.isEmpty() || count.isEmpty() || bytes.getAsLong() < 0 || count.getAsLong() < 0) {
      return Reading.unavailable(new MemoryReason.NoDirectCount());
    }
    long limit = heap.staticLong(bits, "MAX_MEMORY").orElse(0L);
    return Reading.of(new Counted(bytes.getAsLong(), count.getAsLong(), Math.max(0, limit)));
  }

  private static OptionalLong value(
      HeapReader heap, LoadedClass bits, LoadedClass counter, String field) {
    long oop = heap.staticOop(bits, field).orElse(0L);
    return oop == 0 ? OptionalLong.empty() : heap.longAt(oop, counter, "value");
  }

  /** Goes through all cleaners; unavailable when the list breaks off under the look. */
  static Reading<DirectBuffers> of(
      Map<String, LoadedClass> classes, HeapReader heap, Generations generations) {
    LoadedClass deallocator = classes.get(DEALLOCATOR);
    if (deallocator == null) {
      return Reading.of(NONE);
    }
    LoadedClass cleaner = classes.get(CLEANER);
    LoadedClass reference = classes.get(REFERENCE);
    if (cleaner == null || reference == null) {
      return Reading.unavailable(new MemoryReason.NoDirectOwners());
    }
    return switch (heap.staticOop(cleaner, "first")) {
      case Reading.Unavailable<Long> unavailable -> unavailable.retyped();
      case Reading.Value<Long>(Long first) ->
          new Walk(heap, generations, cleaner, reference, deallocator).from(first);
    };
  }

  /** One walk. */
  private static final class Walk {
    private final HeapReader heap;
    private final Generations generations;
    private final LoadedClass cleaner;
    private final LoadedClass reference;
    private final LoadedClass deallocator;
    private final List<Range> places = new ArrayList<>();
    private long buffers;
    private long bytes;
    private long oldBuffers;
    private long oldBytes;
    private long unknownBytes;

    Walk(
        HeapReader heap,
        Generations generations,
        LoadedClass cleaner,
        LoadedClass reference,
        LoadedClass deallocator) {
      this.heap = heap;
      this.generations = generations;
      this.cleaner = cleaner;
      this.reference = reference;
      this.deallocator = deallocator;
    }

    Reading<DirectBuffers> from(long first) {
      long at = first;
      for (int i = 0; at != 0; i++) {
        OptionalLong next = heap.oopAt(at, cleaner, "next");
        OptionalLong thunk = heap.oopAt(at, cleaner, "thunk");
        // one that was taken out leads to itself
        if (i == MOST_CLEANERS || next.isEmpty() || thunk.isEmpty() || next.getAsLong() == at) {
          return Reading.unavailable(new MemoryReason.OwnersBreakOff(i, heap.spent()));
        }
        if (thunk.getAsLong() != 0 && heap.isA(thunk.getAsLong(), deallocator)) {
          add(at, thunk.getAsLong());
        }
        at = next.getAsLong();
      }
      places.sort(Comparator.comparingLong(Range::start));
      return Reading.of(
          new DirectBuffers(buffers, bytes, oldBuffers, oldBytes, unknownBytes, places));
    }

    private void add(long at, long thunk) {
      long size = heap.longAt(thunk, deallocator, "size").orElse(0);
      long address = heap.longAt(thunk, deallocator, "address").orElse(0);
      if (size <= 0 || size > MOST_BYTES - bytes) {
        return;
      }
      buffers++;
      bytes += size;
      if (address > 0 && address < Long.MAX_VALUE - size) {
        places.add(new Range(address, address + size, MemoryPart.DIRECT_BUFFERS));
      }
      long owner = heap.oopAt(at, reference, "referent").orElse(0);
      switch (owner == 0 ? Generations.Age.UNKNOWN : generations.age(owner)) {
        case OLD -> {
          oldBuffers++;
          oldBytes += size;
        }
        case YOUNG -> {
          // the next young collection looks at it
        }
        case UNKNOWN -> unknownBytes += size;
      }
    }
  }
}
