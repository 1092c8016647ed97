package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.reason;
import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.klass.BootClasses;
import dev.foliot.hotspot.klass.LoadedClass;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A target that loads classes, or has inconsistent data, between the reads. */
@Timeout(20)
class BootClassesTest {
  private static final long BITS = 0x10_0003_0000L;
  private static final long HIDDEN = 0x10_0005_0000L;
  private static final String NAME = "java.nio.Bits";

  private final FakeHotspot fake = new FakeHotspot();
  private HotspotJvm jvm;
  private BootClasses boot;

  @BeforeEach
  void attach() {
    jvm = value(fake.attach());
    boot = jvm.bootClasses(Set.of(NAME, "java.lang.Object"));
  }

  private void load(long klass, String name) {
    fake.klass(klass, name, 1, FakeHotspot.ROUTER);
    fake.memory.i8(FakeHotspot.LOADER + FakeHotspot.LOADER_KLASSES, klass);
  }

  @Test
  void shouldFindAClassThatIsLoadedAfterTheFirstLook() {
    assertThat(value(boot.look())).containsOnlyKeys("java.lang.Object");
    load(BITS, "java/nio/Bits");
    assertThat(value(boot.look())).containsOnlyKeys("java.lang.Object", NAME);
    assertThat(value(boot.look()).values())
        .extracting(LoadedClass::address)
        .containsExactlyInAnyOrder(BITS, FakeHotspot.OBJECT);
  }

  @Test
  void shouldFindAClassThatWasBeingMadeAtTheFirstLook() {
    load(BITS, "java/nio/Bits");
    fake.memory.i4(BITS + FakeHotspot.CHECK, 0);
    assertThat(value(boot.look())).doesNotContainKey(NAME);
    fake.memory.i4(BITS + FakeHotspot.CHECK, FakeHotspot.PRIMARIES + 8);
    assertThat(value(boot.look())).containsKey(NAME);
  }

  @Test
  void shouldNotKeepWhatIsNoLongerThatClass() {
    load(BITS, "java/nio/Bits");
    assertThat(value(boot.look())).containsKey(NAME);
    load(BITS, "com/acme/Bats");
    assertThat(value(boot.look())).containsOnlyKeys("java.lang.Object");
    load(HIDDEN, "java/nio/Bits");
    assertThat(value(boot.look()).values())
        .extracting(LoadedClass::address)
        .containsExactlyInAnyOrder(HIDDEN, FakeHotspot.OBJECT);
  }

  /** Hidden classes of the bootstrap loader have data of their own, ahead of the loader's. */
  @Test
  void shouldLookIntoTheLoaderThatWasMadeFirst() {
    long own = 0x20_0000_0000L;
    fake.klass(HIDDEN, "java/lang/invoke/Form", 1, 0);
    fake.memory.i8(HIDDEN + FakeHotspot.LOADER_DATA, own);
    fake.memory.i8(own + FakeHotspot.LOADER_KLASSES, HIDDEN);
    fake.memory.i8(own + FakeHotspot.LOADER_NEXT, FakeHotspot.LOADER);
    fake.memory.i8(FakeHotspot.HEAD, own);
    assertThat(value(boot.look())).containsOnlyKeys("java.lang.Object");
  }

  /** A JVM that exports the address of java.lang.Object's class as {@code object}. */
  private static FakeHotspot telling(long object) {
    FakeHotspot telling = new FakeHotspot();
    long place = FakeHotspot.BASE + 0xf0100;
    telling.variable(
        "vmClasses",
        "_klasses[static_cast<int>(vmClassID::Object_klass_knum)]",
        "InstanceKlass*",
        place);
    telling.memory.i8(place, object);
    return telling;
  }

  private static BootClasses boot(FakeHotspot target) {
    return value(target.attach()).bootClasses(Set.of(NAME, "java.lang.Object"));
  }

  /** Loaders that come and go may break off their list at any moment. */
  @Test
  void shouldFindThemThroughTheClassOfAllObjects() {
    FakeHotspot target = telling(FakeHotspot.OBJECT);
    target.memory.i8(FakeHotspot.HEAD, 0x6666_0000_0000L);
    assertThat(value(boot(target).look())).containsOnlyKeys("java.lang.Object");
  }

  @Test
  void shouldNotTakeAnotherLoaderForTheFirst() {
    long own = 0x20_0000_0000L;
    FakeHotspot target = telling(HIDDEN);
    target.klass(HIDDEN, "com/acme/Object", 1, 0);
    target.memory.i8(HIDDEN + FakeHotspot.LOADER_DATA, own);
    target.memory.i8(own + FakeHotspot.LOADER_KLASSES, HIDDEN);
    target.memory.i8(own + FakeHotspot.LOADER_OOP, own + 0x800).i8(own + 0x800, own + 0x900);
    assertThat(value(boot(target).look())).containsOnlyKeys("java.lang.Object");
    // the pointer may be invalid, too
    target.memory.i8(FakeHotspot.BASE + 0xf0100, 0x6666_0000_0000L);
    assertThat(value(boot(target).look())).containsOnlyKeys("java.lang.Object");
  }

  @Test
  void shouldSayThatTheListsLeadNowhere() {
    fake.memory.i8(FakeHotspot.LOADER + FakeHotspot.LOADER_NEXT, FakeHotspot.LOADER);
    assertThat(reason(boot.look())).contains("the list of class loaders does not end");
    fake.memory.i8(FakeHotspot.LOADER + FakeHotspot.LOADER_NEXT, 0);
    fake.memory.i8(FakeHotspot.OBJECT + FakeHotspot.NEXT, FakeHotspot.ROUTER);
    assertThat(reason(boot.look())).contains("a list of classes does not end");
    fake.memory.i8(FakeHotspot.OBJECT + FakeHotspot.NEXT, 0);
    assertThat(value(boot.look())).containsOnlyKeys("java.lang.Object");
  }
}
