package dev.foliot.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Traffic;
import dev.foliot.text.FoliotException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HandedOverTest {
  private static final long SECOND = 1_000_000_000;
  private static final LoadPlan PLAN =
      new LoadPlan(
          Target.parse("http://127.0.0.1:8080"),
          List.of(
              new RequestTemplate(
                  "POST", "/a", Map.of("Accept", "*/*"), "{\n  \"a\": 1\n}\n", 1, List.of())),
          List.of(
              new LoadPhase(
                  "measured",
                  new Traffic.Open(Rate.parse("1k/s"), Arrivals.parse("constant")),
                  SECOND)),
          Sending.http1(10, 1, SECOND, true),
          7,
          SECOND);

  @Test
  void shouldReadThePlanAndEndWithItsInput() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    try (PipedInputStream in = new PipedInputStream(1 << 16)) {
      try (PipedOutputStream out = new PipedOutputStream(in)) {
        out.write((PLAN.line() + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
        assertThat(HandedOver.read(in, ended::countDown)).hasToString(PLAN.toString());
        assertThat(ended.getCount()).isEqualTo(1);
      }
      assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void shouldRefuseWhatIsNoPlan() {
    for (String input : List.of("", "url: http://127.0.0.1:8080\n", "{\"schema\": \"a/1\"}\n")) {
      assertThatThrownBy(() -> read(input)).isInstanceOf(FoliotException.class);
    }
  }

  private static LoadPlan read(String input) throws IOException {
    return HandedOver.read(
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), () -> {});
  }
}
