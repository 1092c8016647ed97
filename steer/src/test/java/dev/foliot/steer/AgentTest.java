package dev.foliot.steer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent in JVMs of its own, on the JDK that runs the tests. */
class AgentTest {
  private static final String TRAVELLER = "dev.foliot.steer.Traveller";
  private static final long PATIENCE_S = 60;

  @TempDir private Path folder;

  /** How a program with the agent ended. */
  private record Ended(int exit, String out, List<String> told) {}

  @BeforeEach
  void pack() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", Agent.class.getName());
    Path classes = Path.of("target", "classes");
    try (OutputStream out = Files.newOutputStream(jar());
        JarOutputStream jar = new JarOutputStream(out, manifest);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        jar.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, jar);
        jar.closeEntry();
      }
    }
  }

  private Path jar() {
    return folder.resolve("steer.jar");
  }

  private Path told() {
    return folder.resolve("told.json");
  }

  private Ended run(String where, String options, String... flags)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(flags));
    command.add("-javaagent:" + jar() + "=" + options);
    command.addAll(List.of("-cp", Path.of("target", "test-classes").toString()));
    command.addAll(List.of(Journey.class.getName(), where));
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    return new Ended(
        process.exitValue(),
        Files.readString(out),
        Files.exists(told()) ? Files.readAllLines(told()) : List.of());
  }

  private Ended steered(String where, String name, int offset, String... flags)
      throws IOException, InterruptedException {
    return run(where, "class=" + name + ",offset=" + offset + ",told=" + told(), flags);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8, 16, 24, 32, 40, 48, 56})
  void shouldLandAClassAtEveryPlaceOfALine(int offset) throws Exception {
    Ended own = steered("own", TRAVELLER, offset);

    assertThat(own.exit()).as(own.out()).isZero();
    assertThat(own.told())
        .singleElement()
        .asString()
        .contains("\"class\":\"" + TRAVELLER + "\"", "AppClassLoader")
        .contains("\"wanted\":" + offset, "\"offset\":" + offset, "\"landed\":true");
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 24, 40})
  void shouldLandTheFirstClassOfAnotherLoader(int offset) throws Exception {
    Ended other = steered("other", TRAVELLER, offset);

    assertThat(other.exit()).as(other.out()).isZero();
    assertThat(other.told())
        .singleElement()
        .asString()
        .contains("Journey$OtherLoader", "\"offset\":" + offset, "\"landed\":true");
  }

  @Test
  void shouldSayThatAClassWasNeverLoaded() throws Exception {
    Ended none = steered("none", TRAVELLER, 24);

    assertThat(none.exit()).isZero();
    assertThat(none.out()).contains("arrived");
    assertThat(none.told())
        .singleElement()
        .asString()
        .contains("\"landed\":false", "it was not loaded while the agent was there");
  }

  @Test
  void shouldOpenNothingToTheApplication() throws Exception {
    Ended ended = steered("open", TRAVELLER, 24);

    assertThat(ended.out()).contains("java.lang is open: false", "arrived");
  }

  @Test
  void shouldSayThatAClassWasLoadedBefore() throws Exception {
    assertThat(steered("none", "java.lang.String", 24).told())
        .singleElement()
        .asString()
        .contains("\"landed\":false", "it was loaded before the agent was there");
  }

  @Test
  void shouldSayThatTheBootstrapLoaderTakesNoFiller() throws Exception {
    Ended ended = steered("java.util.concurrent.Phaser", "java.util.concurrent.Phaser", 24);

    assertThat(ended.exit()).as(ended.out()).isZero();
    assertThat(ended.told())
        .singleElement()
        .asString()
        .contains("\"landed\":false", "the bootstrap loader takes no filler");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "class=a.B", "class=a.B,offset=7", "colour=red"})
  void shouldLetTheApplicationRunWithOptionsThatAreNone(String options) throws Exception {
    Ended ended = run("own", options);

    assertThat(ended.exit()).isZero();
    assertThat(ended.out()).contains("foliot-steer: ", "arrived");
    assertThat(ended.told()).isEmpty();
  }

  @Test
  void shouldSayThatItCannotSteerWithoutCompressedClassPointers() throws Exception {
    Ended ended = steered("own", TRAVELLER, 24, "-XX:-UseCompressedClassPointers");

    assertThat(ended.exit()).as(ended.out()).isZero();
    assertThat(ended.told())
        .singleElement()
        .asString()
        .contains("\"landed\":false", "without compressed class pointers");
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_25)
  void shouldSayThatCompactHeadersLeaveNothingToSteer() throws Exception {
    Ended ended = steered("own", TRAVELLER, 24, "-XX:+UseCompactObjectHeaders");

    assertThat(ended.exit()).as(ended.out()).isZero();
    assertThat(ended.told())
        .singleElement()
        .asString()
        .contains("\"landed\":false", "every class begins at a multiple of 1024 bytes");
  }

  @Test
  void shouldNotMindAFileThatCannotBeWritten() throws Exception {
    Ended ended = run("own", "class=" + TRAVELLER + ",offset=24,told=" + folder + "/no/told.json");

    assertThat(ended.exit()).isZero();
    assertThat(ended.out()).contains("arrived");
  }
}
