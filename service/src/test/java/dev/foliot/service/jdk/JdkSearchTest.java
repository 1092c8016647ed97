package dev.foliot.service.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class JdkSearchTest {
  @TempDir Path folder;
  private Path root = Path.of("");
  private Path user = Path.of("");
  private Path none = Path.of("");

  @BeforeEach
  void create() throws IOException {
    // The folder of the tests may itself lie behind a link.
    Path real = folder.toRealPath();
    root = Files.createDirectories(real.resolve("root"));
    user = Files.createDirectories(real.resolve("home"));
    none = real.resolve("none");
  }

  private static Path jdk(Path home, String release) throws IOException {
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("release"), release);
    return home;
  }

  private List<InstalledJdk> found(Map<String, String> environment) {
    return new JdkSearch(root, environment, user, none).found();
  }

  @Test
  void shouldLookWhereTheLauncherLooks() throws IOException {
    List<Path> homes =
        List.of(
            root.resolve("usr/lib/jvm/a"),
            root.resolve("usr/lib64/jvm/b"),
            root.resolve("opt/c"),
            root.resolve("opt/java/d"),
            user.resolve(".sdkman/candidates/java/e"),
            user.resolve(".jdks/f"),
            root.resolve("g"),
            root.resolve("h"),
            root.resolve("i"),
            root.resolve("j"));
    for (Path home : homes) {
      jdk(home, "JAVA_VERSION=\"25\"\n");
    }
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME", root.resolve("g").toString(),
            "JDK_HOME", root.resolve("h").toString(),
            "JAVA17_HOME", root.resolve("i").toString(),
            "PATH", "/nowhere:" + root.resolve("j/bin"),
            "OTHER_HOME", root.resolve("k").toString());

    assertThat(found(environment))
        .extracting(InstalledJdk::home)
        .containsExactlyInAnyOrderElementsOf(homes);
  }

  @Test
  void shouldSayWhatEachIsGoodFor() throws IOException {
    Path jvms = root.resolve("usr/lib/jvm");
    jdk(jvms.resolve("a"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"17.0.9\"\n");
    jdk(jvms.resolve("b"), "JAVA_VERSION=\"26-ea\"\n");
    jdk(jvms.resolve("c"), "JAVA_VERSION=\"21.0.4\"\n");
    jdk(jvms.resolve("d"), "JAVA_VERSION=\"1.8.0_392\"\n");
    jdk(jvms.resolve("e"), "nothing\n");

    List<InstalledJdk> found = found(Map.of());

    assertThat(found)
        .extracting(InstalledJdk::version)
        .containsExactly("26-ea", "21.0.4", "17.0.9", "1.8.0_392", "unknown");
    assertThat(found).extracting(InstalledJdk::feature).containsExactly(26, 21, 17, 1, 0);
    assertThat(found)
        .extracting(InstalledJdk::uses)
        .containsExactly(
            List.of("foliot", "bench --jdk", "bench --dispatch virtual"),
            List.of("bench --jdk", "bench --dispatch virtual"),
            List.of("bench --jdk"),
            List.of(),
            List.of());
    assertThat(found.get(2).implementor()).isEqualTo("X");
  }

  @Test
  void shouldCountAJdkBehindSeveralLinksOnce() throws IOException {
    Path jvms = root.resolve("usr/lib/jvm");
    Path real = jdk(jvms.resolve("temurin-25-jdk-amd64"), "JAVA_VERSION=\"25.0.3\"\n");
    Files.createSymbolicLink(jvms.resolve("java-25"), real);
    Path bin = Files.createDirectories(root.resolve("usr/bin"));
    Files.createSymbolicLink(bin.resolve("java"), real.resolve("bin/java"));

    List<InstalledJdk> found =
        new JdkSearch(
                root, Map.of("JAVA_HOME", real.toString(), "PATH", bin.toString()), user, real)
            .found();

    assertThat(found)
        .containsExactly(new InstalledJdk(jvms.resolve("java-25"), "25.0.3", 25, "", true));
  }

  @Test
  void shouldPassOverWhatIsNoJdk() throws IOException {
    Path jvms = Files.createDirectories(root.resolve("usr/lib/jvm"));
    Files.createDirectories(jvms.resolve("empty"));
    Files.writeString(jvms.resolve("file"), "");
    Files.delete(jdk(jvms.resolve("no-release"), "").resolve("release"));
    Files.delete(jdk(jvms.resolve("no-java"), "JAVA_VERSION=\"25\"").resolve("bin/java"));
    Files.createSymbolicLink(jvms.resolve("loop"), jvms.resolve("loop"));

    assertThat(found(Map.of("JAVA_HOME", "a\0b", "JDK_HOME", "", "PATH", ""))).isEmpty();
  }

  @Test
  void shouldNotBelieveAReleaseFile() throws IOException {
    Path jvms = root.resolve("usr/lib/jvm");
    jdk(
        jvms.resolve("a"),
        "JAVA_VERSION=\"\u001b[2J25\"\nIMPLEMENTOR=\"\u001b]0;x\u0007\u202e\"\n");
    jdk(jvms.resolve("b"), "JAVA_VERSION=\"9999999999\"\n");
    jdk(jvms.resolve("c"), "IMPLEMENTOR=\"" + "x".repeat(100_000) + "\"\nJAVA_VERSION=\"25\"\n");

    List<InstalledJdk> found = found(Map.of());

    assertThat(found).hasSize(3);
    assertThat(found)
        .filteredOn(jdk -> jdk.home().endsWith("a"))
        .singleElement()
        .satisfies(jdk -> {
          assertThat(jdk.version()).isEqualTo("unknown");
          // Its own text is passed on unchanged; the output cleans it.
          assertThat(jdk.implementor()).contains("\u001b");
        });
    assertThat(found)
        .filteredOn(jdk -> jdk.home().endsWith("c"))
        .singleElement()
        .satisfies(jdk -> assertThat(jdk.implementor()).isEmpty());
  }
}
