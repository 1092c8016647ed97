package dev.foliot.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every lesson is in docs/guide/lessons.md with a command from its essay, and has a test. */
@Tag("once")
class LessonsPageTest {
  private static final Path SOURCES = Path.of("src", "main", "java", "dev", "foliot", "samples");
  private static final Path TESTS = Path.of("src", "test", "java", "dev", "foliot", "samples");
  private static final Path PAGE = Path.of("..", "docs", "guide", "lessons.md");
  private static final Pattern NAME = Pattern.compile("Lesson\\d\\d_\\w+");
  private static final String COMMAND = "./foliot bench dev.foliot.samples.";

  static List<String> lessons() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files
          .map(file -> String.valueOf(file.getFileName()).replace(".java", ""))
          .filter(NAME.asMatchPredicate())
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("lessons")
  void shouldBeOnThePageWithItsCommand(String lesson) throws IOException {
    assertThat(Files.readString(PAGE))
        .contains("(../../samples/src/main/java/dev/foliot/samples/" + lesson + ".java)")
        .contains(COMMAND + lesson);
  }

  @ParameterizedTest
  @MethodSource("lessons")
  void shouldShowItsCommandInItsEssay(String lesson) throws IOException {
    assertThat(Files.readString(SOURCES.resolve(lesson + ".java"))).contains(COMMAND + lesson);
  }

  @ParameterizedTest
  @MethodSource("lessons")
  void shouldBeRunByATest(String lesson) throws IOException {
    try (Stream<Path> tests = Files.list(TESTS)) {
      assertThat(tests.map(LessonsPageTest::read))
          .anyMatch(test -> test.contains("new " + lesson + "()"));
    }
  }

  @Test
  void shouldNameNoLessonThatIsNotThere() throws IOException {
    assertThat(NAME.matcher(Files.readString(PAGE)).results().map(MatchResult::group))
        .isSubsetOf(lessons());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
