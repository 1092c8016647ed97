package dev.foliot.hotspot.memory;

import dev.foliot.linux.Reading;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code jcmd PID GC.heap_info} tells of the heap, in the words of each collector. */
final class HeapInfo {
  /** G1, Parallel and Serial write a line for the heap or each generation; ZGC one. */
  private static final Pattern USED =
      Pattern.compile(
          "(?:[A-Za-z][A-Za-z -]{0,40})\\s+(?:total\\b.{0,80}?, )?used ([0-9]{1,15})([KMGB]).*");

  private static final Pattern SHENANDOAH =
      Pattern.compile(".* committed, ([0-9]{1,15})([KMGB]) used.*");

  /** No heap is larger, whatever a JVM tells. */
  private static final double MOST_BYTES = 1L << 48;

  private HeapInfo() {}

  /** The bytes that objects take, dead ones that are not collected yet included. */
  static Reading<Long> usedBytes(String text) {
    long used = -1;
    for (String raw : (Iterable<String>) text.lines()::iterator) {
      String line = raw.strip();
      if (line.startsWith("Metaspace")) {
        break;
      }
      Matcher found = USED.matcher(line);
      if (!found.matches()) {
        found = SHENANDOAH.matcher(line);
      }
      if (found.matches()) {
        double more = (double) Long.parseLong(found.group(1)) * unit(found.group(2));
        used = (long) Math.min(MOST_BYTES, Math.max(0, used) + more);
      }
    }
    return used < 0
        ? Reading.unavailable(
            "the answer of GC.heap_info tells no heap in use",
            "see what jcmd PID GC.heap_info says of this collector")
        : Reading.of(used);
  }

  private static long unit(String letter) {
    return switch (letter) {
      case "K" -> 1L << 10;
      case "M" -> 1L << 20;
      case "G" -> 1L << 30;
      default -> 1;
    };
  }
}
