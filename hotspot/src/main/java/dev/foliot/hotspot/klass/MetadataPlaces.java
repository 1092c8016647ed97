package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Finds addresses of class metadata: the structure and the constants of each class. For one thread.
 *
 * <p>The two are in different memory spaces. Neither moves, so they are read once and dropped with
 * their class loader. One address stands for all nearby ones. The CPU time of a call is bounded:
 * with thousands of loaders, each gets its turn, and between two full calls only the newest loaders
 * are read.
 */
public final class MetadataPlaces {
  private static final long NEAR = -(1L << 16);

  /** CPU time after which a full or a quick read starts no other loader. */
  private static final long MOST_LOOK_NS = 20_000_000;

  private static final long MOST_GLANCE_NS = 5_000_000;

  /** Up to this number of loaders a quick read covers all. */
  private static final int FEW = 1000;

  /** New metadata is in the places of some of these newest loaders. */
  private static final int NEWEST = 500;

  /** Reading the time is a system call. */
  private static final int ASK_EVERY = 64;

  private final ClassReader reader;
  private final LongSupplier cpuClock;
  private final int constants;
  private Map<Long, OfLoader> known = new HashMap<>();
  private int looks;
  private boolean isGlanced;

  /**
   * Creates a search; reads nothing yet.
   *
   * @param cpuClock nanoseconds of CPU time, of the calling thread, since some moment
   */
  public MetadataPlaces(VmTables tables, ClassReader reader, LongSupplier cpuClock)
      throws BadMemoryException {
    this.reader = reader;
    this.cpuClock = cpuClock;
    this.constants = tables.offset("InstanceKlass::_constants");
  }

  /** The metadata of one loader. */
  private static final class OfLoader {
    final long loader;
    final LoaderList.Classes classes;

    /** One address per place. */
    final Map<Long, Long> addresses = new HashMap<>(4);

    /** The read that found it, or the one before if it may have existed then. */
    final int found;

    /** The last read that followed it; 0 for none. */
    int followed;

    OfLoader(long loader, int look) {
      this.loader = loader;
      classes = new LoaderList.Classes(loader);
      found = look;
    }

    void add(long address) {
      if (address > 0) {
        addresses.putIfAbsent(address & NEAR, address);
      }
    }
  }

  /**
   * The current addresses. If the list of loaders breaks off, as during an unloading, the loaders
   * behind the break keep their old addresses.
   */
  public Set<Long> look(Pages pages) throws BadMemoryException {
    LoaderList list = LoaderList.read(pages, reader.fields());
    Map<Long, OfLoader> now = new HashMap<>();
    List<OfLoader> turns = turns(list, now);
    if (!list.isWhole()) {
      known.forEach(now::putIfAbsent);
    }
    if (now.isEmpty()) {
      throw new BadMemoryException(list.end());
    }
    known = now;
    isGlanced = false;
    follow(pages, turns, MOST_LOOK_NS);
    return addresses();
  }

  /**
   * The current addresses, from a quick read. With many loaders, unloaded ones stay until the next
   * full read, and of the new ones only the newest are found.
   */
  public Set<Long> glance(Pages pages) throws BadMemoryException {
    if (known.size() <= FEW) {
      return look(pages);
    }
    Set<OfLoader> turns =
        new LinkedHashSet<>(
            turns(LoaderList.newest(pages, reader.fields(), NEWEST), new HashMap<>()));
    isGlanced = true;
    turns.forEach(one -> known.putIfAbsent(one.loader, one));
    for (OfLoader one : known.values()) {
      if (one.followed == 0 && one.found < looks) {
        turns.add(one);
      }
    }
    follow(pages, new ArrayList<>(turns), MOST_GLANCE_NS);
    return addresses();
  }

  /** The loaders of a list, oldest first, in a new read; also added to {@code now}. */
  private List<OfLoader> turns(LoaderList list, Map<Long, OfLoader> now) {
    looks++;
    // A quick read skips all but the newest.
    int found = isGlanced ? looks - 1 : looks;
    List<OfLoader> turns = new ArrayList<>();
    for (long loader : list.loaders()) {
      OfLoader before = known.get(loader);
      OfLoader one = before == null ? new OfLoader(loader, found) : before;
      now.put(loader, one);
      turns.addFirst(one);
    }
    return turns;
  }

  private void follow(Pages pages, List<OfLoader> turns, long mostNs) throws BadMemoryException {
    // Stable: among loaders not followed yet, the oldest come first, which have the most classes.
    turns.sort(Comparator.comparingInt(one -> one.followed));
    long begunNs = cpuClock.getAsLong();
    for (int i = 0; i < turns.size(); i++) {
      if (i % ASK_EVERY == ASK_EVERY - 1 && cpuClock.getAsLong() - begunNs > mostNs) {
        return;
      }
      follow(pages, turns.get(i));
      turns.get(i).followed = looks;
    }
  }

  /** Whether some loaders from before the last full read were never followed. */
  public boolean isBehind() {
    return known.values().stream().anyMatch(one -> one.followed == 0 && one.found < looks);
  }

  private Set<Long> addresses() {
    Set<Long> near = new HashSet<>();
    Set<Long> all = new TreeSet<>();
    for (OfLoader one : known.values()) {
      one.addresses.forEach((place, address) -> {
        if (near.add(place)) {
          all.add(address);
        }
      });
    }
    return all;
  }

  private void follow(Pages pages, OfLoader one) throws BadMemoryException {
    try {
      one.classes.added(pages, reader.fields(), klass -> take(pages, one, klass));
    } catch (BadMemoryException e) {
      // its list broke off; the classes read so far count, and the next loader may be complete
      if (!pages.allowance().spent().isEmpty()) {
        throw e;
      }
    }
  }

  private boolean take(Pages pages, OfLoader one, long klass) {
    try {
      boolean isArray = reader.isArray(pages, klass);
      one.add(klass);
      // arrays have none
      if (!isArray) {
        one.add(pages.pointer(klass + constants));
      }
      return true;
    } catch (BadMemoryException e) {
      pages.forget(klass, ClassReader.MOST_BYTES);
      return false;
    }
  }
}
