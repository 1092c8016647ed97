package dev.foliot.diagnose.counters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.store.diagnosis.SharingFinding.CheckCode;
import dev.foliot.store.diagnosis.SharingFinding.Placement;
import dev.foliot.store.diagnosis.SharingFinding.SharedClass;
import dev.foliot.store.diagnosis.SharingFinding.StructurePlace;
import dev.foliot.store.diagnosis.SharingFinding.WordTraffic;
import dev.foliot.store.diagnosis.WriteRate;
import dev.foliot.text.Reason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An observation of one examination is added to a finding of another. */
class CountersExaminationTest {
  private static final Map<Long, String> SEEN = Map.of(0x7f00L, "confirms sharing: so many");

  private static SharingFinding sharing(String klass) {
    return new SharingFinding(
        FindingKind.FALSE_SHARING,
        new Grade(Severity.HIGH, new Reason.Plain("why")),
        new SharingFinding.CheckedClass(
            new SharedClass("com.acme.Both", "app", "_secondary_super_cache"), List.of()),
        new WordTraffic(new WriteRate(1.0, WriteRate.Bound.EXACT), 1, 1),
        new Placement(new StructurePlace(klass, 64, 0), List.of(), null, List.of(), List.of()),
        new CheckCode(List.of(), null),
        new Advice("Two fields share a line.", List.of(), 1),
        null);
  }

  @Test
  void shouldTellWhatConfirmsAFinding() {
    SharingFinding confirmed =
        (SharingFinding) CountersExamination.confirmed(sharing("0x7f00"), SEEN);

    assertThat(confirmed.advice().explanation())
        .isEqualTo(
            "Two fields share a line. Sampled accesses to memory show the same: confirms sharing:"
                + " so many.");
    assertThat(confirmed)
        .usingRecursiveComparison()
        .ignoringFields("advice.explanation")
        .isEqualTo(sharing("0x7f00"));
  }

  private static Finding finding(Severity severity, double confidence) {
    return new ResourceFinding(
        FindingKind.STEAL,
        new Grade(severity, new Reason.Plain("")),
        "",
        List.of(),
        new Advice("", List.of(), confidence));
  }

  @Test
  void shouldLeaveOthersAsTheyAre() {
    Finding other = finding(Severity.LOW, 1);

    assertThat(CountersExamination.confirmed(sharing("0x7f40"), SEEN)).isEqualTo(sharing("0x7f40"));
    assertThat(CountersExamination.confirmed(sharing("no address"), SEEN))
        .isEqualTo(sharing("no address"));
    assertThat(CountersExamination.confirmed(other, SEEN)).isSameAs(other);
  }
}
