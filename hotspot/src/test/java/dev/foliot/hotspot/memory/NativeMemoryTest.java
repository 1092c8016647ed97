package dev.foliot.hotspot.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.memory.NativeMemory.Category;
import dev.foliot.hotspot.memory.NativeMemory.Range;
import dev.foliot.linux.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;

class NativeMemoryTest {
  /** Lines of JDK 25. */
  private static final String NEWER =
      """

      Native Memory Tracking:

      Total: reserved=2268249860, committed=707010308
             malloc: 230866692 #56576, peak=229848324 #56577
             mmap:   reserved=2037383168, committed=476143616

      -                 Java Heap (reserved=536870912, committed=398458880)
                                  (mmap: reserved=536870912, committed=398458880, at peak)

      -                     Class (reserved=1073974302, committed=1674270)
                                  (classes #3085)
                                  (malloc=232478 tag=Class #5330) (at peak)
                                  (mmap: reserved=1073741824, committed=1441792, at peak)
                                  (  Metadata:   )
                                  (    reserved=67108864, committed=9306112)

      -                    Thread (reserved=45244800, committed=3666304)
                                  (threads #43)
                                  (stack: reserved=45088768, committed=3510272, peak=3510272)
                                  (malloc=106832 tag=Thread #261) (peak=115408 #265)
                                  (arena=49200 #82) (peak=803592 #30)

      -    Native Memory Tracking (reserved=1236968, committed=1236968)
                                  (malloc=218600 tag=Native Memory Tracking #2507) (at peak)
                                  (tracking overhead=1018368)

      -        Shared class space (reserved=16777312, committed=14241888, readonly=0)
                                  (malloc=96 tag=Shared class space #2) (at peak)
                                  (mmap: reserved=16777216, committed=14241792, peak=14454784)

      Virtual memory map:

      [0x00007f030ba8c000 - 0x00007f030ba98000] reserved 49152 for Code from
          [0x00007f030afccb64]MemoryReserver::reserve_memory(char*)+0x84

              [0x00007f030ba8c000 - 0x00007f030ba91000] committed 20480 from
                  [0x00007f030b488ed0]VirtualSpace::expand_by(unsigned long, bool)+0xe0

      [0x00000000e0000000 - 0x0000000100000000] reserved and committed 536870912 for Java Heap from
      [0x00007f0309100000 - 0x00007f0309200000] reserved 1048576 for Thread Stack

      Details:

      [0x00007f030afccb64]os::malloc(unsigned long)+0x1
                                   (malloc=99999999 type=Class #1)
      """;

  @Test
  void shouldReadCategoriesAndRanges() {
    NativeMemory memory = ((Reading.Value<NativeMemory>) NativeMemory.parse(NEWER)).value();

    assertThat(memory.category("Java Heap")).isEqualTo(new Category(0, 398_458_880));
    assertThat(memory.category("Class")).isEqualTo(new Category(232_478, 1_441_792));
    assertThat(memory.category("Thread")).isEqualTo(new Category(106_832 + 49_200, 3_510_272));
    assertThat(memory.category("Native Memory Tracking"))
        .isEqualTo(new Category(218_600 + 1_018_368, 0));
    assertThat(memory.category("Shared class space")).isEqualTo(new Category(96, 14_241_792));
    assertThat(memory.categories()).hasSize(5);
    assertThat(memory.ranges())
        .containsExactly(
            new Range(0xe0000000L, 0x100000000L, MemoryPart.JAVA_HEAP),
            new Range(0x7f0309100000L, 0x7f0309200000L, MemoryPart.THREAD_STACKS),
            new Range(0x7f030ba8c000L, 0x7f030ba98000L, MemoryPart.CODE_CACHE));
  }

  @Test
  void shouldReadWhatJdk17Writes() {
    String older =
        """
        -                 Java Heap (reserved=536870912, committed=396361728)
                                    (mmap: reserved=536870912, committed=396361728)\s
        \s
        -                    Thread (reserved=15770680, committed=894008)
                                    (thread #15)
                                    (stack: reserved=15728640, committed=851968)
                                    (malloc=26008 #94) (peak=34392 #98)\s
                                    (arena=16032 #28) (peak=931336 #26)
        """;
    NativeMemory memory = ((Reading.Value<NativeMemory>) NativeMemory.parse(older)).value();
    assertThat(memory.category("Java Heap").mappedBytes()).isEqualTo(396_361_728);
    assertThat(memory.category("Thread")).isEqualTo(new Category(26_008 + 16_032, 851_968));
    assertThat(memory.ranges()).isEmpty();
  }

