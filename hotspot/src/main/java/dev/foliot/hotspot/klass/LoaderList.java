package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmPlace;
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
  private static final String ENDLESS = "the list of class loaders does not end";

  /** Reads it; where it breaks off, what came before is given. */
  static LoaderList read(Pages pages, ClassFields fields) {
    return read(pages, fields, MOST_LOADERS, ENDLESS);
  }

  /** Reads the {@code most} newest of it, by which it is whole only where there are no others. */
  static LoaderList newest(Pages pages, ClassFields fields, int most) {
    return read(pages, fields, most, "only the newest class loaders were looked for");
  }

  private static LoaderList read(Pages pages, ClassFields fields, int most, String more) {
    Set<Long> loaders = new LinkedHashSet<>();
    try {
      long last = 0;
      long at = pages.target(fields.graphHead().at());
      while (at != 0) {
        // Where this fails, what is there is no loader's.
        long next = pages.pointer(at + fields.loaderNext().at());
        if (loaders.size() == most) {
          return new LoaderList(loaders, more);
        }
        if (!loaders.add(at)) {
          return new LoaderList(loaders, ENDLESS);
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
