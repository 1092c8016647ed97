package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import java.util.HashSet;
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
      VmTables.Place object = fields.loaderOop();
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

  /**
   * The list of one loader's classes, followed from look to look: new ones stand at its head, so a
   * look goes from there to where the last one began. A class counts only when it names the loader
   * in whose list it stands. For one thread.
   */
  static final class Classes {
    private static final int MOST_CLASSES = 200_000;

    private final long loader;
    private long head;
    private long next;

    /** Takes a class; tells whether it could be read, as one that is being made cannot. */
    interface Each {
      boolean take(long klass);
    }

    /** Of the loader whose data is at an address. */
    Classes(long loader) {
      this.loader = loader;
    }

    /**
     * Hands on the classes that are new since the last look. Where one could not be read, or the
     * list broke off, they are handed on again the next time.
     */
    void added(Pages pages, ClassFields fields, Each each) throws BadMemoryException {
      long first = pages.pointer(loader + fields.loaderKlasses().at());
      long second = first == 0 ? 0 : pages.pointer(first + fields.nextLink().at());
      boolean whole = true;
      Set<Long> seen = new HashSet<>();
      long klass = first;
      while (klass != 0) {
        if (pages.i8(klass + fields.loaderData().at()) != loader) {
          // it may have been made after what was read around it
          pages.forget(klass, ClassReader.MOST_BYTES);
        }
        if (pages.i8(klass + fields.loaderData().at()) != loader) {
          throw new BadMemoryException("a list of classes leads to one of another loader");
        }
        long following = pages.pointer(klass + fields.nextLink().at());
        if (klass == head && following == next) {
          break;
        }
        if (seen.size() == MOST_CLASSES || !seen.add(klass)) {
          throw new BadMemoryException("a list of classes does not end");
        }
        whole &= each.take(klass);
        klass = following;
      }
      if (whole) {
        head = first;
        next = second;
      }
    }

    /** Begins anew: the next look hands on all. */
    void forget() {
      head = 0;
      next = 0;
    }
  }
}
