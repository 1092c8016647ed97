package dev.foliot.diagnose.hotspot;

/**
 * What it takes to follow references in the Java heap. Immutable; safe for any thread.
 *
 * @param oops from an object to its class
 * @param fields where the fields of a class are
 * @param mirror of Klass: the handle of the object that has its static fields
 * @param superClass of Klass: the superclass
 * @param narrow whether a reference in the heap has four bytes
 * @param base what a narrow reference is added to, when it is not 0
 * @param shift by how much a narrow reference is shifted before
 */
record HeapLayout(
    Oops oops,
    JavaFields fields,
    int mirror,
    int superClass,
    boolean narrow,
    long base,
    int shift) {
  private static final int MOST_SHIFT = 8;

  /** The layout of a collector that leaves plain pointers in the heap. */
  static HeapLayout of(Pages pages, VmTables tables, JvmFlags flags, Symbols symbols, int feature)
      throws BadMemoryException {
    for (String collector : new String[] {"UseZGC", "UseShenandoahGC"}) {
      if (flags.bool(collector).orElse(false)) {
        throw new BadMemoryException(
            "with -XX:+" + collector + " its references are not plain addresses");
      }
    }
    boolean narrow = flags.bool("UseCompressedOops").orElse(false);
    long shift =
        narrow
            ? pages.i4(
                tables.address("CompressedOops::_shift", "CompressedOops::_narrow_oop._shift"))
            : 0;
    if (shift < 0 || shift > MOST_SHIFT) {
      throw new BadMemoryException("its tables lie: narrow references are shifted by " + shift);
    }
    return new HeapLayout(
        Oops.of(pages, tables, flags, feature),
        new JavaFields(tables, symbols),
        tables.offset("Klass::_java_mirror"),
        tables.offset("Klass::_super"),
        narrow,
        narrow
            ? pages.i8(tables.address("CompressedOops::_base", "CompressedOops::_narrow_oop._base"))
            : 0,
        (int) shift);
  }

  /** The reference in the heap at an address; 0 for null. */
  long reference(Pages pages, long address) throws BadMemoryException {
    if (!narrow) {
      return pages.pointer(address);
    }
    long value = pages.u4(address);
    return value == 0 ? 0 : base + (value << shift);
  }
}
