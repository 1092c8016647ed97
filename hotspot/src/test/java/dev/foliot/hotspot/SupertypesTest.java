package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.reason;
import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.klass.ClassList;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.klass.Supertypes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The supertypes of a class, from lists that may be inconsistent. */
@Timeout(20)
class SupertypesTest {
  private static final long TYPES = 0x20_0000_0000L;

  private final FakeHotspot fake = new FakeHotspot();

  @BeforeEach
  void makeARouterOfTwoInterfaces() {
    fake.memory.i8(FakeHotspot.ROUTER + FakeHotspot.SUPER, FakeHotspot.OBJECT);
    fake.klass(type(0), "com/acme/Routed", 1, 0);
    fake.klass(type(1), "com/acme/Counted", 1, 0);
    fake.secondaries(FakeHotspot.ROUTER, type(0), type(1));
  }

  private static long type(int index) {
    return TYPES + 0x1000L * index;
  }

  private Supertypes supertypes() {
    HotspotJvm jvm = value(fake.attach());
    ClassList classes = value(jvm.classes());
    LoadedClass router = classes.at(FakeHotspot.ROUTER).orElseThrow();
    Supertypes listed = value(classes.supertypes(router));
    assertThat(value(jvm.supertypes(router))).isEqualTo(listed);
    return listed;
  }

  @Test
  void shouldListThem() {
    Supertypes types = supertypes();
    assertThat(types.superclasses())
        .extracting(LoadedClass::name)
        .containsExactly("java.lang.Object");
    assertThat(types.interfaces())
        .extracting(LoadedClass::name)
        .containsExactly("com.acme.Routed", "com.acme.Counted");
    assertThat(types.interfaces())
        .extracting(LoadedClass::address)
        .containsExactly(type(0), type(1));
    assertThat(types.couldNot()).isEmpty();
  }

  /** A class with many superclasses is searched for the ones beyond the table. */
  @Test
  void shouldNotTakeASuperclassForAnInterface() {
    fake.secondaries(FakeHotspot.ROUTER, FakeHotspot.OBJECT, type(1), type(1));
    assertThat(supertypes().interfaces())
        .extracting(LoadedClass::name)
        .containsExactly("com.acme.Counted");
  }

  @Test
  void shouldEndWhereSuperclassesLeadInACircle() {
    fake.memory.i8(FakeHotspot.OBJECT + FakeHotspot.SUPER, FakeHotspot.ROUTER);
    Supertypes types = supertypes();
    assertThat(types.superclasses())
        .extracting(LoadedClass::name)
        .containsExactly("java.lang.Object");
    assertThat(types.couldNot())
        .containsExactly("its superclasses, or not all of them: they lead in a circle");
    assertThat(types.interfaces()).hasSize(2);
  }

  @Test
  void shouldNotFollowAGiantCount() {
    fake.secondaries(FakeHotspot.ROUTER, type(0));
    HotspotJvm jvm = value(fake.attach());
    LoadedClass router = value(jvm.classAt(FakeHotspot.ROUTER));
    fake.memory.i4(FakeHotspot.ROUTER + 0x800, Integer.MAX_VALUE);
    Supertypes types = value(jvm.supertypes(router));
    assertThat(types.superclasses()).hasSize(1);
    assertThat(types.interfaces()).isEmpty();
    assertThat(types.couldNot())
        .singleElement()
        .asString()
        .contains("its interfaces")
        .contains("has 2147483647 entries");
  }

  @Test
  void shouldGiveTheFirstOfVeryMany() {
    long[] types = new long[1_001];
    for (int i = 0; i < types.length; i++) {
      types[i] = type(i);
      fake.klass(type(i), "com/acme/I" + i, 1, 0);
    }
    // Behind the lists of all others.
    fake.memory.i8(FakeHotspot.ROUTER + FakeHotspot.SECONDARIES, FakeHotspot.ROUTER + 0x4_0800);
    fake.secondaries(FakeHotspot.ROUTER + 0x4_0000, types);
    Supertypes all = supertypes();
    assertThat(all.interfaces()).hasSize(1_000);
    assertThat(all.couldNot())
        .containsExactly(
            "its interfaces, or not all of them: there are 1001, of which the first 1000 are"
                + " given");
  }

  @Test
  void shouldEndWhereSuperclassesDoNot() {
    for (int i = 0; i < 1_010; i++) {
      fake.klass(type(i), "com/acme/C" + i, 0, 0);
      fake.memory.i8(type(i) + FakeHotspot.SUPER, type(i + 1));
    }
    fake.klass(type(1_010), "com/acme/Last", 0, 0);
    fake.memory.i8(FakeHotspot.ROUTER + FakeHotspot.SUPER, type(0));
    Supertypes types = supertypes();
    assertThat(types.superclasses()).hasSize(1_000);
    assertThat(types.couldNot())
        .containsExactly("its superclasses, or not all of them: there are more than 1000");
  }

  @Test
  void shouldKeepWhatCameBeforeAnEntryThatIsNone() {
    fake.secondaries(FakeHotspot.ROUTER, type(0), type(1) + 3);
    Supertypes types = supertypes();
    assertThat(types.interfaces()).extracting(LoadedClass::name).containsExactly("com.acme.Routed");
    assertThat(types.couldNot()).singleElement().asString().contains("holds no pointer");
    fake.secondaries(FakeHotspot.ROUTER, type(0), 0x6666_0000_0000L);
    assertThat(supertypes().couldNot())
        .singleElement()
        .asString()
        .contains("its interfaces")
        .contains("cannot be read");
  }

  @Test
  void shouldSayThatTheClassIsGone() {
    HotspotJvm jvm = value(fake.attach());
    LoadedClass router = value(jvm.classAt(FakeHotspot.ROUTER));
    fake.klass(FakeHotspot.ROUTER, "com/acme/Other", 1, 0);
    assertThat(reason(jvm.supertypes(router)))
        .isEqualTo("com.acme.Router is not at 0x1000020000: another class is there");
  }

  @Test
  void shouldSayWhichFieldIsMissing() {
    Supertypes types = new SupertypesOf("Klass::_super").read();
    assertThat(types.couldNot()).singleElement().asString().contains("lack Klass::_super");
    assertThat(types.interfaces()).hasSize(2);
    types = new SupertypesOf("Array<Klass*>::_data[0]").read();
    assertThat(types.couldNot()).singleElement().asString().contains("lack Array<Klass*>::_data");
    assertThat(types.superclasses()).hasSize(1);
    types = new SupertypesOf("Klass::_secondary_supers").read();
    assertThat(types.couldNot()).singleElement().asString().contains("_secondary_supers");
  }

  /** The supertypes of a JVM that lacks a field. */
  private record SupertypesOf(String field) {
    Supertypes read() {
      SupertypesTest test = new SupertypesTest();
      test.makeARouterOfTwoInterfaces();
      test.fake.without(field);
      return test.supertypes();
    }
  }
}
