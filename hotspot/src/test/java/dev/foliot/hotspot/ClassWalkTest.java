package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.image.FakeMemory;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.klass.ClassList;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.memory.MemoryRegion;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Walks through changing classes: the number of passes and their targets. */
class ClassWalkTest {
  private static final long YOUNG = 0x20_0000_0000L;
  private static final long YOUNG_CLASS = 0x20_0001_0000L;
  private static final long NOWHERE = 0x6666_0000_0000L;

  private final FakeHotspot fake = new FakeHotspot();
  private final AtomicInteger looks = new AtomicInteger();

  /** A loader of one class ahead of the existing one. */
  @BeforeEach
  void addALoader() {
    fake.memory.i8(FakeHotspot.HEAD, YOUNG);
    fake.memory.i8(YOUNG + FakeHotspot.LOADER_NEXT, FakeHotspot.LOADER);
    fake.memory.i8(YOUNG + FakeHotspot.LOADER_KLASSES, YOUNG_CLASS);
    fake.klass(YOUNG_CLASS, "com/acme/Young", 1, 0);
    fake.memory.i8(YOUNG_CLASS + FakeHotspot.LOADER_DATA, YOUNG);
  }

  /** A memory with an event at each read. */
  private record Changing(FakeMemory memory, AtomicInteger looks, IntConsumer change)
      implements Memory {
    @Override
    public boolean read(long address, byte[] into) {
      return memory.read(address, into);
    }

    @Override
    public Optional<String> fileAt(long address) {
      return memory.fileAt(address);
    }

    @Override
    public void renew() {
      change.accept(looks.incrementAndGet());
    }
  }

  private ClassList walk(LongSupplier cpuClock, IntConsumer change) {
    fake.attach();
    return value(
        value(
                HotspotJvm.of(
                    new Changing(fake.memory, looks, change),
                    7,
                    List.of(
                        new MemoryRegion(
                            FakeHotspot.BASE, FakeHotspot.BASE + 0x100000, "r--p", "/x/libjvm.so")),
                    new VmImage.Clocks(() -> 0, cpuClock)))
            .classes());
  }

  private static void mustHave(ClassList classes, String... names) {
    assertThat(classes.all()).extracting(LoadedClass::name).containsExactly(names);
  }

  @Test
  void shouldLookOnceWhereNothingChanges() {
    ClassList classes = walk(() -> 0, look -> {});
    mustHave(classes, "com.acme.Young", "com.acme.Router", "java.lang.Object");
    assertThat(classes.complete()).isTrue();
    assertThat(looks).hasValue(1);
  }

  @Test
  void shouldReadTheRestOfAListThatBrokeOff() {
    fake.memory.i8(FakeHotspot.ROUTER + FakeHotspot.NEXT, NOWHERE);
    ClassList classes =
        walk(
            () -> 0,
            look ->
                fake.memory.i8(
                    FakeHotspot.ROUTER + FakeHotspot.NEXT,
                    look < 3 ? NOWHERE : FakeHotspot.OBJECT));
    mustHave(classes, "com.acme.Young", "com.acme.Router", "java.lang.Object");
    assertThat(classes.complete()).isTrue();
    assertThat(classes.unreadable()).isZero();
    assertThat(looks).hasValue(3);
  }

  /** The newest loader is the first of the list: after its unloading, those behind it remain. */
  @Test
  void shouldFindTheLoadersBehindOneThatGoes() {
    fake.memory.i8(YOUNG + FakeHotspot.LOADER_NEXT, NOWHERE);
    ClassList classes =
        walk(
            () -> 0,
            look -> {
              if (look == 2) {
                fake.memory.i8(FakeHotspot.HEAD, FakeHotspot.LOADER);
              }
            });
    mustHave(classes, "com.acme.Young", "com.acme.Router", "java.lang.Object");
    assertThat(classes.complete()).isTrue();
    assertThat(looks).hasValue(2);
  }

  /** An unloaded loader moves to another list, which ends too. */
  @Test
  void shouldNotTakeTheEndOfAnotherListForItsOwn() {
    fake.memory.i8(YOUNG + FakeHotspot.LOADER_NEXT, 0);
    fake.memory.i8(YOUNG + FakeHotspot.LOADER_OOP, YOUNG + 0x800);
    ClassList cut = walk(() -> 0, look -> {});
    mustHave(cut, "com.acme.Young");
    assertThat(cut.complete()).isFalse();
    assertThat(cut.unreadable()).isEqualTo(1);
    looks.set(0);
    ClassList classes =
        walk(
            () -> 0,
            look -> {
              if (look == 2) {
                fake.memory.i8(FakeHotspot.HEAD, FakeHotspot.LOADER);
              }
            });
    mustHave(classes, "com.acme.Young", "com.acme.Router", "java.lang.Object");
    assertThat(classes.complete()).isTrue();
  }

  @Test
  void shouldNotLookForWhatHasGone() {
    fake.memory.i8(YOUNG_CLASS + FakeHotspot.LOADER_DATA, NOWHERE);
    ClassList classes =
        walk(
            () -> 0,
            look -> {
              if (look == 2) {
                fake.memory.i8(FakeHotspot.HEAD, FakeHotspot.LOADER);
              }
            });
    mustHave(classes, "com.acme.Router", "java.lang.Object");
    assertThat(classes.incomplete()).contains("they came and went while they were read");
    assertThat(classes.unreadable()).isEqualTo(1);
    assertThat(looks).hasValue(2);
  }

  /** Otherwise a storm of new loaders would never end. */
  @Test
  void shouldLeaveLoadersThatCameLater() {
    long newest = 0x30_0000_0000L;
    fake.memory.i8(newest + FakeHotspot.LOADER_NEXT, YOUNG);
    fake.memory.i8(newest + FakeHotspot.LOADER_KLASSES, NOWHERE);
    fake.memory.i8(YOUNG_CLASS + FakeHotspot.NEXT, NOWHERE);
    ClassList classes =
        walk(
            () -> 0,
            look -> {
              if (look == 2) {
                fake.memory.i8(FakeHotspot.HEAD, newest);
                fake.memory.i8(YOUNG_CLASS + FakeHotspot.NEXT, 0);
              }
            });
    mustHave(classes, "com.acme.Young", "com.acme.Router", "java.lang.Object");
    assertThat(classes.complete()).isTrue();
    assertThat(looks).hasValue(2);
  }

  @Test
  void shouldLookFiveTimesAtMost() {
    fake.memory.i8(YOUNG_CLASS + FakeHotspot.NEXT, NOWHERE);
    ClassList classes = walk(() -> 0, look -> {});
    assertThat(looks).hasValue(5);
    mustHave(classes, "com.acme.Young", "com.acme.Router", "java.lang.Object");
    assertThat(classes.unreadable()).isEqualTo(1);
  }

  @Test
  void shouldNotLookAgainForLong() {
    fake.memory.i8(YOUNG_CLASS + FakeHotspot.NEXT, NOWHERE);
    AtomicLong cpuNs = new AtomicLong();
    ClassList classes = walk(cpuNs::get, look -> cpuNs.addAndGet(25_000_001));
    // The first pass is mandatory; the ones after it are counted.
    assertThat(looks).hasValue(3);
    mustHave(classes, "com.acme.Young", "com.acme.Router", "java.lang.Object");
    assertThat(classes.incomplete()).contains("they came and went while they were read");
  }
}
