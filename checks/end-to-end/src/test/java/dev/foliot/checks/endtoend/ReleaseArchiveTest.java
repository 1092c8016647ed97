package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Unpacks the archives that {@code checks/release.sh make} makes and starts them in another folder,
 * away from the sources.
 */
@Tag("release")
final class ReleaseArchiveTest {
  private static final Path RELEASE = FoliotProcess.inTree("target/release");

  private static final String FULL = "foliot-[0-9].*-linux-(x64|aarch64)";
  private static final String WITHOUT_FLEET = FULL + "-without-fleet";
  private static final String WITHOUT_JAVA = "foliot-[0-9](?!.*-(linux|without)-).*";

  @TempDir static Path unpacked;
  private static Path home;
  private static Path withoutFleet;
  private static Path withoutJava;

  @TempDir Path elsewhere;

  /** The end of a process, with its combined output. */
  private record Said(int exit, String text) {}

  @BeforeAll
  static void unpack() throws Exception {
    home = unpack(FULL);
    withoutFleet = unpack(WITHOUT_FLEET);
    withoutJava = unpack(WITHOUT_JAVA);
  }

  private static Path unpack(String name) throws Exception {
    Path archive = only(RELEASE, name + "\\.tar\\.gz");
    Said tar = run(unpacked, "tar", "xzf", archive.toString());
    assertThat(tar.exit()).as(tar.text()).isZero();
    return only(unpacked, name);
  }

  @Test
  void shouldHoldTheLauncherTheLicencesAndTheLessons() throws IOException {
    for (Path archive : List.of(home, withoutFleet, withoutJava)) {
      assertThat(archive.resolve("foliot")).isExecutable();
      assertThat(archive.resolve("man/man1/foliot-bench.1")).isNotEmptyFile();
      assertThat(archive.resolve("completion/foliot.bash")).isNotEmptyFile();
      assertThat(archive.resolve("LICENSE")).isNotEmptyFile();
      assertThat(archive.resolve("THIRD-PARTY.md")).isNotEmptyFile();
      assertThat(archive.resolve("README.md")).isNotEmptyFile();
      assertThat(archive.resolve("samples/foliot-samples.jar")).isNotEmptyFile();
      assertThat(archive.resolve("pom.xml")).doesNotExist();
    }
    only(home.resolve("lib/fleet"), "duckdb_jdbc-.*\\.jar");
    assertThat(withoutFleet.resolve("lib/fleet")).doesNotExist();
    assertThat(home.resolve("lib/spark/foliot-fleet-spark.jar")).isNotEmptyFile();
    assertThat(home.resolve("runtime/legal/java.base/LICENSE")).isNotEmptyFile();
    assertThat(withoutJava.resolve("runtime")).doesNotExist();
    assertThat(sizeMb(WITHOUT_FLEET)).isLessThan(sizeMb(FULL) / 2).isLessThan(100);
  }

  /** It needs no Java, and one that is here is not taken. */
  @Test
  void shouldRunOnTheJavaThatItBrings() throws Exception {
    Said version = run(elsewhere, "env", "-i", "PATH=/usr/bin:/bin", launcher(home), "--version");
    Said java = run(elsewhere, home.resolve("runtime/bin/java").toString(), "--list-modules");

    assertThat(version.exit()).as(version.text()).isZero();
    assertThat(version.text()).startsWith("foliot " + Libraries.version());
    assertThat(java.text())
        .contains("java.se@", "jdk.jfr@", "jdk.jcmd@")
        .doesNotContain("jdk.compiler@", "jdk.javadoc@");
  }

  /** As on another CPU, or where the C library is another. */
  @Test
  void shouldSayThatItsJavaDoesNotStart() throws Exception {
    Path copy = elsewhere.resolve("other");
    assertThat(run(elsewhere, "cp", "-Rp", withoutJava.toString(), copy.toString()).exit())
        .isZero();
    Path runtime = Files.createDirectories(copy.resolve("runtime"));
    Said refused = run(elsewhere, launcher(copy), "--version");
    Files.copy(home.resolve("runtime/release"), runtime.resolve("release"));
    Path java = Files.createDirectories(runtime.resolve("bin")).resolve("java");
    Files.write(java, new byte[] {0x7f, 'E', 'L', 'F', 0});
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Said broken = run(elsewhere, launcher(copy), "--version");

    assertThat(refused.exit()).isEqualTo(4);
    assertThat(refused.text()).contains("runtime is not whole: unpack the archive again");
    assertThat(broken.exit()).isEqualTo(4);
    assertThat(broken.text()).contains("does not start here: take the archive of this CPU");
  }

