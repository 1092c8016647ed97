package dev.foliot.checks.specimens;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JdkTest {
  @ParameterizedTest
  @CsvSource({
    "17.0.15+6, 17",
    "20, 17",
    "21, 21.0.4",
    "21.0.4+7-LTS, 21.0.4",
    "21.0.7, 21.0.4",
    "21.0.8+9, 21.0.8",
    "22.0.2, 21.0.4",
    "23, 21.0.8",
    "24, 25",
    "25.0.3+9-LTS, 25",
  })
  void shouldKnowHowFarAVersionsCureReaches(String version, String kind) {
    assertThat(Jdk.of(Runtime.Version.parse(version)).text()).isEqualTo(kind);
  }
}
