package dev.foliot.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Kind;
import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class Lesson08_PipelineTest {
  private static final String DIGEST =
      "9f1dcbc35c350d6027f98be0f5c8b43b42ca52b7604459c0c42be3aa88913d47";

  @Test
  void shouldMeasureEveryStageOfThePipeline() throws InterruptedException {
    Lesson08_Pipeline lesson = new Lesson08_Pipeline();

    Shortened run = Shortened.run(lesson, Map.of()).withProbes("decode", "work", "encode");

    assertThat(lesson.encoded).isEqualTo(DIGEST);
    assertThat(parts(run)).isLessThanOrEqualTo(run.of(Kind.SERVICE).sumNs());
  }

  @Test
  void shouldMeasureTheSameStepsInOneThread() throws InterruptedException {
    Lesson08_OneThread lesson = new Lesson08_OneThread();

    Shortened run = Shortened.run(lesson, Map.of()).withProbes("decode", "work", "encode");

    assertThat(lesson.encoded).isEqualTo(DIGEST);
    assertThat(parts(run)).isLessThanOrEqualTo(run.of(Kind.SERVICE).sumNs());
  }

  private static BigInteger parts(Shortened run) {
    return run.probe("decode")
        .sumNs()
        .add(run.probe("work").sumNs())
        .add(run.probe("encode").sumNs());
  }
}
