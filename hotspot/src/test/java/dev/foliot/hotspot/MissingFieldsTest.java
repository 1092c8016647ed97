package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.reason;
import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.klass.ClassList;
import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.Reading;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JVMs that lack a field: only its users are unavailable, with the reason. */
class MissingFieldsTest {
  private final FakeHotspot fake = new FakeHotspot();

  private HotspotJvm without(String... fields) {
    for (String field : fields) {
      fake.without(field);
    }
    return value(fake.attach());
  }

  private static LoadedClass router(HotspotJvm jvm) {
    ClassList classes = value(jvm.classes());
    assertThat(classes.complete()).isTrue();
    assertThat(classes.unreadable()).isZero();
    assertThat(classes.all()).hasSize(2);
    LoadedClass router = classes.at(FakeHotspot.ROUTER).orElseThrow();
    assertThat(router.name()).isEqualTo("com.acme.Router");
    return router;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "_secondary_super_cache",
        "_secondary_supers",
        "_super_check_offset",
        "_primary_supers[0]"
      })
  void shouldReadTheClassesWithoutAFieldThatChecksRead(String field) {
    HotspotJvm jvm = without("Klass::" + field);
    router(jvm);
    String name = field.replace("[0]", "");
    assertThat(jvm.layout().missing()).containsOnlyKeys(name);
    assertThat(jvm.layout().missing().values())
        .singleElement()
        .satisfies(why -> assertThat(reason(why)).isEqualTo("its tables lack Klass::" + field));
    assertThat(jvm.layout().fields())
        .extracting(KlassLayout.Field::name)
        .contains("_name", "_super")
        .doesNotContain(name);
  }

  @Test
  void shouldGiveTheOtherFieldsTheirPlaces() {
    KlassLayout layout = without("Klass::_primary_supers[0]").layout();
    assertThat(value(layout.secondarySuperCache())).isEqualTo(FakeHotspot.CACHE);
    assertThat(value(layout.secondarySupers())).isEqualTo(FakeHotspot.SECONDARIES);
    assertThat(value(layout.superCheckOffset())).isEqualTo(FakeHotspot.CHECK);
    assertThat(reason(layout.primarySupers())).contains("_primary_supers");
  }

  @Test
  void shouldNotKnowHowManySecondarySupersThereAre() {
    LoadedClass router = router(without("Klass::_secondary_supers"));
    assertThat(router.secondarySupers()).isEqualTo(LoadedClass.NOT_KNOWN);
    assertThat(router.secondarySupersArray()).isZero();
    assertThat(router.mayHaveSecondarySupers(2)).isTrue();
    LoadedClass known = router(value(new FakeHotspot().attach()));
    assertThat(known.mayHaveSecondarySupers(3)).isTrue();
    assertThat(known.mayHaveSecondarySupers(4)).isFalse();
  }

  @Test
  void shouldNotKnowTheLengthOfAList() {
    LoadedClass router = router(without("Array<Klass*>::_length"));
    assertThat(router.secondarySupers()).isEqualTo(LoadedClass.NOT_KNOWN);
    assertThat(router.secondarySupersArray()).isEqualTo(FakeHotspot.ROUTER + 0x800);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Klass::_super_check_offset", "Klass::_primary_supers[0]"})
  void shouldCountTheSuperclassesWhereTheDepthIsNotToldOtherwise(String field) {
    fake.memory.i8(FakeHotspot.ROUTER + FakeHotspot.SUPER, FakeHotspot.OBJECT);
    assertThat(router(without(field)).depth()).isEqualTo(1);
  }

  @Test
  void shouldNotKnowTheDepthWhereNothingTellsIt() {
    LoadedClass router = router(without("Klass::_super_check_offset", "Klass::_super"));
    assertThat(router.depth()).isEqualTo(LoadedClass.NOT_KNOWN);
    assertThat(router.superCheckOffset()).isEqualTo(LoadedClass.NOT_KNOWN);
  }

  @Test
  void shouldTellInterfacesByTheirChecksWithoutTheirFlags() {
    fake.memory.i4(FakeHotspot.ROUTER + FakeHotspot.CHECK, FakeHotspot.CACHE);
    fake.memory.i8(FakeHotspot.ROUTER + FakeHotspot.SUPER, FakeHotspot.OBJECT);
    HotspotJvm jvm = without("Klass::_access_flags");
    assertThat(router(jvm).isInterface()).isTrue();
    assertThat(value(jvm.classAt(FakeHotspot.OBJECT)).isInterface()).isFalse();
  }

  @Test
  void shouldCallLoadersByTheirAddressWithoutTheirHandles() {
    assertThat(router(without("ClassLoaderData::_class_loader")).loader())
        .isEqualTo("loader @" + BadMemoryException.hex(FakeHotspot.LOADER));
  }

  /** Without these no class is found or named; reads that need none still work. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Klass::_name",
        "Klass::_next_link",
        "Klass::_class_loader_data",
        "ClassLoaderData::_next",
        "ClassLoaderData::_klasses",
        "ClassLoaderDataGraph::_head",
        "Symbol::_length",
        "Symbol::_body[0]"
      })
  void shouldSayWhyThereAreNoClasses(String field) {
    HotspotJvm jvm = without(field);
    String lacks = "its tables lack " + field.replace("_body[0]", "_body and Symbol::_body[0]");
    assertThat(reason(jvm.classes())).isEqualTo("the classes cannot be found: " + lacks);
    assertThat(reason(jvm.klassMap())).contains(lacks);
    assertThat(value(jvm.flags()).bool("UseRouter")).contains(true);
    assertThat(jvm.feature()).isEqualTo(42);
    assertThat(jvm.code().missing()).isPresent();
    assertThat(jvm.ranges().look().couldNot()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "Abstract_VM_Version::_s_vm_release, 42",
    "Abstract_VM_Version::_vm_major_version, 42.0.1+7",
  })
  void shouldTellItsVersionByTheOtherField(String field, String version) {
    HotspotJvm jvm = without(field);
    assertThat(jvm.version()).isEqualTo(version);
    assertThat(jvm.feature()).isEqualTo(42);
  }

  @Test
  void shouldRefuseWhatDoesNotTellItsVersion() {
    fake.without("Abstract_VM_Version::_s_vm_release");
    fake.without("Abstract_VM_Version::_vm_major_version");
    assertThat(reason(fake.attach())).contains("its tables do not tell which version it is");
  }

  /** A field at the place of another one is inconsistent, whichever other fields exist. */
  @Test
  void shouldRefuseLiesBesideWhatIsMissing() {
    fake.without("Klass::_primary_supers[0]").without("Klass::_secondary_supers");
    fake.field("Klass", "_secondary_supers", "Array<Klass*>*", FakeHotspot.CACHE);
    assertThat(reason(fake.attach())).contains("its tables lie: Klass::");
  }

  @Test
  void shouldStillTellWhatIsNoClass() {
    Function<String, Reading<LoadedClass>> odd =
        field -> {
          FakeHotspot lacking = new FakeHotspot().without(field);
          lacking.memory.i4(FakeHotspot.ROUTER + FakeHotspot.CHECK, 12_345);
          return value(lacking.attach()).classAt(FakeHotspot.ROUTER);
        };
    assertThat(reason(odd.apply("Klass::_primary_supers[0]"))).contains("is no class");
    assertThat(reason(odd.apply("Klass::_secondary_super_cache"))).contains("is no class");
  }
}
