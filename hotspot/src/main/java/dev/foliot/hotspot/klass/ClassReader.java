package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;

/**
 * Reads one class. Immutable; as safe as its pages and loaders.
 *
 * <p>A class must have a name; other fields that the JVM does not export are left out. The fewer
 * fields are exported, the less is checked.
 */
final class ClassReader {
  /** The reads of a class stay below this distance from its address. */
  static final int MOST_BYTES = KlassLayout.MOST_OFFSET;

  private static final int INTERFACE = 0x0200;
  private static final int MOST_SECONDARY_SUPERS = 65_535;
  private static final int MOST_DEPTH = 1000;

  private final ClassFields fields;
  private final Symbols symbols;
  private final VmTables.Place check;
  private final VmTables.Place cache;
  private final VmTables.Place primaries;
  private final VmTables.Place secondaries;

  ClassReader(ClassFields fields, Symbols symbols) {
    this.fields = fields;
    this.symbols = symbols;
    KlassLayout layout = fields.klass();
    this.check = VmTables.Place.of(layout.superCheckOffset());
    this.cache = VmTables.Place.of(layout.secondarySuperCache());
    this.primaries = VmTables.Place.of(layout.primarySupers());
    this.secondaries = VmTables.Place.of(layout.secondarySupers());
  }

  ClassFields fields() {
    return fields;
  }

  /** Reads and checks the class whose Klass is at an address, which may be no class. */
  LoadedClass read(Pages pages, long klass, Loaders loaders) throws BadMemoryException {
    int looksAt = superCheckOffset(pages, klass);
    String symbol = symbol(pages, klass);
    long array = secondaries.isKnown() ? pages.pointer(klass + secondaries.at()) : 0;
    String loader = loaders.name(pages, pages.target(klass + fields.loaderData().at()));
    int depth = depth(pages, klass, looksAt);
    return new LoadedClass(
        klass,
        Symbols.className(symbol),
        loader,
        isInterface(pages, klass, symbol, looksAt, depth),
        Symbols.isHidden(symbol),
        depth,
        looksAt,
        array,
        isListKnown() ? count(pages, array) : LoadedClass.NOT_KNOWN);
  }

  /** The name of the class at an address. */
  String name(Pages pages, long klass) throws BadMemoryException {
    return Symbols.className(symbol(pages, klass));
  }

  /**
   * Whether the class at an address is an array's. Checks its fields, but reads only the first byte
   * of its name and no other structure.
   */
  boolean isArray(Pages pages, long klass) throws BadMemoryException {
    superCheckOffset(pages, klass);
    return symbols.first(pages, pages.target(klass + fields.name().at())) == '[';
  }

  private String symbol(Pages pages, long klass) throws BadMemoryException {
    return symbols.read(pages, pages.target(klass + fields.name().at()));
  }

  /** Zero while a class is being created; undefined if no class is there. */
  private int superCheckOffset(Pages pages, long klass) throws BadMemoryException {
    if ((klass & (Long.BYTES - 1)) != 0) {
      throw new BadMemoryException(BadMemoryException.hex(klass) + " is no address of a class");
    }
    if (!check.isKnown()) {
      return LoadedClass.NOT_KNOWN;
    }
    int offset = pages.i4(klass + check.at());
    if (!isChecked(offset)) {
      throw new BadMemoryException(
          "what is at " + BadMemoryException.hex(klass) + " is no class, or not yet");
    }
    return offset;
  }

  /** Whether a class check can use that offset; any word if the JVM exports too little. */
  private boolean isChecked(int offset) {
    if (isPrimary(offset) || (cache.isKnown() && offset == cache.value())) {
      return true;
    }
    boolean isAllKnown = primaries.isKnown() && cache.isKnown();
    boolean isWord = offset > 0 && offset < KlassLayout.MOST_OFFSET && offset % Long.BYTES == 0;
    return !isAllKnown && isWord;
  }

  private boolean isPrimary(int offset) {
    long into = offset - primaries.value();
    return primaries.isKnown()
        && into >= 0
        && into % Long.BYTES == 0
        && into / Long.BYTES < fields.klass().primarySuperLimit();
  }

  /** Whether the JVM exports the list that a check searches. */
  private boolean isListKnown() {
    return secondaries.isKnown() && fields.arrayLength().isKnown();
  }

  /** The number of entries in a list of classes; 0 for no list. */
  int count(Pages pages, long array) throws BadMemoryException {
    if (array == 0) {
      return 0;
    }
    int count = pages.i4(array + fields.arrayLength().at());
    if (count < 0 || count > MOST_SECONDARY_SUPERS) {
      throw new BadMemoryException(
          "the list at " + BadMemoryException.hex(array) + " has " + count + " entries");
    }
    return count;
  }

  private int depth(Pages pages, long klass, int looksAt) throws BadMemoryException {
    if (isPrimary(looksAt)) {
      return (int) (looksAt - primaries.value()) / Long.BYTES;
    }
    if (!fields.superClass().isKnown()) {
      return LoadedClass.NOT_KNOWN;
    }
    long at = klass;
    for (int depth = 0; depth < MOST_DEPTH; depth++) {
      at = pages.pointer(at + fields.superClass().at());
      if (at == 0) {
        return depth;
      }
    }
    throw new BadMemoryException(
        "the class at " + BadMemoryException.hex(klass) + " has " + MOST_DEPTH + " superclasses");
  }

  /**
   * Uses the access flags. If these are not exported, uses the offset that a check examines: only
   * interfaces, arrays and classes with many superclasses are searched for.
   */
  private boolean isInterface(Pages pages, long klass, String symbol, int looksAt, int depth)
      throws BadMemoryException {
    if (fields.accessFlags().isKnown()) {
      return (pages.u2(klass + fields.accessFlags().at()) & INTERFACE) != 0;
    }
    return cache.isKnown() && looksAt == cache.value() && depth == 1 && !symbol.startsWith("[");
  }
}
