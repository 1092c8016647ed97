package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.linux.Reading;
import dev.foliot.text.JvmReason;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Finds classes of the bootstrap loader by their names, while the target loads more.
 *
 * <p>That loader and its classes are never unloaded. So each call only checks the classes that are
 * known, and searches for the others among the new ones. For one thread.
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
   * Nothing is looked for yet.
   *
   * @param pages a new look at the memory each time
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
   * Those that there are now, by name; one that is missing is not loaded. Unavailable when the
   * lists of classes cannot be read.
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

  /** What is at the address may be no class any more, or another. */
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
   * The bootstrap loader's data, to which the class of all objects leads. Where the JVM does not
   * tell of that: it was made first, and new ones are put before it, so it is the last of a list
   * that may be long. Hidden classes of that loader have data of their own.
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

  /** 0 where that is not told, or a lie. */
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
