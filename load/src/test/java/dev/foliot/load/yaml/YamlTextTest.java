package dev.foliot.load.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong or hostile YAML. */
class YamlTextTest {
  @Test
  void shouldKeepLinesAndPlaces() {
    YamlValue value = YamlText.read("a: 1\nb:\n  - 'x y'\n  - ~\n", "a: 1", new Complaints("f"));

    assertThat(value)
        .isInstanceOfSatisfying(
            YamlValue.Entries.class,
            entries -> {
              assertThat(entries.nameLines()).containsEntry("a", 1).containsEntry("b", 2);
              assertThat(entries.values().get("a"))
                  .isEqualTo(new YamlValue.Scalar(1, "1", false, 3, 4));
              assertThat(entries.values().get("b"))
                  .isEqualTo(
                      new YamlValue.Items(
                          3,
                          List.of(
                              new YamlValue.Scalar(3, "x y", true, 12, 17),
                              new YamlValue.Scalar(4, "~", false, 22, 23))));
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`a: 1\n\tb: 2` | f:2: there is a tab where YAML wants spaces; indent with spaces",
        "`a: [1, 2\nb: 3` | f:2: this is no YAML: ",
        "`a: 'b` | f:1: this is no YAML: ",
        "`a: 1\n---\nb: 2` | f:2: a second document begins here",
        "`a: !!java.io.File x` | f:1: the tag 'tag:yaml.org,2002:java.io.File' is not taken; leave",
        "`a: 1\nb: !x [1]` | f:2: the tag '!x' is not taken",
        "`a: *none` | f:1: this is no YAML: found undefined alias",
        "`a: &a [*a]` | f:1: an alias leads back to itself",
        "`a: 1\na: 2` | f:2: 'a' is there already in line 1; leave one of the two out",
        "`[a]: 1` | f",
      })
  void shouldSayWhatIsNoYaml(String text, String complaint) {
    assertThat(complaints(text)).singleElement().asString().startsWith(complaint);
  }

  @Test
  @Timeout(20)
  void shouldNotDrownInDepth() {
    assertThat(complaints("[".repeat(200_000)))
        .containsExactly("f:1: this is nested more than 12 levels deep; six are enough");
  }

  @Test
  @Timeout(20)
  void shouldNotLaughABillionTimes() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 9; i++) {
      String alias = "*a" + (i - 1);
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, String.join(", ", List.of(alias, alias))));
    }
    bomb.append("b: [").append("*a8, ".repeat(40)).append("]\n");

    assertThat(complaints(bomb.toString())).singleElement().asString().contains("aliases");
  }

  private static List<String> complaints(String text) {
    Complaints complaints = new Complaints("f");
    YamlText.read(text, "a: 1", complaints);
    YamlException refusal = catchThrowableOfType(YamlException.class, complaints::throwIfAny);
    return refusal == null ? List.of() : refusal.complaints();
  }
}
