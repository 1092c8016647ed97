package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.reason;
import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.image.FakeMemory;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.klass.ClassList;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Targets with inconsistent tables and structures: the answer is clear and quick. */
@Timeout(20)
class LyingTargetTest {
  private final FakeHotspot fake = new FakeHotspot();

  @Test
  void shouldReadALayoutThatNoHotspotHas() {
    HotspotJvm jvm = value(fake.attach());
    assertThat(jvm.version()).isEqualTo("42.0.1+7");
    assertThat(jvm.vendor()).isEqualTo("unknown");
    assertThat(jvm.feature()).isEqualTo(42);
    assertThat(jvm.mainClass()).isEmpty();
    JvmFlags flags = value(jvm.flags());
    assertThat(flags.bool("UseRouter")).contains(true);
    assertThat(flags.number("RouterThreads")).hasValue(-5);
    assertThat(flags.number("UseRouter")).isEmpty();
    ClassList classes = value(jvm.classes());
    assertThat(classes.complete()).isTrue();
    assertThat(classes.all())
        .containsExactly(
            new LoadedClass(
                FakeHotspot.ROUTER,
                "com.acme.Router",
                "bootstrap",
                false,
                false,
                1,
                FakeHotspot.PRIMARIES + 8,
                FakeHotspot.ROUTER + 0x800,
                3),
            value(jvm.classAt(FakeHotspot.OBJECT)));
    assertThat(jvm.code().missing().orElseThrow().text()).contains("CodeCache::_heaps");
    assertThat(jvm.code().at(1)).isEqualTo(new CodePlace.Unknown(1));
    assertThat(jvm.code().callers(1, 2, 3, new byte[64])).isEmpty();
  }

  @Test
  void shouldReadTheSymbolsThatMuslLeaves() {
    assertThat(value(value(fake.withPlainHash().attach()).classes()).all()).hasSize(2);
  }

  @Test
  void shouldRefuseOffsetsOutsideOfReason() {
    fake.without("Klass::_name").field("Klass", "_name", "Symbol*", 1L << 40);
    assertThat(reason(fake.attach())).contains("its tables lie: Klass::_name is at offset");
  }

  /** Fields for hardware watchpoints: unaligned, too far away, and overlapping. */
  @ParameterizedTest
  @CsvSource({
    "_super_check_offset, juint, 34",
    "_super_check_offset, juint, 20_000",
    "_super_check_offset, juint, 20",
    "_super_check_offset, juint, 100",
    "_secondary_super_cache, Klass*, 20",
    "_secondary_super_cache, Klass*, 24",
    "_secondary_supers, Array<Klass*>*, 8_000",
    "_primary_supers[0], Klass*, 44",
    "_primary_supers[0], Klass*, 8"
  })
  void shouldRefuseFieldsThatCannotBeWhereTheyAreSaidToBe(String name, String type, String at) {
    fake.without("Klass::" + name).field("Klass", name, type, Long.parseLong(at.replace("_", "")));
    assertThat(reason(fake.attach())).contains("its tables lie: Klass::").contains(" is at offset");
  }

  @Test
  void shouldRefuseTablesThatDoNotEnd() {
    fake.symbols.put("gHotSpotVMStructEntryArrayStride", 0L);
    assertThat(reason(fake.attach())).contains("ArrayStride is 0");
    FakeHotspot endless = new FakeHotspot();
    for (int i = 0; i < 20_001; i++) {
      endless.field("Klass", "_f" + i, "int", 4);
    }
    assertThat(reason(endless.attach())).contains("more than 20000 entries");
  }

  @Test
  void shouldRefuseTablesThatAreNowhere() {
    fake.symbols.put("gHotSpotVMStructs", 0x6666_0000_0000L);
    assertThat(reason(fake.attach())).contains("0x666600000000 cannot be read");
  }

  @Test
  void shouldRefuseAnOldHotspot() {
    fake.memory.i4(FakeHotspot.MAJOR, 11);
    assertThat(reason(fake.attach())).contains("is a HotSpot of JDK 11");
  }

