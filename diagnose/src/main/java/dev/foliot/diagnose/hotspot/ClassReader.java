package dev.foliot.diagnose.hotspot;

/** Reads one class. Immutable; as safe as the pages and the loaders that it is given. */
final class ClassReader {
  private static final int INTERFACE = 0x0200;
  private static final int MOST_SECONDARY_SUPERS = 65_535;
  private static final int MOST_DEPTH = 1000;

  private final ClassFields fields;
  private final Symbols symbols;

  ClassReader(ClassFields fields, Symbols symbols) {
    this.fields = fields;
    this.symbols = symbols;
  }

  ClassFields fields() {
    return fields;
  }

  /** The class whose Klass is at an address; what is there is checked, since it may be no class. */
  LoadedClass read(Pages pages, long klass, Loaders loaders) throws BadMemoryException {
    int check = superCheckOffset(pages, klass);
    String symbol = symbol(pages, klass);
    long array = pages.pointer(klass + fields.klass().secondarySupers());
    return new LoadedClass(
        klass,
        Symbols.className(symbol),
        loaders.name(pages, pages.target(klass + fields.loaderData())),
        (pages.u2(klass + fields.accessFlags()) & INTERFACE) != 0,
        Symbols.isHidden(symbol),
        depth(pages, klass, check),
        check,
        array,
        count(pages, array));
  }

  /**
   * Whether the class at an address is an array's; what is there is checked, but of its name only
   * the first byte is read, and nothing of what lies apart from it.
   */
  boolean isArray(Pages pages, long klass) throws BadMemoryException {
    superCheckOffset(pages, klass);
    return symbols.first(pages, pages.target(klass + fields.name())) == '[';
  }

  private String symbol(Pages pages, long klass) throws BadMemoryException {
    return symbols.read(pages, pages.target(klass + fields.name()));
  }

  /** Zero while a class is being made, and anything where there is none. */
  private int superCheckOffset(Pages pages, long klass) throws BadMemoryException {
    KlassLayout layout = fields.klass();
    if ((klass & (Long.BYTES - 1)) != 0) {
      throw new BadMemoryException(BadMemoryException.hex(klass) + " is no address of a class");
    }
    int offset = pages.i4(klass + layout.superCheckOffset());
    int index = (offset - layout.primarySupers()) / Long.BYTES;
    boolean primary =
        offset >= layout.primarySupers()
            && index < layout.primarySuperLimit()
            && offset % Long.BYTES == layout.primarySupers() % Long.BYTES;
    if (!primary && offset != layout.secondarySuperCache()) {
      throw new BadMemoryException(
          "what is at " + BadMemoryException.hex(klass) + " is no class, or not yet");
    }
    return offset;
  }

  private int count(Pages pages, long array) throws BadMemoryException {
    if (array == 0) {
      return 0;
    }
    int count = pages.i4(array + fields.arrayLength());
    if (count < 0 || count > MOST_SECONDARY_SUPERS) {
      throw new BadMemoryException(
          "the list at " + BadMemoryException.hex(array) + " has " + count + " entries");
    }
    return count;
  }

  private int depth(Pages pages, long klass, int check) throws BadMemoryException {
    KlassLayout layout = fields.klass();
    if (check != layout.secondarySuperCache()) {
      return (check - layout.primarySupers()) / Long.BYTES;
    }
    long at = klass;
    for (int depth = 0; depth < MOST_DEPTH; depth++) {
      at = pages.pointer(at + fields.superClass());
      if (at == 0) {
        return depth;
      }
    }
    throw new BadMemoryException(
        "the class at " + BadMemoryException.hex(klass) + " has " + MOST_DEPTH + " superclasses");
  }
}
