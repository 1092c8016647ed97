package dev.foliot.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class Lesson07_TwoJdksTest {
  @Test
  void shouldFormatTheSameNumbersOnEveryJdk() throws InterruptedException {
    Lesson07_TwoJdks lesson = new Lesson07_TwoJdks();

    Shortened.run(lesson, Map.of());

    assertThat(Stream.of(lesson.line.split(",")).mapToDouble(Double::parseDouble).toArray())
        .isEqualTo(new Random(7).doubles(100).toArray());
  }
}
