package dev.foliot.service.watch;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.hotspot.memory.AttachedJvm;
import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.hotspot.memory.NativeMemory;
import dev.foliot.hotspot.memory.NativeMemory.Category;
import dev.foliot.hotspot.memory.NativeMemory.Range;
import dev.foliot.hotspot.memory.PlacedMemory;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.PresentPages;
import dev.foliot.linux.memory.ResidentRegion;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the memory of one JVM. One thread.
 *
 * <p>Address ranges cost the JVM about a second of CPU time, because it names the callers of each.
 * So a full reading requests them, and later readings reuse them; new ranges appear in the next
 * full reading.
 */
final class MemoryWatch {
  private static final Path ROOT = Path.of("/");
  private static final Pattern CARRIERS = Pattern.compile("\\bsize = ([0-9]{1,9})\\b");

  private final Jcmd jcmd;
  private final AttachedJvm jvm;
  private final InstantSource wallClock;
  private List<Range> ranges = List.of();

  /**
   * A reading without the direct buffers, which the flight recording adds at the end.
   *
   * @param atNs as in {@link MemoryLook}
   * @param at the same by the wall clock, as in events
   * @param spareBytes the bytes that malloc returned right after it; below zero if unknown
   */
  record RawLook(
      long atNs,
      Instant at,
      Reading<Long> heapUsed,
      Reading<NativeMemory> books,
      Reading<PlacedMemory> placed,
      long spareBytes,
      Reading<Long> carriers) {
    static final long NOT_KNOWN = -1;

    /** A copy at another moment. */
    RawLook at(long otherNs) {
      return new RawLook(otherNs, at, heapUsed, books, placed, spareBytes, carriers);
    }

    /** A copy with the bytes that malloc returned right after it. */
    RawLook withSpare(long bytes) {
      return new RawLook(atNs, at, heapUsed, books, placed, bytes, carriers);
    }

    /**
     * The final reading.
     *
     * @param directBytes in direct buffers at that time; below zero if unknown
     */
    MemoryLook told(long directBytes) {
      Reading<MemorySplit> resident =
          switch (books) {
            case Reading.Unavailable<NativeMemory> none -> none.retyped();
            case Reading.Value<NativeMemory>(NativeMemory memory) ->
                placed
                    .map(where -> where.split(memory, directBytes))
                    .map(split -> spareBytes < 0 ? split : split.withSpare(spareBytes));
          };
      return new MemoryLook(
          atNs, heapUsed, books.map(memory -> committed(memory, directBytes)), resident, carriers);
    }

    private static Map<MemoryPart, Long> committed(NativeMemory memory, long directBytes) {
      Map<MemoryPart, Long> parts = new EnumMap<>(MemoryPart.class);
      for (Map.Entry<String, Category> entry : memory.categories().entrySet()) {
        Category category = entry.getValue();
        MemoryPart part = MemoryPart.ofCategory(entry.getKey());
        if (entry.getKey().equals("Thread")) {
          parts.merge(MemoryPart.THREAD_STACKS, category.mappedBytes(), Long::sum);
          parts.merge(MemoryPart.JVM, category.mallocBytes(), Long::sum);
        } else {
          parts.merge(part, category.mappedBytes() + category.mallocBytes(), Long::sum);
        }
      }
      long unsafe = parts.getOrDefault(MemoryPart.OTHER_OFF_HEAP, 0L);
      long direct = directBytes < 0 ? unsafe : Math.min(directBytes, unsafe);
      parts.put(MemoryPart.DIRECT_BUFFERS, direct);
      parts.put(MemoryPart.OTHER_OFF_HEAP, unsafe - direct);
      return Map.copyOf(parts);
    }
  }

  MemoryWatch(Jcmd jcmd, InstantSource wallClock) {
    this.jcmd = jcmd;
    this.jvm = new AttachedJvm(jcmd);
    this.wallClock = wallClock;
  }

  /** Takes a reading; {@code full} includes the ranges. */
  RawLook look(long atNs, boolean full) throws InterruptedException {
    Reading<NativeMemory> books = books(full);
    if (books instanceof Reading.Value<NativeMemory>(NativeMemory memory)
        && !memory.ranges().isEmpty()) {
      ranges = memory.ranges();
    }
    Reading<PlacedMemory> placed = placed(books);
    return new RawLook(
        atNs,
        wallClock.instant(),
        heapUsed(),
        books,
        placed,
        RawLook.NOT_KNOWN,
        full ? carriers(jcmd.ask("Thread.vthread_scheduler")) : seldom());
  }

  /** HotSpot's native memory tracking; sums only if the JVM tracks no details. */
  Reading<NativeMemory> books(boolean full) throws InterruptedException {
    return jvm.books(full);
  }

  private Reading<PlacedMemory> placed(Reading<NativeMemory> books) {
    if (books instanceof Reading.Unavailable<NativeMemory> none) {
      return none.retyped();
    }
    if (ranges.isEmpty()) {
      return Reading.unavailable(new ServiceReason.AddressesUntracked());
    }
    return ResidentRegion.of(ROOT, jcmd.pid())
        .map(regions ->
            PlacedMemory.of(
                regions,
                ranges,
                region -> PresentPages.of(ROOT, jcmd.pid(), region.start(), region.end())));
  }

  /** The decrease of the resident memory after malloc returned free memory on request. */
  Reading<Long> trim() throws InterruptedException {
    return jvm.trim();
  }

  /** The bytes of objects, dead ones included. */
  Reading<Long> heapUsed() throws InterruptedException {
    return jvm.heapUsed();
  }

  private static Reading<Long> seldom() {
    return Reading.unavailable(new ServiceReason.CarriersUnasked());
  }

  private static Reading<Long> carriers(Reading<String> answer) {
    return switch (answer) {
      case Reading.Unavailable<String> none ->
          Reading.unavailable(new ServiceReason.CarriersUnknown(none.why()));
      case Reading.Value<String>(String text) -> {
        Matcher size = CARRIERS.matcher(text);
        yield size.find()
            ? Reading.of(Long.valueOf(size.group(1)))
            : Reading.unavailable(new ServiceReason.NoCarriers());
      }
    };
  }
}
