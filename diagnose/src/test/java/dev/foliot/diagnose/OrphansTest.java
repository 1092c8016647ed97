package dev.foliot.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.linux.Reading;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs that an examination starts end with their parent. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class OrphansTest {
  @TempDir private Path folder;

  /** Kills Foliot without a chance to clean up. */
  @ParameterizedTest
  @ValueSource(strings = {"jcmd", "perf"})
  void shouldDieWithItsParent(String program) throws Exception {
    assumeTrue(Launcher.ofSingles(Programs.ofThisProcess()) instanceof Reading.Value);
    staying(folder.resolve("bin").resolve(program));
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                ChildParent.class.getName(),
                program,
                folder.toString())
            .inheritIO()
            .start();
    try {
      ProcessHandle child = started(parent);

      parent.destroyForcibly();

      child.onExit().get(10, TimeUnit.SECONDS);
      assertThat(child.isAlive()).isFalse();
    } finally {
      parent.destroyForcibly();
    }
  }

  /** A program that writes its pid, and stays. */
  private void staying(Path file) throws Exception {
    Path started = folder.resolve("started");
    String part = started + ".part";
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(
        file,
        "#!/bin/sh\necho $$ > " + part + "; mv " + part + " " + started + "; exec sleep 60\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private ProcessHandle started(Process parent) throws Exception {
    Path started = folder.resolve("started");
    while (!Files.exists(started)) {
      assertThat(parent.isAlive()).isTrue();
      parent.waitFor(5, TimeUnit.MILLISECONDS);
    }
    return ProcessHandle.of(Long.parseLong(Files.readString(started).strip())).orElseThrow();
  }
}
