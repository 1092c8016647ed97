package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import java.util.HashSet;
import java.util.Set;

/**
 * The list of one loader's classes, followed from look to look: new ones stand at its head, so a
 * look goes from there to where the last one began. A class counts only when it names the loader in
 * whose list it stands. For one thread.
 */
final class LoaderClasses {
  private static final int MOST_CLASSES = 200_000;

  private final long loader;
  private long head;
  private long next;

  /** Takes a class; tells whether it could be read, as one that is being made cannot. */
  interface Each {
    boolean take(long klass);
  }

  /** Of the loader whose data is at an address. */
  LoaderClasses(long loader) {
    this.loader = loader;
  }

  /**
   * Hands on the classes that are new since the last look. Where one could not be read, or the list
   * broke off, they are handed on again the next time.
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
