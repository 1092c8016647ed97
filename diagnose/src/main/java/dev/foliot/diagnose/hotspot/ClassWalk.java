package dev.foliot.diagnose.hotspot;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One walk over all loaders and all their classes, while the target loads and unloads them. A class
 * counts only when it names the loader whose list it stands in, which memory that was freed and
 * used again does not. How much it reads, and for how long, is bounded by the pages' allowance. For
 * one thread, once.
 */
final class ClassWalk {
  private static final int MOST_CLASSES = 200_000;
  private static final int MOST_LOADERS = 200_000;

  /** Of all names together: what a lying target can make us keep. */
  private static final long MOST_CHARACTERS = 1 << 26;

  private final Pages pages;
  private final ClassReader reader;
  private final ClassFields fields;
  private final Loaders loaders;
  private final List<LoadedClass> found = new ArrayList<>();
  private final Set<Long> seen = new HashSet<>();
  private final Set<Long> seenLoaders = new HashSet<>();
  private long characters;
  private int unreadable;
  private boolean complete = true;

  ClassWalk(Pages pages, ClassReader reader, Loaders loaders) {
    this.pages = pages;
    this.reader = reader;
    this.fields = reader.fields();
    this.loaders = loaders;
  }

  ClassList scan() throws BadMemoryException {
    long loader = pages.target(fields.graphHead());
    while (loader != 0) {
      if (isFull() || seenLoaders.size() == MOST_LOADERS || !seenLoaders.add(loader)) {
        complete = false;
        break;
      }
      try {
        walk(loader);
        loader = pages.pointer(loader + fields.loaderNext());
      } catch (BadMemoryException e) {
        breakOff();
        break;
      }
    }
    if (found.isEmpty()) {
      String spent = pages.allowance().spent();
      throw new BadMemoryException(
          spent.isEmpty() ? "its list of class loaders leads to no class" : spent);
    }
    return new ClassList(found, unreadable, incomplete());
  }

  private Optional<String> incomplete() {
    String spent = pages.allowance().spent();
    if (!spent.isEmpty()) {
      return Optional.of(spent);
    }
    return complete
        ? Optional.empty()
        : Optional.of(isFull() ? "there are too many" : "they came and went while they were read");
  }

  private void walk(long loader) throws BadMemoryException {
    long klass = pages.pointer(loader + fields.loaderKlasses());
    while (klass != 0) {
      if (isFull() || !seen.add(klass)) {
        complete = false;
        return;
      }
      try {
        if (pages.i8(klass + fields.loaderData()) != loader) {
          // It may have been made after what was read around it.
          pages.forget(klass);
        }
        if (pages.i8(klass + fields.loaderData()) != loader) {
          breakOff();
          return;
        }
        add(klass);
        klass = pages.pointer(klass + fields.nextLink());
      } catch (BadMemoryException e) {
        breakOff();
        return;
      }
    }
  }

  private boolean isFull() {
    return found.size() + unreadable >= MOST_CLASSES
        || characters + loaders.characters() > MOST_CHARACTERS
        || !pages.allowance().spent().isEmpty();
  }

  /** A list whose rest is lost: how much that is cannot be known. */
  private void breakOff() {
    unreadable++;
    complete = false;
  }

  private void add(long klass) {
    LoadedClass loaded;
    try {
      loaded = reader.read(pages, klass, loaders);
    } catch (BadMemoryException e) {
      pages.forget(klass);
      try {
        loaded = reader.read(pages, klass, loaders);
      } catch (BadMemoryException again) {
        unreadable++;
        return;
      }
    }
    characters += loaded.name().length();
    found.add(loaded);
  }
}
