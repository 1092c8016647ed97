package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Finds classes of the bootstrap loader by name while the target loads more. For one thread.
 *
 * <p>That loader and its classes are never unloaded. So each call checks only the known classes,
 * and searches for the others among the new ones.
 */
public final class BootClasses {
  private static final String BOOTSTRAP = "bootstrap";

  private final Set<String> names;
  private final ClassReader reader;
  private final Supplier<Pages> pages;
  private final Supplier<Loaders> loaders;
  private final Map<String, LoadedClass> found = new HashMap<>();
  private long loader;
  private LoaderList.Classes classes = new LoaderList.Classes(0);

  /**
   * Creates a search; reads nothing yet.
   *
   * @param pages a new view of the memory each time
   * @param loaders new names of loaders each time
   */
  public BootClasses(
      Set<String> names, ClassReader reader, Supplier<Pages> pages, Supplier<Loaders> loaders) {
    this.names = Set.copyOf(names);
    this.reader = reader;
    this.pages = pages;
    this.loaders = loaders;
  }

  /**
   * The classes loaded now, by name; a missing one is not loaded. Unavailable when the lists of
   * classes cannot be read.
   */
  public Reading<Map<String, LoadedClass>> look() {
    try {
      Pages now = pages.get();
      Loaders called = loaders.get();
      if (found.values().removeIf(one -> !isStill(now, called, one))) {
        classes.forget();
      }
      if (found.size() < names.size()) {
        if (loader == 0) {
          loader = bootstrap(now, called);
          classes = new LoaderList.Classes(loader);
        }
        classes.added(now, reader.fields(), klass -> take(now, called, klass));
      }
      return Reading.of(Map.copyOf(found));
    } catch (BadMemoryException e) {
      return Reading.unavailable(
          new JvmReason.PartUnreadable(JvmReason.JvmPart.JDK_CLASSES, e.what()));
    }
  }

  /** Checks the class again: the address may now hold another class, or none. */
  private boolean isStill(Pages now, Loaders called, LoadedClass one) {
    try {
      LoadedClass here = reader.read(now, one.address(), called);
      return here.name().equals(one.name()) && here.loader().equals(one.loader());
    } catch (BadMemoryException e) {
      return false;
    }
  }

  private boolean take(Pages now, Loaders called, long klass) {
    try {
      LoadedClass here = reader.read(now, klass, called);
      if (names.contains(here.name()) && here.loader().equals(BOOTSTRAP)) {
        found.put(here.name(), here);
      }
      return true;
    } catch (BadMemoryException e) {
      now.forget(klass, ClassReader.MOST_BYTES);
      return false;
    }
  }

  /**
   * The bootstrap loader's data, reached through java.lang.Object.
   *
   * <p>Without an exported pointer to that class, it is the last of a possibly long list: it was
   * created first, and new entries go to the front. Hidden classes of that loader have data of
   * their own.
   */
  private long bootstrap(Pages now, Loaders called) throws BadMemoryException {
    long told = loaderOfObject(now, called);
    if (told != 0) {
      return told;
    }
    LoaderList list = LoaderList.read(now, reader.fields());
    if (!list.isWhole()) {
      throw new BadMemoryException(list.end());
    }
    long last = 0;
    for (long loader : list.loaders()) {
      last = loader;
    }
    return last;
  }

  /** 0 if the JVM does not export it, or it is inconsistent. */
  private long loaderOfObject(Pages now, Loaders called) {
    try {
      long object = now.target(reader.fields().objectClass().at());
      long data = now.target(object + reader.fields().loaderData().at());
      return called.name(now, data).equals(BOOTSTRAP) ? data : 0;
    } catch (BadMemoryException e) {
      return 0;
    }
  }
}
