package dev.foliot.diagnose.hotspot;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * HotSpot's list of class loaders, by the addresses of their data, the newest first, as one quick
 * reading found it. Loaders are unloaded while it is read, so the longer that takes, the sooner it
 * leads to where nothing is any more: their classes are read later. One that is unloaded stands in
 * a list of such for a while, and leads to their end: a whole list ends with the bootstrap loader,
 * which was the first, and has no object. Immutable.
 *
 * @param loaders in order
 * @param end why it was not followed to its end; empty where it was
 */
record LoaderList(Set<Long> loaders, String end) {
  private static final int MOST_LOADERS = 200_000;

  /** Reads it; where it breaks off, what came before is given. */
  static LoaderList read(Pages pages, ClassFields fields) {
    Set<Long> loaders = new LinkedHashSet<>();
    try {
      long last = 0;
      long at = pages.target(fields.graphHead().at());
      while (at != 0) {
        // Where this fails, what is there is no loader's.
        long next = pages.pointer(at + fields.loaderNext().at());
        if (loaders.size() == MOST_LOADERS || !loaders.add(at)) {
          return new LoaderList(loaders, "the list of class loaders does not end");
        }
        last = at;
        at = next;
      }
      VmPlace object = fields.loaderOop();
      if (object.isKnown() && pages.pointer(last + object.at()) != 0) {
        return new LoaderList(
            loaders, "the list of class loaders does not end with the first of them");
      }
      return new LoaderList(loaders, "");
    } catch (BadMemoryException e) {
      return new LoaderList(loaders, e.what());
    }
  }

  boolean isWhole() {
    return end.isEmpty();
  }
}
