package dev.foliot.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class Lesson04_DateTest {
  @Test
  void shouldParseEveryDateOfTheLesson() {
    for (int id = 0; id < 2_000; id++) {
      byte[] line = DateLine.of(id);
      assertThat(line).hasSize(DateLine.BYTES);
      assertThat(DateLine.parse(line))
          .isEqualTo(Instant.parse(new String(line, StandardCharsets.US_ASCII)).toEpochMilli());
    }
  }

  @Test
  void shouldMeasureTheParsingAlone() throws InterruptedException {
    Lesson04_DateAlone lesson = new Lesson04_DateAlone();

    Shortened.run(lesson, Map.of()).withProbes("parse");

    assertThat(lesson.parsedMs).isPositive();
  }

  @Test
  void shouldMeasureTheParsingAndBothWaysInTheEcho() throws InterruptedException {
    Shortened run =
        Shortened.run(new Lesson04_DateInTcpEcho(), Map.of()).withProbes("out", "parse", "back");

    assertThat(
            run.probe("out").sumNs().add(run.probe("parse").sumNs()).add(run.probe("back").sumNs()))
        .isLessThanOrEqualTo(run.of(Kind.SERVICE).sumNs());
  }

  @Test
  void shouldTakeRequestsFromSeveralThreads() throws InterruptedException {
    Shortened.run(new Lesson04_DateInTcpEcho(), Map.of("dispatch", "threads:4"))
        .withProbes("out", "parse", "back");
  }
}
