package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.memory.JvmRanges;
import dev.foliot.hotspot.memory.JvmRanges.Kind;
import dev.foliot.hotspot.memory.JvmRanges.Range;
import dev.foliot.hotspot.memory.RangeReader;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.text.Reason;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The address ranges of a simulated JVM, while it changes. */
@Timeout(20)
class RangeReaderTest {
  private static final long LIST = 0x11_0000_0000L;
  private static final long THREADS = LIST + 0x1000;
  private static final long FIRST = LIST + 0x10000;
  private static final long STACK = 0x22_0000_0000L;
  private static final int POOL = 140;
  private static final long POOLS = 0x33_0000_0000L;
  private static final long OTHER = 0x20_0000_0000L;
  private static final long LATE = 0x44_0000_0000L;

  private final FakeHotspot fake = new FakeHotspot();

  RangeReaderTest() {
    fake.variable("ThreadsSMRSupport", "_java_thread_list", "ThreadsList*", LIST - 0x1000);
    fake.field("ThreadsList", "_length", "uint", 0);
    fake.field("ThreadsList", "_threads", "JavaThread**", 8);
    fake.field("Thread", "_stack_base", "address", 16);
    fake.field("Thread", "_stack_size", "size_t", 24);
    fake.field("InstanceKlass", "_constants", "ConstantPool*", POOL + 4);
    fake.memory.i8(LIST - 0x1000, LIST).i4(LIST, 3).i8(LIST + 8, THREADS);
    for (int i = 0; i < 3; i++) {
      long thread = FIRST + 0x1000L * i;
      fake.memory.i8(THREADS + 8L * i, thread);
      fake.memory.i8(thread + 16, STACK + 0x100000L * (i + 1)).i8(thread + 24, 0x80000);
    }
    pool(FakeHotspot.OBJECT, POOLS);
    pool(FakeHotspot.ROUTER, POOLS + 0x100000);
  }

  private void pool(long klass, long pool) {
    fake.memory.i8(klass + POOL + 4, pool);
  }

  private static Range stack(int number) {
    long end = STACK + 0x100000L * number;
    return new Range(end - 0x80000, end, Kind.THREAD_STACK);
  }

  private static List<Reason> ofStacks(JvmRanges told) {
    return told.couldNot().stream()
        .filter(why ->
            why.is(JvmReason.StacksUnknown.class)
                || (why instanceof JvmReason.RangeUnknown range
                    && range.what() == JvmReason.JvmRange.STACKS))
        .toList();
  }

  @Test
  void shouldLeaveOutTheOneThreadThatMakesNoSense() {
    RangeReader reader = value(fake.attach()).ranges();
    assertThat(reader.look().ranges()).containsExactly(stack(1), stack(2), stack(3));
    assertThat(ofStacks(reader.look())).isEmpty();

    fake.memory.i8(THREADS, 13);
    assertThat(reader.look().ranges()).containsExactly(stack(2), stack(3));
    assertThat(ofStacks(reader.look()))
        .singleElement()
        .isInstanceOfSatisfying(
            JvmReason.StacksUnknown.class,
            lost -> {
              assertThat(lost.stacks()).isEqualTo(1);
              assertThat(lost.threads()).isEqualTo(3);
              assertThat(lost.why()).contains("holds no pointer: 0xd");
            });
  }

  @Test
  void shouldKnowTheClassesOfEachLook() {
    RangeReader reader = value(fake.attach()).ranges();
    assertThat(reader.look().metadata())
        .containsExactlyInAnyOrder(FakeHotspot.OBJECT, FakeHotspot.ROUTER, POOLS, POOLS + 0x100000);

    fake.klass(LATE, "com/acme/Late", 1, 0);
    pool(LATE, LATE + 0x100000);
    fake.memory.i8(LATE + FakeHotspot.LOADER_DATA, OTHER);
    fake.memory.i8(OTHER + FakeHotspot.LOADER_KLASSES, LATE);
    fake.memory.i8(OTHER + FakeHotspot.LOADER_NEXT, FakeHotspot.LOADER);
    fake.memory.i8(FakeHotspot.HEAD, OTHER);
    assertThat(reader.look().metadata()).hasSize(6).contains(LATE, LATE + 0x100000);

    // its loader is unloaded
    fake.memory.i8(FakeHotspot.HEAD, FakeHotspot.LOADER);
    assertThat(reader.look().metadata()).hasSize(4).doesNotContain(LATE, LATE + 0x100000);
  }

  @Test
  void shouldReadTheConstantsOfAClassOnce() {
    fake.attach();
    AtomicInteger reads = new AtomicInteger();
    RangeReader reader =
        value(
                HotspotJvm.of(
                    new Counting(fake.memory, reads, FakeHotspot.OBJECT, 0x4000),
                    7,
                    List.of(
                        new MemoryRegion(
                            FakeHotspot.BASE, FakeHotspot.BASE + 0x100000, "r--p", "/x/libjvm.so")),
                    new VmImage.Clocks(() -> 0, () -> 0)))
            .ranges();
    reader.look();
    int first = reads.get();
    assertThat(first).isPositive();
    reader.look();
    assertThat(reads).hasValue(first);
  }

