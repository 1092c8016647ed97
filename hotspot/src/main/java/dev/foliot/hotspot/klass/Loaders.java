package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The names of class loaders; each is read once. For one thread and one read. */
final class Loaders {
  private static final String BOOTSTRAP = "bootstrap";
  private static final String PLATFORM = "jdk.internal.loader.ClassLoaders$PlatformClassLoader";
  private static final String APP = "jdk.internal.loader.ClassLoaders$AppClassLoader";

  private final ClassFields fields;
  private final Symbols symbols;
  private final Optional<Oops> oops;
  private final Map<Long, String> names = new HashMap<>();
  private long characters;

  /**
   * Without {@code oops} all loaders but the bootstrap loader are named by address alone. Without
   * the handles of loaders that one is too.
   */
  Loaders(ClassFields fields, Symbols symbols, Optional<Oops> oops) {
    this.fields = fields;
    this.symbols = symbols;
    this.oops = oops;
  }

  /** The name of the loader whose data is at an address. */
  String name(Pages pages, long data) throws BadMemoryException {
    String known = names.get(data);
    if (known != null) {
      return known;
    }
    if (!fields.loaderOop().isKnown()) {
      return "loader" + place(data);
    }
    // First checks the structure itself: unreadable data is no loader.
    long handle = pages.pointer(data + fields.loaderOop().at());
    String name = handle == 0 ? BOOTSTRAP : named(pages, data, handle);
    names.put(data, name);
    characters += name.length();
    return name;
  }

  /** The characters of all names together. */
  long characters() {
    return characters;
  }

  private String named(Pages pages, long data, long handle) {
    try {
      long klass = oops.isEmpty() ? -1 : oops.get().klassBehind(pages, handle);
      if (klass == 0) {
        return BOOTSTRAP;
      }
      String name =
          Symbols.className(symbols.read(pages, pages.target(klass + fields.name().at())));
      return switch (name) {
        case PLATFORM -> "platform";
        case APP -> "app";
        default -> name + place(data);
      };
    } catch (BadMemoryException e) {
      // The collector may be moving it; its classes do not depend on it.
      return "loader" + place(data);
    }
  }

  private static String place(long data) {
    return " @" + BadMemoryException.hex(data);
  }
}
