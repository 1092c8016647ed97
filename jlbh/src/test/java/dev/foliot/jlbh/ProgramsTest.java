package dev.foliot.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs written for JLBH run unmodified, each in a JVM of its own. */
@Tag("once")
class ProgramsTest {
  @TempDir static Path folder;

  private static Programs programs;

  @BeforeAll
  static void compile() {
    programs = Programs.compiled(folder);
  }

  /** Every message of every run is sampled and matched, whatever the machine does. */
  @ParameterizedTest
  @CsvSource({
    "shapes.S1Hop, '10,000', 2",
    "shapes.S4Http, '100', 2",
    "shapes.S6Spsc, '200,000', 2",
    "mine.NestedPrivate, '2,000', 2",
    "mine.AsyncConsumer, '10,000', 2",
    "mine.TcpEcho, '2,000', 3",
    "mine.LateProbe, '1,000', 2",
    "mine.ExitsInComplete, '60', 1",
    "mine.OldPackage, '2,000', 2",
    "mine.TeamCity, '4,000', 2",
    "mine.SeveralLoads, '2,000', 2"
  })
  void shouldRecordEveryMessage(String program, String messages, int runs) throws Exception {
    Programs.Ended ended = programs.main(program);

    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.counts()).as(ended.output()).isEqualTo(Collections.nCopies(runs, messages));
    assertThat(ended.output()).doesNotContain("INVALID");
  }

  @Test
  void shouldPlayEveryLoadOfOneMain() throws Exception {
    Programs.Ended ended = programs.main("shapes.S8Loads");

    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.counts()).containsExactly("500", "5,000", "25,000");
    assertThat(ended.output())
        .contains("p99 1000: PT", "p99 10000: PT", "p99 50000: PT", "probe there: true");
  }

  @Test
  void shouldHandTheMainItsArguments() throws Exception {
    // a busy wait of 1 ms in every third message: 2,000 of them take 0.7 s instead of 0.4
    Programs.Ended ended = programs.main("mine.NestedPrivate", "3");

    assertThat(ended.output()).contains("Reached: ");
  }

  @Test
  void shouldSayWhatItIgnores() throws Exception {
    assertThat(programs.main("mine.NestedPrivate").output())
        .contains("jitterAffinity is ignored", "recordJitterGreaterThanNs is ignored");
  }

  @Test
  void shouldServeAProgramThatHasItsOwnHistogram() throws Exception {
    Programs.Ended ended = programs.main("mine.OwnHistogram");

    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.output())
        .contains(
            "createHistogram is ignored: Foliot's own histogram",
            "##teamcity[buildStatisticValue key='own.0.5.java"
                + Runtime.version().feature()
                + "' value='0.5']",
            "row 0.5 [9.0, 1.0, 2.0] 50.0",
            "row 1.0 [9.0, 3.0, 4.0] 25.0",
            "run 1: 1.0, clock true",
            "SUMMARY (percentiles) us");
  }

  @Test
  void shouldSayOnceThatNoJitterThreadSpins() throws Exception {
    assertThat(programs.main("mine.OwnHistogram").output())
        .containsOnlyOnce("JLBH's jitter thread spins");
    assertThat(programs.main("mine.TcpEcho").output()).doesNotContain("JLBH's jitter thread");
  }

  @Test
  void shouldCountProbesWheneverTheyWereMade() throws Exception {
    String output = programs.main("mine.LateProbe").output();

    assertThat(output).contains("late (1,000)", "before start (1,000)", "from a thread (");
  }

  @Test
  void shouldExitWhereTheProgramExits() throws Exception {
    Programs.Ended ended = programs.main("mine.ExitsInComplete");

    assertThat(ended.output()).contains("SUMMARY (end to end)").doesNotContain("never printed");
  }

  @Test
  void shouldHandTheResultOn() throws Exception {
    Programs.Ended ended = programs.main("mine.ResultAndCsv");

    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.output())
        .matches(
            "(?s)csv ,50th.*\\|endToEnd,\\d+,\\d+,\\d+,,,\\d+,\\|theProbe,100,100,100,,,100,\\|");
  }

  @Test
  void shouldPrintBuildStatistics() throws Exception {
    assertThat(programs.main("mine.TeamCity").output())
        .contains(
            "##teamcity[buildStatisticValue key='TeamCity.end-to-end.0.99.java"
                + Runtime.version().feature()
                + "' value='",
            "##teamcity[buildStatisticValue key='TeamCity.half.1.0.java"
                + Runtime.version().feature()
                + "' value='2.0']");
  }

  @Test
  void shouldEndWhereTheProgramAborts() throws Exception {
    Programs.Ended ended = programs.main("mine.LocksAndAborts");

    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.counts()).containsExactly("2,000");
    assertThat(ended.output()).contains("INVALID: the program called abort", "ended 0");
  }

  @Test
  void shouldFailWithATaskThatThrows() throws Exception {
    Programs.Ended ended = programs.main("mine.ThrowsLater");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.output()).contains("INVALID: ", "the disk is full at message 489");
  }

  @Test
  void shouldCountWhatWasNeverSampled() throws Exception {
    Programs.Ended ended = programs.main("mine.Faulty");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.counts()).containsExactly("500");
    assertThat(ended.output()).contains("INVALID: 500 messages were never sampled");
  }

  @Test
  void shouldRefuseEventLoops() throws Exception {
    Programs.Ended ended = programs.main("mine.EventLoops");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.output()).contains("Foliot does not run JLBH's event loops: call start()");
  }
}
