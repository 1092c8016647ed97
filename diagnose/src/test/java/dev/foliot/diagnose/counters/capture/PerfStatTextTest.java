package dev.foliot.diagnose.counters.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.linux.reason.CountersReason.CountsScaled;
import dev.foliot.linux.reason.CountersReason.EventsUnsupported;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What perf stat prints for people, written for these tests in the format of perf 6.1. */
class PerfStatTextTest {
  private static final String ENGLISH =
      """

       Performance counter stats for process id '4711':

               19,900.00 msec task-clock                       #    1.990 CPUs utilized
                   1,330      context-switches                 #   66.834 /sec
          60,000,000,000      cycles                           #    3.015 GHz                         (83.33%)
          75,000,000,000      instructions                     #    1.25  insn per cycle              (83.30%)
                                                        #    0.24  stalled cycles per insn     (83.30%)
              90,000,000      branch-misses                    #    0.60% of all branches             (83.37%)
         <not supported>      LLC-loads
           <not counted>      dTLB-loads                                                    (0.00%)

            10.001234567 seconds time elapsed

            19.100000000 seconds user
             0.800000000 seconds sys

      """;

  /** The same in the locales of perf: Germany, France, Switzerland, India, and C. */
  private static final List<String> LOCALES =
      List.of(
          ENGLISH,
          ENGLISH.replace('.', '!').replace(',', '.').replace('!', ','),
          ENGLISH.replace(',', '\u202f').replace('.', ','),
          ENGLISH.replace(',', '\u00a0').replace('.', ','),
          ENGLISH.replace(',', '\u2019'),
          ENGLISH.replace("60,000,000,000", "60,00,00,00,000").replace("90,000,000", "9,00,00,000"),
          ENGLISH.replace(",", ""));

  @Test
  void shouldReadTheFiguresInAnyLocale() {
    for (String text : LOCALES) {
      Capture capture = CaptureFile.parse("x", text);

      assertThat(capture.format()).isEqualTo("perf stat");
      assertThat(capture.counts())
          .as(text)
          .containsOnly(
              entry("task-clock", 19_900.0),
              entry("context-switches", 1_330.0),
              entry("cycles", 60e9),
              entry("instructions", 75e9),
              entry("branch-misses", 90e6),
              entry("duration_time", 10_001_234_567.0));
      assertThat(capture.metrics())
          .contains(entry("cycles per instruction", 0.8), entry("stalled cycles per insn", 0.24))
          .containsKey("CPUs used");
      assertThat(capture.notes())
          .anyMatch(
              note -> note instanceof CountsScaled(var events) && events.contains("cycles 83 %"))
          .anyMatch(new EventsUnsupported(List.of("LLC-loads"))::equals);
      assertThat(capture.errors().get("cycles per instruction")).isBetween(0.05, 0.2);
    }
  }

  @Test
  void shouldTakeTheSpreadOfSeveralRunsAsTheError() {
    Capture capture =
        CaptureFile.parse(
            "x",
            """
             Performance counter stats for './a.out' (5 runs):

                      500.12 msec task-clock         #    0.990 CPUs utilized     ( +-  0.35% )
               1,500,000,000      cycles             #    3.000 GHz               ( +-  4.00% )
               3,000,000,000      instructions       #    2.00  insn per cycle    ( +-  0.01% )  (99.80%)

                      0.5051 +- 0.0018 seconds time elapsed  ( +-  0.36% )

            """);

    assertThat(capture.counts())
        .contains(entry("cycles", 1.5e9), entry("duration_time", 505_100_000.0));
    assertThat(capture.errors().get("GHz while on a CPU")).isCloseTo(0.1, within(0.001));
  }

  @Test
  void shouldAddUpIntervalsCpusAndThreads() {
    assertThat(
            CaptureFile.parse(
                    "x",
                    """
                    #           time             counts unit events
                         1.000107385         1,000.52 msec task-clock        #    1.001 CPUs utilized
                         1.000107385    3,000,000,000      cycles            #    3.000 GHz
                         1.000107385    <not counted>      instructions
                         2.000231112         1,000.48 msec task-clock        #    1.001 CPUs utilized
                         2.000231112    3,000,000,000      cycles            #    3.000 GHz
                         2.000231112    6,000,000,000      instructions      #    2.00  insn per cycle
                    """)
                .counts())
        .contains(
            entry("cycles", 6e9),
            entry("instructions", 6e9),
            entry("task-clock", 2001.0),
            entry("duration_time", 2_000_231_112.0));
    for (String where : List.of("CPU%d", "S%d        8", "S%d-D0-C1         2", "java-471%d")) {
      assertThat(
              CaptureFile.parse(
                      "x",
                      """
                       Performance counter stats for 'system wide':

                      %s        1,000,000      cycles
                      %s        2,000,000      cycles      #  3.0 GHz

                             1.000231112 seconds time elapsed
                      """
                          .formatted(where.formatted(0), where.formatted(1)))
                  .counts())
          .as(where)
          .contains(entry("cycles", 3e6));
    }
  }

  @Test
  void shouldRefuseWhatIsCutOffOrNoLineOfIt() {
    for (String text :
        List.of(
            ENGLISH.substring(0, ENGLISH.indexOf("10.0012")),
            ENGLISH.substring(0, ENGLISH.indexOf("cycles ")),
            ENGLISH.replace("60,000,000,000", "60,0x0"),
            ENGLISH.replace("(83.33%)", "(830.33%)"),
            ENGLISH + ENGLISH)) {
      assertThatThrownBy(() -> CaptureFile.parse("some.txt", text))
          .as(text)
          .isInstanceOf(CaptureException.class)
          .hasMessageMatching("some\\.txt:[0-9]+: .*");
    }
  }
}
