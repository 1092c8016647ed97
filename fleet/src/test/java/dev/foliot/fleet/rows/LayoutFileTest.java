package dev.foliot.fleet.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LayoutFileTest {
  @Test
  void shouldKnowALayoutByItsPaths() {
    LayoutFile layout =
        LayoutFile.parsed("x", "-- note\n-- json: a.*.b[].c d\n-- json: e\n-- sparse\nSELECT 1\n");

    assertThat(layout.is(new Head("{\"a\":{\"any\":{\"b\":[{\"c\":1}]}},\"d\":2}", "f"))).isTrue();
    assertThat(layout.is(new Head("{\"a\":{\"any\":{\"b\":[{\"c\":1}]}}}", "f"))).isFalse();
    assertThat(layout.is(new Head("{\"e\":1}", "f"))).isTrue();
    assertThat(layout.sparse()).isTrue();
    assertThat(layout.sql()).isEqualTo("SELECT 1\n");
  }

  @Test
  void shouldKnowALayoutByItsLines() {
    LayoutFile layout = LayoutFile.parsed("x", "-- line: ^one\n-- line: ^two\nSELECT 1\n");

    assertThat(layout.is(new Head("two\none\n", "f"))).isTrue();
    assertThat(layout.is(new Head("one\nthree\n", "f"))).isFalse();
    assertThat(layout.isOfLines()).isTrue();
  }

  @Test
  void shouldRefuseAFileThatSaysTooLittle() {
    assertThatThrownBy(() -> LayoutFile.parsed("x", "SELECT 1"))
        .hasMessageContaining("is recognised by nothing");
    assertThatThrownBy(() -> LayoutFile.parsed("x", "-- json: a\n"))
        .hasMessageContaining("has a query or says why it refuses");
    assertThatThrownBy(() -> LayoutFile.parsed("x", "-- json: a\n-- refuse: b\nSELECT 1"))
        .hasMessageContaining("one of both");
    assertThatThrownBy(() -> LayoutFile.named("no-such")).hasMessageContaining("no such resource");
  }
}
