package dev.foliot.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.Reasons;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  private static final String CLEAR = "\r\u001b[K";
  private static final Validity INVALID =
      Validity.of(Verdict.INVALID, Reasons.plain(List.of("it died \u001b[2J --password=hunter2")));

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void shouldWriteItAgainAndLeaveNothingOfIt() throws InterruptedException {
    CountDownLatch twice = new CountDownLatch(2);
    try (ProgressLine _ =
        new ProgressLine(
            console(true),
            () -> {
              twice.countDown();
              return "fork 1 of 2";
            },
            1)) {
      twice.await();
    }

    assertThat(said(err)).startsWith(CLEAR + "fork 1 of 2" + CLEAR).endsWith(CLEAR);
    assertThat(said(out)).isEmpty();
  }

  @Test
  void shouldSayWhyAForkDoesNotCountInALineThatStays() {
    try (ProgressLine line = new ProgressLine(console(false), () -> "fork 1 of 2", 1)) {
      line.ended(1, Validity.valid());
      line.ended(2, INVALID);
    }

    assertThat(said(err).strip())
        .isEqualTo("foliot: fork 2 is INVALID: it died ?[2J --password=***");
  }

  private Console console(boolean terminal) {
    return new Console(stream(out), stream(err), terminal);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String said(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
