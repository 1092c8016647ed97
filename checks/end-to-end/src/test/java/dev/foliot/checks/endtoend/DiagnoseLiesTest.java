package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.MapsALibrary;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * {@code foliot diagnose} of a process with a mapped file that looks like HotSpot's library and is
 * inconsistent. The answer is clear within seconds, and the process goes on.
 */
@EnabledOnOs(OS.LINUX)
final class DiagnoseLiesTest {
  private static final int DONE = 0;
  private static final int REFUSED = 4;

  /** For a diagnosis of a second, on a machine with other builds. */
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path folder;

  /** Makes a library inconsistent, and writes it. */
  interface Lie {
    void write(LyingLibrary library, Path file) throws IOException;
  }

  /** A process that has mapped such a library. */
  private record Liar(Process process, BufferedReader out) implements AutoCloseable {
    static Liar of(Path folder, Lie lie, String... options) throws IOException {
      Path library = folder.resolve("libjvm.so");
      lie.write(new LyingLibrary(), library);
      List<String> command =
          new ArrayList<>(
              List.of(
                  Jdks.home(25).resolve("bin/java").toString(),
                  "-Xmx64m",
                  "-XX:+UseSerialGC",
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  FoliotProcess.tasks(),
                  MapsALibrary.class.getName(),
                  library.toString(),
                  "0x" + Long.toHexString(LyingLibrary.BASE),
                  Integer.toString(LyingLibrary.BYTES)));
      command.addAll(List.of(options));
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      Liar liar = new Liar(process, process.inputReader(StandardCharsets.UTF_8));
      assertThat(liar.out.readLine()).isEqualTo("mapped");
      return liar;
    }

    void mustGoOn() throws IOException {
      process.getOutputStream().write("you\n".getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      assertThat(out.readLine()).isEqualTo("heard you");
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  private Ended diagnose(Liar liar, String... options) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(Long.toString(liar.process.pid()), "--duration", "1s", "--no-store"));
    words.addAll(List.of(options));
    long startNs = System.nanoTime();
    Ended ended = FoliotProcess.call(folder, "diagnose", words.toArray(String[]::new));
    assertThat(Duration.ofNanos(System.nanoTime() - startNs)).as(ended.err()).isLessThan(SOON);
    assertThat(ended.err()).doesNotContain("internal failure", "Exception");
    liar.mustGoOn();
    return ended;
  }

  private static Arguments lie(String name, Lie lie, String words) {
    return argumentSet(name, lie, words);
  }

  static Stream<Arguments> unbelievable() {
    return Stream.of(
        lie(
            "noise",
            (library, file) -> library.writeNoise(file, 7),
            "does not tell of itself as HotSpot's does"),
        lie(
            "tables that are nowhere",
            (library, file) -> library.symbol("gHotSpotVMStructs", 0x6666_0000_0000L).write(file),
            "0x666600000000 cannot be read"),
        lie(
            "tables without an end",
            (library, file) -> library.withoutEndOfTypes().write(file),
            "gHotSpotVMTypes has more than 20000 entries"),
        lie(
            "tables in which nothing follows",
            (library, file) -> library.symbol("gHotSpotVMStructEntryArrayStride", 0).write(file),
            "gHotSpotVMStructEntryArrayStride is 0"),
        lie(
            "a field far away",
            (library, file) ->
                library.field("Klass", "_layout_helper", "jint", 1L << 40).write(file),
            "Klass::_layout_helper is at offset 1099511627776"),
        lie(
            "two fields in one place",
            (library, file) ->
                library
                    .without("Klass", "_secondary_supers")
                    .field("Klass", "_secondary_supers", "Array<Klass*>*", 16)
                    .write(file),
            "its tables lie: Klass::_secondary_supers is at offset 16"));
  }

