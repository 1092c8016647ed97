package dev.foliot.checks.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Each command that the docs and the help show is a test with its name. */
@Tag("walk")
@EnabledOnOs(OS.LINUX)
final class WalkTest {
  @TempDir private static Path folder;
  private static Walk walk;

  @BeforeAll
  static void begin() throws Exception {
    walk = new Walk(folder, List.of(), step -> {});
  }

  @AfterAll
  static void end() {
    if (walk != null) {
      walk.notPlayed().forEach(System.out::println);
      walk.close();
    }
  }

  @TestFactory
  Stream<DynamicNode> shouldPlayEachCommand() {
    return walk.sessions().entrySet().stream()
        .map(page ->
            DynamicContainer.dynamicContainer(
                page.getKey(),
                page.getValue().stream()
                    .map(step ->
                        DynamicTest.dynamicTest(
                            page.getKey() + ": foliot " + step, () -> ended(step)))));
  }

  private static void ended(Walk.Step step) throws Throwable {
    try {
      step.end().join();
    } catch (CompletionException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  @TestFactory
  Stream<DynamicNode> shouldUseEachOptionAndEachRow() {
    return Stream.of(
        DynamicTest.dynamicTest(
            "each option of the help is used, or stands in not-played.txt",
            () -> assertThat(walk.unusedOptions()).isEmpty()),
        DynamicTest.dynamicTest(
            "each row of a table matches something",
            () -> assertThat(walk.unusedRows()).isEmpty()));
  }
}
