package dev.foliot.checks.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reasons are data: no decision depends on their text, and each has a code. */
final class ReasonRulesTest {
  /** Methods that give the text of a reason, a finding or an answer. */
  private static final String TEXTS =
      "(?:\\b(?:reasons?|sentence|remedy|couldNot|unavailable|insufficient)\\(\\)"
          + "|\\b(?:reason|why|cause|limit)\\w*\\.text\\(\\))";

  private static final String COMPARED =
      "\\.(?:startsWith|endsWith|contains|matches|indexOf|equals|removeIf)\\(";

  /** A statement that tests a text: both parts without the end of a statement between. */
  private static final Pattern DECIDES =
      Pattern.compile(
          TEXTS
              + COMPARED
              + "|"
              + TEXTS
              + "\\s*\\.stream\\(\\)[^;{}]{0,300}(?:->|::)[^;{}]{0,80}"
              + "(?:startsWith|endsWith|contains|matches)");

  private static final Pattern STRING_OR_COMMENT =
      Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"|/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);

  @Test
  void shouldMakeAVerdictOfCodesAndNotOfTexts() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.foliot.store..")
        .should()
        .callConstructor(Validity.class, Verdict.class, List.class)
        .because("a verdict of texts is for files that older versions wrote: use Validity.of")
        .check(Shipped.CLASSES);
  }

  @Test
  void shouldNotDecideByWhatAReasonSays() throws IOException {
    List<String> found = new ArrayList<>();
    for (Module module : Module.ALL) {
      if (!module.name().equals("text")) {
        find(module.folder().resolve(Path.of("src", "main", "java")), found);
      }
    }

    assertThat(found).as("decide by Reason.is(…), which is data").isEmpty();
  }

  private static void find(Path sources, List<String> found) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
        String code = STRING_OR_COMMENT.matcher(Files.readString(file)).replaceAll("\"\"");
        DECIDES
            .matcher(code)
            .results()
            .forEach(match -> found.add(file.getFileName() + ": " + match.group().strip()));
      }
    }
  }

  /** The rule finds violations. */
  @Test
  void shouldRecogniseWhatItForbids() {
    assertThat(
            List.of(
                "if (fork.validity().reasons().contains(word)) {",
                "fork.validity().reasons().stream()\n"
                    + "  .anyMatch(reason -> reason.startsWith(WORD));",
                "return reason.text().equals(other);",
                "list.reasons().removeIf(reason -> true);"))
        .allMatch(code -> DECIDES.matcher(code).find());
    assertThat(
            List.of(
                "out.println(validity.reasons().size());",
                "validity.reasons().stream().map(Words::shown).toList(); name.startsWith(x);"))
        .noneMatch(code -> DECIDES.matcher(code).find());
  }
}