  @ParameterizedTest
  @MethodSource("unbelievable")
  void shouldRefuseWhatCannotBeTrue(Lie lie, String words) throws Exception {
    try (Liar liar = Liar.of(folder, lie)) {
      Ended ended = diagnose(liar);

      assertThat(ended.exit()).as(ended.err()).isEqualTo(REFUSED);
      assertThat(ended.out()).isEmpty();
      assertThat(ended.errors())
          .singleElement()
          .asString()
          .startsWith("foliot: process " + liar.process.pid())
          .contains(words);
    }
  }

  static Stream<Arguments> classless() {
    return Stream.of(
        lie(
            "loaders in a circle",
            (library, file) ->
                library
                    .word(LyingLibrary.LOADER + LyingLibrary.LOADER_NEXT, LyingLibrary.LOADER)
                    .word(LyingLibrary.LOADER + LyingLibrary.LOADER_KLASSES, 0)
                    .write(file),
            "its list of class loaders leads to no class"),
        lie(
            "giant lists",
            (library, file) -> library.lists(Integer.MAX_VALUE).write(file),
            "its list of class loaders leads to no class"),
        lie(
            "no way from class to class",
            (library, file) -> library.without("Klass", "_next_link").write(file),
            "its tables lack Klass::_next_link"));
  }

  @ParameterizedTest
  @MethodSource("classless")
  void shouldSayThatNoClassCanBeRead(Lie lie, String words) throws Exception {
    try (Liar liar = Liar.of(folder, lie)) {
      Ended ended = diagnose(liar, "--only", "sharing", "--json");

      assertThat(ended.exit()).as(ended.err()).isEqualTo(REFUSED);
      JsonNode sharing = StoredFiles.json(ended.out()).at("/examinations/sharing");
      assertThat(sharing.at("/status").asString()).isEqualTo("unavailable");
      assertThat(sharing.at("/reason").asString()).contains(words);
    }
  }

  /** The refusals above mean little if a correct library were refused too. */
  @Test
  void shouldReadTheSameLibraryWhereItTellsTheTruth() throws Exception {
    try (Liar liar = Liar.of(folder, LyingLibrary::write)) {
      Ended ended = diagnose(liar, "--only", "sharing", "--json");

      assertThat(ended.exit()).as(ended.err()).isEqualTo(DONE);
      JsonNode json = StoredFiles.json(ended.out());
      assertThat(json.at("/jvm/version").asString()).isEqualTo("42.0.1+7");
      assertThat(json.at("/examinations/sharing/looked_at").toString())
          .contains("2 classes, read in");
      assertThat(json.at("/examinations/sharing/could_not").toString())
          .doesNotContain("all classes");
    }
  }

  @Test
  void shouldEndWhereClassesLeadInACircle() throws Exception {
    Lie circle =
        (library, file) ->
            library.word(LyingLibrary.OBJECT + LyingLibrary.NEXT, LyingLibrary.ROUTER).write(file);
    try (Liar liar = Liar.of(folder, circle)) {
      Ended ended = diagnose(liar, "--only", "sharing", "--json");

      assertThat(ended.exit()).as(ended.err()).isEqualTo(DONE);
      JsonNode sharing = StoredFiles.json(ended.out()).at("/examinations/sharing");
      assertThat(sharing.at("/status").asString()).isEqualTo("partial");
      assertThat(sharing.at("/could_not").toString()).contains("all classes: ", "; 2 were read");
    }
  }

  /** Any answer is fine. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldEndWhereBytesAreDamaged(long seed) throws Exception {
    Lie damage = (library, file) -> library.writeDamaged(file, seed);
    try (Liar liar = Liar.of(folder, damage)) {
      assertThat(diagnose(liar).exit()).isIn(DONE, REFUSED);
    }
  }

  @Test
  void shouldEndWhereThatChangesAllTheTime() throws Exception {
    try (Liar liar = Liar.of(folder, LyingLibrary::write, "scribble")) {
      assertThat(diagnose(liar).exit()).isIn(DONE, REFUSED);
    }
  }
}