  private static String launcher(Path archive) {
    return archive.resolve("foliot").toString();
  }

  /** Of packages only what is in them is compared: no system is at hand that takes an rpm. */
  @Test
  void shouldBeInTheDebAndInTheRpmToo() throws Exception {
    Said deb = run(elsewhere, "dpkg-deb", "-c", only(RELEASE, "foliot_.*\\.deb").toString());
    Said rpm = run(elsewhere, "rpm", "-qlp", only(RELEASE, "foliot-.*\\.rpm").toString());

    for (Said one : List.of(deb, rpm)) {
      assertThat(one.exit()).as(one.text()).isZero();
      assertThat(one.text())
          .contains(
              "/usr/bin/foliot",
              "/usr/lib/foliot/runtime/bin/java\n",
              "/usr/lib/foliot/lib/foliot-cli-",
              "/usr/share/man/man1/foliot-bench.1.gz\n",
              "/usr/share/bash-completion/completions/foliot\n")
          .doesNotContain(".aot");
    }
  }

  @Test
  void shouldListWhatIsInIt() throws Exception {
    JsonNode bom = StoredFiles.json(Files.readString(only(RELEASE, "foliot-.*-sbom\\.json")));
    List<String> names = bom.at("/components").findValuesAsString("name");
    List<String> jars = new ArrayList<>();
    for (String folder : List.of("lib", "lib/fleet")) {
      StoredFiles.list(home.resolve(folder)).stream()
          .map(file -> String.valueOf(file.getFileName()))
          .filter(file -> file.endsWith(".jar"))
          .forEach(jars::add);
    }

    assertThat(bom.at("/bomFormat").asString()).isEqualTo("CycloneDX");
    assertThat(names).contains("OpenJDK", "duckdb_jdbc", "picocli");
    assertThat(jars)
        .allSatisfy(jar ->
            assertThat(
                    names.stream().anyMatch(name -> jar.startsWith(name + "-"))
                        || jar.startsWith("foliot-cli-"))
                .as(jar)
                .isTrue());
  }

  private static long sizeMb(String name) throws IOException {
    return Files.size(only(RELEASE, name + "\\.tar\\.gz")) / 1_000_000;
  }

  @Test
  void shouldReadAFleetWhereDuckDbIsAndSayWhatIsMissingElsewhere() throws Exception {
    Files.writeString(
        elsewhere.resolve("nodes.csv"), "time,node,cpu\n0,a,1\n0,b,1\n60,a,2\n60,b,2\n");
    String[] words = {"fleet", "nodes.csv", "--no-store"};

    Said refused = foliot(withoutFleet, words);
    Said read = foliot(home, words);

    assertThat(refused.exit()).as(refused.text()).isEqualTo(4);
    assertThat(refused.text().lines()).singleElement().asString().contains("lib/fleet");
    assertThat(read.exit()).as(read.text()).isZero();
    Files.createSymbolicLink(withoutFleet.resolve("lib/fleet"), home.resolve("lib/fleet"));
    try {
      Said repaired = foliot(withoutFleet, words);
      assertThat(repaired.exit()).as(repaired.text()).isZero();
      assertThat(repaired.text()).isEqualTo(read.text());
    } finally {
      Files.delete(withoutFleet.resolve("lib/fleet"));
    }
  }

