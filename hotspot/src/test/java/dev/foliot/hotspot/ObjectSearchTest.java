package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.value;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.heap.HeapReader;
import dev.foliot.hotspot.heap.ObjectPlace;
import dev.foliot.hotspot.heap.ObjectSearch;
import dev.foliot.hotspot.klass.LoadedClass;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The objects at addresses, in JVMs with different headers. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class ObjectSearchTest {
  private static final Path LIVE = Path.of("/");
  private static final String SYSTEM = "java.lang.System";
  private static final String CACHE = "java.lang.Integer$IntegerCache";
  private static final int CACHED = 256;

  /** The object is smaller. */
  private static final int MOST_BYTES = 128;

  @BeforeAll
  static void compile() {
    TargetJvm.compileFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "17, -XX:+UseSerialGC",
    "17, -XX:+UseSerialGC -XX:-UseCompressedClassPointers -XX:-UseCompressedOops",
    "25, -XX:+UseSerialGC -XX:+UseCompactObjectHeaders"
  })
  void shouldNameFieldsAndSlots(int feature, String flags) {
    try (TargetJvm target = TargetJvm.start(feature, flags, "plain");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      Map<String, LoadedClass> classes = value(jvm.bootClasses(Set.of(SYSTEM, CACHE)).look());
      HeapReader heap = value(jvm.heap());
      ObjectSearch search = value(jvm.objects());
      long out = value(heap.staticOop(requireNonNull(classes.get(SYSTEM)), "out"));

      List<ObjectPlace> places = places(search, out);
      assertThat(places).hasSizeGreaterThan(2 * Long.BYTES);
      assertThat(places)
          .extracting(ObjectPlace::text)
          .contains("java.io.PrintStream.autoFlush", "java.io.PrintStream.out");
      assertThat(places.getFirst().isLock()).isTrue();
      assertThat(places.getLast().isLock()).isFalse();

      long cache = value(heap.staticOop(requireNonNull(classes.get(CACHE)), "cache"));
      assertThat(search.at(cache + CACHED, List.of()).orElseThrow())
          .satisfies(slot -> {
            assertThat(slot.text()).startsWith("java.lang.Integer[");
            assertThat(slot.owner()).isEqualTo("java.lang.Integer[]");
            assertThat(slot.isLock()).isFalse();
          });
      assertThat(search.at(cache, List.of()).orElseThrow().isLock()).isTrue();
      assertThat(search.at(Long.BYTES, List.of(1L, 2L))).isEmpty();
    }
  }

  /** The places from the header to the end of an object, whose address is a hint. */
  private static List<ObjectPlace> places(ObjectSearch search, long object) {
    List<ObjectPlace> places = new ArrayList<>();
    for (int offset = 0; offset < MOST_BYTES; offset++) {
      search
          .at(object + offset, List.of(7L, object))
          .filter(place -> place.object() == object)
          .ifPresent(places::add);
    }
    return places;
  }
}
