package dev.foliot.hotspot.code;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmField;
import dev.foliot.hotspot.image.VmTables;

/**
 * Where the debug information of one compiled method is; ends are exclusive. Immutable.
 *
 * @param pcs the instructions for which there is some
 * @param pcsEnd their end
 * @param scopes the packed scopes
 * @param scopesEnd their end
 * @param metadata the table of the methods that the scopes speak of
 * @param metadataEnd its end, or a bound of it
 */
record DebugInfo(
    long pcs, long pcsEnd, long scopes, long scopesEnd, long metadata, long metadataEnd) {
  private static final long MOST_BYTES = 1 << 24;

  DebugInfo {
    if (!isSane(pcs, pcsEnd) || !isSane(scopes, scopesEnd) || !isSane(metadata, metadataEnd)) {
      pcsEnd = pcs;
      scopesEnd = scopes;
      metadataEnd = metadata;
    }
  }

  private static boolean isSane(long start, long end) {
    return start > 0 && end >= start && end - start <= MOST_BYTES;
  }

  /** Knows where HotSpot keeps it, which changed with JDK 23 and again with JDK 25. */
  interface Layout {
    DebugInfo read(Pages pages, Blob nmethod) throws BadMemoryException;

    static Layout of(VmTables tables) throws BadMemoryException {
      if (tables.field("nmethod::_immutable_data").isEmpty()) {
        return beforeJdk23(tables);
      }
      return sinceJdk23(
          tables,
          tables.field("CodeBlob::_mutable_data").isEmpty() ? inBlob(tables) : apart(tables));
    }
  }

  /** Finds a table and its end, both in two longs. */
  private interface Table {
    long[] find(Pages pages, long start) throws BadMemoryException;
  }

  /** Everything in one block. */
  private static Layout beforeJdk23(VmTables tables) throws BadMemoryException {
    VmField scopes = tables.required("CompiledMethod::_scopes_data_begin");
    VmField pcs = tables.required("nmethod::_scopes_pcs_offset");
    VmField afterPcs = tables.required("nmethod::_dependencies_offset");
    VmField metadata = tables.required("nmethod::_metadata_offset");
    return (pages, nmethod) -> {
      long start = nmethod.start();
      long scopesStart = scopes.read(pages, start);
      long pcsStart = start + pcs.read(pages, start);
      return new DebugInfo(
          pcsStart,
          start + afterPcs.read(pages, start),
          scopesStart,
          pcsStart,
          start + metadata.read(pages, start),
          scopesStart);
    };
  }

  private static Layout sinceJdk23(VmTables tables, Table methods) throws BadMemoryException {
    VmField data = tables.required("nmethod::_immutable_data");
    VmField bytes = tables.required("nmethod::_immutable_data_size");
    VmField pcs = tables.required("nmethod::_scopes_pcs_offset");
    VmField scopes = tables.required("nmethod::_scopes_data_offset");
    return (pages, nmethod) -> {
      long start = nmethod.start();
      long base = data.read(pages, start);
      long[] table = methods.find(pages, start);
      long scopesStart = base + scopes.read(pages, start);
      return new DebugInfo(
          base + pcs.read(pages, start),
          scopesStart,
          scopesStart,
          base + bytes.read(pages, start),
          table[0],
          table[1]);
    };
  }

  private static Table inBlob(VmTables tables) throws BadMemoryException {
    VmField data = tables.required("CodeBlob::_data_offset");
    VmField metadata = tables.required("nmethod::_metadata_offset");
    VmField size = tables.required("CodeBlob::_size");
    return (pages, start) ->
        new long[] {
          start + data.read(pages, start) + metadata.read(pages, start),
          start + size.read(pages, start)
        };
  }

  private static Table apart(VmTables tables) throws BadMemoryException {
    VmField data = tables.required("CodeBlob::_mutable_data");
    VmField relocation = tables.required("CodeBlob::_relocation_size");
    VmField size = tables.required("CodeBlob::_mutable_data_size");
    return (pages, start) -> {
      long base = data.read(pages, start);
      return new long[] {base + relocation.read(pages, start), base + size.read(pages, start)};
    };
  }
}
