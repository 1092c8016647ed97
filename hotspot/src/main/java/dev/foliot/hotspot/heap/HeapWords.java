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
 * Words of the Java heap and of what leads to it, read as they are now, one or many at a time. What
 * is there may be anything. Immutable; as safe as its memory.
 */
public final class HeapWords {
  private static final int MOST_SUPERS = 64;
  private static final long LOWEST = 0x1000;

  private final Memory memory;
  private final HeapReferences references;
  private final Oops oops;
  private final int superClass;

  /**
   * Nothing of the heap is read yet.
   *
   * @throws BadMemoryException if the JVM does not tell how its objects are laid out
   */
  public HeapWords(Pages pages, VmImage image, JvmFlags flags) throws BadMemoryException {
    VmTables tables = image.tables();
    this.memory = image.memory();
    this.references = HeapReferences.of(pages, tables, flags, image.feature());
    this.oops = Oops.of(pages, tables, flags, image.feature());
    this.superClass = tables.offset("Klass::_super");
  }

  /** What is read. */
  public Memory memory() {
    return memory;
  }

  /** How references are written. */
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

  /** Where the reference at a place leads; 0 for null. */
  public long reference(long place) throws BadMemoryException {
    return references.in(word(Memory.wordOf(place)), place);
  }

  /** The same, where there must be an object. */
  public long target(long place, String what) throws BadMemoryException {
    return object(reference(place), what);
  }

  /** An address that can be an object's, or a structure's. */
  public static long object(long address, String what) throws BadMemoryException {
    if (!isObject(address)) {
      throw new BadMemoryException(what + " is at " + BadMemoryException.hex(address));
    }
    return address;
  }

  private static boolean isObject(long address) {
    return address >= LOWEST && (address & (Long.BYTES - 1)) == 0;
  }

  /** How many elements the array at an address has. */
  public int length(long array) throws BadMemoryException {
    return int4(array + references.arrayLength());
  }

  /** Where an array of references has an element. */
  public long elementPlace(long array, int index) {
    return array + references.arrayFirst() + (long) index * references.bytes();
  }

  /** What an object at an address says its class is; it may lie. */
  public long klassOf(long oop) throws BadMemoryException {
    return oops.klassIn(word(oop + oops.classWord()));
  }

  /** Whether a class is {@code ancestor}, or one that extends it. */
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

  /**
   * Many words in as few system calls as can be; 0 where one cannot be read, and where its address
   * is 0.
   */
  public long[] words(long[] addresses) {
    long[] asked = Arrays.stream(addresses).filter(address -> address != 0).toArray();
    long[] answers = new long[asked.length];
    memory.words(asked, answers); // what cannot be read is 0, and so tells by itself
    long[] all = new long[addresses.length];
    int next = 0;
    for (int i = 0; i < addresses.length; i++) {
      if (addresses[i] != 0) {
        all[i] = answers[next++];
      }
    }
    return all;
  }

  /** Words that are addresses of objects or of structures; 0 for what is none. */
  public long[] pointers(long[] addresses) {
    long[] all = words(addresses);
    for (int i = 0; i < all.length; i++) {
      all[i] = isObject(all[i]) ? all[i] : 0;
    }
    return all;
  }

  /** Where the references at some places lead; 0 for null, and for what is none. */
  public long[] references(long[] places) {
    long[] all = words(Arrays.stream(places).map(Memory::wordOf).toArray());
    for (int i = 0; i < all.length; i++) {
      try {
        long oop = places[i] == 0 ? 0 : references.in(all[i], places[i]);
        all[i] = isObject(oop) ? oop : 0;
      } catch (BadMemoryException e) {
        all[i] = 0;
      }
    }
    return all;
  }

  /** The classes that some objects say they are of; 0 for no object. */
  public long[] klasses(long[] objects) {
    long[] all = words(after(objects, oops.classWord()));
    for (int i = 0; i < all.length; i++) {
      all[i] = objects[i] == 0 || all[i] == 0 ? 0 : oops.klassIn(all[i]);
    }
    return all;
  }

  /** The places of a field in some objects; 0 for no object. */
  public static long[] after(long[] objects, int offset) {
    return Arrays.stream(objects).map(object -> object == 0 ? 0 : object + offset).toArray();
  }
}
