package dev.foliot.linux.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PipeOutputTest {
  private static final String LINE = "x".repeat(99) + "\n";

  private static InputStream in(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldKeepTheBeginning() {
    PipeOutput output = PipeOutput.first(in("begins" + LINE.repeat(3_000)), 6).await();
    assertThat(output.text()).isEqualTo("begins");
    assertThat(output.isCut()).isTrue();
  }

  @Test
  void shouldKeepTheEndFromAWholeLineOn() {
    int most = 1 << 20;
    PipeOutput output = PipeOutput.last(in(LINE.repeat(30_000) + "the report\n"), most).await();
    assertThat(output.isCut()).isTrue();
    assertThat(output.text()).startsWith(LINE).endsWith(LINE + "the report\n");
    assertThat(output.text().length()).isBetween(most - 100, most);
  }

  @Test
  void shouldKeepAllThatThereIsRoomFor() {
    for (int length : new int[] {0, 1, 8_191, 8_192, 8_193, 20_000}) {
      String text = "y".repeat(length);
      PipeOutput first = PipeOutput.first(in(text), 20_000).await();
      PipeOutput last = PipeOutput.last(in(text), 20_000).await();
      assertThat(first.text()).isEqualTo(text).isEqualTo(last.text());
      assertThat(first.isCut() || last.isCut()).isFalse();
    }
  }

  @Test
  void shouldKeepWhatWasReadOfABrokenPipe() {
    InputStream broken =
        new ByteArrayInputStream(new byte[0]) {
          private boolean begun;

          @Override
          public int read(byte[] into) throws IOException {
            if (begun) {
              throw new IOException("broken");
            }
            begun = true;
            into[0] = 'z';
            return 1;
          }
        };
    assertThat(PipeOutput.first(broken, 10).await().text()).isEqualTo("z");
  }
}