  private Said foliot(Path archive, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(archive.resolve("foliot").toString()));
    command.addAll(List.of(words));
    return run(elsewhere, command.toArray(String[]::new));
  }

  @Test
  void shouldStartFromAnotherFolderAndBuildNothing() throws Exception {
    Path link = Files.createSymbolicLink(elsewhere.resolve("f"), home.resolve("foliot"));

    Said version = run(elsewhere, link.toString(), "--version");
    assertThat(version.exit()).as(version.text()).isZero();
    assertThat(version.text()).startsWith("foliot 0.").doesNotContain("building");
    Said doctor = run(elsewhere, home.resolve("foliot").toString(), "doctor");
    assertThat(doctor.exit()).as(doctor.text()).isZero();
    assertThat(doctor.text()).contains("checks");
    Said runs = run(elsewhere, home.resolve("foliot").toString(), "runs", "--json");
    assertThat(runs.exit()).as(runs.text()).isZero();
    assertThat(runs.text()).contains("foliot.runs/1", elsewhere.resolve(".foliot").toString());
    assertThat(home.resolve(".launch")).doesNotExist();
  }

  /**
   * Its shortest form; it starts a lesson, two placed JVMs and the services, all from the archive.
   */
  @Test
  void shouldShowTheDemoFromAnotherFolder() throws Exception {
    Said demo = run(elsewhere, launcher(home), "demo", "--shortest", "--json");

    assertThat(demo.exit()).as(demo.text()).isIn(0, 5);
    JsonNode json = StoredFiles.json(demo.text().substring(demo.text().indexOf('{')));
    assertThat(json.at("/parts").findValuesAsString("status"))
        .as(demo.text())
        .containsExactly("done", "done", "done");
    assertThat(Path.of(json.at("/page").asString())).startsWith(elsewhere).isNotEmptyFile();
  }

  /** The JVM would also start without the cache: here it must use it. */
  @Test
  void shouldMakeACacheAtTheFirstStartThatTheJvmTakes() throws Exception {
    for (Path archive : List.of(home, withoutFleet)) {
      assertThat(run(elsewhere, launcher(archive), "--version").exit()).isZero();
      startsWithTheCacheOf(archive, List.of("lib", "lib/fleet"));
    }
  }

  private void startsWithTheCacheOf(Path archive, List<String> folders) throws Exception {
    Path cache = only(archive, "(?!driver-).*\\.aot");
    List<String> jars = new ArrayList<>();
    for (String folder : folders) {
      if (Files.exists(archive.resolve(folder))) {
        StoredFiles.list(archive.resolve(folder)).stream()
            .map(Path::toString)
            .filter(file -> file.endsWith(".jar"))
            .forEach(jars::add);
      }
    }

    Said started =
        run(
            elsewhere,
            archive.resolve("runtime/bin/java").toString(),
            "-XX:AOTCache=" + cache,
            "-XX:AOTMode=on",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            String.join(":", jars),
            "dev.foliot.cli.Main",
            "--version");

    assertThat(started.exit()).as(started.text()).isZero();
    assertThat(started.text()).startsWith("foliot 0.");
  }

  @Test
  void shouldDoWithoutACacheOfThisJdkWhereNothingCanBeWritten() throws Exception {
    Path copy = elsewhere.resolve("copy");
    assertThat(run(elsewhere, "cp", "-Rp", home.toString(), copy.toString()).exit()).isZero();
    for (Path cache : StoredFiles.list(copy)) {
      if (cache.toString().endsWith(".aot")) {
        Files.delete(cache);
      }
    }
    assertThat(run(elsewhere, "chmod", "-R", "a-w", copy.toString()).exit()).isZero();
    try {
      Said version = run(elsewhere, copy.resolve("foliot").toString(), "--version");

      assertThat(version.exit()).as(version.text()).isZero();
      assertThat(version.text()).startsWith("foliot 0.");
    } finally {
      run(elsewhere, "chmod", "-R", "u+w", copy.toString());
    }
  }

  private static Path only(Path folder, String name) throws IOException {
    List<Path> found =
        StoredFiles.list(folder).stream()
            .filter(file -> file.getFileName().toString().matches(name))
            .toList();
    assertThat(found).as(name + " in " + folder + "; checks/release.sh make makes it").hasSize(1);
    return found.getFirst();
  }

  private static Said run(Path folder, String... words) throws Exception {
    Process process =
        new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), text);
  }
}
