package dev.foliot.diagnose.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.memory.JvmRanges;
import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.hotspot.memory.NativeMemory.Range;
import dev.foliot.hotspot.memory.PlacedMemory;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.ResidentRegion;
import dev.foliot.linux.reason.ProcessReason;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResidentTest {
  private static final long KB = 1024;
  private static final long MB = 1 << 20;
  private static final long HEAP = 1024 * MB;
  private static final long ARENA = 4096 * MB;
  private static final long FAR = 8200 * MB;

  private static final PlacedMemory.Presence UNKNOWN =
      region -> Reading.unavailable(new ProcessReason.NoProcess());

  private static ResidentRegion region(long start, long end, long kb, String mode, String path) {
    return new ResidentRegion(new MemoryRegion(start, end, mode, path), kb * KB);
  }

  private static JvmRanges told(Set<Long> metadata, JvmRanges.Range... ranges) {
    return new JvmRanges(List.of(ranges), metadata, List.of());
  }

  private static long sum(Resident resident) {
    return resident.split().parts().values().stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void shouldShareOutAllThatIsInRam() {
    List<ResidentRegion> regions =
        List.of(
            region(8 * MB, 9 * MB, 100, "rw-p", "[heap]"),
            region(HEAP, HEAP + 16 * MB, 9000, "rw-p", ""),
            region(ARENA, ARENA + MB, 700, "rw-p", ""),
            region(ARENA + MB, ARENA + 64 * MB, 0, "---p", ""),
            region(ARENA + 64 * MB, ARENA + 66 * MB, 1100, "rw-p", ""),
            region(ARENA + 66 * MB, ARENA + 128 * MB, 0, "---p", ""),
            region(FAR, FAR + 4 * MB, 3000, "rw-p", ""),
            region(FAR + 8 * MB, FAR + 9 * MB, 60, "rw-p", ""),
            region(FAR + 16 * MB, FAR + 17 * MB, 500, "rw-p", ""),
            region(FAR + 32 * MB, FAR + 33 * MB, 20, "r--p", "/opt/jdk/lib/modules"));
    Resident resident =
        Resident.of(
            regions,
            told(
                Set.of(FAR + MB, FAR + 2 * MB),
                new JvmRanges.Range(HEAP, HEAP + 64 * MB, JvmRanges.Kind.JAVA_HEAP),
                new JvmRanges.Range(
                    FAR + 8 * MB - 16 * KB, FAR + 9 * MB, JvmRanges.Kind.THREAD_STACK)),
            List.of(),
            UNKNOWN);

    MemorySplit split = resident.split();
    assertThat(split.bytes(MemoryPart.JAVA_HEAP)).isEqualTo(9000 * KB);
    assertThat(split.bytes(MemoryPart.MALLOC)).isEqualTo(1900 * KB);
    assertThat(split.bytes(MemoryPart.METASPACE)).isEqualTo(3000 * KB);
    assertThat(split.bytes(MemoryPart.THREAD_STACKS)).isEqualTo(60 * KB);
    assertThat(split.bytes(MemoryPart.MAPPED_FILES)).isEqualTo(20 * KB);
    assertThat(split.bytes(MemoryPart.UNATTRIBUTED)).isEqualTo(500 * KB);
    assertThat(sum(resident)).isEqualTo(split.residentBytes());
    assertThat(resident.stacks()).isEqualTo(1);
    assertThat(resident.stackReservedBytes()).isEqualTo(MB + 16 * KB);
    assertThat(resident.arenas()).isEqualTo(new Resident.Arenas(1, 1100 * KB));
  }

  /** A heap of 64 MiB, and metaspace, which reserves as much. */
  @Test
  void shouldNotCountTheHeapOrMetaspaceAsArenas() {
    Resident resident =
        Resident.of(
            List.of(
                region(ARENA, ARENA + 64 * MB, 40_000, "rw-p", ""),
                region(ARENA + 64 * MB, ARENA + 66 * MB, 2_000, "rw-p", ""),
                region(ARENA + 66 * MB, ARENA + 128 * MB, 0, "---p", "")),
            told(
                Set.of(ARENA + 65 * MB),
                new JvmRanges.Range(ARENA, ARENA + 64 * MB, JvmRanges.Kind.JAVA_HEAP)),
            List.of(),
            UNKNOWN);
    assertThat(resident.arenas()).isEqualTo(new Resident.Arenas(0, 0));
  }

  /** As a leak leaves them: an arena that took two more blocks, and one small arena. */
  @Test
  void shouldNotCountTheFullBlocksOfOneArena() {
    Resident resident =
        Resident.of(
            List.of(
                region(ARENA, ARENA + 130 * MB, 133_072, "rw-p", ""),
                region(ARENA + 130 * MB, ARENA + 192 * MB, 0, "---p", ""),
                region(ARENA + 192 * MB, ARENA + 194 * MB, 1_500, "rw-p", ""),
                region(ARENA + 194 * MB, ARENA + 256 * MB, 0, "---p", "")),
            told(Set.of()),
            List.of(),
            UNKNOWN);
    assertThat(resident.arenas()).isEqualTo(new Resident.Arenas(2, 3_500 * KB));
    assertThat(resident.split().bytes(MemoryPart.MALLOC)).isEqualTo(134_572 * KB);
  }

  @Test
  void shouldTakeDirectBuffersOutOfTheArenaThatTheyLieIn() {
    Resident resident =
        Resident.of(
            List.of(
                region(ARENA, ARENA + 2 * MB, 2048, "rw-p", ""),
                region(ARENA + 2 * MB, ARENA + 64 * MB, 0, "---p", "")),
            told(Set.of()),
            List.of(new Range(ARENA + 512 * KB, ARENA + MB, MemoryPart.DIRECT_BUFFERS)),
            UNKNOWN);
    assertThat(resident.split().bytes(MemoryPart.DIRECT_BUFFERS)).isEqualTo(512 * KB);
    assertThat(resident.split().bytes(MemoryPart.MALLOC)).isEqualTo(1536 * KB);
    assertThat(resident.split().estimatedBytes()).isZero();
    assertThat(sum(resident)).isEqualTo(2 * MB);
  }

  @Test
  void shouldNotTakeAnAlignedMappingForAnArena() {
    Resident resident =
        Resident.of(
            List.of(
                region(ARENA, ARENA + 2 * MB, 2048, "rw-p", ""),
                region(ARENA + 2 * MB, ARENA + 3 * MB, 0, "---p", "")),
            told(Set.of()),
            List.of(),
            UNKNOWN);
    assertThat(resident.split().bytes(MemoryPart.MALLOC)).isZero();
    assertThat(resident.split().bytes(MemoryPart.UNATTRIBUTED)).isEqualTo(2 * MB);
  }

  @Test
  void shouldLetHigherLayersWin() {
    List<Range> ranges =
        new MemoryPlaces.RangeLayers()
            .below(List.of(new Range(20, 30, MemoryPart.GC), new Range(25, 40, MemoryPart.JVM)))
            .below(List.of(new Range(10, 50, MemoryPart.MALLOC)))
            .ranges();
    assertThat(ranges)
        .containsExactly(
            new Range(10, 20, MemoryPart.MALLOC),
            new Range(20, 30, MemoryPart.GC),
            new Range(30, 40, MemoryPart.JVM),
            new Range(40, 50, MemoryPart.MALLOC));
  }
}
