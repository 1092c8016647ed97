package dev.foliot.diagnose.hotspot;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where a JVM keeps what in its address space, as far as its own tables tell. Immutable. What the
 * collector needs beside the heap, and what it takes from malloc, they do not tell.
 *
 * @param ranges in no order; they may overlap where the JVM changed meanwhile
 * @param metadata addresses at which it keeps what it knows of classes
 * @param couldNot what could not be read, each with its reason
 */
public record JvmRanges(List<Range> ranges, Set<Long> metadata, List<String> couldNot) {
  private static final int MOST_HEAPS = 16;
  private static final int MOST_THREADS = 200_000;
  private static final long MOST_STACK = 1L << 32;
  private static final int WORD_SHIFT = 3;

  /** Of metadata: of what lies this close one address is kept. */
  private static final long NEAR = -(1L << 16);

  /** What is kept there. */
  public enum Kind {
    /** Objects, and room for them. */
    JAVA_HEAP,
    /** Compiled and generated code, and the maps of it. */
    CODE_CACHE,
    /** The stack of one thread that runs, or may run, Java code. */
    THREAD_STACK
  }

  /** From where to where, the end not included; both are below 2^63. */
  public record Range(long start, long end, Kind kind) {}

  /** Keeps copies. */
  public JvmRanges {
    ranges = List.copyOf(ranges);
    metadata = Set.copyOf(metadata);
    couldNot = List.copyOf(couldNot);
  }

  /** Reads some of it. */
  private interface Part {
    void read() throws BadMemoryException;
  }

  static JvmRanges read(Pages pages, VmTables tables, Optional<ClassList> classes) {
    List<Range> ranges = new ArrayList<>();
    Set<Long> metadata = new TreeSet<>();
    List<String> couldNot = new ArrayList<>();
    attempt("where the Java heap lies", couldNot, () -> heap(pages, tables, ranges));
    attempt("where compiled code lies", couldNot, () -> code(pages, tables, ranges));
    attempt("where the stacks lie", couldNot, () -> stacks(pages, tables, ranges));
    if (classes.isPresent()) {
      attempt(
          "where the classes lie",
          couldNot,
          () -> metadata(pages, tables, classes.get(), metadata));
    }
    return new JvmRanges(ranges, metadata, couldNot);
  }

  private static void attempt(String what, List<String> couldNot, Part part) {
    try {
      part.read();
    } catch (BadMemoryException e) {
      couldNot.add(what + ": " + e.what());
    }
  }

  /** ZGC's has no such bounds: its memory is a file of its own. */
  private static void heap(Pages pages, VmTables tables, List<Range> ranges)
      throws BadMemoryException {
    long region =
        pages.target(tables.address("Universe::_collectedHeap"))
            + tables.offset("CollectedHeap::_reserved");
    long start = pages.pointer(region + tables.offset("MemRegion::_start"));
    long words = pages.i8(region + tables.offset("MemRegion::_word_size"));
    if (start != 0 && words > 0 && words < Long.MAX_VALUE >>> (WORD_SHIFT + 1)) {
      add(ranges, start, start + (words << WORD_SHIFT), Kind.JAVA_HEAP);
    }
  }

  private static void code(Pages pages, VmTables tables, List<Range> ranges)
      throws BadMemoryException {
    long heaps = pages.target(tables.address("CodeCache::_heaps"));
    int count = pages.i4(heaps + tables.offset("GrowableArrayBase::_len"));
    if (count < 0 || count > MOST_HEAPS) {
      throw new BadMemoryException("there are " + count + " code heaps");
    }
    long first = pages.target(heaps + tables.offset("GrowableArray<int>::_data"));
    int low = tables.offset("VirtualSpace::_low_boundary");
    int high = tables.offset("VirtualSpace::_high_boundary");
    for (int i = 0; i < count; i++) {
      long heap = pages.target(first + (long) i * Long.BYTES);
      for (String space : new String[] {"CodeHeap::_memory", "CodeHeap::_segmap"}) {
        long at = heap + tables.offset(space);
        add(ranges, pages.pointer(at + low), pages.pointer(at + high), Kind.CODE_CACHE);
      }
    }
  }

  private static void stacks(Pages pages, VmTables tables, List<Range> ranges)
      throws BadMemoryException {
    long list = pages.target(tables.address("ThreadsSMRSupport::_java_thread_list"));
    int count = pages.i4(list + tables.offset("ThreadsList::_length"));
    if (count < 0 || count > MOST_THREADS) {
      throw new BadMemoryException("there are " + count + " threads");
    }
    long threads = pages.target(list + tables.offset("ThreadsList::_threads"));
    int base = tables.offset("JavaThread::_stack_base", "Thread::_stack_base");
    int size = tables.offset("JavaThread::_stack_size", "Thread::_stack_size");
    for (int i = 0; i < count; i++) {
      long thread = pages.target(threads + (long) i * Long.BYTES);
      long end = pages.pointer(thread + base);
      long bytes = pages.i8(thread + size);
      // 0 until the thread has begun
      if (bytes > 0 && bytes < MOST_STACK && end > bytes) {
        add(ranges, end - bytes, end, Kind.THREAD_STACK);
      }
    }
  }

  private static void add(List<Range> ranges, long start, long end, Kind kind) {
    if (0 < start && start < end) {
      ranges.add(new Range(start, end, kind));
    }
  }

  /** Of each class its description, and its constants, which lie in another space. */
  private static void metadata(Pages pages, VmTables tables, ClassList classes, Set<Long> metadata)
      throws BadMemoryException {
    int constants = tables.offset("InstanceKlass::_constants");
    Set<Long> near = new HashSet<>();
    for (LoadedClass loaded : classes.all()) {
      long pool = loaded.name().startsWith("[") ? 0 : pointer(pages, loaded.address() + constants);
      for (long address : new long[] {loaded.address(), pool}) {
        if (address > 0 && near.add(address & NEAR)) {
          metadata.add(address);
        }
      }
    }
  }

  /** 0 where there is none: the class was unloaded meanwhile. */
  private static long pointer(Pages pages, long address) {
    try {
      return pages.pointer(address);
    } catch (BadMemoryException e) {
      return 0;
    }
  }
}
