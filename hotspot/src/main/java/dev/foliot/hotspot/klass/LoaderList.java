package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * HotSpot's list of class loaders, newest first, from one quick reading. Immutable.
 *
 * <p>The list holds the addresses of the loaders' data. Loaders are unloaded during the reading,
 * and a longer reading breaks off more easily; so their classes are read later. An unloaded loader
 * moves to another list, which ends elsewhere: a complete list ends with the bootstrap loader,
 * which was the first and has no object.
 *
 * @param loaders in order
 * @param end why the reading broke off; empty if the list is complete
 */
record LoaderList(Set<Long> loaders, String end) {
  private static final int MOST_LOADERS = 200_000;
  private static final String ENDLESS = "the list of class loaders does not end";

  /** Reads the list; if it breaks off, returns the loaders before the break. */
  static LoaderList read(Pages pages, ClassFields fields) {
    return read(pages, fields, MOST_LOADERS, ENDLESS);
  }

  /** Reads the {@code most} newest loaders; the list counts as complete only without others. */
  static LoaderList newest(Pages pages, ClassFields fields, int most) {
    return read(pages, fields, most, "only the newest class loaders were looked for");
  }

  private static LoaderList read(Pages pages, ClassFields fields, int most, String more) {
    Set<Long> loaders = new LinkedHashSet<>();
    try {
      long last = 0;
      long at = pages.target(fields.graphHead().at());
      while (at != 0) {
        // If this fails, the data is no loader's.
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
   * The list of one loader's classes, followed from read to read. For one thread.
   *
   * <p>New classes are at its head, so a read goes from there to the start of the last one. A class
   * counts only when it names the loader in whose list it is.
   */
  static final class Classes {
    private static final int MOST_CLASSES = 200_000;

    private final long loader;
    private long head;
    private long next;

    /** Takes a class; returns whether it was readable, unlike one that is being created. */
    interface Each {
      boolean take(long klass);
    }

    /** For the loader whose data is at an address. */
    Classes(long loader) {
      this.loader = loader;
    }

    /**
     * Visits the classes added since the last read. If one was unreadable, or the list broke off,
     * the next read visits them again.
     */
    void added(Pages pages, ClassFields fields, Each each) throws BadMemoryException {
      long first = pages.pointer(loader + fields.loaderKlasses().at());
      long second = first == 0 ? 0 : pages.pointer(first + fields.nextLink().at());
      boolean whole = true;
      Set<Long> seen = new HashSet<>();
      long klass = first;
      while (klass != 0) {
        if (pages.i8(klass + fields.loaderData().at()) != loader) {
          // it may be newer than the cached memory around it
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

    /** Starts over: the next read visits all classes. */
    void forget() {
      head = 0;
      next = 0;
    }
  }
}
