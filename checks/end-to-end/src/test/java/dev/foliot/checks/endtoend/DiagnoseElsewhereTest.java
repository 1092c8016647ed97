package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.specimens.SpecimenProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * {@code foliot diagnose} of a JVM whose library differs from the file of that name. It reads the
 * library that the process has mapped.
 */
@EnabledOnOs(OS.LINUX)
final class DiagnoseElsewhereTest {
  private static final Path LIBRARY = Path.of("lib", "server", "libjvm.so");

  @TempDir Path folder;

  /** Like an upgrade of the package while the JVM runs. */
  @Test
  void shouldReadTheJvmWhoseLibraryWasReplaced() throws Exception {
    Path home = copy(folder.resolve("jdk"));
    try (SpecimenProcess specimen = SpecimenProcess.start(home, List.of(), "single-thread")) {
      Path other = Files.writeString(folder.resolve("other"), "another build of the library");
      Files.move(other, home.resolve(LIBRARY), StandardCopyOption.REPLACE_EXISTING);
      mustRead(diagnosis(specimen));
      Files.delete(home.resolve(LIBRARY));
      mustRead(diagnosis(specimen));
    }
  }

  /** Like in a container: its path leads nowhere here. */
  @Test
  void shouldReadTheJvmWhoseLibraryLiesInAnotherMountNamespace() throws Exception {
    Process probe = new ProcessBuilder("unshare", "-m", "true").start();
    assumeTrue(
        probe.waitFor(10, TimeUnit.SECONDS) && probe.exitValue() == 0,
        "no mount namespace can be made here");
    Path copy = copy(folder.resolve("jdk"));
    Path hidden = Files.createDirectory(folder.resolve("hidden"));
    Path home = folder.resolve("home");
    Files.createDirectories(home.resolve("bin"));
    Path java = home.resolve("bin").resolve("java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        exec unshare -m sh -c 'mount -t tmpfs none "$0" && cp -a "$1/." "$0" || exit 1
        home=$0; shift; exec "$home/bin/java" "$@"' %s %s "$@"
        """
            .formatted(quoted(hidden), quoted(copy)));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (SpecimenProcess specimen = SpecimenProcess.start(home, List.of(), "single-thread")) {
      assertThat(hidden).isEmptyDirectory();
      assertThat(Files.readString(Path.of("/proc", specimen.pid() + "", "maps")))
          .contains(hidden.resolve(LIBRARY).toString());
      mustRead(diagnosis(specimen));
    }
  }

  private static String quoted(Path path) {
    return "'" + path.toString().replace("'", "'\\''") + "'";
  }

  /** A JDK 17 of links, with its own launcher and library. */
  private static Path copy(Path to) throws IOException {
    Path home = Jdks.home(17).toRealPath();
    Files.createDirectories(to.resolve("bin"));
    Files.createDirectories(to.resolve("lib").resolve("server"));
    Path launcher = Path.of("bin", "java");
    Files.copy(home.resolve(launcher).toRealPath(), to.resolve(launcher));
    Files.copy(home.resolve(LIBRARY).toRealPath(), to.resolve(LIBRARY));
    link(home.resolve("lib").resolve("server"), to.resolve("lib").resolve("server"));
    link(home.resolve("lib"), to.resolve("lib"));
    link(home, to);
    return to;
  }

  /** Links missing files. */
  private static void link(Path from, Path to) throws IOException {
    for (Path entry : StoredFiles.list(from)) {
      Path here = to.resolve(entry.getFileName());
      if (!Files.exists(here)) {
        Files.createSymbolicLink(here, entry);
      }
    }
  }

  private JsonNode diagnosis(SpecimenProcess specimen) throws Exception {
    Ended ended =
        FoliotProcess.call(
            folder,
            "diagnose",
            Long.toString(specimen.pid()),
            "--duration",
            "1s",
            "--only",
            "sharing",
            "--json",
            "--no-store");
    assertThat(ended.exit()).as(ended.err()).isZero();
    return StoredFiles.json(ended.out());
  }

  private static void mustRead(JsonNode diagnosis) {
    assertThat(diagnosis.at("/jvm/version").asString()).startsWith("17");
    assertThat(diagnosis.at("/examinations/sharing/looked_at/1").asString())
        .containsPattern("[0-9],[0-9]{3} classes, read in");
    assertThat(diagnosis.at("/findings").size()).as(diagnosis.toString()).isZero();
  }
}
