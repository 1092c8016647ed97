package dev.foliot.study.joint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Verdict;
import dev.foliot.store.study.JointAnswer;
import dev.foliot.store.study.Metric;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JointAnswersTest {
  private static final Metric PEAK = Metric.PEAK;
  private static final Metric TO_95 = Metric.TIME_TO_95;
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

  private static MadeUpStudy burst(double virtual, double adaptive, double fixed) {
    return new MadeUpStudy("ramp-up")
        .clients(300)
        .arms("virtual", "adaptive", "fixed:50")
        .about("virtual", 0, PEAK, virtual)
        .about("virtual", 0, TO_95, 0.4)
        .about("adaptive", 0, PEAK, adaptive)
        .about("adaptive", 0, TO_95, 1.2)
        .about("fixed:50", 0, PEAK, fixed)
        .about("fixed:50", 0, TO_95, 0.3);
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
        .about("virtual", 0, Metric.THREAD_STACKS_END, 2 * MB)
        .about("adaptive", 0, RSS_FIRST, adaptive * 0.98 * MB)
        .about("adaptive", 0, RSS_END, adaptive * MB)
        .about("adaptive", 0, Metric.THREAD_STACKS_END, 5 * MB)
        .about("fixed:500", 0, RSS_FIRST, fixed * 0.98 * MB)
        .about("fixed:500", 0, RSS_END, fixed * MB)
        .about("fixed:500", 0, Metric.THREAD_STACKS_END, 42 * MB);
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
  void shouldAnswerInOneSentenceWithAClauseOfEachStudy() {
    List<JointAnswer> answers = answers(all());

    assertThat(answers).hasSize(7);
    assertThat(answers.getFirst().question())
        .isEqualTo("Virtual threads, a fixed pool or the self-tuning pool?");
    assertThat(answers.getFirst().studies())
        .containsExactly(
            "id-ramp-up", "id-throughput", "id-short-tasks", "id-memory", "id-scaling");
    assertThat(answers.getFirst().answer())
        .startsWith(
            "On this machine (2 CPUs, JDK 25.0.3, quick form): when a burst of requests has to"
                + " wait, the highest peak is that of ")
        .contains("virtual threads", "the self-tuning pool", "a fixed pool of 50")
        .contains("(ramp-up); under steady load", "(throughput); for short tasks")
        .contains("(short-tasks); of memory", "(memory); with more CPUs", "(scaling). ")
        .contains("These studies cannot say how throughput grows beyond 2 CPUs")
        .contains("whether the JDK makes a difference (all was played on JDK 25.0.3, --jdk given")
        .doesNotContain("NaN", "SUSPECT", "\u00a0");
    assertThat(answers.subList(1, 6))
        .extracting(answer -> answer.studies().getFirst())
        .containsExactly(
            "id-ramp-up", "id-throughput", "id-short-tasks", "id-memory", "id-scaling");
    assertThat(answers.subList(1, 6))
        .allSatisfy(answer -> assertThat(answer.evidence()).contains("4 forks"));
    assertThat(answers.getLast().answer()).contains("not asked", "--jdk twice");
  }

  @Test
  void shouldSayWhoCarriesABurstAndHowSoon() {
    assertThat(lead(burst(1_000, 1_000, 250)))
        .contains("(1,000/s) and, within 5 %, ")
        .contains(", behind it a fixed pool of 50, 0.25 times (0.25 to 0.25)")
        .contains(
            "at 95 % of their own peaks virtual threads after 0.4 s, the self-tuning pool after 1.2"
                + " s (later by 0.8 s, 0.8 to 0.8)")
        .as("the pool is soon at its low peak, which is no merit")
        .doesNotContain("a fixed pool of 50 after");
    assertThat(lead(burst(250, 1_000, 1_000)))
        .contains("behind it virtual threads, 0.25 times")
        .contains(
            "a fixed pool of 50 after 0.3 s, the self-tuning pool after 1.2 s (later by 0.9 s");
  }

  @Test
  void shouldSayAtWhichLoadTheWaysPartAndWhoIsBestThere() {
    assertThat(lead(steady(18_000, 18_000, 12_000)))
        .contains("under steady load the ways part first at 128 clients, where most is answered")
        .contains("behind it a fixed pool of 50, 0.67 times (0.67 to 0.67)")
        .contains("per CPU-second most is answered by the self-tuning pool (20,000), behind it ");
    assertThat(row(steady(18_000, 18_000, 12_000)))
        .startsWith("the arms part first at 128 clients; 8 clients: best median ")
        .contains("within 5 % of it: ");
    assertThat(lead(steady(18_000, 18_000, 18_000)))
        .contains(
            "under steady load at 128 clients no way differs from the best median by more than")
        .doesNotContain("part first");
    assertThat(row(steady(18_000, 18_000, 18_000)))
        .startsWith(
            "no arm is told from the best by more than 5 % under any of 2 loads, 8 clients");
  }

  @Test
  void shouldTakeTheMostTellingLoadOfShortTasks() {
    assertThat(lead(tasks(20_000, 28_000, 28_000)))
        .contains("the ways differ most under burn, 50 us on 2, where most is done by ")
        .contains(
            "behind it virtual threads, 0.71 times (0.71 to 0.72) (under 1 of 2 loads none is");
    assertThat(row(tasks(20_000, 28_000, 28_000)))
        .contains("under 1 of 2 loads, most of all under burn, 50 us on 2")
        .contains("burn on 1 CPU: tasks of 50 us, best median", "burn on 2 CPUs: tasks of 50 us, ");
    assertThat(lead(tasks(28_000, 28_000, 28_000)))
        .contains("for short tasks no way is told from the best by more than 5 %");
  }

  @Test
  void shouldSayWhoTakesLeastMemoryAndWhatTheDifferenceIsMadeOf() {
    assertThat(lead(memory(200, 240, 300)))
        .contains(
            "of memory, at the end of 1.1 L (110/s), the least is taken by virtual threads (200"
                + " MB)")
        .contains("above it the self-tuning pool, 1.20 times (1.20 to 1.20)")
        .contains("a fixed pool of 500, 1.50 times (1.50 to 1.50)")
        .contains("what a fixed pool of 500 takes more is most of all thread stacks +40.0 MB (");
    assertThat(row(memory(200, 240, 300)))
        .contains("RSS at the end of L (100/s): best median virtual 196 MB")
        .contains("adaptive beside virtual: thread stacks +3.0 MB");
    assertThat(lead(memory(300, 240, 200)))
        .contains("the least is taken by a fixed pool of 500 (200 MB)")
        .as("what it has more of does not explain that it has less in all")
        .doesNotContain("most of all thread stacks");
  }

  @Test
  void shouldSayWhatMoreCpusGive() {
    assertThat(lead(scaling(1_950)))
        .contains("with more CPUs (burn, from 1 to 2 CPUs) throughput becomes 1.95 times");
    assertThat(lead(scaling(1_100)))
        .contains("throughput becomes 1.95 times (", " for virtual threads to 1.10 times (")
        .contains("for a fixed pool of 50, and on 2 CPUs most is done by virtual threads");
    MadeUpStudy one =
        new MadeUpStudy("scaling")
            .tasks("burn", 1_000, 1)
            .arms("virtual", "adaptive", "fixed:50")
            .about("virtual", 0, MadeUpStudy.THROUGHPUT, 1_000);
    assertThat(lead(one))
        .contains(
            "on the only number of CPUs that was measured (burn, 1 CPU) there is only virtual")
        .contains("what more CPUs give (burn, measured on 1 CPU only)")
        .contains("what adaptive does in scaling (none of its forks counts)");
  }

  @Test
  void shouldSayThatForksDoNotTell() {
    MadeUpStudy wide =
        new MadeUpStudy("ramp-up")
            .clients(300)
            .arms("virtual", "adaptive", "fixed:50")
            .has("virtual", 0, PEAK, 900, 1_000, 1_100, 1_200)
            .has("adaptive", 0, PEAK, 880, 1_010, 1_050, 1_190)
            .about("fixed:50", 0, PEAK, 250);

    assertThat(lead(wide))
        .contains("the best median is that of virtual threads")
        .contains("not told from it the self-tuning pool, ")
        .doesNotContain("the highest peak is that of");
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
        .contains(
            "by medians alone, with too few forks for an interval, virtual threads (901/s) and")
        .doesNotContain("behind", "times (");
    assertThat(row(few)).startsWith("too few forks to tell at which load the arms part");
  }

  @Test
  void shouldSayInTheSameSentenceWhatIsSuspectInvalidOrStopped() {
    MadeUpStudy study = burst(1_000, 1_000, 250).are("virtual", 0, 2, Verdict.SUSPECT).stopped();

    assertThat(lead(study)).contains(" (ramp-up: 2 of 12 forks SUSPECT, stopped before its end).");
    assertThat(row(study))
        .startsWith("peak throughput: best median ")
        .contains("(2 of 12 forks SUSPECT, stopped before its end); at 95 % of its own peak");
    MadeUpStudy one = burst(1_000, 1_000, 250).are("virtual", 0, 1, Verdict.INVALID);
    assertThat(lead(one))
        .contains("by medians alone, with too few forks for an interval, ")
        .contains("(ramp-up: 1 of 12 forks INVALID and left out)")
        .as("it may be soon at a low peak")
        .doesNotContain("a fixed pool of 50 after");
    assertThat(lead(burst(1_000, 900, 250).are("fixed:50", 0, 1, Verdict.INVALID)))
        .contains(
            "the best median is that of virtual threads (1,000/s), with too few forks to tell a")
        .contains("a fixed pool of 50, 0.25 times (no interval), behind it the self-tuning pool");
  }

  @Test
  void shouldSayNothingOfArmsOfWhichNoForkCounts() {
    MadeUpStudy study = burst(1_000, 1_000, 250).are("fixed:50", 0, 4, Verdict.INVALID);

    assertThat(lead(study))
        .contains("cannot say what fixed:50 does in ramp-up (none of its forks counts)")
        .doesNotContain("a fixed pool of 50");
  }

  @Test
  void shouldSayNothingWhereAllForksAreInvalid() {
    MadeUpStudy study = burst(1_000, 1_000, 250);
    for (String arm : List.of("virtual", "adaptive", "fixed:50")) {
      study.are(arm, 0, 4, Verdict.INVALID);
    }

    assertThat(lead(study))
        .startsWith("On this machine (2 CPUs, JDK 25.0.3, quick form): nothing is known.")
        .contains(
            "cannot say who carries a burst of requests that wait (no fork of ramp-up counts)");
    assertThat(row(study))
        .isEqualTo(
            "nothing is known: no fork that counts has the figures (12 of 12 forks INVALID and left"
                + " out)");
    assertThat(lead(study, memory(200, 240, 300))).contains("quick form): of memory, ");
  }

  @Test
  void shouldNameTheWaysAndTheStudiesThatAreMissing() {
    MadeUpStudy study =
        new MadeUpStudy("memory")
            .tenthMore()
            .arms("virtual", "adaptive-virtual")
            .about("virtual", 0, RSS_END, 200 * MB)
            .about("adaptive-virtual", 0, RSS_END, 201 * MB);

    assertThat(lead(study))
        .contains("what a fixed pool does in memory (not there)")
        .contains("what the self-tuning pool does in memory (not there)")
        .contains("who is best under steady load (foliot study throughput is not among these)")
        .contains("virtual threads (200 MB) and self-tuned virtual threads")
        .doesNotContain("what virtual threads does", "foliot study memory is not");
  }

  @Test
  void shouldCompareNothingWithOneArm() {
    MadeUpStudy study =
        new MadeUpStudy("throughput")
            .clients(8)
            .arms("virtual")
            .about("virtual", 0, MadeUpStudy.THROUGHPUT, 3_000);

    assertThat(lead(study))
        .contains("at 8 clients there is only virtual threads (3,000/s) (throughput)");
    assertThat(row(study)).startsWith("there is one arm only, so nothing is compared");
  }

  @Test
  void shouldCompareTheWaysOnEachJdkAndTheJdksOfEachWay() {
    List<String> arms = new ArrayList<>();
    for (String jdk : List.of("21.0.4", "25.0.3")) {
      for (String strategy : List.of("virtual", "adaptive", "fixed:cpus")) {
        arms.add(strategy + " on " + jdk);
      }
    }
    MadeUpStudy study =
        new MadeUpStudy("short-tasks").tasks("burn", 50, 2).arms(arms.toArray(String[]::new));
    for (String arm : arms) {
      boolean ill = arm.equals("virtual on 21.0.4");
      study.about(arm, 0, MadeUpStudy.THROUGHPUT, ill ? 20_000 : 28_000);
    }

    String lead = lead(study);
    String row = row(study);
    JointAnswer jdks = answers(study).getLast();

    assertThat(lead)
        .contains("JDK 21.0.4 and 25.0.3")
        .contains("on JDK 21.0.4 for short tasks the ways differ most")
        .contains("behind it virtual threads, 0.71 times")
        .contains(", and on JDK 25.0.3 for short tasks no way is told")
        .contains("the JDK makes more than 5 % in 1 of 3 comparisons, most of all in short-tasks,")
        .doesNotContain("--jdk");
    assertThat(row).contains("JDK 21.0.4: an arm is behind", "; JDK 25.0.3: no arm is told");
    assertThat(jdks.answer())
        .contains(
            "virtual threads, burn, 50 us on 2, throughput: JDK 25.0.3 beside JDK 21.0.4 1.40");
    assertThat(jdks.evidence()).startsWith("3 comparisons, each with 95 % for itself");
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
        .contains("in 2 comparisons (throughput: 3 of 16 forks SUSPECT)");
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
        .contains(
            "whether the JDK makes a difference (the arms are commands, which start their own")
        .doesNotContain("25.0.3", "--jdk");
    assertThat(answers(study).getLast().answer())
        .startsWith("not asked: the arms are commands")
        .doesNotContain("--jdk");
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
        .contains("of memory, at the end of 1.1 L (110/s) under L, then 1.1 L, the least is taken")
        .contains("stopped before its end");
  }

  @Test
  void shouldSayThatTheJdkMakesNoDifference() {
    MadeUpStudy study =
        new MadeUpStudy("short-tasks")
            .tasks("burn", 50, 2)
            .arms("virtual on 21.0.9", "virtual on 25.0.3")
            .about("virtual on 21.0.9", 0, MadeUpStudy.THROUGHPUT, 28_000)
            .about("virtual on 25.0.3", 0, MadeUpStudy.THROUGHPUT, 28_000);

    assertThat(lead(study))
        .contains(
            "between the JDKs no way differs by more than 5 % with confidence, in 1 comparison"
                + " (short-tasks)");
  }

  @Test
  void shouldAnswerNothingWhereNoStudyComparesWaysToThread() {
    assertThat(JointAnswers.of(MadeUpStudy.stored(new MadeUpStudy("remedy").clients(1))).isEmpty())
        .isTrue();
  }
}