  @Test
  void shouldEndWhereClassesLeadInACircle() {
    fake.memory.i8(FakeHotspot.OBJECT + FakeHotspot.NEXT, FakeHotspot.ROUTER);
    ClassList classes = value(value(fake.attach()).classes());
    assertThat(classes.all()).hasSize(2);
    assertThat(classes.complete()).isFalse();
  }

  @Test
  void shouldEndWhereLoadersLeadInACircle() {
    fake.memory.i8(FakeHotspot.LOADER + FakeHotspot.LOADER_NEXT, FakeHotspot.LOADER);
    ClassList classes = value(value(fake.attach()).classes());
    assertThat(classes.all()).hasSize(2);
    assertThat(classes.complete()).isFalse();
  }

  @Test
  void shouldLeaveOutWhatIsNoClassAndGoOn() {
    fake.memory.i4(FakeHotspot.ROUTER + FakeHotspot.CHECK, 12_345);
    ClassList classes = value(value(fake.attach()).classes());
    assertThat(classes.all()).extracting(LoadedClass::name).containsExactly("java.lang.Object");
    assertThat(classes.unreadable()).isEqualTo(1);
    assertThat(classes.complete()).isTrue();
  }

  @Test
  void shouldNotFollowPointersThatAreNone() {
    fake.memory.i8(FakeHotspot.ROUTER + FakeHotspot.NEXT, FakeHotspot.OBJECT + 3);
    ClassList classes = value(value(fake.attach()).classes());
    assertThat(classes.all()).extracting(LoadedClass::name).containsExactly("com.acme.Router");
    assertThat(classes.unreadable()).isEqualTo(1);
    assertThat(classes.complete()).isFalse();
  }

  /** The first loader of the list is the newest: its memory may be newer than the mappings read. */
  @Test
  void shouldLookAgainWhereTheFirstLoaderCannotBeReadYet() {
    long newest = 0x20_0000_0000L;
    fake.memory.i8(FakeHotspot.HEAD, newest);
    AtomicInteger renewals = new AtomicInteger();
    fake.attach();
    Memory late = new LateMemory(fake.memory, renewals, newest, FakeHotspot.LOADER);
    HotspotJvm jvm = value(attach(late, "/x/libjvm.so"));
    assertThat(value(jvm.classes()).all()).hasSize(2);
    assertThat(renewals).hasValue(2);
  }

  @Test
  void shouldNotTakeAClassOfAnotherLoader() {
    fake.memory.i8(FakeHotspot.OBJECT + FakeHotspot.LOADER_DATA, FakeHotspot.LOADER + 8);
    assertThat(value(value(fake.attach()).classes()).all()).hasSize(1);
  }

  @Test
  void shouldSayThatThereIsNoClassAtAll() {
    fake.memory.i8(FakeHotspot.HEAD, 0);
    assertThat(reason(value(fake.attach()).classes())).contains("classes cannot be read");
  }

  @Test
  void shouldShortenALongName() {
    long symbol = FakeHotspot.ROUTER + 0x10_0000;
    fake.memory.i8(FakeHotspot.ROUTER + FakeHotspot.NAME, symbol);
    fake.memory.i2(symbol + FakeHotspot.SYMBOL_LENGTH, 65_535);
    fake.memory.text(symbol + FakeHotspot.SYMBOL_BODY, "x".repeat(65_535));
    assertThat(value(value(fake.attach()).classAt(FakeHotspot.ROUTER)).name())
        .hasSize(32_001)
        .endsWith("x…");
  }

  @Test
  void shouldRefuseGiantCounts() {
    fake.memory.i4(FakeHotspot.ROUTER + 0x800, Integer.MAX_VALUE);
    assertThat(reason(value(fake.attach()).classAt(FakeHotspot.ROUTER)))
        .contains("has 2147483647 entries");
  }

  @Test
  void shouldReadTheClassesWhereTheFlagsLie() {
    fake.memory.i8(FakeHotspot.FLAG_COUNT, 1L << 40);
    HotspotJvm jvm = value(fake.attach());
    assertThat(reason(jvm.flags()))
        .contains("its table of flags cannot be read")
        .contains("there are 1099511627776 flags");
    assertThat(value(jvm.classes()).all()).hasSize(2);
    FakeHotspot lacking = new FakeHotspot().without("JVMFlag::flags");
    assertThat(reason(value(lacking.attach()).flags())).contains("its tables lack JVMFlag::flags");
  }

