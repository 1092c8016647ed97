package dev.foliot.hotspot.memory;

import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of {@code jcmd PID VM.native_memory summary|detail scale=B}. Immutable.
 *
 * @param categories by name, as HotSpot writes it
 * @param ranges the virtual memory map, ascending and without overlaps; empty in a summary
 */
public record NativeMemory(Map<String, Category> categories, List<Range> ranges) {
  private static final Pattern CATEGORY =
      Pattern.compile("- +([^(]{1,60}) \\(reserved=([0-9]{1,18}), committed=([0-9]{1,18})[,)].*");
  private static final Pattern MALLOC =
      Pattern.compile(" +\\((?:malloc|arena|tracking overhead)=([0-9]{1,18})\\b.*");
  private static final Pattern MAPPED =
      Pattern.compile(" +\\((?:mmap|stack): reserved=[0-9]{1,18}, committed=([0-9]{1,18})\\b.*");
  private static final Pattern RANGE =
      Pattern.compile(
          "\\[0x([0-9a-f]{1,16}) - 0x([0-9a-f]{1,16})\\] reserved (?:and committed )?[0-9]{1,18}"
              + " for (.{1,60}?)(?: from)?");
  private static final int RADIX = 16;

  /** The limit of one category: no address space is larger, and the sum of all fits a long. */
  private static final long MOST_BYTES = 1L << 48;

  /**
   * A category.
   *
   * @param mallocBytes taken from malloc, arenas included
   * @param mappedBytes mapped and committed
   */
  public record Category(long mallocBytes, long mappedBytes) {}

  /** A range of addresses; both are below 2^63, as all of a program's are. */
  public record Range(long start, long end, MemoryPart part) {}

  /** Keeps copies. */
  public NativeMemory {
    categories = Map.copyOf(categories);
    ranges = List.copyOf(ranges);
  }

  static Reading<NativeMemory> parse(String text) {
    if (text.contains("Native memory tracking is not enabled")) {
      return Reading.unavailable(new JvmReason.NativeMemoryUntracked());
    }
    Map<String, Category> categories = new LinkedHashMap<>();
    List<Range> ranges = new ArrayList<>();
    String name = "";
    boolean inSummary = true;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      if (line.startsWith("[0x")) {
        inSummary = false;
        range(line, ranges);
      } else if (inSummary && line.startsWith("-")) {
        Matcher category = CATEGORY.matcher(line);
        name = category.matches() ? category.group(1).strip() : "";
        categories.put(name, new Category(0, 0));
      } else if (inSummary && !name.isEmpty()) {
        add(categories, name, line);
      }
    }
    categories.remove("");
    if (!categories.containsKey("Java Heap")) {
      return Reading.unavailable(new JvmReason.AnswerUnclear(JvmReason.JvmQuestion.NATIVE_MEMORY));
    }
    return Reading.of(new NativeMemory(categories, withoutOverlaps(ranges)));
  }

  private static void add(Map<String, Category> categories, String name, String line) {
    Category so = categories.getOrDefault(name, new Category(0, 0));
    Matcher malloc = MALLOC.matcher(line);
    Matcher mapped = MAPPED.matcher(line);
    if (malloc.matches()) {
      categories.put(name, new Category(sum(so.mallocBytes, malloc.group(1)), so.mappedBytes));
    } else if (mapped.matches()) {
      categories.put(name, new Category(so.mallocBytes, sum(so.mappedBytes, mapped.group(1))));
    }
  }

  /** Saturates: an overflow from wrong data must not reduce a sum. */
  private static long sum(long bytes, String more) {
    return Math.min(MOST_BYTES, bytes + Long.parseLong(more));
  }

  private static void range(String line, List<Range> ranges) {
    Matcher found = RANGE.matcher(line);
    if (found.matches()) {
      long start = Long.parseUnsignedLong(found.group(1), RADIX);
      long end = Long.parseUnsignedLong(found.group(2), RADIX);
      if (0 <= start && start < end) {
        ranges.add(new Range(start, end, MemoryPart.ofCategory(found.group(3))));
      }
    }
  }

  /** Cuts overlaps to the part behind the first range: the JVM runs on while the map is taken. */
  private static List<Range> withoutOverlaps(List<Range> ranges) {
    List<Range> sorted = new ArrayList<>(ranges);
    sorted.sort(Comparator.comparingLong(Range::start).thenComparingLong(Range::end));
    List<Range> kept = new ArrayList<>();
    long end = 0;
    for (Range range : sorted) {
      long start = Math.max(end, range.start);
      if (start < range.end) {
        kept.add(new Range(start, range.end, range.part));
        end = range.end;
      }
    }
    return kept;
  }

  /** A category; an empty one if the name is unknown. */
  public Category category(String name) {
    return categories.getOrDefault(name, new Category(0, 0));
  }
}
