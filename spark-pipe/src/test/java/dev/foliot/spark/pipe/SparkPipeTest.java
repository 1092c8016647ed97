package dev.foliot.spark.pipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A script stands for {@code spark-submit}. */
@EnabledOnOs(OS.LINUX)
class SparkPipeTest {
  private static final String MAGIC = "printf 'words of a wrapper\\n\\nfoliot-spark 1\\n'\n";

  /** One column of text and one of a number; a row, and the end. */
  private static final String ROW =
      "printf '\\000\\000\\000\\000\\002\\001\\003\\000\\000\\000\\002ab"
          + "\\001\\000\\000\\000\\000\\000\\000\\000\\007\\002'\n";

  @TempDir Path folder;

  private SparkPipe start(String script, CompletableFuture<SparkPipe> started) throws IOException {
    Path submit = Files.createDirectories(folder.resolve("bin")).resolve("spark-submit");
    Files.writeString(submit, "#!/bin/sh\n" + script);
    assertThat(submit.toFile().setExecutable(true)).isTrue();
    Path jar = Files.writeString(folder.resolve("spark.jar"), "");
    return SparkPipe.inChild(
        new SparkCommand("foliot", null, jar, null, List.of()),
        Map.of("SPARK_HOME", folder.toString()),
        started::complete);
  }

  private SparkPipe start(String script) throws IOException {
    return start(script, new CompletableFuture<>());
  }

  @Test
  void shouldReadRowsAndRefusals() throws IOException {
    String errors =
        "printf '\\003\\000\\000\\000\\006failed\\000\\000\\000\\003sql'\n"
            + "printf '\\003\\000\\000\\000\\005store\\000\\000\\000\\003why'\n";
    try (SparkPipe pipe = start(MAGIC + ROW + errors + "cat >/dev/null\n")) {
      SparkAnswer answer = pipe.ask("query", "SELECT 'ab', 7");
      assertThat(answer.next()).isTrue();
      assertThat(answer.getString(1)).isEqualTo("ab");
      assertThat(answer.getLong(2)).isEqualTo(7);
      assertThat(answer.next()).isFalse();
      assertThatThrownBy(() -> pipe.ask("query", "SELECT"))
          .isInstanceOfSatisfying(
              PipeException.class, e -> assertThat(e.kind()).isEqualTo(PipeException.Kind.FAILED))
          .hasMessage("sql");
      assertThatThrownBy(() -> pipe.ask("list", "s3a://none"))
          .isInstanceOfSatisfying(
              PipeException.class, e -> assertThat(e.kind()).isEqualTo(PipeException.Kind.REFUSED))
          .hasMessage("why");
    }
  }

  @Test
  void shouldSayWhatSparkSaidLast() throws IOException {
    assertThatThrownBy(() -> start("echo 'Error: no master' >&2\nexit 1\n"))
        .isInstanceOfSatisfying(
            FoliotException.class,
            e -> assertThat(e.whose()).isEqualTo(FoliotException.Cause.ENVIRONMENT))
        .hasMessageContaining("Apache Spark did not start");
    try (SparkPipe pipe = start(MAGIC + "exit 3\n")) {
      assertThatThrownBy(() -> pipe.ask("query", "SELECT 1"))
          .isInstanceOfSatisfying(
              PipeException.class, e -> assertThat(e.kind()).isEqualTo(PipeException.Kind.LOST));
    }
  }

  @Test
  void shouldEndTheChildAndWhatItStartedWhenItIsCancelled() throws Exception {
    CompletableFuture<SparkPipe> started = new CompletableFuture<>();
    // whoever reads a FIFO waits for the one who writes
    Path ready = folder.resolve("ready");
    assertThat(new ProcessBuilder("mkfifo", ready.toString()).start().waitFor()).isZero();
    String script = "sleep 600 &\necho $! >" + ready + "\nwait\n";
    CompletableFuture<Throwable> failed =
        CompletableFuture.supplyAsync(() -> {
          try (SparkPipe pipe = start(script, started)) {
            return new AssertionError("it started: " + pipe);
          } catch (Exception e) {
            return e;
          }
        });
    ProcessHandle child =
        ProcessHandle.of(Long.parseLong(Files.readString(ready).strip())).orElseThrow();
    started.get(30, TimeUnit.SECONDS).cancel();
    assertThat(failed.get(30, TimeUnit.SECONDS))
        .isInstanceOfSatisfying(
            PipeException.class, e -> assertThat(e.kind()).isEqualTo(PipeException.Kind.CANCELLED));
    child.onExit().get(30, TimeUnit.SECONDS);
  }
}