  /** Each class has a row of superclasses, each of them on a page of its own. */
  @Test
  void shouldEndAWalkThatWouldReadTooMuch() {
    long classes = 0x20_0000_0000L;
    long supers = 0x30_0000_0000L;
    int depth = 900;
    for (int i = 0; i < 600; i++) {
      long klass = classes + 256L * i;
      fake.memory.i8(klass + FakeHotspot.NAME, FakeHotspot.OBJECT + 0x400);
      fake.memory.i4(klass + FakeHotspot.CHECK, FakeHotspot.CACHE);
      fake.memory.i8(klass + FakeHotspot.NEXT, klass + 256);
      fake.memory.i8(klass + FakeHotspot.LOADER_DATA, FakeHotspot.LOADER);
      fake.memory.i8(klass + FakeHotspot.SUPER, supers + (1L << 16) * depth * i);
    }
    fake.memory.i8(FakeHotspot.LOADER + FakeHotspot.LOADER_KLASSES, classes);
    // Each link has the same content: a pointer to the next one, 64 kB further.
    FarMemory far = new FarMemory(fake.memory, supers, 1 << 16, depth);
    fake.attach();
    ClassList seen = value(value(attach(far, "/x/libjvm.so")).classes());
    assertThat(seen.complete()).isFalse();
    assertThat(seen.incomplete().orElseThrow()).contains("more than 2048 MiB");
    assertThat(seen.all()).hasSizeBetween(100, 500);
  }

  @Test
  void shouldEndAWalkThatTakesTooLong() {
    AtomicLong now = new AtomicLong();
    // Each reading of the clock takes a tenth of a second.
    HotspotJvm jvm = value(fake.attach(now::get));
    LongSupplier slow = () -> now.getAndAdd(100_000_000);
    long at = 0x20_0000_0000L;
    for (int i = 0; i < 1_000; i++) {
      long klass = at + 32_768L * i;
      fake.memory.i8(klass + FakeHotspot.NAME, FakeHotspot.OBJECT + 0x400);
      fake.memory.i4(klass + FakeHotspot.CHECK, FakeHotspot.PRIMARIES);
      fake.memory.i8(klass + FakeHotspot.NEXT, klass + 32_768);
      fake.memory.i8(klass + FakeHotspot.LOADER_DATA, FakeHotspot.LOADER);
    }
    fake.memory.i8(FakeHotspot.LOADER + FakeHotspot.LOADER_KLASSES, at);
    assertThat(value(jvm.classes()).all()).hasSize(1_000);
    assertThat(reason(fake.attach(slow))).contains("it took longer than 4000 ms");
    AtomicLong later = new AtomicLong();
    AtomicBoolean isSlow = new AtomicBoolean();
    HotspotJvm slowed =
        value(fake.attach(() -> isSlow.get() ? later.getAndAdd(100_000_000) : later.get()));
    isSlow.set(true);
    ClassList seen = value(slowed.classes());
    assertThat(seen.incomplete()).contains("it took longer than 3000 ms");
    assertThat(seen.all()).hasSizeBetween(2, 40);
  }

  @Test
  void shouldStopAtTheCapOfClasses() {
    // Each class of a long row: repeating one page would be a circle.
    long at = 0x20_0000_0000L;
    for (int i = 0; i < 200_100; i++) {
      long klass = at + 256L * i;
      fake.memory.i8(klass + FakeHotspot.NAME, FakeHotspot.OBJECT + 0x400);
      fake.memory.i4(klass + FakeHotspot.CHECK, FakeHotspot.PRIMARIES);
      fake.memory.i8(klass + FakeHotspot.NEXT, klass + 256);
      fake.memory.i8(klass + FakeHotspot.LOADER_DATA, FakeHotspot.LOADER);
    }
    fake.memory.i8(FakeHotspot.LOADER + FakeHotspot.LOADER_KLASSES, at);
    ClassList classes = value(value(fake.attach()).classes());
    assertThat(classes.all()).hasSize(200_000);
    assertThat(classes.complete()).isFalse();
  }

