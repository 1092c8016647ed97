package dev.foliot.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.text.FoliotException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonPathTest {
  private static final String JSON =
      """
      {"skip": {"token": "no", "more": [1, {"a": 2}]},
       "token": "t-1", "n": 17, "big": 12345678901234567890, "yes": true, "none": null,
       "items": [{"id": 5}, {"id": "six", "a b": "x"}], "empty": "", "ä": "ö"}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "$.token | t-1",
        "$['token'] | t-1",
        "$.n | 17",
        "$.big | 12345678901234567890",
        "$.yes | true",
        "$.items[0].id | 5",
        "$.items[1]['a b'] | x",
        "$.skip.more[1].a | 2",
        "$['ä'] | ö"
      })
  void shouldFindAValue(String path, String value) {
    assertThat(JsonPath.parse(path).find(JSON)).contains(value);
    assertThat(JsonPath.parse(JsonPath.parse(path).toString())).isEqualTo(JsonPath.parse(path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$",
        "$.none",
        "$.items",
        "$.items[2]",
        "$.items.id",
        "$.token.x",
        "$.token[0]",
        "$.x"
      })
  void shouldFindNothing(String path) {
    assertThat(JsonPath.parse(path).find(JSON)).isEmpty();
  }

  @Test
  void shouldFindWhatComesBeforeTheEndOfACutBody() {
    assertThat(JsonPath.parse("$.token").find(JSON.substring(0, 90))).contains("t-1");
    assertThat(JsonPath.parse("$.n").find("{\"token\": nonsense, \"n\": 1}")).isEmpty();
    assertThat(JsonPath.parse("$.n").find("")).isEmpty();
    assertThat(JsonPath.parse("$.n").find("[".repeat(100_000))).isEmpty();
    assertThat(JsonPath.parse("$.n").find("{\"a\":" + "[".repeat(100_000))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "token", "$token", "$.", "$..a", "$.*", "$.a[*]", "$.a[-1]", "$['a", "$.a b", "$.a."
      })
  void shouldRefuseWhatIsNoPathToOneValue(String path) {
    assertThatThrownBy(() -> JsonPath.parse(path))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("is no path to one value of JSON");
  }
}
