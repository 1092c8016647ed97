package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;

/**
 * Reads one class. A name it must have; what the JVM does not tell of besides is left out. The
 * fewer fields it tells of, the less is checked. Immutable; as safe as the pages and the loaders
 * that it is given.
 */
final class ClassReader {
  /** As far as what is read of a class goes from its address. */
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

  /** The class whose Klass is at an address; what is there is checked, since it may be no class. */
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
   * Whether the class at an address is an array's; what is there is checked, but of its name only
   * the first byte is read, and nothing of what lies apart from it.
   */
  boolean isArray(Pages pages, long klass) throws BadMemoryException {
    superCheckOffset(pages, klass);
    return symbols.first(pages, pages.target(klass + fields.name().at())) == '[';
  }

  private String symbol(Pages pages, long klass) throws BadMemoryException {
    return symbols.read(pages, pages.target(klass + fields.name().at()));
  }

  /** Zero while a class is being made, and anything where there is none. */
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

  /** Whether a check against a class can look there; it may be any word where not all is told. */
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

  /** By the list that is searched, as far as the JVM tells of it. */
  private boolean isListKnown() {
    return secondaries.isKnown() && fields.arrayLength().isKnown();
  }

  /** How many entries a list of classes has; 0 for none. */
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
   * By its flags; where the JVM does not tell of them, by what a check against it looks at: only
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
