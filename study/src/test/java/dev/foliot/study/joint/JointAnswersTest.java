package dev.foliot.study.joint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Verdict;
import dev.foliot.store.study.JointAnswer;
import dev.foliot.store.study.JointRecord;
import dev.foliot.store.study.Metric;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.text.AnswerFigure;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class JointAnswersTest {
  private static final Metric PLATEAU = Metric.PLATEAU;
  private static final Metric TO_FULL = Metric.TIME_TO_FULL;
  private static final Metric RSS_FIRST = Metric.RSS_FIRST_END;
  private static final Metric RSS_END = Metric.RSS_END;
  private static final double MB = 1e6;

  private static List<JointAnswer> answers(MadeUpStudy... studies) {
    return JointAnswers.of(MadeUpStudy.stored(studies)).plain();
  }

  /** The joint sentence. */
  private static String lead(MadeUpStudy... studies) {
    return answers(studies).getFirst().answer();
  }

  /** The answer of the only study. */
  private static String row(MadeUpStudy study) {
    return answers(study).get(1).answer();
  }

  /** Arms that sustain less than 900/s never reach full throughput. */
  private static MadeUpStudy burst(double virtual, double adaptive, double fixed) {
    MadeUpStudy study =
        new MadeUpStudy("ramp-up").clients(300).arms("virtual", "adaptive", "fixed:50");
    burst(study, "virtual", virtual, 0.4);
    burst(study, "adaptive", adaptive, 1.2);
    burst(study, "fixed:50", fixed, 0.3);
    return study;
  }

  private static void burst(MadeUpStudy study, String arm, double perS, double fullAfterS) {
    study.about(arm, 0, PLATEAU, perS);
    if (perS >= 900) {
      study.about(arm, 0, TO_FULL, fullAfterS);
    }
  }

  private static MadeUpStudy steady(double virtual, double adaptive, double fixed) {
    MadeUpStudy study =
        new MadeUpStudy("throughput")
            .clients(8)
            .clients(128)
            .arms("virtual", "adaptive", "fixed:50");
    for (String arm : List.of("virtual", "adaptive", "fixed:50")) {
      study.about(arm, 0, MadeUpStudy.THROUGHPUT, 3_000).about(arm, 0, Metric.PER_CPU, 9_000);
      study.about(arm, 1, Metric.PER_CPU, arm.equals("adaptive") ? 20_000 : 18_000);
    }
    return study
        .about("virtual", 1, MadeUpStudy.THROUGHPUT, virtual)
        .about("adaptive", 1, MadeUpStudy.THROUGHPUT, adaptive)
        .about("fixed:50", 1, MadeUpStudy.THROUGHPUT, fixed);
  }

  private static MadeUpStudy tasks(double virtual, double adaptive, double fixed) {
    MadeUpStudy study =
        new MadeUpStudy("short-tasks")
            .tasks("burn", 50, 1)
            .tasks("burn", 50, 2)
            .arms("virtual", "adaptive", "fixed:cpus");
    for (String arm : List.of("virtual", "adaptive", "fixed:cpus")) {
      study.about(arm, 0, MadeUpStudy.THROUGHPUT, 15_000);
    }
    return study
        .about("virtual", 1, MadeUpStudy.THROUGHPUT, virtual)
        .about("adaptive", 1, MadeUpStudy.THROUGHPUT, adaptive)
        .about("fixed:cpus", 1, MadeUpStudy.THROUGHPUT, fixed);
  }

  private static MadeUpStudy memory(double virtual, double adaptive, double fixed) {
    return new MadeUpStudy("memory")
        .tenthMore()
        .arms("virtual", "adaptive", "fixed:500")
        .about("virtual", 0, RSS_FIRST, virtual * 0.98 * MB)
        .about("virtual", 0, RSS_END, virtual * MB)
        .about("virtual", 0, Metric.ofMemory("thread_stacks"), 2 * MB)
        .about("adaptive", 0, RSS_FIRST, adaptive * 0.98 * MB)
        .about("adaptive", 0, RSS_END, adaptive * MB)
        .about("adaptive", 0, Metric.ofMemory("thread_stacks"), 5 * MB)
        .about("fixed:500", 0, RSS_FIRST, fixed * 0.98 * MB)
        .about("fixed:500", 0, RSS_END, fixed * MB)
        .about("fixed:500", 0, Metric.ofMemory("thread_stacks"), 42 * MB);
  }

  private static MadeUpStudy scaling(double onTwo) {
    MadeUpStudy study =
        new MadeUpStudy("scaling")
            .tasks("burn", 1_000, 1)
            .tasks("burn", 1_000, 2)
            .arms("virtual", "adaptive", "fixed:50");
    for (String arm : List.of("virtual", "adaptive", "fixed:50")) {
      study.about(arm, 0, MadeUpStudy.THROUGHPUT, 1_000);
      study.about(arm, 1, MadeUpStudy.THROUGHPUT, arm.equals("fixed:50") ? onTwo : 1_950);
    }
    return study;
  }

  @Test
  void shouldHaveTheFiguresOfItsFirstSentencesWhicheverStudyIsFirst() {
    for (MadeUpStudy study : all()) {
      JointRecord joint = JointAnswers.of(MadeUpStudy.stored(study));

      assertThat(joint.figures()).as(joint.headline()).isNotEmpty();
      assertThat(joint.headline())
          .contains(joint.figures().stream().map(AnswerFigure::shown).toList());
    }
    assertThat(JointRecord.NONE.figures()).isEmpty();
  }

  private static MadeUpStudy[] all() {
    return new MadeUpStudy[] {
      burst(1_000, 1_000, 250),
      steady(18_000, 18_000, 12_000),
      memory(200, 240, 300),
      tasks(20_000, 28_000, 28_000),
      scaling(1_950)
    };
  }

  @Test
  void shouldAnswerWithAHeadlineOfEachStudy() {
    List<JointAnswer> answers = answers(all());

    assertThat(answers).hasSize(7);
    assertThat(answers.getFirst().studies())
        .containsExactly(
            "id-ramp-up", "id-throughput", "id-short-tasks", "id-memory", "id-scaling");
    assertThat(answers.getFirst().answer())
        .startsWith(
            "On this machine (2 CPUs, JDK 25.0.3, quick form): In a burst of requests that wait,"
                + " virtual threads reach full throughput first, after 0.4 s; the adaptive pool"
                + " follows 0.8 s later.")
        .containsSubsequence("(ramp-up)", "(throughput)", "(short-tasks)", "(memory)", "(scaling)")
        .contains("beyond 2 CPUs", "measured on JDK 25.0.3 only")
        .doesNotContain("NaN", "suspect", "\u00a0");
    assertThat(answers.subList(1, 6))
        .extracting(answer -> answer.studies().getFirst())
        .containsExactly(
            "id-ramp-up", "id-throughput", "id-short-tasks", "id-memory", "id-scaling");
    assertThat(answers.subList(1, 6))
        .allSatisfy(answer -> assertThat(answer.evidence()).contains("4 forks"));
    assertThat(answers.getLast().answer()).contains("--jdk twice");
    assertThat(JointAnswers.of(MadeUpStudy.stored(all())).headline()).contains("0.4 s");
  }

  @Test
  void shouldSayWhoServesABurstAndHowSoon() {
    assertThat(lead(burst(1_000, 1_000, 250)))
        .contains("after 0.4 s", "0.8 s later", "The fixed pool of 50 does not reach it.")
        .as("the pool is soon at its low plateau, which is no merit")
        .doesNotContain("0.3 s");
    assertThat(row(burst(1_000, 1_000, 250))).contains("0.25 times as much (0.25 to 0.25)");
    assertThat(lead(burst(250, 1_000, 1_000)))
        .contains("the fixed pool of 50 reaches full throughput first, after 0.3 s", "0.9 s later");
  }

  @Test
  void shouldSayAtWhichLoadTheModelsDifferAndWhichIsBestThere() {
    assertThat(lead(steady(18_000, 18_000, 12_000))).contains("at 128 clients, ", "0.67 times");
    assertThat(row(steady(18_000, 18_000, 12_000)))
        .startsWith("The arms first differ at 128 clients.")
        .contains("0.67 times as much (0.67 to 0.67)", "(20,000)");
    assertThat(lead(steady(18_000, 18_000, 18_000))).contains("as each other, within 5 %");
    assertThat(row(steady(18_000, 18_000, 18_000)))
        .startsWith("No arm differs significantly under any of 2 loads.");
  }

  @Test
  void shouldTakeTheLoadOfShortTasksThatDiffersMost() {
    assertThat(lead(tasks(20_000, 28_000, 28_000)))
        .contains("under burn, 50 us on 2, ", "Virtual threads complete 0.71 times as many.");
    assertThat(row(tasks(20_000, 28_000, 28_000)))
        .startsWith(
            "Arms differ by more than 5 % under 1 of 2 loads, most under burn, 50 us on 2.");
    assertThat(lead(tasks(28_000, 28_000, 28_000))).contains("under any of 2 loads");
  }

  @Test
  void shouldSayWhichTakesLeastMemoryAndWhatTheDifferenceIsMadeOf() {
    assertThat(lead(memory(200, 240, 300)))
        .contains("At the end of 1.1 L (110/s), virtual threads take the least memory (200 MB).")
        .contains("1.20 times as much", "1.50 times")
        .contains("Most of the difference of the fixed pool of 500 is thread stacks +40.0 MB (");
    assertThat(row(memory(200, 240, 300)))
        .contains("1.20 times as much (1.20 to 1.20)", "thread stacks +3.0 MB");
    assertThat(lead(memory(300, 240, 200)))
        .contains("the fixed pool of 500 takes the least memory (200 MB)")
        .as("what it has more of does not explain that it has less in all")
        .doesNotContain("thread stacks");
  }

  @Test
  void shouldSayWhatMoreCpusGive() {
    assertThat(lead(scaling(1_950))).contains("From 1 to 2 CPUs (burn), ", "1.95 times");
    assertThat(lead(scaling(1_100)))
        .contains("1.95 times the throughput and the fixed pool of 50 1.10 times");
    MadeUpStudy one =
        new MadeUpStudy("scaling")
            .tasks("burn", 1_000, 1)
            .arms("virtual", "adaptive", "fixed:50")
            .about("virtual", 0, MadeUpStudy.THROUGHPUT, 1_000);
    assertThat(lead(one))
        .contains("what more CPUs give (burn), measured on 1 CPU only")
        .contains("how adaptive does in scaling (no valid fork)");
  }

  @Test
  void shouldSayThatForksAreInconclusive() {
    MadeUpStudy wide =
        new MadeUpStudy("throughput")
            .clients(300)
            .arms("virtual", "adaptive", "fixed:50")
            .has("virtual", 0, MadeUpStudy.THROUGHPUT, 900, 1_000, 1_100, 1_200)
            .has("adaptive", 0, MadeUpStudy.THROUGHPUT, 880, 1_010, 1_050, 1_190)
            .about("fixed:50", 0, MadeUpStudy.THROUGHPUT, 250);

    assertThat(lead(wide))
        .contains(
            "virtual threads (1,050/s) and the adaptive pool (1,030/s) answer most; which of the"
                + " two is inconclusive");
  }

  @Test
  void shouldDecideNothingWithFewerThanFourForks() {
    MadeUpStudy few =
        new MadeUpStudy("throughput")
            .clients(8)
            .arms("virtual", "adaptive", "fixed:50")
            .has("virtual", 0, MadeUpStudy.THROUGHPUT, 900, 901, 902)
            .has("adaptive", 0, MadeUpStudy.THROUGHPUT, 500, 501, 502)
            .has("fixed:50", 0, MadeUpStudy.THROUGHPUT, 100, 101, 102);

    assertThat(lead(few))
        .contains("throughput is 901/s (900/s to 902/s) with virtual threads, ")
        .doesNotContain("times", "most");
    assertThat(row(few)).endsWith("A verdict needs 4 valid forks of each arm.");
  }

  @Test
  void shouldSayWhatIsSuspectInvalidOrStopped() {
    MadeUpStudy study = burst(1_000, 1_000, 250).are("virtual", 0, 2, Verdict.SUSPECT).stopped();

    assertThat(lead(study)).contains(" (ramp-up: 2 of 12 forks suspect, stopped before its end)");
    assertThat(row(study)).endsWith("2 of 12 forks suspect, stopped before its end.");
    assertThat(verdicts(study)).first().isEqualTo(Verdict.SUSPECT);
    MadeUpStudy one = burst(1_000, 1_000, 250).are("virtual", 0, 1, Verdict.INVALID);
    assertThat(lead(one)).contains("(ramp-up: 1 of 12 forks invalid and left out)");
    assertThat(verdicts(one))
        .as("an INVALID fork that is left out does not make the answer INVALID")
        .first()
        .isEqualTo(Verdict.VALID);
    assertThat(row(one)).contains("A verdict needs 4 valid forks of each arm.");
  }

  private static List<Verdict> verdicts(MadeUpStudy study) {
    return JointAnswers.of(MadeUpStudy.stored(study)).rows().stream()
        .map(JointRecord.Row::verdict)
        .filter(Objects::nonNull)
        .toList();
  }

  @Test
  void shouldNameArmsWithoutAValidFork() {
    MadeUpStudy study = burst(1_000, 1_000, 250).are("fixed:50", 0, 4, Verdict.INVALID);

    assertThat(lead(study))
        .contains("how fixed:50 does in ramp-up (no valid fork)")
        .doesNotContain("the fixed pool of 50");
  }

  @Test
  void shouldSayNothingWhereAllForksAreInvalid() {
    MadeUpStudy study = burst(1_000, 1_000, 250);
    for (String arm : List.of("virtual", "adaptive", "fixed:50")) {
      study.are(arm, 0, 4, Verdict.INVALID);
    }

    assertThat(lead(study))
        .startsWith("On this machine (2 CPUs, JDK 25.0.3, quick form): Nothing is known.")
        .contains("(ramp-up has no valid fork)");
    assertThat(row(study)).startsWith(StudyFigures.NOTHING).contains("12 of 12 forks invalid");
    assertThat(verdicts(study)).first().isEqualTo(Verdict.INVALID);
    assertThat(lead(study, memory(200, 240, 300))).contains("quick form): At the end of ");
  }

  @Test
  void shouldNameTheModelsAndTheStudiesThatAreMissing() {
    MadeUpStudy study =
        new MadeUpStudy("memory")
            .tenthMore()
            .arms("virtual", "adaptive-virtual")
            .about("virtual", 0, RSS_END, 200 * MB)
            .about("adaptive-virtual", 0, RSS_END, 201 * MB);

    assertThat(lead(study))
        .contains("how a fixed pool does in memory (not there)")
        .contains("how the adaptive pool does in memory (not there)")
        .contains("(foliot study throughput answers it)")
        .doesNotContain("how virtual threads", "foliot study memory answers");
  }

  @Test
  void shouldCompareNothingWithOneArm() {
    MadeUpStudy study =
        new MadeUpStudy("throughput")
            .clients(8)
            .arms("virtual")
            .about("virtual", 0, MadeUpStudy.THROUGHPUT, 3_000);

    assertThat(lead(study)).contains("at 8 clients, only virtual threads (3,000/s)");
    assertThat(row(study)).startsWith("There is one arm only");
  }

  @Test
  void shouldCompareTheModelsOnEachJdkAndTheJdksOfEachModel() {
    List<String> arms = new ArrayList<>();
    for (String jdk : List.of("21.0.4", "25.0.3")) {
      for (String strategy : List.of("virtual", "adaptive", "fixed:cpus")) {
        arms.add(strategy + " on " + jdk);
      }
    }
    MadeUpStudy study =
        new MadeUpStudy("short-tasks").tasks("burn", 50, 2).arms(arms.toArray(String[]::new));
    for (String arm : arms) {
      boolean isSlow = arm.equals("virtual on 21.0.4");
      study.about(arm, 0, MadeUpStudy.THROUGHPUT, isSlow ? 20_000 : 28_000);
    }

    String lead = lead(study);
    JointAnswer jdks = answers(study).getLast();

    assertThat(lead)
        .contains("JDK 21.0.4 and 25.0.3")
        .contains("JDK 21.0.4: With short tasks", "Virtual threads complete 0.71 times as many.")
        .contains("JDK 25.0.3: With short tasks", "more than 5 % difference in 1 of 3 comparisons")
        .doesNotContain("--jdk");
    assertThat(row(study)).contains("JDK 21.0.4: Arms differ", "JDK 25.0.3: No arm differs");
    assertThat(jdks.answer())
        .contains("virtual threads, burn, 50 us on 2", "JDK 25.0.3 beside JDK 21.0.4 1.40 times");
    assertThat(jdks.evidence()).startsWith("3 comparisons");
    assertThat(jdks.studies()).containsExactly("id-short-tasks");
  }

  private static MadeUpStudy onTwoJdks(String name) {
    MadeUpStudy study =
        new MadeUpStudy(name).tasks("burn", 50, 2).arms("virtual on 21.0.9", "virtual on 25.0.3");
    for (String arm : List.of("virtual on 21.0.9", "virtual on 25.0.3")) {
      study.about(arm, 0, MadeUpStudy.THROUGHPUT, 28_000);
    }
    return study;
  }

  @Test
  void shouldSayOfAllStudiesThatCompareJdksHowFarTheyCanBeReliedUpon() {
    MadeUpStudy sound = onTwoJdks("throughput");
    MadeUpStudy suspect = onTwoJdks("short-tasks").are("virtual on 25.0.3", 0, 3, Verdict.SUSPECT);

    assertThat(lead(sound, suspect))
        .contains(
            "The JDK makes no significant difference in 2 comparisons. (throughput: 3 of 16 forks"
                + " suspect)");
    assertThat(answers(sound, suspect).getLast().studies())
        .containsExactly("id-throughput", "id-short-tasks");
  }

  @Test
  void shouldNotSayWhichJdkACommandStarts() {
    MadeUpStudy study =
        new MadeUpStudy("throughput")
            .clients(8)
            .arms("tomcat", "jetty")
            .commands()
            .about("tomcat", 0, MadeUpStudy.THROUGHPUT, 3_000)
            .about("jetty", 0, MadeUpStudy.THROUGHPUT, 3_000);

    assertThat(lead(study))
        .startsWith("On this machine (2 CPUs, quick form): ")
        .contains("commands, which start their own")
        .doesNotContain("25.0.3", "--jdk");
    assertThat(answers(study).getLast().answer()).doesNotContain("--jdk");
  }

  @Test
  void shouldTakeTheLastLoadWhoseMemoryIsKnownAndNameIt() {
    MadeUpStudy study =
        new MadeUpStudy("memory")
            .tenthMore()
            .clients(500)
            .arms("virtual", "adaptive")
            .about("virtual", 0, RSS_END, 200 * MB)
            .about("adaptive", 0, RSS_END, 300 * MB)
            .stopped();

    assertThat(lead(study))
        .contains("At the end of 1.1 L (110/s) under L, then 1.1 L, ", "stopped before its end");
  }

  @Test
  void shouldAnswerNothingWhereNoStudyComparesThreadingModels() {
    assertThat(JointAnswers.of(MadeUpStudy.stored(new MadeUpStudy("remedy").clients(1))).isEmpty())
        .isTrue();
  }
}
