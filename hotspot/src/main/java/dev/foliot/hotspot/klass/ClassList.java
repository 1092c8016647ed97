package dev.foliot.hotspot.klass;

import dev.foliot.linux.Reading;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The classes that one scan of a JVM found, arrays included. Immutable; safe for any thread.
 *
 * <p>The supertypes of each class are read on request.
 */
public final class ClassList {
  private final List<LoadedClass> all;
  private final Map<Long, LoadedClass> byAddress;
  private final int unreadable;
  private final Optional<String> incomplete;
  private final Supertypes.Reader supertypes;

  ClassList(
      List<LoadedClass> all,
      int unreadable,
      Optional<String> incomplete,
      Supertypes.Reader supertypes) {
    this.all = List.copyOf(all);
    this.byAddress = new HashMap<>();
    for (LoadedClass loaded : all) {
      byAddress.put(loaded.address(), loaded);
    }
    this.unreadable = unreadable;
    this.incomplete = incomplete;
    this.supertypes = supertypes;
  }

  /** All classes, each once, in HotSpot's order; those found late come last. */
  public List<LoadedClass> all() {
    return all;
  }

  /** The class whose Klass is at an address. */
  public Optional<LoadedClass> at(long address) {
    return Optional.ofNullable(byAddress.get(address));
  }

  /**
   * The supertypes of a class, read now; classes of this list are reused. Unavailable if the class
   * has moved or was unloaded.
   */
  public Reading<Supertypes> supertypes(LoadedClass type) {
    return supertypes.of(type, this::at);
  }

  /**
   * The number of inconsistent classes: they were being loaded or unloaded, or the memory is wrong.
   */
  public int unreadable() {
    return unreadable;
  }

  /**
   * Why a list was not followed to its end: it broke off, was too long, or the budget ended. Empty
   * if all were.
   */
  public Optional<String> incomplete() {
    return incomplete;
  }

  /** Whether every list was followed to its end. */
  public boolean complete() {
    return incomplete.isEmpty();
  }
}
