package dev.foliot.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingCauses;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.text.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosisTest {
  private static Finding finding(Severity severity, double confidence) {
    return new ResourceFinding(
        FindingKind.STEAL,
        new Grade(severity, new Reason.Plain("")),
        "",
        List.of(),
        new Advice("", List.of(), confidence));
  }

  @Test
  void shouldPutTheMostSevereFirstAndOfTheseTheSurest() {
    Finding high = finding(Severity.HIGH, 0.5);
    Finding sure = finding(Severity.HIGH, 0.99);
    Finding low = finding(Severity.LOW, 1);
    assertThat(FindingCauses.ordered(List.of(low, high, sure), null))
        .containsExactly(sure, high, low);
  }
}
