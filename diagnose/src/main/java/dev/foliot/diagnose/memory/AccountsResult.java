package dev.foliot.diagnose.memory;

import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.hotspot.memory.NativeMemory;
import dev.foliot.hotspot.memory.NativeMemory.Category;
import dev.foliot.hotspot.memory.PlacedMemory;
import dev.foliot.hotspot.memory.PlacedMemory.Presence;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.ResidentRegion;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JVM's answers about its memory. Immutable.
 *
 * @param before its accounts at the beginning
 * @param after its accounts at the end
 * @param split its resident memory by its accounts; needs their addresses
 * @param heapUsedBytes the bytes of its objects
 */
record AccountsResult(
    Optional<NativeMemory> before,
    Optional<NativeMemory> after,
    Optional<MemorySplit> split,
    Optional<Long> heapUsedBytes) {
  static final AccountsResult NOTHING =
      new AccountsResult(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  private static final int MOST_LINES = 8;
  private static final long LEAST_BYTES = 1 << 20;

  static AccountsResult first(Reading<NativeMemory> books) {
    return new AccountsResult(
        books.toOptional(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * A copy with the answers at the end.
   *
   * @param regions its resident address space at that time
   * @param presence as in {@link PlacedMemory#of}
   * @param directBytes in direct buffers; below zero if unknown
   */
  AccountsResult last(
      Reading<NativeMemory> books,
      Reading<Long> used,
      List<ResidentRegion> regions,
      Presence presence,
      long directBytes) {
    Optional<NativeMemory> last = books.toOptional();
    Optional<MemorySplit> whole =
        last.filter(memory -> !memory.ranges().isEmpty() && !regions.isEmpty())
            .map(memory ->
                PlacedMemory.of(regions, memory.ranges(), presence).split(memory, directBytes));
    return new AccountsResult(before, last, whole, used.toOptional());
  }

  /** Sentences on the largest accounts. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    heapUsedBytes.ifPresent(used ->
        lines.add(
            "objects take " + Numbers.binaryBytes(used) + " of the heap, dead ones included"));
    if (after.isEmpty()) {
      return lines;
    }
    StringBuilder accounts = new StringBuilder();
    after.get().categories().entrySet().stream()
        .filter(entry -> bytes(entry.getValue()) >= LEAST_BYTES)
        .sorted(
            Comparator.comparingLong(
                (Map.Entry<String, Category> entry) -> -bytes(entry.getValue())))
        .limit(MOST_LINES)
        .forEach(entry ->
            accounts
                .append(accounts.isEmpty() ? "" : ", ")
                .append(entry.getKey())
                .append(' ')
                .append(Numbers.binaryBytes(bytes(entry.getValue())))
                .append(change(entry)));
    lines.add(
        "by the JVM's own accounts, as committed, in RAM or not: "
            + accounts
            + split
                .map(memory ->
                    "; of the "
                        + Numbers.binaryBytes(memory.residentBytes())
                        + " in RAM no account has "
                        + Numbers.binaryBytes(memory.bytes(MemoryPart.UNATTRIBUTED)))
                .orElse(""));
    return lines;
  }

  private static long bytes(Category category) {
    return category.mallocBytes() + category.mappedBytes();
  }

  private String change(Map.Entry<String, Category> entry) {
    if (before.isEmpty()) {
      return "";
    }
    long change = bytes(entry.getValue()) - bytes(before.get().category(entry.getKey()));
    return Math.abs(change) < LEAST_BYTES
        ? ""
        : " (" + (change > 0 ? "+" : "-") + Numbers.binaryBytes(Math.abs(change)) + ")";
  }
}
