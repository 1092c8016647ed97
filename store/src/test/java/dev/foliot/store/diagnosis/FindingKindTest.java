package dev.foliot.store.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.diagnosis.FindingKind.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FindingKindTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "findings.md");

  @TempDir Path temp;

  @ParameterizedTest
  @EnumSource
  void shouldComeBackFromTheStore(FindingKind kind) {
    Finding finding = Diagnoses.of(kind, "what it is about");

    StoredRun stored =
        DiagnosisExamples.write(Store.open(temp.resolve("store")), Diagnoses.with(finding));

    assertThat(DiagnosisFiles.diagnosis(stored).findings()).containsExactly(finding);
  }

  @Test
  void shouldHaveANameOfItsOwn() {
    assertThat(FindingKind.values())
        .allSatisfy(kind -> assertThat(FindingKind.of(kind.label())).contains(kind))
        .extracting(FindingKind::words)
        .doesNotHaveDuplicates();
    assertThat(FindingKind.of("none")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeInTheReferenceWithItsThresholds(FindingKind kind) throws IOException {
    String section = Objects.requireNonNull(sections().get(kind.examination().label()));
    assertThat(section).contains("`" + kind.label() + "`");
    String row =
        section
            .lines()
            .filter(line -> line.startsWith("|") && line.contains("`" + kind.label() + "`"))
            .findFirst()
            .orElseThrow();
    // a table without columns of figures has them in a table below it
    String told = row.chars().filter(c -> c == '|').count() > 3 ? row : section;

    for (Threshold threshold : kind.thresholds()) {
      for (Severity severity : Severity.values()) {
        assertThat(told).contains(threshold.shown(severity));
      }
    }
  }

  /** The page of findings by the heading of each section. */
  private static Map<String, String> sections() throws IOException {
    Map<String, String> sections = new TreeMap<>();
    for (String part : Files.readString(PAGE).split("\n## ", -1)) {
      int end = part.indexOf('\n');
      sections.put(part.substring(0, end).toLowerCase(Locale.ROOT), part.substring(end));
    }
    return sections;
  }

  @Test
  void shouldHaveASectionForEachExamination() throws IOException {
    assertThat(sections())
        .containsKeys(
            Arrays.stream(ExaminationKind.values())
                .map(ExaminationKind::label)
                .toArray(String[]::new));
  }

  @Test
  void shouldBeAsSevereAsAllOfItsFigures() {
    assertThat(FindingKind.LOCK_CONTENTION.severity(1, 0.3)).contains(Severity.HIGH);
    assertThat(FindingKind.LOCK_CONTENTION.severity(1, 0.29)).contains(Severity.MEDIUM);
    assertThat(FindingKind.LOCK_CONTENTION.severity(1, 0)).contains(Severity.LOW);
    assertThat(FindingKind.LOCK_CONTENTION.severity(0.049, 1)).isEmpty();
    assertThat(FindingKind.MIGRATIONS.severity(1e9)).contains(Severity.MEDIUM);
    assertThat(FindingKind.STEAL.severity(Double.NaN)).isEmpty();
    assertThatThrownBy(() -> FindingKind.STEAL.severity(1, 2))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldHaveFallingThresholds() {
    assertThat(FindingKind.values())
        .flatExtracting(FindingKind::thresholds)
        .allSatisfy(one -> {
          assertThat(one.low() <= one.medium() || one.low() == Threshold.NEVER).isTrue();
          assertThat(one.medium()).isLessThanOrEqualTo(one.high());
        });
  }

  @Test
  void shouldHoldAClassInItsOwnRecord() {
    Finding.Grade grade = Diagnoses.of(FindingKind.STEAL, "").grade();
    assertThat(Arrays.stream(FindingKind.values()).filter(one -> one.subject() == Subject.CLASS))
        .isNotEmpty()
        .allSatisfy(kind ->
            assertThatThrownBy(() ->
                    new ResourceFinding(kind, grade, "", List.of(), FindingKind.STEAL.advice(1)))
                .isInstanceOf(IllegalArgumentException.class));
  }
}
