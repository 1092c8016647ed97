package dev.foliot.hotspot.memory;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmImage.Budget;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.JvmClasses;
import dev.foliot.hotspot.klass.MetadataPlaces;
import dev.foliot.hotspot.memory.JvmRanges.Kind;
import dev.foliot.hotspot.memory.JvmRanges.Range;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.hotspot.reason.JvmReason.JvmRange;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads a JVM's address ranges. For one thread.
 *
 * <p>Later calls reuse values that cannot change. Inconsistent parts are left out and listed with
 * the reason.
 */
public final class RangeReader {
  private static final int MOST_HEAPS = 16;
  private static final int MOST_THREADS = 200_000;
  private static final long MOST_STACK = 1L << 32;
  private static final int WORD_SHIFT = 3;

  private final VmImage image;
  private final JvmClasses classes;
  private final VmTables tables;
  private Optional<MetadataPlaces> places = Optional.empty();

  /** Creates a reader; reads nothing yet. */
  public RangeReader(VmImage image, JvmClasses classes) {
    this.image = image;
    this.classes = classes;
    this.tables = image.tables();
  }

  /** Reads one part. */
  private interface Part {
    void read() throws BadMemoryException;
  }

  /** Reads the current ranges. */
  public JvmRanges look() {
    return look(MetadataPlaces::look);
  }

  /**
   * Reads the current ranges at lower cost, between two full reads. With many class loaders, new
   * classes are found only in the newest loaders, and unloaded classes stay listed.
   */
  public JvmRanges glance() {
    return look(MetadataPlaces::glance);
  }

  /** Finds addresses of class metadata. */
  private interface Finder {
    Set<Long> find(MetadataPlaces places, Pages pages) throws BadMemoryException;
  }

  private JvmRanges look(Finder finder) {
    Pages pages = image.lists(image.allowance(Budget.LIST));
    List<Range> ranges = new ArrayList<>();
    Set<Long> metadata = new TreeSet<>();
    List<Reason> couldNot = new ArrayList<>();
    attempt(JvmRange.JAVA_HEAP, couldNot, () -> heap(pages, ranges));
    attempt(JvmRange.COMPILED_CODE, couldNot, () -> code(pages, ranges));
    attempt(JvmRange.STACKS, couldNot, () -> stacks(pages, ranges, couldNot));
    attempt(JvmRange.CLASSES, couldNot, () -> metadata.addAll(metadata(pages, finder, couldNot)));
    return new JvmRanges(ranges, metadata, couldNot);
  }

  private static void attempt(JvmRange what, List<Reason> couldNot, Part part) {
    try {
      part.read();
    } catch (BadMemoryException e) {
      couldNot.add(new JvmReason.RangeUnknown(what, e.what()));
    }
  }

  private Set<Long> metadata(Pages pages, Finder finder, List<Reason> couldNot)
      throws BadMemoryException {
    if (places.isEmpty()) {
      places = Optional.of(classes.metadata());
    }
    Set<Long> addresses = finder.find(places.get(), pages);
    if (places.get().isBehind()) {
      couldNot.add(new JvmReason.LoadersBehind());
    }
    return addresses;
  }

  /** ZGC's heap has no such bounds: its memory is a file of its own. */
  private void heap(Pages pages, List<Range> ranges) throws BadMemoryException {
    long region =
        pages.target(tables.address("Universe::_collectedHeap"))
            + tables.offset("CollectedHeap::_reserved");
    long start = pages.pointer(region + tables.offset("MemRegion::_start"));
    long words = pages.i8(region + tables.offset("MemRegion::_word_size"));
    if (start != 0 && words > 0 && words < Long.MAX_VALUE >>> (WORD_SHIFT + 1)) {
      add(ranges, start, start + (words << WORD_SHIFT), Kind.JAVA_HEAP);
    }
  }

  private void code(Pages pages, List<Range> ranges) throws BadMemoryException {
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

  /** A thread that ends during the read is inconsistent; the others are not affected. */
  private void stacks(Pages pages, List<Range> ranges, List<Reason> couldNot)
      throws BadMemoryException {
    long list = pages.target(tables.address("ThreadsSMRSupport::_java_thread_list"));
    int count = pages.i4(list + tables.offset("ThreadsList::_length"));
    if (count < 0 || count > MOST_THREADS) {
      throw new BadMemoryException("there are " + count + " threads");
    }
    long threads = pages.target(list + tables.offset("ThreadsList::_threads"));
    int base = tables.offset("JavaThread::_stack_base", "Thread::_stack_base");
    int size = tables.offset("JavaThread::_stack_size", "Thread::_stack_size");
    int senseless = 0;
    String why = "";
    for (int i = 0; i < count; i++) {
      try {
        long thread = pages.target(threads + (long) i * Long.BYTES);
        long end = pages.pointer(thread + base);
        long bytes = pages.i8(thread + size);
        // 0 before the thread has begun
        if (bytes > 0 && bytes < MOST_STACK && end > bytes) {
          ranges.add(new Range(end - bytes, end, Kind.THREAD_STACK, tid(pages, thread)));
        }
      } catch (BadMemoryException e) {
        if (!pages.allowance().spent().isEmpty()) {
          throw e;
        }
        senseless++;
        why = e.what();
      }
    }
    if (senseless > 0) {
      couldNot.add(new JvmReason.StacksUnknown(senseless, count, why));
    }
  }

  /** The kernel's thread id; 0 if unreadable, which does not affect the stack. */
  private long tid(Pages pages, long thread) {
    Optional<VmTables.Field> osThread = tables.field("Thread::_osthread", "JavaThread::_osthread");
    Optional<VmTables.Field> id = tables.field("OSThread::_thread_id");
    if (osThread.isEmpty() || id.isEmpty()) {
      return 0;
    }
    try {
      return Math.max(
          0, pages.i4(pages.target(thread + osThread.get().offset()) + id.get().offset()));
    } catch (BadMemoryException e) {
      return 0;
    }
  }

  private static void add(List<Range> ranges, long start, long end, Kind kind) {
    if (0 < start && start < end) {
      ranges.add(new Range(start, end, kind));
    }
  }
}
