package dev.foliot.hotspot.locks;

import dev.foliot.hotspot.heap.HeapReferences;
import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.heap.JavaFields;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.klass.LoadedClass;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

/**
 * Reads elements of sets that are the keys of a ConcurrentHashMap, with few system calls.
 * Immutable.
 *
 * <p>The map counts its elements, so a part of a large one is enough. Bins that are moved to a
 * larger table at that moment, and bins with a tree, are left out.
 */
final class ConcurrentSets {
  private static final String MAP = "java.util.concurrent.ConcurrentHashMap";
  private static final String VIEW = MAP + "$CollectionView";
  private static final String NODE = MAP + "$Node";
  private static final String CELL = MAP + "$CounterCell";

  /** The classes that declare the fields. */
  static final Set<String> CLASSES = Set.of(MAP, VIEW, NODE);

  /** It is loaded once threads have contended for a counter. */
  static final String OPTIONAL_CLASS = CELL;

  private static final int MOST_BINS = 1 << 30;
  private static final int MOST_CELLS = 1024;
  private static final int FEW_BINS = 16;
  private static final int MANY_BINS = 1024;
  private static final int LONGEST_CHAIN = 16;

  /** Spreads successive numbers over all bins: 2^64 divided by the golden ratio. */
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  /**
   * From bin to bin: virtual threads are in the order of their start, and neighbours are similar.
   * It is odd, so that all bins come.
   */
  private static final int STEP = 0x9e3779b1;

  private final HeapWords heap;
  private final int map;
  private final int table;
  private final int count;
  private final int cells;
  private final int cellValue;
  private final int key;
  private final int next;

  ConcurrentSets(HeapWords heap, Pages pages, JavaFields fields, Map<String, LoadedClass> classes)
      throws BadMemoryException {
    this.heap = heap;
    HeapReferences references = heap.layout();
    int bytes = references.bytes();
    JavaFields.Places ofMap = places(pages, fields, classes, MAP);
    JavaFields.Places ofNode = places(pages, fields, classes, NODE);
    map = places(pages, fields, classes, VIEW).of("map", bytes);
    table = ofMap.of("table", bytes);
    count = ofMap.of("baseCount", Long.BYTES);
    cells = ofMap.of("counterCells", bytes);
    cellValue =
        classes.containsKey(CELL)
            ? places(pages, fields, classes, CELL).of("value", Long.BYTES)
            : VmThreadFields.NONE;
    key = ofNode.of("key", bytes);
    next = ofNode.of("next", bytes);
  }

  /** The fields of a class; throws if it is not loaded. */
  static JavaFields.Places places(
      Pages pages, JavaFields fields, Map<String, LoadedClass> classes, String name)
      throws BadMemoryException {
    LoadedClass type = classes.get(name);
    if (type == null) {
      throw new BadMemoryException("the class " + name + " is not loaded");
    }
    return new JavaFields.Places(pages, fields, type.address());
  }

  /**
   * The bins of a set.
   *
   * @param array the address of their array
   * @param length how many there are, a power of two
   * @param size how many elements they have, as the set counts them
   */
  record Bins(long array, int length, long size) {}

  /** The bins of a set; empty if it never had an element, and while it is inconsistent. */
  Optional<Bins> bins(long set) {
    try {
      long owner = field(set, map);
      long array = field(owner, table);
      int length = array == 0 ? 0 : heap.length(array);
      return length > 0 && length <= MOST_BINS && Integer.bitCount(length) == 1
          ? Optional.of(new Bins(array, length, size(owner)))
          : Optional.empty();
    } catch (BadMemoryException e) {
      return Optional.empty();
    }
  }

  /**
   * Some elements of a set.
   *
   * @param objects their addresses
   * @param isAll whether all bins were examined
   */
  @SuppressWarnings("ArrayRecordComponent") // made for one caller
  record Elements(long[] objects, boolean isAll) {}

  /**
   * Reads about {@code most} elements; another {@code turn}, other ones.
   *
   * @param isOver whether the time for it is up, which a length that is wrong can take
   */
  Elements elements(Bins bins, int most, long turn, BooleanSupplier isOver) {
    int first = (int) ((turn * SPREAD) >>> Integer.SIZE);
    int mask = bins.length() - 1;
    LongStream.Builder found = LongStream.builder();
    int number = 0;
    int done = 0;
    while (done < bins.length() && number < most && (done == 0 || !isOver.getAsBoolean())) {
      int from = done;
      int batch = Math.clamp(2L * (most - number), FEW_BINS, MANY_BINS);
      long[] places = new long[Math.min(batch, bins.length() - done)];
      Arrays.setAll(
          places, i -> heap.elementPlace(bins.array(), (first + (from + i) * STEP) & mask));
      long[] nodes = present(heap.current(heap.references(places)));
      for (int depth = 0; depth < LONGEST_CHAIN && nodes.length > 0; depth++) {
        long[] keys = present(fields(nodes, key));
        Arrays.stream(keys).forEach(found::add);
        number += keys.length;
        nodes = present(fields(nodes, next));
      }
      done += places.length;
    }
    return new Elements(found.build().toArray(), done == bins.length());
  }

  /** A counter may lag behind, or be divided into several. */
  private long size(long owner) throws BadMemoryException {
    long size = heap.word(owner + count);
    long array = field(owner, cells);
    if (array != 0 && cellValue != VmThreadFields.NONE) {
      int length = Math.min(heap.length(array), MOST_CELLS);
      long[] places = new long[Math.max(0, length)];
      Arrays.setAll(places, i -> heap.elementPlace(array, i));
      long[] counters = heap.current(heap.references(places));
      size += Arrays.stream(heap.words(HeapWords.after(counters, cellValue))).sum();
    }
    return size < 0 || size > Integer.MAX_VALUE ? 0 : size;
  }

  /** The object in a field of an object; 0 for null. */
  long field(long object, int offset) {
    return object == 0 ? 0 : fields(new long[] {object}, offset)[0];
  }

  /** The objects in a field of some objects; 0 for null. */
  long[] fields(long[] objects, int offset) {
    return heap.current(heap.references(HeapWords.after(objects, offset)));
  }

  private static long[] present(long[] objects) {
    return Arrays.stream(objects).filter(object -> object != 0).toArray();
  }
}