  /** Each full read has CPU time for 127 loaders, the oldest unread ones first. */
  @Test
  void shouldGiveEachOfManyLoadersItsTurn() {
    loaders(400);
    AtomicLong cpuNs = new AtomicLong();
    RangeReader reader = value(fake.attach(() -> 0, () -> cpuNs.getAndAdd(15_000_000))).ranges();
    JvmRanges first = reader.look();
    assertThat(first.metadata())
        .contains(FakeHotspot.OBJECT, FakeHotspot.ROUTER, klass(0), klass(125))
        .doesNotContain(klass(126));
    assertThat(ofClasses(first)).isEmpty();
    JvmRanges second = reader.look();
    assertThat(second.metadata()).contains(FakeHotspot.OBJECT, klass(125), klass(252));
    assertThat(second.metadata()).doesNotContain(klass(253));
    assertThat(ofClasses(second)).containsExactly(new JvmReason.LoadersBehind());
    reader.look();
    JvmRanges last = reader.look();
    assertThat(last.metadata()).contains(klass(0), klass(253), klass(399));
    assertThat(ofClasses(last)).isEmpty();
  }

  /** A quick read between two full reads covers the newest loaders only, and drops nothing. */
  @Test
  void shouldGlanceAtTheNewestOfManyLoaders() {
    loaders(1_200);
    AtomicInteger reads = new AtomicInteger();
    fake.attach();
    RangeReader reader =
        value(
                HotspotJvm.of(
                    new Counting(fake.memory, reads, OTHER, 0x10_0000),
                    7,
                    List.of(
                        new MemoryRegion(
                            FakeHotspot.BASE, FakeHotspot.BASE + 0x100000, "r--p", "/x/libjvm.so")),
                    new VmImage.Clocks(() -> 0, () -> 0)))
            .ranges();
    int all = reader.look().metadata().size();
    int whole = reads.getAndSet(0);
    fake.klass(LATE - 0x2_0000, "com/acme/Latest", 1, 0);
    pool(LATE - 0x2_0000, LATE - 0x2_0000);
    fake.memory.i8(LATE - 0x2_0000 + FakeHotspot.LOADER_DATA, OTHER - 0x1000);
    fake.memory.i8(OTHER - 0x1000 + FakeHotspot.LOADER_KLASSES, LATE - 0x2_0000);
    fake.memory.i8(OTHER - 0x1000 + FakeHotspot.LOADER_NEXT, OTHER + 0x100L * 1_198);
    fake.memory.i8(FakeHotspot.HEAD, OTHER - 0x1000);
    JvmRanges glance = reader.glance();
    assertThat(glance.metadata()).hasSize(all + 1).contains(LATE - 0x2_0000, klass(1_199));
    assertThat(reads.get()).isBetween(1, whole / 2);
    assertThat(reader.look().metadata())
        .hasSize(all)
        .contains(LATE - 0x2_0000, klass(0))
        .doesNotContain(klass(1_199));
  }

  /** Loaders that a full read skipped get their turn in the next quick reads, behind the newest. */
  @Test
  void shouldGiveOldLoadersTheirTurnsInGlances() {
    loaders(4_000);
    AtomicLong cpuNs = new AtomicLong();
    RangeReader reader = value(fake.attach(() -> 0, () -> cpuNs.getAndAdd(500_000))).ranges();
    JvmRanges look = reader.look();
    assertThat(look.metadata()).contains(klass(2_000)).doesNotContain(klass(3_000), klass(3_999));
    JvmRanges glance = reader.glance();
    assertThat(glance.metadata()).contains(klass(2_000), klass(3_999));
    assertThat(glance.metadata().size() - look.metadata().size()).isBetween(600, 800);
    assertThat(ofClasses(glance)).hasSize(1);
  }

  /** They may have come long before the full read, unnoticed by a quick one. */
  @Test
  void shouldTellOfLoadersThatHadNoTurnWhenTheyWereFound() {
    loaders(1_500);
    AtomicLong cpuNs = new AtomicLong();
    RangeReader reader = value(fake.attach(() -> 0, () -> cpuNs.getAndAdd(500_000))).ranges();
    assertThat(ofClasses(reader.look())).isEmpty();
    assertThat(ofClasses(reader.glance())).isEmpty();
    loaders(6_000);
    JvmRanges last = reader.look();
    assertThat(last.metadata()).contains(klass(3_000)).doesNotContain(klass(5_999));
    assertThat(ofClasses(last)).hasSize(1);
  }

  private static List<Reason> ofClasses(JvmRanges told) {
    return told.couldNot().stream().filter(JvmReason.LoadersBehind.class::isInstance).toList();
  }

  private static long klass(int index) {
    return LATE + 0x2_0000L * index;
  }

  /** Adds {@code count} loaders of one class each; later ones are newer. */
  private void loaders(int count) {
    long before = FakeHotspot.LOADER;
    for (int i = 0; i < count; i++) {
      long loader = OTHER + 0x100L * i;
      fake.klass(klass(i), "com/acme/Late" + i, 1, 0);
      pool(klass(i), klass(i));
      fake.memory.i8(klass(i) + FakeHotspot.LOADER_DATA, loader);
      fake.memory.i8(loader + FakeHotspot.LOADER_KLASSES, klass(i));
      fake.memory.i8(loader + FakeHotspot.LOADER_NEXT, before);
      before = loader;
    }
    fake.memory.i8(FakeHotspot.HEAD, before);
  }

  /** Counts the reads of {@code bytes} bytes from {@code start} on. */
  private record Counting(Memory memory, AtomicInteger reads, long start, long bytes)
      implements Memory {
    @Override
    public boolean read(long address, byte[] into) {
      if (address >= start && address - start < bytes) {
        reads.incrementAndGet();
      }
      return memory.read(address, into);
    }

    @Override
    public Optional<String> fileAt(long address) {
      return memory.fileAt(address);
    }

    @Override
    public void renew() {
      memory.renew();
    }
  }
}
