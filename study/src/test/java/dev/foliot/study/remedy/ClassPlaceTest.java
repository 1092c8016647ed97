package dev.foliot.study.remedy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassPlaceTest {
  private static LoadedClass at(String name, long address) {
    return new LoadedClass(address, name, "app", false, false, 1, 40, 0, 0);
  }

  private static String reason(Reading<Integer> reading) {
    return reading instanceof Reading.Unavailable<Integer> none ? none.reason() : "";
  }

  @Test
  void shouldSayWhereInALineTheClassBegins() {
    List<LoadedClass> classes = List.of(at("a.A", 0x7f00_1000), at("a.B", 0x7f00_1058));

    assertThat(ClassPlace.among(classes, "a.B", 64)).isEqualTo(Reading.of(24));
    assertThat(ClassPlace.among(classes, "a.B", 128)).isEqualTo(Reading.of(88));
  }

  @Test
  void shouldSayThatTheClassIsNotLoadedOrIsThereTwice() {
    List<LoadedClass> classes = List.of(at("a.A", 64), at("a.A", 72));

    assertThat(reason(ClassPlace.among(classes, "a.C\u001b", 64)))
        .startsWith("no class a.C")
        .endsWith(" is loaded")
        .doesNotContain("\u001b");
    assertThat(reason(ClassPlace.among(classes, "a.A", 64)))
        .isEqualTo("2 loaders have a class a.A each");
  }
}
