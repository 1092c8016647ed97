package dev.foliot.benchrun;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What JLBH 2026.2 prints. */
class JlbhReportTest {
  private static final String FIRST =
      """
      Warm up complete (20000 iterations took 0.474 s)
      -------------------------------- BENCHMARK RESULTS (RUN 1) us ------------------------
      Run time: 5.0 s, distribution: NORMAL
      Correcting for co-ordinated:true
      Target throughput:10000/s = 1 message every 100us
      End to End: (50,000)                   50/90 99/99.9 99.99 - worst was 15.73 / 21.47  1055 / 6,040  8,300 - 8,470
      on server (50,000)                     50/90 99/99.9 99.99 - worst was 1.0 / 1.0  1.0 / 1.0  1.0 - 1.0
      OS Jitter (7,794)                      50/90 99/99.9 99.99 - worst was 2.76 / 42.3  148.2 / 3,200  10,760 - 10,760
      --------------------------------------------------------------------------------------
      """;
  private static final String SECOND =
      """
      -------------------------------- BENCHMARK RESULTS (RUN 2) us ------------------------
      Run time: 6.25 s, distribution: NORMAL
      End to End: (50,000)                   50/90 99/99.9 99.99 - worst was 0.001 / 23.47  1057 / 6,050  8,400 - 9,470
      -------------------------------- SUMMARY (end to end) us -----------------------------
      Percentile   run1         run2      % Variation
      50.0:           15.73         0.00      12
      """;

  @Test
  void shouldReadTheRunsOfAMeasurement() {
    List<JlbhReport> reports = JlbhReport.parse(FIRST + SECOND);

    assertThat(reports).singleElement().matches(JlbhReport::jitterThread);
    JlbhReport report = reports.getFirst();
    assertThat(report.runs()).hasSize(2);
    assertThat(report.runs().getFirst().percentilesNs())
        .isEqualTo(
            Map.of(
                "p50",
                15_730L,
                "p90",
                21_470L,
                "p99",
                1_055_000L,
                "p99_9",
                6_040_000L,
                "p99_99",
                8_300_000L,
                "max",
                8_470_000L));
    assertThat(report.achievedPerS(2)).isEqualTo(100_000 / 11.25);
    assertThat(report.achievedPerS(1)).isEqualTo(8_000);
  }

  @Test
  void shouldTakeTheMedianOfTheRunsThatCountAndTheLargestMaximum() {
    JlbhReport report = JlbhReport.parse(FIRST + SECOND).getFirst();

    assertThat(report.percentilesNs(2))
        .containsEntry("p90", 22_470L)
        .containsEntry("p50", 7_865L)
        .containsEntry("max", 9_470_000L);
    assertThat(report.percentilesNs(1)).containsEntry("p90", 23_470L).containsEntry("p50", 1L);
    assertThat(report.percentilesNs(7)).isEqualTo(report.percentilesNs(2));
  }

  @Test
  void shouldTellTheMeasurementsOfOneMainApart() {
    List<JlbhReport> reports = JlbhReport.parse(FIRST + SECOND + FIRST.replaceAll("OS.*\n", ""));

    assertThat(reports).extracting(one -> one.runs().size()).containsExactly(2, 1);
    assertThat(reports).extracting(JlbhReport::jitterThread).containsExactly(true, false);
  }

  @Test
  void shouldFindNothingInOtherTexts() {
    assertThat(JlbhReport.parse("Exception in thread main\nEnd to End was nothing\n")).isEmpty();
    assertThat(JlbhReport.parse("")).isEmpty();
  }
}
