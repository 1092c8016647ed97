package dev.foliot.diagnose.hotspot;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Addresses at which a JVM keeps what it knows of classes, of those that are loaded at each look:
 * of each class its description, and its constants, which lie in another space. Neither moves, so
 * they are read once; a loader that is gone takes its own along. Of what lies close together one
 * address is kept. For one thread.
 */
final class MetadataPlaces {
  private static final int MOST_LOADERS = 200_000;
  private static final long NEAR = -(1L << 16);

  private final ClassReader reader;
  private final int constants;
  private Map<Long, OfLoader> known = new HashMap<>();

  MetadataPlaces(VmTables tables, ClassReader reader) throws BadMemoryException {
    this.reader = reader;
    this.constants = tables.offset("InstanceKlass::_constants");
  }

  /** What one loader has. */
  private static final class OfLoader {
    final LoaderClasses classes;
    final Set<Long> near = new HashSet<>();
    final Set<Long> addresses = new HashSet<>();

    OfLoader(long loader) {
      classes = new LoaderClasses(loader);
    }

    void add(long address) {
      if (address > 0 && near.add(address & NEAR)) {
        addresses.add(address);
      }
    }
  }

  /**
   * Those of now. Where the list of loaders breaks off, as it does when one is unloaded this
   * moment, those behind are as they were.
   */
  Set<Long> look(Pages pages) throws BadMemoryException {
    ClassFields fields = reader.fields();
    Map<Long, OfLoader> now = new HashMap<>();
    try {
      for (long at = pages.target(fields.graphHead().at());
          at != 0;
          at = pages.pointer(at + fields.loaderNext().at())) {
        if (now.size() == MOST_LOADERS || now.containsKey(at)) {
          throw new BadMemoryException("the list of class loaders does not end");
        }
        OfLoader one = known.getOrDefault(at, new OfLoader(at));
        now.put(at, one);
        follow(pages, one);
      }
      known = now;
    } catch (BadMemoryException e) {
      known.putAll(now);
      if (known.isEmpty()) {
        throw e;
      }
    }
    Set<Long> near = new HashSet<>();
    Set<Long> all = new TreeSet<>();
    for (OfLoader one : known.values()) {
      for (long address : one.addresses) {
        if (near.add(address & NEAR)) {
          all.add(address);
        }
      }
    }
    return all;
  }

  private void follow(Pages pages, OfLoader one) throws BadMemoryException {
    try {
      one.classes.added(pages, reader.fields(), klass -> take(pages, one, klass));
    } catch (BadMemoryException e) {
      // its list broke off; what was read of it stands, and the next loader may be whole
      if (!pages.allowance().spent().isEmpty()) {
        throw e;
      }
    }
  }

  private boolean take(Pages pages, OfLoader one, long klass) {
    try {
      boolean isArray = reader.isArray(pages, klass);
      one.add(klass);
      // arrays have none
      if (!isArray) {
        one.add(pages.pointer(klass + constants));
      }
      return true;
    } catch (BadMemoryException e) {
      pages.forget(klass);
      return false;
    }
  }
}
