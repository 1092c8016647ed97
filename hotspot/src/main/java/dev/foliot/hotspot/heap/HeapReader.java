package dev.foliot.hotspot.heap;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.klass.Oops;
import dev.foliot.hotspot.klass.Symbols;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Reads fields of Java objects in a running JVM, starting from static fields.
 *
 * <p>An object is identified by its address until the collector moves it. Its class is therefore
 * checked before each field; after a mismatch the field has no value. For collectors with plain
 * addresses in the heap: Serial, Parallel, G1 and Epsilon.
 *
 * <p>For one read of one thread: memory is cached, so take a new one to see changes. Bytes and time
 * are bounded.
 */
public final class HeapReader {
  private static final int MOST_SUPERS = 1000;

  private final Pages pages;
  private final Oops oops;
  private final JavaFields fields;
  private final int mirror;
  private final int superClass;
  private final HeapReferences references;
  private final Map<String, OptionalInt> offsets = new HashMap<>();
  private final Map<Long, Long> ofClass = new HashMap<>();

  private HeapReader(Pages pages, VmImage image, JvmFlags flags, Symbols symbols)
      throws BadMemoryException {
    VmTables tables = image.tables();
    this.pages = pages;
    this.oops = Oops.of(pages, tables, flags, image.feature());
    this.fields = new JavaFields(tables, symbols);
    this.mirror = tables.offset("Klass::_java_mirror");
    this.superClass = tables.offset("Klass::_super");
    this.references = HeapReferences.of(pages, tables, flags, image.feature());
  }

  /** A reader for a collector with plain pointers in the heap. */
  static HeapReader of(Pages pages, VmImage image, JvmFlags flags, Symbols symbols)
      throws BadMemoryException {
    for (String collector : new String[] {"UseZGC", "UseShenandoahGC"}) {
      if (flags.bool(collector).orElse(false)) {
        throw new BadMemoryException(
            "with -XX:+" + collector + " its references are not plain addresses");
      }
    }
    return new HeapReader(pages, image, flags, symbols);
  }

  /** Reads one value. */
  private interface Look<T> {
    T take() throws BadMemoryException;
  }

  /** The object in a static field of {@code holder} itself; 0 for null. */
  public Reading<Long> staticOop(LoadedClass holder, String field) {
    return told(field, () -> references.at(pages, mirror(holder) + offset(holder, field, true)));
  }

  /** The value of a static field of type long. */
  public Reading<Long> staticLong(LoadedClass holder, String field) {
    return told(field, () -> pages.i8(mirror(holder) + offset(holder, field, true)));
  }

  private static <T> Reading<T> told(String field, Look<T> look) {
    try {
      return Reading.of(look.take());
    } catch (BadMemoryException e) {
      return Reading.unavailable(new JvmReason.StaticUnreadable(field, e.what()));
    }
  }

  /**
   * A field of type long of the object at an address.
   *
   * @param declaring the class that declares the field; the object's own, or a superclass
   * @return empty if no such object is there now, or the class declares no such field
   */
  public OptionalLong longAt(long oop, LoadedClass declaring, String field) {
    try {
      return OptionalLong.of(pages.i8(place(oop, declaring, field)));
    } catch (BadMemoryException e) {
      return OptionalLong.empty();
    }
  }

  /** Like {@link #longAt}, for a field of type int. */
  public OptionalInt intAt(long oop, LoadedClass declaring, String field) {
    try {
      return OptionalInt.of(pages.i4(place(oop, declaring, field)));
    } catch (BadMemoryException e) {
      return OptionalInt.empty();
    }
  }

  /** Like {@link #longAt}, for a reference; 0 for null. */
  public OptionalLong oopAt(long oop, LoadedClass declaring, String field) {
    try {
      return OptionalLong.of(references.at(pages, place(oop, declaring, field)));
    } catch (BadMemoryException e) {
      return OptionalLong.empty();
    }
  }

  /** The Klass address of the object at an address; empty if unreadable. */
  public OptionalLong klassOf(long oop) {
    try {
      return OptionalLong.of(oops.klassOf(pages, oop));
    } catch (BadMemoryException e) {
      return OptionalLong.empty();
    }
  }

  /** Whether the object at an address is an instance of a class or its subclasses. */
  public boolean isA(long oop, LoadedClass type) {
    try {
      return extendsClass(oops.klassOf(pages, oop), type);
    } catch (BadMemoryException e) {
      return false;
    }
  }

  /** Why the budget is used up; empty while it lasts. */
  public String spent() {
    return pages.allowance().spent();
  }

  private long place(long oop, LoadedClass declaring, String field) throws BadMemoryException {
    if (!extendsClass(oops.klassOf(pages, oop), declaring)) {
      throw new BadMemoryException(
          "there is no object of the right class at " + BadMemoryException.hex(oop));
    }
    return oop + offset(declaring, field, false);
  }

  private boolean extendsClass(long klass, LoadedClass type) throws BadMemoryException {
    Long known = ofClass.get(klass);
    if (known != null && known == type.address()) {
      return true;
    }
    long at = klass;
    for (int i = 0; i < MOST_SUPERS && at != 0; i++) {
      if (at == type.address()) {
        ofClass.put(klass, at);
        return true;
      }
      at = pages.pointer(at + superClass);
    }
    return false;
  }

  private long mirror(LoadedClass holder) throws BadMemoryException {
    return pages.target(pages.target(holder.address() + mirror));
  }

  private int offset(LoadedClass holder, String field, boolean isStatic) throws BadMemoryException {
    String key = holder.address() + (isStatic ? "/" : ".") + field;
    OptionalInt offset = offsets.get(key);
    if (offset == null) {
      offset = fields.offset(pages, holder.address(), field, isStatic);
      offsets.put(key, offset);
    }
    if (offset.isEmpty()) {
      throw new BadMemoryException("the class declares no field " + field);
    }
    return offset.getAsInt();
  }
}
