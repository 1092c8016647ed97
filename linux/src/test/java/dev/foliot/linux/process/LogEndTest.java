package dev.foliot.linux.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogEndTest {
  @TempDir Path folder;

  @Test
  void shouldShowTheLastThreeLines() throws IOException {
    assertThat(end("one\ntwo\n\nthree\nfour\n\n"))
        .isEqualTo("; the end of its output: two | three | four");
  }

  @Test
  void shouldLeaveOutTheFramesOfAStackTrace() throws IOException {
    assertThat(
            end(
                """
                started
                Exception: no port
                \tat java.base/a.B.c(B.java:1)
                \tat a.D.<init>(D.java)
                Caused by: E
                \t... 2 more
                """))
        .isEqualTo("; the end of its output: started | Exception: no port | Caused by: E");
    // as logback writes it
    assertThat(
            end(
                """
                Caused by: E: no class
                \tat java.base/a.B.c(B.java:1) ~[na:na]
                \tat a.D.d(D.java:2) ~[spring-boot-3.5.7.jar:3.5.7]
                \t... 31 common frames omitted
                """))
        .isEqualTo("; the end of its output: Caused by: E: no class");
    assertThat(end("\tat a.B.c(B.java:1)\n"))
        .isEqualTo("; the end of its output: at a.B.c(B.java:1)");
  }

  @Test
  void shouldCutAndCleanWhatIsHostile() throws IOException {
    assertThat(end("\u001b[2J" + "x".repeat(1_000_000)))
        .startsWith("; the end of its output: xxx")
        .hasSizeLessThan(200);
    assertThat(end("a\u001b[2Jb")).isEqualTo("; the end of its output: a?[2Jb");
  }

  @Test
  void shouldSayThatNothingWasPrinted() throws IOException {
    assertThat(end("")).isEqualTo("; it printed nothing");
    assertThat(LogEnd.of(folder.resolve("missing"))).isEqualTo("; it printed nothing");
  }

  private String end(String text) throws IOException {
    return LogEnd.of(Files.writeString(folder.resolve("log"), text));
  }
}
