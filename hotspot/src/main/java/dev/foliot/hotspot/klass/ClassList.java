package dev.foliot.hotspot.klass;

import dev.foliot.linux.Reading;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The classes of a JVM that one scan found, arrays included. What each of them extends and
 * implements is read on request. Immutable; safe for any thread.
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

  /** All of them, each once, in HotSpot's order; what was found late comes last. */
  public List<LoadedClass> all() {
    return all;
  }

  /** The one whose Klass is at an address. */
  public Optional<LoadedClass> at(long address) {
    return Optional.ofNullable(byAddress.get(address));
  }

  /**
   * What one of them extends and implements, read now; those that this list has are given as it has
   * them. Unavailable where the class is no longer where it was.
   */
  public Reading<Supertypes> supertypes(LoadedClass type) {
    return supertypes.of(type, this::at);
  }

  /** How many made no sense: they were being loaded or unloaded, or the target lies. */
  public int unreadable() {
    return unreadable;
  }

  /**
   * Why not every list was followed to its end: one broke off, there are too many, or the reading
   * took too much; empty when all were.
   */
  public Optional<String> incomplete() {
    return incomplete;
  }

  /** Whether every list was followed to its end. */
  public boolean complete() {
    return incomplete.isEmpty();
  }
}