  @Test
  void shouldCutOverlapsAndIgnoreNonsense() {
    String text =
        """
        -  Java Heap (reserved=1, committed=1)
        [0x1000 - 0x3000] reserved 8192 for GC from
        [0x2000 - 0x4000] reserved 8192 for Code from
        [0x2000 - 0x2800] reserved 2048 for Class from
        [0xffffffffffff0000 - 0xfffffffffffff000] reserved 1 for GC from
        [0x5000 - 0x5000] reserved 0 for GC from
        [0xzz - 0x5000] reserved 0 for GC from
        """;
    NativeMemory memory = ((Reading.Value<NativeMemory>) NativeMemory.parse(text)).value();
    assertThat(memory.ranges())
        .isEqualTo(
            List.of(
                new Range(0x1000, 0x3000, MemoryPart.GC),
                new Range(0x3000, 0x4000, MemoryPart.CODE_CACHE)));
  }

  @Test
  void shouldSayWhyThereIsNothing() {
    assertThat(NativeMemory.parse("Native memory tracking is not enabled\n"))
        .isInstanceOfSatisfying(
            Reading.Unavailable.class,
            none -> assertThat(none.remedy()).contains("NativeMemoryTracking=detail"));
    assertThat(NativeMemory.parse("\u001b[2J")).isInstanceOf(Reading.Unavailable.class);
  }

  @Test
  void shouldReadTheHeapInTheWordsOfEachCollector() {
    used(
        225_302 * 1024L,
        "garbage-first heap   total reserved 524288K, committed 389120K, used 225302K [0x0, 0x1)",
        " region size 1024K, 19 young (19456K), 6 survivors (6144K)",
        " Metaspace       used 9174K, committed 9408K, reserved 1114112K");
    used(
        2_048 * 1024L,
        " garbage-first heap   total 260096K, used 2048K [0x0000000703e00000, 0x0000000800000000)",
        "  region size 2048K, 1 young (2048K), 0 survivors (0K)");
    used(
        (27_239 + 7) * 1024L,
        " PSYoungGen      total 113152K, used 27239K [0x00000000f5580000, 0x00000000fd380000)",
        "  eden space 97280K, 28% used [0x00000000f5580000,0x00000000f7019ed8)",
        " ParOldGen       total 258048K, used 7K [0x00000000e0000000, 0x00000000efc00000)",
        "  object space 258048K, 0% used [0x00000000e0000000,0x00000000e0000000)");
    used(
        (5 + 6) * 1024L,
        " def new generation   total 9792K, used 5K [0x00000000fc000000, 0x00000000fcaa0000)",
        " tenured generation   total 21888K, used 6K [0x00000000fd550000, 0x00000000feab0000)",
        "   the space 21888K,   0% used [0x00000000fd550000, 0x00000000fd550000)");
    used(42L << 20, " ZHeap           used 42M, capacity 128M, max capacity 1992M");
    used(
        3_840L << 10,
        "Shenandoah Heap",
        " 1992M max, 1992M soft max, 128M committed, 3840K used",
        " 4010 x 512K regions");
    assertThat(AttachedJvm.usedBytes("Epsilon")).isInstanceOf(Reading.Unavailable.class);
  }

  private static void used(long bytes, String... lines) {
    assertThat(AttachedJvm.usedBytes(String.join("\n", lines))).isEqualTo(Reading.of(bytes));
  }

  @Test
  void shouldNotMakeLessOfMoreWhereAJvmLies() {
    String more = "                            (malloc=999999999999999999 tag=GC #1)\n";
    String text =
        "-                 Java Heap (reserved=1, committed=1)\n"
            + "-                        GC (reserved=1, committed=1)\n"
            + more.repeat(12);
    NativeMemory told = NativeMemory.parse(text).toOptional().orElseThrow();
    assertThat(told.category("GC").mallocBytes()).isEqualTo(1L << 48);
    assertThat(AttachedJvm.usedBytes("def new generation   total 1G, used 999999999999999G [0x1"))
        .isEqualTo(Reading.of(1L << 48));
  }

  @Test
  void shouldKnowAFileThatAnUpdateHasReplaced() {
    assertThat(MemoryPart.ofFile("/usr/lib/jvm/lib/server/libjvm.so (deleted)"))
        .isEqualTo(MemoryPart.LIBRARIES);
    assertThat(MemoryPart.ofFile("/usr/lib/jvm/lib/server/classes.jsa (deleted)"))
        .isEqualTo(MemoryPart.CDS_ARCHIVE);
    assertThat(MemoryPart.ofFile("/memfd:java_heap (deleted)")).isEqualTo(MemoryPart.JAVA_HEAP);
    assertThat(MemoryPart.ofFile("/tmp/data (deleted)")).isEqualTo(MemoryPart.MAPPED_FILES);
  }
}