  @Test
  void shouldSurviveRandomBytes() {
    for (long seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      FakeMemory memory = new FakeMemory();
      byte[] bytes = new byte[1 << 16];
      random.nextBytes(bytes);
      memory.bytes(FakeHotspot.BASE, bytes);
      memory.bytes(FakeHotspot.BASE, (byte) 0x7f, (byte) 'E', (byte) 'L', (byte) 'F', (byte) 2);
      memory.bytes(FakeHotspot.BASE + 5, (byte) 1);
      assertThat(reason(attach(memory, "/x/libjvm.so"))).contains("does not tell of itself");
    }
  }

  @Test
  void shouldSurviveBitsThatFlip() {
    for (long seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      FakeHotspot flipped = new FakeHotspot();
      flipped.attach();
      for (int i = 0; i < 40; i++) {
        long at = FakeHotspot.BASE + random.nextInt(0x20000);
        flipped.memory.bytes(at, (byte) random.nextInt());
      }
      // Any answer is fine.
      attach(flipped.memory, "/x/libjvm.so").map(HotspotJvm::classes);
    }
  }

  @Test
  void shouldSayWhichOtherJvmItIs() {
    FakeMemory memory = new FakeMemory();
    assertThat(reason(attach(memory, "/opt/ibm/lib/default/libj9vm29.so")))
        .contains("process 7 is an Eclipse OpenJ9 JVM");
    assertThat(reason(attach(memory, "/opt/zing/lib/server/libjvm.so"))).contains("Azul's Zing");
    assertThat(reason(attach(memory, "/opt/app/server"))).contains("is no JVM");
    FakeHotspot image = new FakeHotspot();
    image.symbols.put("graal_create_isolate", 1L);
    image.attach();
    assertThat(reason(attach(renamed(image), "/opt/app/server")))
        .contains("is a native image of GraalVM (/opt/app/server)");
  }

  /** The symbol of the tables has another name. */
  private static FakeMemory renamed(FakeHotspot image) {
    image.memory.text(FakeHotspot.BASE + 0x4000 + 1 + "graal_create_isolate".length() + 1, "x");
    return image.memory;
  }

  private static Reading<HotspotJvm> attach(Memory memory, String file) {
    return HotspotJvm.of(
        memory,
        7,
        List.of(
            new MemoryRegion(FakeHotspot.BASE, FakeHotspot.BASE + 0x100000, "r--p", file),
            new MemoryRegion(FakeHotspot.BASE + 0x100000, -1, "rw-p", "")),
        new VmImage.Clocks(() -> 0, () -> 0));
  }

  /** A memory where a loader is mapped only at the second request. */
  private record LateMemory(FakeMemory near, AtomicInteger renewals, long newest, long following)
      implements Memory {
    @Override
    public boolean read(long address, byte[] into) {
      return near.read(address, into);
    }

    @Override
    public Optional<String> fileAt(long address) {
      return near.fileAt(address);
    }

    @Override
    public void renew() {
      if (renewals.incrementAndGet() == 2) {
        near.i8(newest + FakeHotspot.LOADER_NEXT, following);
      }
    }
  }

  /** A memory followed by rows of superclasses, too many to store. */
  private record FarMemory(Memory near, long start, int step, int depth) implements Memory {
    @Override
    public boolean read(long address, byte[] into) {
      if (address < start || address >= FakeHotspot.BASE) {
        return near.read(address, into);
      }
      Arrays.fill(into, (byte) 0);
      long index = (address - start) / step;
      long field = start + index * step + FakeHotspot.SUPER - address;
      if (field >= 0 && field <= into.length - Long.BYTES && index % depth != depth - 1) {
        ByteBuffer.wrap(into)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong((int) field, start + (index + 1) * step);
      }
      return true;
    }

    @Override
    public Optional<String> fileAt(long address) {
      return near.fileAt(address);
    }

    @Override
    public void renew() {
      near.renew();
    }
  }
}
