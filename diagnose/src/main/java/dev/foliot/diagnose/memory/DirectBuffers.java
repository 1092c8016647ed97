package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.reason.MemoryReason;
import dev.foliot.hotspot.heap.Generations;
import dev.foliot.hotspot.heap.HeapReader;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.NativeMemory.Range;
import dev.foliot.linux.Reading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The direct byte buffers of a JVM, from its own objects. Immutable.
 *
 * <p>{@code java.nio.Bits} counts their reserved memory. Each buffer with its own memory has a
 * cleaner, and all cleaners are in one list, of {@code jdk.internal.ref.Cleaner}. A cleaner refers
 * to the owner, and to the address and size of the memory to free after the owner's death. Whether
 * a program still uses an owner is unknown without marking the whole heap, and is not guessed.
 *
 * @param buffers the number of buffers
 * @param bytes of them all
 * @param oldBuffers the buffers with old owners: only a collection of the old generation finds them
 *     unused
 * @param oldBytes of those
 * @param unknownBytes of buffers whose owner has an unknown age or was just found dead
 * @param places the addresses of their memory, ascending
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

  /** No buffer is larger; more would not fit into an address space. */
  private static final long MOST_BYTES = 1L << 47;

  /** The JDK's classes that refer to them. */
  static final Set<String> CLASSES = Set.of(BITS, COUNTER, CLEANER, REFERENCE, DEALLOCATOR);

  static final DirectBuffers NONE = new DirectBuffers(0, 0, 0, 0, 0, List.of());

  /** Keeps a copy. */
  DirectBuffers {
    places = List.copyOf(places);
  }

  /**
   * The JDK's count.
   *
   * @param bytes reserved
   * @param buffers the number of buffers
   * @param limitBytes the maximum to reserve; an allocation beyond it starts a full collection, and
   *     then fails
   */
  record Counted(long bytes, long buffers, long limitBytes) {}

  /**
   * The JDK's current count.
   *
   * @param classes the loaded ones of {@link #CLASSES}
   */
  static Reading<Counted> counted(Map<String, LoadedClass> classes, HeapReader heap) {
    LoadedClass bits = classes.get(BITS);
    LoadedClass counter = classes.get(COUNTER);
    if (bits == null || counter == null) {
      return Reading.of(new Counted(0, 0, 0));
    }
    if (heap.staticOop(bits, RESERVED) instanceof Reading.Value<Long>(Long none) && none == 0) {
      // it is loaded, but has not begun to count
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

  /** Walks through all cleaners; unavailable if the list breaks off during the walk. */
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
        // a removed cleaner refers to itself
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
          // the next young collection visits it
        }
        case UNKNOWN -> unknownBytes += size;
      }
    }
  }
}
