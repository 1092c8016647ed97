package dev.foliot.diagnose.counters.access;

import dev.foliot.diagnose.counters.access.DataPlace.Kind;
import dev.foliot.diagnose.memory.MemoryPlaces;
import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.heap.Generations;
import dev.foliot.hotspot.klass.KlassMap;
import dev.foliot.hotspot.memory.JvmRanges;
import dev.foliot.text.Reason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/** Finds the content at a data address, from given facts alone. For one thread. */
public final class DataPlaces {
  private static final int MOST_REMEMBERED = 100_000;

  private final MemoryPlaces memory;
  private final TreeMap<Long, JvmRanges.Range> stacks = new TreeMap<>();
  private final Facts facts;
  private final Map<Long, DataPlace> known = new HashMap<>();

  /**
   * The facts beyond the bounds of the kinds of memory.
   *
   * @param classes finds the class whose structure contains an address
   * @param ages finds the age of the object at a heap address
   * @param code finds the code at an address of the code cache
   * @param cards whether an address is in the card table
   * @param threads the name of the thread with a number; empty if unknown
   * @param couldNot the unreadable parts so far, each with its reason
   */
  public record Facts(
      LongFunction<Optional<KlassMap.Place>> classes,
      LongFunction<Generations.Age> ages,
      LongFunction<CodePlace> code,
      LongPredicate cards,
      LongFunction<String> threads,
      Supplier<List<Reason>> couldNot) {}

  /**
   * Uses the mappings and the JVM's ranges.
   *
   * @param told the JVM's own ranges, for the owners of stacks
   */
  public DataPlaces(MemoryPlaces memory, JvmRanges told, Facts facts) {
    this.memory = memory;
    this.facts = facts;
    for (JvmRanges.Range range : told.ranges()) {
      if (range.kind() == JvmRanges.Kind.THREAD_STACK) {
        stacks.put(range.start(), range);
      }
    }
  }

  /** The unreadable parts so far, each with its reason. */
  public List<Reason> couldNot() {
    return facts.couldNot.get();
  }

  /** The content at an address. */
  public DataPlace at(long address) {
    if (address < 0) {
      return DataPlace.of(Kind.KERNEL);
    }
    if (known.size() == MOST_REMEMBERED) {
      known.clear();
    }
    return known.computeIfAbsent(address, this::look);
  }

  private DataPlace look(long address) {
    if (facts.cards.test(address)) {
      return DataPlace.of(Kind.CARD_TABLE);
    }
    return memory
        .at(address)
        .map(place -> mapped(address, place))
        .orElse(DataPlace.of(Kind.UNMAPPED));
  }

  private DataPlace mapped(long address, MemoryPlaces.Place place) {
    return switch (place.part()) {
      case JAVA_HEAP -> DataPlace.of(heap(address));
      case METASPACE -> classOr(address, Kind.METASPACE);
      case CDS_ARCHIVE -> classOr(address, Kind.CLASS_ARCHIVE);
      case CODE_CACHE -> new DataPlace(Kind.CODE_CACHE, code(address), Optional.empty());
      case THREAD_STACKS -> new DataPlace(Kind.STACK, stack(address), Optional.empty());
      case MALLOC -> DataPlace.of(Kind.C_HEAP);
      case LIBRARIES -> file(Kind.LIBRARY, "data of ", place.file());
      case MAPPED_FILES -> file(Kind.FILE, "the mapped file ", place.file());
      case DIRECT_BUFFERS, OTHER_OFF_HEAP, GC, JVM, MALLOC_SPARE, UNATTRIBUTED ->
          DataPlace.of(Kind.REST);
    };
  }

  private Kind heap(long address) {
    return switch (facts.ages.apply(address)) {
      case YOUNG -> Kind.YOUNG_HEAP;
      case OLD -> Kind.OLD_HEAP;
      case UNKNOWN -> Kind.JAVA_HEAP;
    };
  }

  private DataPlace classOr(long address, Kind other) {
    Optional<KlassMap.Place> klass = facts.classes.apply(address);
    return klass.isEmpty()
        ? DataPlace.of(other)
        : new DataPlace(
            Kind.CLASS_STRUCTURE,
            "Klass of " + DataPlace.brief(klass.get().type().name()) + " " + field(klass.get()),
            klass);
  }

  /** Its field, or its offset. */
  static String field(KlassMap.Place place) {
    return place.field().isEmpty() ? "+" + place.offset() : place.field();
  }

  private String code(long address) {
    return switch (facts.code.apply(address)) {
      case CodePlace.Compiled compiled -> {
        // inlined methods precede the compiled method
        JavaFrame method = compiled.frames().getLast();
        yield "the code of " + DataPlace.brief(method.className() + "." + method.method());
      }
      case CodePlace.Interpreter interpreter -> "the interpreter's code";
      case CodePlace.Stub stub -> "the code cache: " + DataPlace.brief(stub.name());
      case CodePlace.Library library -> "";
      case CodePlace.Unknown unknown -> "";
    };
  }

  private String stack(long address) {
    Map.Entry<Long, JvmRanges.Range> stack = stacks.floorEntry(address);
    if (stack == null || address >= stack.getValue().end() || stack.getValue().tid() == 0) {
      return "";
    }
    String name = facts.threads.apply(stack.getValue().tid());
    return name.isEmpty() ? "" : "the stack of the thread " + DataPlace.brief(name);
  }

  private static DataPlace file(Kind kind, String before, String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return new DataPlace(
        kind, name.isEmpty() ? "" : before + DataPlace.brief(name), Optional.empty());
  }
}
