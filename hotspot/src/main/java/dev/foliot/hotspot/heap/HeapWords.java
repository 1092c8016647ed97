package dev.foliot.hotspot.heap;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.Oops;
import java.util.Arrays;

/**
 * Reads current words of the Java heap, one or many at a time. Immutable; as safe as its memory.
 *
 * <p>The words may be invalid.
 */
public final class HeapWords {
  private static final int MOST_SUPERS = 64;
  private static final long LOWEST = 0x1000;

  /** The lower bits of an address that single-generation ZGC leaves uncoloured. */
  private static final long UNCOLOURED = (1L << 42) - 1;

  /** The lower bits of a header that refers to the object's copy. */
  private static final long FORWARDED = 3;

  private final Memory memory;
  private final HeapReferences references;
  private final Oops oops;
  private final int superClass;
  private final boolean hasColouredViews;
  private final boolean forwards;

  /**
   * Creates a reader; reads nothing of the heap yet.
   *
   * @throws BadMemoryException if the JVM does not describe its object layout
   */
  public HeapWords(Pages pages, VmImage image, JvmFlags flags) throws BadMemoryException {
    VmTables tables = image.tables();
    this.memory = image.memory();
    this.references = HeapReferences.of(pages, tables, flags, image.feature());
    this.oops = Oops.of(pages, tables, flags, image.feature());
    this.superClass = tables.offset("Klass::_super");
    this.hasColouredViews = flags.bool("UseZGC").orElse(false) && !oops.isColoured();
    this.forwards = flags.bool("UseShenandoahGC").orElse(false);
  }

  /** The memory that is read. */
  public Memory memory() {
    return memory;
  }

  /** The format of references. */
  public HeapReferences layout() {
    return references;
  }

  /** The word at an address. */
  public long word(long address) throws BadMemoryException {
    long[] value = new long[1];
    if (!memory.words(new long[] {address}, value)) {
      throw new BadMemoryException(BadMemoryException.hex(address) + " cannot be read");
    }
    return value[0];
  }

  /** Four bytes at a multiple of four. */
  public int int4(long place) throws BadMemoryException {
    return Memory.int4(word(Memory.wordOf(place)), place);
  }

  /** The target of the reference at a place; 0 for null. */
  public long reference(long place) throws BadMemoryException {
    return references.in(word(Memory.wordOf(place)), place);
  }

  /** The target of the reference at a place; throws unless it can be an object. */
  public long target(long place, String what) throws BadMemoryException {
    return object(reference(place), what);
  }

  /** Checks that an address can be that of an object or structure. */
  public static long object(long address, String what) throws BadMemoryException {
    if (!isObject(address)) {
      throw new BadMemoryException(what + " is at " + BadMemoryException.hex(address));
    }
    return address;
  }

  private static boolean isObject(long address) {
    return address >= LOWEST && (address & (Long.BYTES - 1)) == 0;
  }

  /** The length of the array at an address. */
  public int length(long array) throws BadMemoryException {
    return int4(array + references.arrayLength());
  }

  /** The address of an element of a reference array. */
  public long elementPlace(long array, int index) {
    return array + references.arrayFirst() + (long) index * references.bytes();
  }

  /** The class that an object at an address claims; it may be wrong. */
  public long klassOf(long oop) throws BadMemoryException {
    return oops.klassIn(word(oop + oops.classWord()));
  }

  /** Whether a class is {@code ancestor} or extends it. */
  public boolean extendsClass(long klass, long ancestor) throws BadMemoryException {
    long at = klass;
    for (int depth = 0; depth < MOST_SUPERS && at != 0; depth++) {
      if (at == ancestor) {
        return true;
      }
      at = word(object(at, "a class") + superClass);
    }
    return false;
  }

  /** The superclass of a class; 0 for none. */
  public long superOf(long klass) throws BadMemoryException {
    return word(object(klass, "a class") + superClass);
  }

  /** Reads many words in as few system calls as possible; 0 for unreadable words and address 0. */
  public long[] words(long[] addresses) {
    long[] asked = Arrays.stream(addresses).filter(address -> address != 0).toArray();
    long[] answers = new long[asked.length];
    memory.words(asked, answers); // an unreadable word is 0, which is answer enough
    long[] all = new long[addresses.length];
    int next = 0;
    for (int i = 0; i < addresses.length; i++) {
      if (addresses[i] != 0) {
        all[i] = answers[next++];
      }
    }
    return all;
  }

  /** Words that are addresses of objects or structures; 0 for other words. */
  public long[] pointers(long[] addresses) {
    long[] all = words(addresses);
    for (int i = 0; i < all.length; i++) {
      all[i] = isObject(all[i]) ? all[i] : 0;
    }
    return all;
  }

  /** The targets of the references at some places; 0 for null and for invalid ones. */
  public long[] references(long[] places) {
    long[] all = words(Arrays.stream(places).map(Memory::wordOf).toArray());
    for (int i = 0; i < all.length; i++) {
      try {
        long oop = places[i] == 0 ? 0 : in(all[i], places[i]);
        all[i] = isObject(oop) ? oop : 0;
      } catch (BadMemoryException e) {
        all[i] = 0;
      }
    }
    return all;
  }

  private long in(long word, long place) throws BadMemoryException {
    return oops.isColoured() ? oops.plain(word) : references.in(word, place);
  }

  /**
   * The objects behind some handles, the pointers outside of the heap that collectors keep up to
   * date; 0 for none. With a collector that moves objects while the program runs these are the
   * copies in use.
   */
  public long[] behind(long[] handles) {
    long[] all = words(handles);
    for (int i = 0; i < all.length; i++) {
      long oop = oops.isColoured() ? oops.plain(all[i]) : all[i];
      all[i] = isObject(oop) ? oop : 0;
    }
    return current(all);
  }

  /** The current copies of some objects; the objects themselves where the JVM keeps no others. */
  public long[] current(long[] objects) {
    if (!forwards) {
      return objects;
    }
    long[] marks = words(objects);
    long[] all = objects.clone();
    for (int i = 0; i < all.length; i++) {
      if ((marks[i] & FORWARDED) == FORWARDED && isObject(marks[i] & ~FORWARDED)) {
        all[i] = marks[i] & ~FORWARDED;
      }
    }
    return all;
  }

  /** An address that is the same for all references to an object at one moment. */
  public long identity(long object) {
    return hasColouredViews ? object & UNCOLOURED : object;
  }

  /** The classes that some objects claim; 0 for no object. */
  public long[] klasses(long[] objects) {
    long[] all = words(after(objects, oops.classWord()));
    for (int i = 0; i < all.length; i++) {
      all[i] = objects[i] == 0 || all[i] == 0 ? 0 : oops.klassIn(all[i]);
    }
    return all;
  }

  /** The addresses of one field in some objects; 0 for no object. */
  public static long[] after(long[] objects, int offset) {
    return Arrays.stream(objects).map(object -> object == 0 ? 0 : object + offset).toArray();
  }
}
