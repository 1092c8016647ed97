package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One walk over all loaders and their classes, while the target loads and unloads them. For one
 * thread, once.
 *
 * <p>It reads the list of loaders first, quickly, and then the classes of each. A class counts only
 * when it names the loader in whose list it is; reused memory does not. Broken lists that still
 * exist are read again while that takes little CPU time: with constant loading and unloading, some
 * list always breaks off. The pages' allowance bounds the bytes and the time.
 */
final class ClassWalk {
  /** No further reading after repeated ones took this much together. */
  private static final long MOST_AGAIN_NS = 50_000_000;

  /** From this number of classes per loader on, the following ones are close together. */
  private static final int MANY = 16;

  private static final int MOST_LOOKS = 5;
  private static final int MOST_CLASSES = 200_000;

  /** Of all names together: bounds the memory that a target can make this process use. */
  private static final long MOST_CHARACTERS = 1 << 26;

  private final Supplier<Pages> source;
  private final Supplier<Pages> closeSource;
  private final LongSupplier cpuClock;
  private final ClassReader reader;
  private final ClassFields fields;
  private final Loaders loaders;
  private final List<LoadedClass> found = new ArrayList<>();
  private final Set<Long> seen = new HashSet<>();
  private final Set<Long> broken = new HashSet<>();
  private final Set<Long> followed = new HashSet<>();
  private Pages pages;
  private boolean whole;
  private boolean cut;
  private long characters;
  private int unreadable;

  /**
   * Creates a walk; follows nothing yet.
   *
   * @param source a new view of the memory each time, all within one allowance
   * @param closeSource the same within a view of {@code source}, for dense data
   * @param cpuClock nanoseconds of CPU time, of the calling thread, since some moment
   */
  ClassWalk(
      Supplier<Pages> source,
      Supplier<Pages> closeSource,
      LongSupplier cpuClock,
      ClassReader reader,
      Loaders loaders) {
    this.source = source;
    this.closeSource = closeSource;
    this.cpuClock = cpuClock;
    this.reader = reader;
    this.fields = reader.fields();
    this.loaders = loaders;
    this.pages = source.get();
  }

  /**
   * The readable classes.
   *
   * @param supertypes reads the supertypes of one class on request
   */
  ClassList scan(Supertypes.Reader supertypes) throws BadMemoryException {
    boolean isMore = look();
    long firstNs = cpuClock.getAsLong();
    for (int looks = 1; isMore && looks < MOST_LOOKS; looks++) {
      if (isFull() || cpuClock.getAsLong() - firstNs > MOST_AGAIN_NS) {
        break;
      }
      pages = source.get();
      isMore = look();
    }
    if (found.isEmpty()) {
      String spent = pages.allowance().spent();
      throw new BadMemoryException(
          spent.isEmpty() ? "its list of class loaders leads to no class" : spent);
    }
    int lost = unreadable + broken.size() + (whole ? 0 : 1);
    return new ClassList(found, lost, incomplete(), supertypes);
  }

  private Optional<String> incomplete() {
    String spent = pages.allowance().spent();
    if (!spent.isEmpty()) {
      return Optional.of(spent);
    }
    return whole && broken.isEmpty() && !cut
        ? Optional.empty()
        : Optional.of(isFull() ? "there are too many" : "they came and went while they were read");
  }

  /** Follows the lists not followed before; returns whether another pass may find more. */
  private boolean look() {
    LoaderList list = LoaderList.read(pages, fields);
    Pages scattered = pages;
    Pages close = closeSource.get();
    boolean isAnyBroken = false;
    for (long loader : list.loaders()) {
      // A loader missing from a complete list is newer than this walk.
      if (broken.remove(loader) || (!whole && followed.add(loader))) {
        follow(loader, close);
        pages = scattered;
        isAnyBroken |= broken.contains(loader);
      }
    }
    whole |= list.isWhole();
    return isAnyBroken || !whole;
  }

  private void follow(long loader, Pages close) {
    Set<Long> here = new HashSet<>();
    try {
      long klass = pages.pointer(loader + fields.loaderKlasses().at());
      while (klass != 0) {
        if (isFull()) {
          cut = true;
          return;
        }
        if (!here.add(klass) || !isOf(loader, klass)) {
          broken.add(loader);
          return;
        }
        if (seen.add(klass)) {
          add(klass);
        }
        if (here.size() == MANY) {
          pages = close;
        }
        klass = pages.pointer(klass + fields.nextLink().at());
      }
    } catch (BadMemoryException e) {
      broken.add(loader);
    }
  }

  private boolean isOf(long loader, long klass) throws BadMemoryException {
    if (pages.i8(klass + fields.loaderData().at()) != loader) {
      // It may be newer than the cached memory around it.
      pages.forget(klass, ClassReader.MOST_BYTES);
    }
    return pages.i8(klass + fields.loaderData().at()) == loader;
  }

  private boolean isFull() {
    return found.size() + unreadable >= MOST_CLASSES
        || characters + loaders.characters() > MOST_CHARACTERS
        || !pages.allowance().spent().isEmpty();
  }

  private void add(long klass) {
    LoadedClass loaded;
    try {
      loaded = reader.read(pages, klass, loaders);
    } catch (BadMemoryException e) {
      pages.forget(klass, ClassReader.MOST_BYTES);
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
