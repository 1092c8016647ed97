package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.report.diagnosis.FindingSection;
import dev.foliot.report.diagnosis.MemoryDrawing;
import dev.foliot.report.diagnosis.MemoryLines;
import dev.foliot.report.diagnosis.PlacementStrip;
import dev.foliot.report.page.ReportException;
import dev.foliot.store.Validity;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import dev.foliot.store.diagnosis.DiagnosisDifference;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.SharingField;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.store.diagnosis.SharingFinding.CheckCode;
import dev.foliot.store.diagnosis.SharingFinding.Placement;
import dev.foliot.store.diagnosis.SharingFinding.SharedClass;
import dev.foliot.store.diagnosis.SharingFinding.StructurePlace;
import dev.foliot.store.diagnosis.SharingFinding.WordTraffic;
import dev.foliot.store.diagnosis.SharingThread;
import dev.foliot.store.diagnosis.WriteRate;
import dev.foliot.text.Reason;
import gg.jte.output.StringOutput;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiagnosisReportTest {
  @TempDir Path temp;

  @Test
  void shouldMarkTheLuckyPlacesAndThisOne() {
    String strip = Html.section(page(1), "d0-f1");

    assertThat(Html.count(strip, "class=\"place lucky\"")).isEqualTo(3);
    assertThat(Html.count(strip, "class=\"place unlucky\"")).isEqualTo(5);
    assertThat(Html.count(strip, "class=\"here\"")).isEqualTo(1);
    assertThat(strip).contains("class=\"here\" x=\"0%\"", "class=\"at this\"");
    assertThat(Html.section(page(1), "d0-f0"))
        .contains("Against true sharing no address helps", "class=\"here\" x=\"50%\"");
  }

  @Test
  void shouldSayThatNothingWasFoundAndWhatWasLookedAt() {
    assertThat(page(2))
        .contains(
            "<h1>No problem found.</h1>", "class=\"validity valid\"", "3,118 classes, 46 times")
        .contains("com.acme.cache.Entry", "24 of 64")
        .doesNotContain("id=\"d0-findings\"", "Not examined");
    assertThat(page(3))
        .contains("<h1>No problem found, but not everything could be", "class=\"validity suspect\"")
        .contains("not examined: who writes: perf_event_paranoid is 3", "no: this JVM is cured")
        .contains("Diagnosis: /srv/app.jar</p>");
  }

  @Test
  void shouldCompareASlowNodeWithAFastOne() {
    ComparisonRecord comparison =
        new ComparisonRecord(
            ComparisonRecord.SCHEMA,
            new ComparisonRecord.Decision(ComparisonVerdict.BETTER, "sharing", 0),
            new ComparisonRecord.Side("a", 0, 0, "com.acme.Gateway on JDK 17", 0, List.of()),
            new ComparisonRecord.Side("b", 0, 0, "com.acme.Gateway on JDK 17", 0, List.of()),
            new ComparisonRecord.Figures(
                List.of(), null, List.of(new ComparisonRecord.Difference("kernel", "6.1.0", ""))),
            Validity.valid(),
            new DiagnosisComparison(
                "2 findings: 1 high, 1 medium",
                "nothing found",
                List.of(
                    new DiagnosisDifference(
                        DiagnosisDifference.Kind.PLACEMENT,
                        "com.acme.cache.Entry",
                        "0 bytes into a line of 64",
                        "24 bytes into a line of 64",
                        "the address alone"))),
            "/store");

    String html =
        DiagnosisReport.html(List.of(Golden.diagnosis(1), Golden.diagnosis(2)), comparison);

    Html.shouldHaveInOrder(
        html,
        "<h1>B is better: its most severe finding is less severe. The address alone.</h1>",
        "placement: com.acme.cache.Entry",
        "24 bytes into a line of 64",
        "6.1.0",
        "A: True sharing, high",
        "B: What was examined");
    Html.shouldBeWhole(html);
  }

  @Test
  void shouldRefuseOtherRunsBesideADiagnosis() {
    assertThat(DiagnosisReport.isFor(List.of(Golden.diagnosis(1)))).isTrue();
    assertThat(DiagnosisReport.isFor(List.of(Golden.run(), Golden.study()))).isFalse();
    assertThatThrownBy(() -> DiagnosisReport.isFor(List.of(Golden.diagnosis(1), Golden.run())))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining("make no page together")
        .hasMessageContaining("run-1 is none");
    assertThatThrownBy(() -> DiagnosisReport.html(List.of(Golden.run()), null))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining("is no diagnosis");
    assertThatThrownBy(() -> DiagnosisReport.html(List.of(), null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldCutFieldsWhereARowOrALineEnds() {
    SharingFinding finding = DiagnosisFiles.diagnosis(Golden.diagnosis(1)).sharing().getFirst();

    MemoryLines lines = MemoryLines.of(finding);

    assertThat(lines.lines()).isEqualTo(2);
    assertThat(lines.rows()).isEqualTo(8);
    assertThat(lines.leftOut()).isZero();
    assertThat(lines.pieces())
        .extracting(piece ->
            "%s %d/%d %d-%d"
                .formatted(
                    piece.field().field(), piece.line(), piece.row(), piece.from(), piece.to()))
        .containsExactly(
            "_super_check_offset 0/6 4-8",
            "_name 0/7 0-8",
            "_secondary_super_cache 1/0 0-8",
            "_secondary_supers 1/1 0-8",
            "_primary_supers[0] 1/2 0-8",
            "_primary_supers[1] 1/3 0-8");
    assertThat(MemoryLines.of(HostileDiagnosis.finding(64, 32, 36)).pieces())
        .extracting(piece ->
            "%d/%d %d-%d %s"
                .formatted(piece.line(), piece.row(), piece.from(), piece.to(), piece.first()))
        .containsExactly(
            "1/0 4-8 true", "1/1 0-4 false", "1/1 4-8 true", "1/2 0-8 false", "1/3 0-4 false");
  }

  /** Nothing else of the line is read, and threads fight over it all the same. */
  @Test
  void shouldDrawTheLineOfAWordThatOthersReadAsShared() {
    SharingThread writer = new SharingThread(11, "writer-1");
    SharingThread reader = new SharingThread(12, "reader-1");
    SharingFinding alone = wordRead(List.of(writer), List.of());
    SharingFinding read = wordRead(List.of(writer), List.of(reader));

    assertThat(drawn(alone)).doesNotContain("shared line");
    assertThat(drawn(read))
        .contains("shared line 0x7f0000000000", "is written by some threads and read by others");
  }

  /** Who reads in turn waits for nobody: neither the line nor the picture may say otherwise. */
  @Test
  void shouldDrawApartWhoReadsInTurn() {
    SharingThread writer = new SharingThread(11, "writer-1");
    SharingThread reader = new SharingThread(12, "reader-1");
    SharingFinding inTurn = wordRead(List.of(writer), List.of(), List.of(reader));

    assertThat(drawn(inTurn))
        .contains(
            "class=\"threads readers in-turn\"",
            ">1\u00a0thread reads in turn</text>",
            ">reader-1</text>",
            "some threads read in turn with those that write")
        .doesNotContain("shared line", "read by others");
    assertThat(new FindingSection(inTurn, "f", "").section().toString())
        .contains("Threads with a broken line read in turn", "in turn: reader-1 (12)");
    assertThat(page(1)).doesNotContain("broken line");
  }

  private static String drawn(SharingFinding finding) {
    StringOutput html = new StringOutput();
    new MemoryDrawing(finding, MemoryLines.of(finding)).draw().writeTo(html);
    return html.toString();
  }

  private static SharingFinding wordRead(List<SharingThread> writers, List<SharingThread> readers) {
    return wordRead(writers, readers, List.of());
  }

  private static SharingFinding wordRead(
      List<SharingThread> writers, List<SharingThread> readers, List<SharingThread> inTurn) {
    return new SharingFinding(
        FindingKind.TRUE_SHARING,
        new Grade(Severity.HIGH, new Reason.Plain("30 % of the samples")),
        new SharingFinding.CheckedClass(
            new SharedClass("com.acme.Order", "app", "_secondary_super_cache"),
            List.of("com.acme.A", "com.acme.B")),
        new WordTraffic(
            new WriteRate(60_000, WriteRate.Bound.AT_LEAST), writers.size(), readers.size()),
        new Placement(
            new StructurePlace("0x7f0000000018", 64, 24),
            List.of(),
            null,
            List.of(),
            List.of(new SharingField("_secondary_super_cache", 32, 8, writers, readers, inTurn))),
        new CheckCode(List.of(), 0.3),
        new Advice("why", List.of("what"), 0.9),
        null);
  }

  @Test
  void shouldDrawWithoutWhatWasNotSeen() {
    MemoryLines none = MemoryLines.of(HostileDiagnosis.finding(64, 0, 1_000_000));

    assertThat(none.pieces()).isEmpty();
    assertThat(none.leftOut()).isEqualTo(4);
    assertThat(new PlacementStrip(HostileDiagnosis.finding(12, 5, 3)).isEmpty()).isTrue();
  }

  private static String page(int number) {
    return DiagnosisReport.html(List.of(Golden.diagnosis(number)), null);
  }
}
