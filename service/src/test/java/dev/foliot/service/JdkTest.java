package dev.foliot.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkTest {
  @TempDir Path folder;

  @Test
  void shouldKnowTheJdkThatItRunsOn() {
    assertThat(Jdk.current().feature()).isEqualTo(Runtime.version().feature());
    assertThat(Jdk.current().java()).isExecutable();
  }

  @Test
  void shouldReadTheReleaseFile() throws IOException {
    assertThat(jdk("IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"21.0.4\"\n"))
        .isEqualTo(new Jdk(folder, "21.0.4", 21));
    assertThat(jdk("JAVA_VERSION=\"25\"\n").feature()).isEqualTo(25);
    assertThat(jdk("JAVA_VERSION=\"26-ea\"\n").version()).isEqualTo("26-ea");
  }

  @Test
  void shouldUseAJdkThatDoesNotSayWhatItIs() throws IOException {
    assertThat(jdk("nothing\n")).isEqualTo(new Jdk(folder, "unknown", 0));
  }

  @Test
  void shouldRefuseAnOldOne() {
    assertThatThrownBy(() -> jdk("JAVA_VERSION=\"11.0.20\"\n"))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("is a JDK 11.0.20; forks need 17 or later");
  }

  @Test
  void shouldRefuseAFolderWithoutALauncher() {
    assertThatThrownBy(() -> Jdk.of(folder.toString()))
        .isInstanceOfSatisfying(
            FoliotException.class,
            e -> assertThat(e.whose()).isEqualTo(FoliotException.Cause.USAGE))
        .hasMessageContaining("no bin/java");
    assertThatThrownBy(() -> Jdk.of("a\0b")).isInstanceOf(FoliotException.class);
  }

  @Test
  void shouldKnowTheJdkOfALauncherThroughLinks() throws IOException {
    Path java = folder.resolve("old/bin/java");
    Files.createDirectories(folder.resolve("old/bin"));
    Files.writeString(java, "");
    Files.writeString(folder.resolve("old/release"), "JAVA_VERSION=\"11.0.20\"\n");
    Path link = Files.createSymbolicLink(folder.resolve("java"), java);
    Path script = Files.writeString(folder.resolve("run.sh"), "");

    assertThat(Jdk.ofLauncher(link).map(Jdk::version)).hasValue("11.0.20");
    assertThat(Jdk.ofLauncher(script)).isEmpty();
    assertThat(Jdk.ofLauncher(folder.resolve("none"))).isEmpty();
  }

  private Jdk jdk(String release) throws IOException {
    Path java = folder.resolve("bin/java");
    Files.createDirectories(folder.resolve("bin"));
    Files.writeString(java, "");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("release"), release);
    return Jdk.of(folder.toString());
  }
}
