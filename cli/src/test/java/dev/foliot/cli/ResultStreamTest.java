package dev.foliot.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResultStreamTest {
  @Test
  void shouldKeepWhyAResultWasNotWritten() {
    assertThat(problem(failing("No space left on device"))).isEqualTo("No space left on device");
  }

  @Test
  void shouldNotMindAReaderThatHadEnough() {
    assertThat(problem(failing("Broken pipe"))).isNull();
  }

  @Test
  void shouldPassOnWhatIsWritten() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    assertThat(problem(bytes)).isNull();
    assertThat(bytes.toString(UTF_8)).isEqualTo("result");
  }

  private static @Nullable String problem(OutputStream to) {
    ResultStream result = new ResultStream(to);
    PrintStream out = new PrintStream(new BufferedOutputStream(result), false, UTF_8);
    out.print("result");
    out.flush();
    return result.problem();
  }

  private static OutputStream failing(String why) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(why);
      }
    };
  }
}
