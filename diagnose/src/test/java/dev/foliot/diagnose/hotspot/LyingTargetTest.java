package dev.foliot.diagnose.hotspot;

import static dev.foliot.diagnose.hotspot.Answers.reason;
import static dev.foliot.diagnose.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.MemoryRegion;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Targets whose tables and structures cannot be true: a clear answer, soon. */
@Timeout(20)
class LyingTargetTest {
  private final FakeHotspot fake = new FakeHotspot();

  @Test
  void shouldReadALayoutThatNoHotspotHas() {
    JvmImage jvm = value(fake.attach());
    assertThat(jvm.identity()).isEqualTo(new JvmIdentity("42.0.1+7", "unknown", 42, ""));
    assertThat(jvm.flags().bool("UseRouter")).contains(true);
    assertThat(jvm.flags().number("RouterThreads")).hasValue(-5);
    assertThat(jvm.flags().number("UseRouter")).isEmpty();
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
    assertThat(jvm.code().missing().orElseThrow()).contains("CodeCache::_heaps");
    assertThat(jvm.code().at(1)).isEqualTo(new CodePlace.Unknown(1));
    assertThat(jvm.code().callers(1, 2, 3, new byte[64])).isEmpty();
  }

  @Test
  void shouldReadTheSymbolsThatMuslLeaves() {
    assertThat(value(value(fake.withPlainHash().attach()).classes()).all()).hasSize(2);
  }

  @Test
  void shouldNameTheFieldThatIsMissing() {
    assertThat(reason(fake.without("Klass::_secondary_supers").attach()))
        .contains("its tables lack Klass::_secondary_supers");
  }

  @Test
  void shouldRefuseOffsetsOutsideOfReason() {
    fake.without("Klass::_name").field("Klass", "_name", "Symbol*", 1L << 40);
    assertThat(reason(fake.attach())).contains("its tables lie: Klass::_name is at offset");
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
    FakeHotspot flags = new FakeHotspot();
    flags.memory.i8(FakeHotspot.FLAG_COUNT, 1L << 40);
    assertThat(reason(flags.attach())).contains("there are 1099511627776 flags");
  }

  @Test
  void shouldStopAtTheCapOfClasses() {
    // Each class of a long row of them: the same page over and over would be a circle.
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
      // Whatever it says, it says it.
      attach(flipped.memory, "/x/libjvm.so").map(JvmImage::classes);
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

  /** The tables' symbol is called something else. */
  private static FakeMemory renamed(FakeHotspot image) {
    image.memory.text(FakeHotspot.BASE + 0x4000 + 1 + "graal_create_isolate".length() + 1, "x");
    return image.memory;
  }

  private static dev.foliot.linux.Reading<JvmImage> attach(FakeMemory memory, String file) {
    return JvmImage.of(
        memory,
        7,
        List.of(
            new MemoryRegion(FakeHotspot.BASE, FakeHotspot.BASE + 0x100000, "r--p", file),
            new MemoryRegion(FakeHotspot.BASE + 0x100000, -1, "rw-p", "")));
  }
}
