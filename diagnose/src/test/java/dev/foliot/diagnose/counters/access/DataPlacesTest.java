package dev.foliot.diagnose.counters.access;

import static dev.foliot.diagnose.counters.access.Made.MB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.counters.access.DataPlace.Kind;
import org.junit.jupiter.api.Test;

/** The content at addresses of a simulated JVM. */
class DataPlacesTest {
  private final DataPlaces places = Made.places("com.acme.Both");

  private void at(long address, Kind kind, String words) {
    DataPlace place = places.at(address);
    assertThat(place.kind()).as(Long.toHexString(address)).isEqualTo(kind);
    assertThat(place.words()).isEqualTo(words);
    assertThat(places.at(address)).isEqualTo(place);
  }

  @Test
  void shouldNameTheFieldOfAClass() {
    at(Made.KLASS + 32, Kind.CLASS_STRUCTURE, "Klass of com.acme.Both _secondary_super_cache");
    at(Made.KLASS + 47, Kind.CLASS_STRUCTURE, "Klass of com.acme.Both _secondary_supers");
    at(Made.KLASS + 300, Kind.CLASS_STRUCTURE, "Klass of com.acme.Both +300");
    assertThat(places.at(Made.KLASS + 300).klass().orElseThrow().offset()).isEqualTo(300);
    at(Made.KLASS - 1, Kind.METASPACE, "other metaspace");
    at(Made.KLASS + 464, Kind.METASPACE, "other metaspace");
    at(Made.ARCHIVE + 8, Kind.CLASS_ARCHIVE, "the archive of shared classes");
  }

  @Test
  void shouldTellObjectsByTheirAge() {
    at(Made.HEAP, Kind.YOUNG_HEAP, "the Java heap, young");
    at(Made.HEAP + MB, Kind.OLD_HEAP, "the Java heap, old");
    at(Made.HEAP + 64 * MB - 1, Kind.JAVA_HEAP, "the Java heap");
    at(Made.HEAP + 64 * MB, Kind.UNMAPPED, "memory that is no longer mapped");
  }

  @Test
  void shouldNameTheMethodWhoseCodeItIs() {
    at(Made.CODE + 8, Kind.CODE_CACHE, "the code of com.acme.Router.route");
    at(Made.CODE + MB, Kind.CODE_CACHE, "the interpreter's code");
    at(Made.CODE + 2 * MB, Kind.CODE_CACHE, "the code cache: StubRoutines (1)");
    at(Made.CODE + 3 * MB, Kind.CODE_CACHE, "the code cache");
  }

  @Test
  void shouldNameTheThreadWhoseStackItIs() {
    at(Made.STACK + 8, Kind.STACK, "the stack of the thread worker-1");
    at(Made.OTHER_STACK, Kind.STACK, "thread stacks");
    at(Made.STACK + MB, Kind.REST, "memory without a name");
  }

  @Test
  void shouldTellTheRestOfAnAddressSpace() {
    at(8 * MB, Kind.C_HEAP, "the C heap");
    at(Made.ARENA, Kind.C_HEAP, "the C heap");
    at(Made.LIBRARY, Kind.LIBRARY, "data of libjvm.so");
    at(Made.LIBRARY + MB + 8, Kind.LIBRARY, "data of libjvm.so");
    at(Made.LIBRARY + 2 * MB, Kind.REST, "memory without a name");
    at(Made.CARDS, Kind.CARD_TABLE, "the collector's card table");
    at(Made.CARDS + 4096, Kind.REST, "memory without a name");
    at(Made.MODULES, Kind.FILE, "the mapped file modules");
    at(0xffff888100000000L, Kind.KERNEL, "the kernel");
    at(-1, Kind.KERNEL, "the kernel");
    at(0, Kind.UNMAPPED, "memory that is no longer mapped");
    at(Long.MAX_VALUE, Kind.UNMAPPED, "memory that is no longer mapped");
    assertThat(places.couldNot()).hasSize(1);
  }

  @Test
  void shouldCutNamesThatFillAScreen() {
    String name = "a".repeat(20_000) + "\ud83d\ude00".repeat(5_000) + "End";
    assertThat(Made.places(name).at(Made.KLASS + 32).words())
        .hasSizeLessThan(400)
        .startsWith("Klass of aaaa")
        .endsWith("End _secondary_super_cache");
  }
}
