package dev.foliot.study.remedy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.Rate;
import dev.foliot.linux.CpuList;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.run.StudyPlans;
import dev.foliot.text.FoliotException;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RemedyCommandTest {
  private static final RemedyWork COUNTER = new RemedyWork.Counter("done ");
  private static final CpuPartition TWO_CPUS =
      new CpuPartition(CpuList.of(0), CpuList.of(1), CpuList.of(1), List.of());
  private static final CpuPartition ONE_CPU =
      new CpuPartition(
          CpuList.of(0), CpuList.of(0), CpuList.of(0), List.of(new ServiceReason.CpuShared("0")));
  private static final CpuPartition MANY_CPUS =
      new CpuPartition(CpuList.of(0, 1, 2), CpuList.of(3, 4), CpuList.of(5), List.of());

  private static RemedyCommand command(RemedyWork work, String... words) {
    return command(Optional.of("a.B$C"), work, words);
  }

  private static RemedyCommand command(
      Optional<String> className, RemedyWork work, String... words) {
    return new RemedyCommand(
        List.of(words),
        Path.of("/work"),
        StudyPlans.JDK_17,
        Optional.of(StudyPlans.JDK_25),
        List.of("-Xmx1g"),
        className,
        work);
  }

  private static RemedyWork asked(String url) {
    return RemedyWork.Requests.of(url, null, null);
  }

  private static ArmStart.Command start(ArmPlan arm) {
    return (ArmStart.Command) arm.start();
  }

  private static void assertRefused(Runnable what, String why) {
    assertThatThrownBy(what::run).isInstanceOf(FoliotException.class).hasMessageContaining(why);
  }

  @Test
  void shouldGiveEachArmItsJdkItsFlagsAndItsAgent() {
    List<ArmPlan> arms = command(COUNTER, "java", "-jar", "${x} app.jar").arms(true);

    assertThat(arms)
        .extracting(ArmPlan::name)
        .containsExactly("as-is", "steered", "newer-jdk", "no-table", "no-cache");
    assertThat(arms).extracting(arm -> arm.jdk().feature()).containsExactly(17, 17, 25, 25, 25);
    assertThat(start(arms.getFirst()).words())
        .containsExactly("${java}", "-Xmx1g", "-jar", "$${x} app.jar");
    assertThat(start(arms.get(1)).words())
        .containsExactly(
            "${java}",
            "-javaagent:${steer}=class=a.B$C,offset=24,told=${told}",
            "-Xmx1g",
            "-jar",
            "$${x} app.jar");
    assertThat(start(arms.get(3)).words())
        .contains("-XX:-UseSecondarySupersTable")
        .doesNotContain("-XX:-UseSecondarySupersCache");
    assertThat(start(arms.get(4)).words())
        .startsWith("${java}", "-XX:+UnlockDiagnosticVMOptions")
        .contains("-XX:-UseSecondarySupersTable", "-XX:-UseSecondarySupersCache");
    assertThat(RemedyCommand.filled(start(arms.get(1)).words(), Path.of("/t/${a}")).get(1))
        .isEqualTo("-javaagent:${steer}=class=a.B$C,offset=24,told=/t/$${a}");
  }

  @Test
  void shouldLeaveOutWhatCannotBePlayedHere() {
    assertThat(command(COUNTER, "java", "A").arms(false))
        .extracting(ArmPlan::name)
        .containsExactly("as-is", "newer-jdk", "no-table", "no-cache");
    RemedyCommand cured =
        new RemedyCommand(
            List.of("java", "A"),
            Path.of("/work"),
            StudyPlans.JDK_25,
            Optional.empty(),
            List.of(),
            Optional.empty(),
            COUNTER);
    assertThat(cured.arms(true))
        .extracting(ArmPlan::name)
        .containsExactly("as-is", "steered", "no-table", "no-cache");
  }

  @Test
  void shouldGiveTheAgentOnlyOnceTheClassIsKnown() {
    List<ArmPlan> arms = command(Optional.empty(), COUNTER, "java", "A").arms(true);

    assertThat(start(arms.get(1)).words()).containsExactly("${java}", "-Xmx1g", "A");
    assertThat(start(RemedyCommand.about(arms.get(1), "a.B")).words())
        .contains("-javaagent:${steer}=class=a.B,offset=24,told=${told}");
    assertThat(start(RemedyCommand.about(arms.getFirst(), "a.B")).words())
        .containsExactly("${java}", "-Xmx1g", "A");
  }

  @Test
  void shouldTellTheCommandItsPortWhereItIsToHaveAFreeOne() {
    ArmPlan free =
        command(asked("http://127.0.0.1:{port}/a?b=1"), "java", "A", "--port={port}")
            .arms(false)
            .getFirst();
    ArmPlan own = command(asked("http://localhost:8081"), "java", "A").arms(false).getFirst();

    assertThat(start(free).words()).endsWith("A", "--port=${port}");
    assertThat(start(free).port()).isEmpty();
    assertThat(start(free).health()).isEqualTo("/a?b=1");
    assertThat(start(own).port()).isEqualTo(OptionalInt.of(8081));
    assertThat(start(own).health()).isEqualTo("/");
  }

  @Test
  void shouldRefuseWhatCannotBeBeforeAnythingStarts() {
    assertRefused(
        () -> command(COUNTER, "sh", "-c", "x"), "each remedy is a JDK or a flag of java");
    assertRefused(() -> command(COUNTER, "java"), "as in -- java -jar app.jar");
    assertRefused(() -> command(COUNTER, "java", "a\0b"), "NUL");
    assertRefused(() -> command(COUNTER, "java", "{port}"), "{port} goes with --url");
    assertRefused(
        () -> command(asked("http://127.0.0.1:80/"), "java", "{port}"), "--url names a port");
    assertRefused(
        () -> command(asked("http://127.0.0.1:{port}/"), "java", "A"),
        "nothing tells the command its port");
    for (String name : List.of("", "a/B", "a,B", "a.B;", ".B", "a=b")) {
      assertRefused(() -> command(Optional.of(name), COUNTER, "java", "A"), "is no class");
    }
    for (String url :
        List.of(
            "https://127.0.0.1:1/", "http://10.0.0.1:1/", "http://127.0.0.1/", "x", "http://[")) {
      assertRefused(() -> asked(url), "write http://127.0.0.1:PORT/PATH");
    }
    assertRefused(() -> new RemedyWork.Counter(" "), "--counter is the text before the total");
    assertRefused(
        () -> RemedyWork.Requests.of("http://127.0.0.1:1/", Rate.parse("1/s"), 2),
        "leave one of the two out");
    assertRefused(() -> RemedyCommand.jdkOf("no/such/java"), "name its JDK with --jdk HOME");
  }

  @Test
  void shouldFindTheJdkOfTheCommandsOwnJava() {
    Jdk own = Jdk.current();

    assertThat(RemedyCommand.jdkOf(own.java().toString()).feature()).isEqualTo(own.feature());
  }

  /** On one CPU no cache line travels, so a service with a single one shares the driver's. */
  @Test
  void shouldGiveThePogramTwoCpusOrSayThatThereIsOne() {
    RemedyWork url = asked("http://127.0.0.1:80/");

    assertThat(command(COUNTER, "java", "A").cpus(TWO_CPUS).service()).isEqualTo(CpuList.of(0, 1));
    assertThat(command(COUNTER, "java", "A").cpus(TWO_CPUS).suspect()).isEmpty();
    assertThat(command(url, "java", "A").cpus(TWO_CPUS).service()).isEqualTo(CpuList.of(0, 1));
    assertThat(command(url, "java", "A").cpus(TWO_CPUS).suspect())
        .containsExactly(new ServiceReason.DriverSharesCpu("1"));
    assertThat(command(url, "java", "A").cpus(MANY_CPUS)).isEqualTo(MANY_CPUS);
    assertThat(command(COUNTER, "java", "A").cpus(ONE_CPU).suspect())
        .containsExactly(new ServiceReason.ThreadsShareCpu("0"));
  }

  @Test
  void shouldLoadAServiceInTheLoopThatIsAskedForAndAProgramInNone() {
    RemedyWork open = RemedyWork.Requests.of("http://127.0.0.1:1/a", Rate.parse("300/s"), null);
    RemedyWork closed = RemedyWork.Requests.of("http://127.0.0.1:1/a", null, 5);

    assertThat(step(open).traffic()).hasToString("open loop, 300/s poisson");
    assertThat(step(closed).traffic()).hasToString("closed loop, 5 clients");
    assertThat(step(asked("http://127.0.0.1:1/a")).name()).isEqualTo("48 clients");
    assertThat(step(COUNTER).trafficText())
        .isEqualTo("the program's own work, by the total that it prints");
  }

  private static StepPlan step(RemedyWork work) {
    return command(work, "java", "A").step(StudyForm.QUICK, MANY_CPUS);
  }

  @Test
  void shouldLookForTheClassWhereNoneIsNamed() {
    assertThat(RemedyTrial.isNeeded(plan(Optional.empty()))).isTrue();
    assertThat(RemedyTrial.isNeeded(plan(Optional.of("a.B")))).isFalse();
  }

  private static StudyPlan plan(Optional<String> className) {
    return RemedyStudy.plan(
        command(className, COUNTER, "java", "A"),
        StudyForm.QUICK,
        new StudyPlan.Sample(4, 1),
        TWO_CPUS,
        new ClassPath(List.of()),
        List.of("study", "remedy"));
  }
}
