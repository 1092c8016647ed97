package dev.foliot.apps.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonReaderTest {
  @Test
  void shouldReadEveryKindOfValue() throws Exception {
    assertThat(
            JsonReader.object(
                " {\"a\" : 1.50, \"b\":[true,false,null,-2e3],\"c\":{\"d\":\"\\u0041\\n\\\"\"},"
                    + "\"e\":[],\"f\":{}} "))
        .isEqualTo(
            Map.of(
                "a",
                new BigDecimal("1.50"),
                "b",
                Arrays.asList(true, false, null, new BigDecimal("-2e3")),
                "c",
                Map.of("d", "A\n\""),
                "e",
                List.of(),
                "f",
                Map.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "[]",
        "{",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\":01}",
        "{\"a\":1.}",
        "{\"a\":+1}",
        "{\"a\":NaN}",
        "{\"a\":1e999}",
        "{\"a\":11111111111111111111111111111111111111111}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u00g0\"}",
        "{\"a\":\"\\u0",
        "{\"a\":\"",
        "{\"a\":truth}",
        "{\"a\":[1 2]}",
        "{\"a\":1} x",
        "{\"a\":1,\"a\":2}",
        "{\"a\":\u0661}",
      })
  void shouldRefuseWhatIsNoObject(String text) {
    assertThatThrownBy(() -> JsonReader.object(text)).isInstanceOf(JsonException.class);
  }

  @Test
  void shouldRefuseWhatIsTooDeep() throws Exception {
    assertThat(JsonReader.object("{\"a\":" + "[".repeat(15) + "]".repeat(15) + "}")).hasSize(1);
    assertThatThrownBy(() -> JsonReader.object("{\"a\":" + "[".repeat(100_000)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("16 levels");
  }

  @Test
  void shouldThrowNothingElseWhateverComes() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    String alphabet = "{}[]\":,\\u0159eE.-+ tfn\n\0\ud800";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder("{\"a\":");
      for (int n = random.nextInt(12); n > 0; n--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try {
        assertThat(JsonReader.object(text.toString())).containsKey("a");
      } catch (JsonException e) {
        assertThat(e).as("seed " + seed).hasMessageContaining("at character");
      }
    }
  }

  @Test
  void shouldReadBackWhatTheWriterWrote() throws Exception {
    String hostile = "</script>\u0000\u001b[2J\"\\\ud83d\ude00\u202e\n";
    JsonWriter json =
        new JsonWriter()
            .object()
            .field("text", hostile)
            .field("none", (String) null)
            .field("whole", Long.MIN_VALUE)
            .field("real", 0.25)
            .field("nan", Double.NaN)
            .field("truth", true)
            .nothing("nothing")
            .array("list")
            .value(1)
            .value(2.5)
            .object()
            .endObject()
            .endArray()
            .endObject();
    assertThat(json.toString()).doesNotContain("<", "\u0000", "\u001b");
    Map<String, @Nullable Object> read = JsonReader.object(json.toString());
    assertThat(read.keySet())
        .containsExactly("text", "none", "whole", "real", "nan", "truth", "nothing", "list");
    assertThat(read.get("text")).isEqualTo(hostile);
    assertThat(read.get("whole")).isEqualTo(new BigDecimal(Long.MIN_VALUE));
    assertThat(read.get("real")).isEqualTo(new BigDecimal("0.25"));
    assertThat(read.get("nan")).isNull();
    assertThat(read.get("list"))
        .isEqualTo(List.of(new BigDecimal(1), new BigDecimal("2.5"), Map.of()));
  }
}
