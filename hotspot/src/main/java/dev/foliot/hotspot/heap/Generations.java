package dev.foliot.hotspot.heap;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;

/**
 * Decides which objects are old, for Serial, Parallel and G1. For one read of one thread.
 *
 * <p>A young collection does not visit old objects. The answer follows from the bounds of the
 * generations or from the kinds of the regions. G1 has a table with an entry per region, indexed by
 * the shifted address; a humongous object counts as old. [1] G1BiasedMappedArray and
 * G1HeapRegionType in src/hotspot/share/gc/g1.
 */
public final class Generations {
  private static final int USUAL_YOUNG = 2;
  private static final int LEAST_SHIFT = 12;
  private static final int MOST_SHIFT = 40;
  private static final int WORD_SHIFT = 3;

  /** The age of an object. */
  public enum Age {
    /** Young collections visit it. */
    YOUNG,
    /** Only collections of the old generation visit it. */
    OLD,
    /** No object of this heap is at the address, or its age is unknown. */
    UNKNOWN
  }

  /** The rule of one collector. */
  private interface Rule {
    Age of(long oop) throws BadMemoryException;
  }

  private final Rule rule;

  private Generations(Rule rule) {
    this.rule = rule;
  }

  /** The age of the object at an address. */
  public Age age(long oop) {
    try {
      return rule.of(oop);
    } catch (BadMemoryException e) {
      return Age.UNKNOWN;
    }
  }

  static Generations of(Pages pages, VmTables tables, JvmFlags flags) throws BadMemoryException {
    if (flags.bool("UseG1GC").orElse(false)) {
      return new Generations(g1(pages, tables));
    }
    if (flags.bool("UseParallelGC").orElse(false)) {
      return new Generations(
          bounds(
              parallel(pages, tables, "ParallelScavengeHeap::_young_gen", "PSYoungGen"),
              parallel(pages, tables, "ParallelScavengeHeap::_old_gen", "PSOldGen")));
    }
    if (flags.bool("UseSerialGC").orElse(false)) {
      long heap = pages.target(tables.address("Universe::_collectedHeap"));
      int young = tables.offset("SerialHeap::_young_gen", "GenCollectedHeap::_young_gen");
      int old = tables.offset("SerialHeap::_old_gen", "GenCollectedHeap::_old_gen");
      return new Generations(
          bounds(
              region(pages, tables, pages.target(heap + young), "Generation::_reserved"),
              region(pages, tables, pages.target(heap + old), "Generation::_reserved")));
    }
    throw new BadMemoryException(
        "its collector is neither G1 nor Parallel nor Serial, and which of its objects are old is"
            + " not known here");
  }

  /** An address range. */
  private record Bounds(long start, long end) {
    boolean has(long address) {
      return address >= start && address < end;
    }
  }

  private static Rule bounds(Bounds young, Bounds old) {
    return oop -> old.has(oop) ? Age.OLD : young.has(oop) ? Age.YOUNG : Age.UNKNOWN;
  }

  /** JDK 25 describes only the space of a generation. */
  private static Bounds parallel(Pages pages, VmTables tables, String generation, String type)
      throws BadMemoryException {
    long owner = pages.target(tables.address(generation));
    if (tables.field(type + "::_reserved").isPresent()) {
      return region(pages, tables, owner, type + "::_reserved");
    }
    long space = pages.target(owner + tables.offset(type + "::_virtual_space"));
    return new Bounds(
        pages.target(space + tables.offset("PSVirtualSpace::_reserved_low_addr")),
        pages.target(space + tables.offset("PSVirtualSpace::_reserved_high_addr")));
  }

  private static Bounds region(Pages pages, VmTables tables, long owner, String field)
      throws BadMemoryException {
    long region = owner + tables.offset(field);
    long start = pages.target(region + tables.offset("MemRegion::_start"));
    long words = pages.i8(region + tables.offset("MemRegion::_word_size"));
    if (words < 0 || words > Long.MAX_VALUE >>> (WORD_SHIFT + 1)) {
      throw new BadMemoryException("a generation has " + words + " words");
    }
    return new Bounds(start, start + (words << WORD_SHIFT));
  }

  private static Rule g1(Pages pages, VmTables tables) throws BadMemoryException {
    long heap = pages.target(tables.address("Universe::_collectedHeap"));
    long table =
        heap
            + tables.offset("G1CollectedHeap::_hrm")
            + tables.offset("G1HeapRegionManager::_regions", "HeapRegionManager::_regions");
    long biased = pages.i8(table + tables.offset("G1HeapRegionTable::_biased_base"));
    long base = pages.target(table + tables.offset("G1HeapRegionTable::_base"));
    long length = pages.i8(table + tables.offset("G1HeapRegionTable::_length"));
    int shift = pages.i4(table + tables.offset("G1HeapRegionTable::_shift_by"));
    if (shift < LEAST_SHIFT || shift > MOST_SHIFT || length < 1) {
      throw new BadMemoryException(
          "there are " + length + " regions of G1 with 2^" + shift + " bytes each");
    }
    int tag =
        tables.offset("G1HeapRegion::_type", "HeapRegion::_type")
            + tables.offset("G1HeapRegionType::_tag", "HeapRegionType::_tag");
    long young =
        tables
            .constant("G1HeapRegionType::YoungMask", "HeapRegionType::YoungMask")
            .orElse(USUAL_YOUNG);
    return oop -> {
      long entry = biased + (oop >>> shift) * Long.BYTES;
      long index = (entry - base) / Long.BYTES;
      if (index < 0 || index >= length || oop <= 0) {
        return Age.UNKNOWN;
      }
      long region = pages.pointer(entry);
      int kind = region == 0 ? 0 : pages.i4(region + tag);
      return kind == 0 ? Age.UNKNOWN : (kind & young) != 0 ? Age.YOUNG : Age.OLD;
    };
  }
}
