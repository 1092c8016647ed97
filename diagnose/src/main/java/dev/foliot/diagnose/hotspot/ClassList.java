package dev.foliot.diagnose.hotspot;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The classes of a JVM, arrays included, as one scan found them. Immutable. */
public final class ClassList {
  private final List<LoadedClass> all;
  private final Map<Long, LoadedClass> byAddress;
  private final int unreadable;
  private final boolean complete;

  ClassList(List<LoadedClass> all, int unreadable, boolean complete) {
    this.all = List.copyOf(all);
    this.byAddress = new HashMap<>();
    for (LoadedClass loaded : all) {
      byAddress.put(loaded.address(), loaded);
    }
    this.unreadable = unreadable;
    this.complete = complete;
  }

  /** All of them, each once, in HotSpot's order. */
  public List<LoadedClass> all() {
    return all;
  }

  /** The one whose Klass is at an address. */
  public Optional<LoadedClass> at(long address) {
    return Optional.ofNullable(byAddress.get(address));
  }

  /** How many made no sense: they were being loaded or unloaded, or the target lies. */
  public int unreadable() {
    return unreadable;
  }

  /** Whether every list was followed to its end; not so when one broke off, or at a cap. */
  public boolean complete() {
    return complete;
  }
}
