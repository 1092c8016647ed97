package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.screen.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --profile} where nothing can be profiled. */
class ProfileRefusalTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @Test
  void shouldRefuseToProfileTheRemedyStudyInOneLine() {
    int exit =
        foliot(
            "study",
            "remedy",
            "--jdk=" + System.getProperty("java.home"),
            "--store=" + folder.resolve("store"),
            "--profile");

    assertThat(errors()).singleElement().asString().contains("--profile:", "see foliot diagnose");
    assertThat(exit).isEqualTo(ExitCode.USAGE);
    assertThat(out.size()).isZero();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldLeaveNoFolderOfTheProfilerWhereTheStoreCannotBeMade() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    Path here =
        Path.of(
            ProfileRefusalTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<Path> before = scratch();

    int exit =
        foliot(
            "bench",
            Idle.class.getName(),
            "--classpath=" + here,
            "--rate=1k/s",
            "--no-wait",
            "--store=" + file.resolve("store"),
            "--profile");

    Set<Path> left = scratch();
    left.removeAll(before);
    assertThat(exit).isNotZero();
    assertThat(errors()).last().asString().contains("store");
    assertThat(left).isEmpty();
  }

  /** Those of this process's temporary folder. */
  private static Set<Path> scratch() throws IOException {
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(path -> path.getFileName().toString().startsWith("foliot-profile-"))
          .collect(Collectors.toSet());
    }
  }

  private int foliot(String... words) {
    return Commands.execute(words, new Console(stream(out), stream(err), false));
  }

  private Stream<String> errors() {
    return err.toString(StandardCharsets.UTF_8).lines();
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  /** Is never run. */
  public static final class Idle implements BenchTask {
    @Override
    public void setUp(Bench bench) {}

    @Override
    public void send(long id) {}
  }
}
