package dev.foliot.study.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.load.plan.RequestReader;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether {@link ReadingStudyFilesTest} has every field of a study file wrong at least once. */
class WrongRowsTest {
  private static final Pattern COMPLAINT = Pattern.compile("^\\s*`?:(\\d+): ([a-z-]+):");

  /** All fields, by their name in {@link ReadingStudyFilesTest#RIGHT}. */
  private static final Map<String, List<String>> FIELDS =
      Map.of(
          "study", StudyFile.FIELDS,
          "remote", TargetReader.REMOTE,
          "target", TargetReader.FIELDS,
          "requests", RequestReader.FIELDS,
          "arms", ArmReader.FIELDS,
          "loads", LoadReader.FIELDS);

  /** A new field is in none of them, until it has its own row. */
  @Test
  void shouldHaveARowForEveryFieldThatIsWrong() throws NoSuchMethodException {
    Map<String, Set<String>> wrong = new TreeMap<>();
    for (String row : rows()) {
      Matcher complaint = COMPLAINT.matcher(row.substring(row.lastIndexOf('|') + 1));
      if (complaint.find()) {
        wrong
            .computeIfAbsent(
                mapping(Integer.parseInt(complaint.group(1))), mapping -> new TreeSet<>())
            .add(complaint.group(2));
      }
    }

    assertThat(wrong).containsOnlyKeys(FIELDS.keySet());
    FIELDS.forEach((mapping, fields) ->
        assertThat(wrong.get(mapping))
            .as("wrong fields of %s; give each that is missing a row", mapping)
            .containsAll(fields));
  }

  private static String[] rows() throws NoSuchMethodException {
    CsvSource rows =
        ReadingStudyFilesTest.class
            .getDeclaredMethod(
                "shouldSayInWhichLineWhatIsWrong", int.class, String.class, String.class)
            .getAnnotation(CsvSource.class);
    return Objects.requireNonNull(rows).value();
  }

  /** The name above a line of the correct file. */
  private static String mapping(int line) {
    List<String> before = ReadingStudyFilesTest.RIGHT.lines().limit(line).toList();
    String own = before.getLast();
    if (!own.startsWith(" ")) {
      return "study";
    }
    String parent =
        before.stream().filter(one -> !one.startsWith(" ")).reduce("", (first, second) -> second);
    String name = parent.substring(0, parent.indexOf(':'));
    return name.equals("target") && own.startsWith("    ") ? "requests" : name;
  }
}
