package dev.foliot.hotspot.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.memory.NativeMemory.Category;
import dev.foliot.hotspot.memory.NativeMemory.Range;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.PresentPages;
import dev.foliot.linux.memory.ResidentRegion;
import dev.foliot.linux.reason.ProcessReason;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlacedMemoryTest {
  private static final long KB = 1024;
  private static final long HEAP = 100 << 20;
  private static final long FAR = 800 << 20;

  private static final PlacedMemory.Presence UNKNOWN =
      region -> Reading.unavailable(new ProcessReason.NoProcess());

  private static PlacedMemory placed(List<ResidentRegion> regions, List<Range> ranges) {
    return PlacedMemory.of(regions, ranges, UNKNOWN);
  }

  private static ResidentRegion region(long start, long kb, long residentKb, String path) {
    return new ResidentRegion(
        new MemoryRegion(start, start + kb * KB, "rw-p", path), residentKb * KB);
  }

  private static ResidentRegion behindLibrary(long start, long kb, long residentKb, long zeroedKb) {
    return new ResidentRegion(
        new MemoryRegion(start, start + kb * KB, "rw-p", ""), residentKb * KB, zeroedKb * KB);
  }

  private static NativeMemory books(Map<String, Category> categories) {
    return new NativeMemory(categories, List.of());
  }

  private static Category malloc(long kb) {
    return new Category(kb * KB, 0);
  }

  @Test
  void shouldCutAMappingByRangesAndShareItByLengthWhereItsPagesAreNotTold() {
    // one mapping of 400 kB, half resident: 100 kB heap, 200 kB GC, 100 kB malloc's
    PlacedMemory placed =
        placed(
            List.of(region(HEAP, 400, 200, "")),
            List.of(
                new Range(HEAP, HEAP + 100 * KB, MemoryPart.JAVA_HEAP),
                new Range(HEAP + 100 * KB, HEAP + 300 * KB, MemoryPart.GC)));

    assertThat(placed.placed())
        .containsEntry(MemoryPart.JAVA_HEAP, 50 * KB)
        .containsEntry(MemoryPart.GC, 100 * KB);
    assertThat(placed.malloc()).isEqualTo(50 * KB);
    assertThat(placed.residentBytes()).isEqualTo(200 * KB);
    assertThat(placed.estimatedBytes()).isEqualTo(200 * KB);
  }

  /** The kernel may join a collector's bitmap and a library's memory into one mapping. */
  @Test
  void shouldShareAJoinedMappingByThePagesThatArePresent() {
    List<ResidentRegion> regions = List.of(region(HEAP, 400, 200, ""), region(FAR, 8, 4, ""));
    List<Range> ranges =
        List.of(
            new Range(HEAP, HEAP + 100 * KB, MemoryPart.GC),
            new Range(HEAP + 300 * KB, HEAP + 310 * KB, MemoryPart.DIRECT_BUFFERS),
            new Range(HEAP + 396 * KB, HEAP + 500 * KB, MemoryPart.CODE_CACHE));
    BitSet present = new BitSet();
    present.set(3);
    present.set(26, 74);
    present.set(99);
    List<MemoryRegion> asked = new ArrayList<>();
    PlacedMemory placed =
        PlacedMemory.of(
            regions,
            ranges,
            region -> {
              asked.add(region);
              return Reading.of(new PresentPages(HEAP / (4 * KB), 4 * KB, present));
            });
    assertThat(placed.placed())
        .containsEntry(MemoryPart.GC, 4 * KB)
        .containsEntry(MemoryPart.DIRECT_BUFFERS, 10 * KB)
        .containsEntry(MemoryPart.CODE_CACHE, 4 * KB);
    assertThat(placed.malloc()).isEqualTo(182 * KB + 4 * KB);
    assertThat(placed.estimatedBytes()).isZero();
    // the other one belongs to nobody
    assertThat(asked).containsExactly(regions.getFirst().region());
  }

  /** The zero page is present, but not resident. */
  @Test
  void shouldPlaceNoMoreThanIsResident() {
    BitSet present = new BitSet();
    present.set(0, 100);
    PlacedMemory placed =
        PlacedMemory.of(
            List.of(region(HEAP, 400, 200, "")),
            List.of(new Range(HEAP, HEAP + 100 * KB, MemoryPart.GC)),
            region -> Reading.of(new PresentPages(HEAP / (4 * KB), 4 * KB, present)));
    assertThat(placed.placed()).containsEntry(MemoryPart.GC, 50 * KB);
    assertThat(placed.malloc()).isEqualTo(150 * KB);
  }

  /** It was resident when smaps was read, but no longer. */
  @Test
  void shouldShareByLengthWhatHasNoPageAnyMore() {
    PlacedMemory placed =
        PlacedMemory.of(
            List.of(region(HEAP, 400, 200, "")),
            List.of(new Range(HEAP, HEAP + 100 * KB, MemoryPart.GC)),
            region -> Reading.of(new PresentPages(HEAP / (4 * KB), 4 * KB, new BitSet())));
    assertThat(placed.placed()).containsEntry(MemoryPart.GC, 50 * KB);
    assertThat(placed.estimatedBytes()).isEqualTo(200 * KB);
  }

  @Test
  void shouldTakeWhatMallocGaveBackFromTheRestAlone() {
    MemorySplit split =
        placed(List.of(region(HEAP, 400, 400, "")), List.of())
            .split(books(Map.of("Internal", malloc(300))), 0);
    assertThat(split.parts()).doesNotContainKey(MemoryPart.MALLOC_SPARE);
    assertThat(split.bytes(MemoryPart.UNATTRIBUTED)).isEqualTo(100 * KB);

    MemorySplit known = split.withSpare(70 * KB);
    assertThat(known.bytes(MemoryPart.MALLOC_SPARE)).isEqualTo(70 * KB);
    assertThat(known.bytes(MemoryPart.UNATTRIBUTED)).isEqualTo(30 * KB);
    assertThat(known.unattributedShare()).isEqualTo(0.075);
    assertThat(known.residentBytes()).isEqualTo(split.residentBytes());
    assertThat(split.withSpare(0).parts()).containsEntry(MemoryPart.MALLOC_SPARE, 0L);

    // the bytes beside it counted as taken, but were never touched again
    MemorySplit all = split.withSpare(130 * KB);
    assertThat(all.bytes(MemoryPart.MALLOC_SPARE)).isEqualTo(100 * KB);
    assertThat(all.bytes(MemoryPart.UNATTRIBUTED)).isZero();
    assertThat(all.parts().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(all.residentBytes());
  }

  @Test
  void shouldTakeAFullMappingForNoEstimate() {
    PlacedMemory placed =
        placed(
            List.of(region(HEAP, 400, 400, ""), region(FAR, 100, 7, "")),
            List.of(
                new Range(HEAP, HEAP + 100 * KB, MemoryPart.JAVA_HEAP),
                new Range(FAR - KB, FAR + 200 * KB, MemoryPart.CODE_CACHE)));
    assertThat(placed.estimatedBytes()).isZero();
    assertThat(placed.placed())
        .containsEntry(MemoryPart.JAVA_HEAP, 100 * KB)
        .containsEntry(MemoryPart.CODE_CACHE, 7 * KB);
  }

  @Test
  void shouldNameFiles() {
    PlacedMemory placed =
        placed(
            List.of(
                region(HEAP, 10, 1, "/opt/jdk/lib/server/classes.jsa"),
                region(HEAP + 10 * KB, 10, 2, "/opt/jdk/lib/server/libjvm.so"),
                behindLibrary(HEAP + 20 * KB, 10, 3, 10),
                region(FAR, 10, 4, "/opt/jdk/lib/modules"),
                region(FAR + 20 * KB, 10, 5, "/srv/app.jar"),
                region(FAR + 40 * KB, 10, 6, "[stack]"),
                region(FAR + 60 * KB, 10, 7, "[heap]")),
            List.of());
    assertThat(placed.placed())
        .containsEntry(MemoryPart.CDS_ARCHIVE, KB)
        .containsEntry(MemoryPart.LIBRARIES, 5 * KB)
        .containsEntry(MemoryPart.MAPPED_FILES, 9 * KB)
        .containsEntry(MemoryPart.THREAD_STACKS, 6 * KB);
    assertThat(placed.malloc()).isEqualTo(7 * KB);
  }

  /** Blocks mapped by malloc may be right behind a library that was loaded later. */
  @Test
  void shouldTakeNoMoreForALibraryThanItsZeroedDataIs() {
    PlacedMemory placed =
        placed(
            List.of(
                region(HEAP, 10, 2, "/opt/jdk/lib/libnio.so"),
                behindLibrary(HEAP + 10 * KB, 8_000, 8_000, 4)),
            List.of());
    assertThat(placed.placed()).containsEntry(MemoryPart.LIBRARIES, 6 * KB);
    assertThat(placed.malloc()).isEqualTo(7_996 * KB);
  }

  @Test
  void shouldGiveDirectBuffersTheirsFirstAndTheRestByWhatTheyTook() {
    PlacedMemory placed = placed(List.of(region(FAR, 1_000, 1_000, "")), List.of());

    MemorySplit split =
        placed.split(
            books(Map.of("Other", malloc(900), "GC", malloc(200), "Symbol", malloc(100))),
            800 * KB);

    // 200 kB remain for 400 kB that were taken: half of each
    assertThat(split.bytes(MemoryPart.DIRECT_BUFFERS)).isEqualTo(800 * KB);
    assertThat(split.bytes(MemoryPart.OTHER_OFF_HEAP)).isEqualTo(50 * KB);
    assertThat(split.bytes(MemoryPart.GC)).isEqualTo(100 * KB);
    assertThat(split.bytes(MemoryPart.JVM)).isEqualTo(50 * KB);
    assertThat(split.unattributedShare()).isZero();
    assertThat(split.estimatedBytes()).isEqualTo(200 * KB);
  }

  @Test
  void shouldLeaveOverWhatNobodyAccountsFor() {
    PlacedMemory placed = placed(List.of(region(FAR, 1_000, 1_000, "")), List.of());

    MemorySplit split = placed.split(books(Map.of("Other", malloc(700), "GC", malloc(100))), -1);

    assertThat(split.bytes(MemoryPart.DIRECT_BUFFERS)).isEqualTo(700 * KB);
    assertThat(split.bytes(MemoryPart.UNATTRIBUTED)).isEqualTo(200 * KB);
    assertThat(split.unattributedShare()).isEqualTo(0.2);
  }

  @Test
  void shouldFindStacksThatAreNewerThanTheMap() {
    PlacedMemory placed = placed(List.of(region(FAR, 1_000, 100, "")), List.of());
    MemorySplit split = placed.split(books(Map.of("Thread", new Category(0, 60 * KB))), -1);
    assertThat(split.bytes(MemoryPart.THREAD_STACKS)).isEqualTo(60 * KB);
    assertThat(split.bytes(MemoryPart.UNATTRIBUTED)).isEqualTo(40 * KB);
  }
}
