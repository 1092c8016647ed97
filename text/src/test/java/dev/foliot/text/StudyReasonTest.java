package dev.foliot.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StudyReasonTest {
  /** Texts stored by versions without codes. */
  static Stream<StudyReason> stored() {
    return Stream.of(
        new StudyReason.NoTypeCheck(),
        new StudyReason.NoTask(),
        new StudyReason.MeasuredTooSoon(),
        new StudyReason.TasksNeverSteady(),
        new StudyReason.CpuQuotaReached(3),
        new StudyReason.CpusTaken(0.5, "0-1"),
        new StudyReason.ThreadsGrew(90, 123),
        new StudyReason.ThroughputDrifted(0.3, 0.1),
        new StudyReason.ThroughputDrifted(-0.2, 0.1),
        new StudyReason.MemoryUnattributed(0.12, 0.1),
        new StudyReason.DelayedTooLate(),
        new StudyReason.EndedEarly(),
        new StudyReason.WakeUpsUntraced(new Reason.Plain("not mounted; mount it")),
        new StudyReason.NotDiagnosed(new Reason.Plain("it ended; start it again")),
        new StudyReason.PlaceUnknown(new Reason.Plain("no class a.B is loaded; name another")),
        new StudyReason.LatenessUnknown());
  }

  @ParameterizedTest
  @MethodSource("stored")
  void shouldBeReadBackFromItsText(StudyReason reason) {
    assertThat(Reasons.ofTexts(List.of(reason.text()))).containsExactly(reason);
  }

  @Test
  void shouldHaveTheTextsThatTheyHadBeforeTheyWereCodes() {
    assertThat(new StudyReason.CpusTaken(0.5, "0-1").text())
        .isEqualTo(
            "other processes took 50 % of the time of its CPUs 0-1: end what else runs here");
    assertThat(new StudyReason.ThreadsGrew(90, 123).text())
        .startsWith(
            "the service's threads grew to the very end, from 90 to 123 in the second half");
    assertThat(new StudyReason.ThroughputDrifted(0.3, 0.1).text())
        .isEqualTo(
            "throughput rose by 30 % from the first half of the load to the second (more than 10"
                + " %): the service was still warming up, or was disturbed before");
    assertThat(new StudyReason.ThroughputDrifted(-0.2, 0.1).text())
        .startsWith("throughput fell by 20 %");
    assertThat(new StudyReason.MemoryUnattributed(0.123, 0.1).text())
        .isEqualTo(
            "12 % of the memory belongs to no part that HotSpot or the kernel knows (more than 10"
                + " %): a native library may have taken it");
    assertThat(new StudyReason.FewWakeUps(29, 1_000).text())
        .isEqualTo("the 99th percentile of wake-ups: 29 were traced, and it needs 1,000");
    assertThat(new StudyReason.FlightEventsLeftOut(4, 10_000).text())
        .startsWith("flight-events.csv: 4 events are not in it, which has 10000 at most");
    assertThat(new StudyReason.ClassElsewhere(24, 32, "at 32").text())
        .isEqualTo(
            "its class was steered to 24 bytes into a cache line and lies at 32; the agent says: at"
                + " 32");
    assertThat(new StudyReason.ClassElsewhere(24, -1, "nothing").text())
        .contains("where it lies could not be seen");
  }
}
