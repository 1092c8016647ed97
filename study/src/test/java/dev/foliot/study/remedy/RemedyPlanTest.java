package dev.foliot.study.remedy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.service.ClassPath;
import dev.foliot.store.KernelView;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.lottery.LotteryResult;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.play.SteerAgent;
import dev.foliot.study.run.StudyPlans;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemedyPlanTest {
  @TempDir private Path folder;

  private static ArmStart.Lottery start(ArmPlan arm) {
    return (ArmStart.Lottery) arm.start();
  }

  @Test
  void shouldPlayTheProgramAsItIsAndWithEachRemedy() {
    List<ArmPlan> arms =
        RemedyPlan.arms(StudyPlans.JDK_17, StudyPlans.JDK_25, List.of("-Xmx1g"), true);

    assertThat(arms)
        .extracting(ArmPlan::name)
        .containsExactly("as-is", "steered", "newer-jdk", "no-table", "no-cache");
    assertThat(arms).extracting(arm -> arm.jdk().feature()).containsExactly(17, 17, 25, 25, 25);
    assertThat(arms).allSatisfy(arm -> assertThat(arm.jvmArgs()).endsWith("-Xmx1g"));
    assertThat(arms)
        .extracting(arm -> start(arm).steeredTo())
        .containsExactly(
            OptionalInt.empty(),
            OptionalInt.of(24),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty());
    assertThat(arms.get(3).jvmArgs())
        .contains("-XX:+UnlockDiagnosticVMOptions", "-XX:-UseSecondarySupersTable")
        .doesNotContain("-XX:-UseSecondarySupersCache");
    assertThat(arms.get(4).jvmArgs())
        .contains("-XX:-UseSecondarySupersTable", "-XX:-UseSecondarySupersCache");
  }

  @Test
  void shouldLeaveOutWhatCannotBePlayedHere() {
    assertThat(RemedyPlan.arms(StudyPlans.JDK_17, StudyPlans.JDK_17, List.of(), false))
        .extracting(ArmPlan::name)
        .containsExactly("as-is");
    assertThat(RemedyPlan.arms(StudyPlans.JDK_17, StudyPlans.JDK_25, List.of(), false))
        .extracting(ArmPlan::name)
        .containsExactly("as-is", "newer-jdk", "no-table", "no-cache");
  }

  @Test
  void shouldHaveALoadForEachKindOfSharing() {
    for (StudyForm form : StudyForm.values()) {
      assertThat(RemedyPlan.steps(form))
          .extracting(RemedyPlan::bothWrite)
          .containsExactly(false, true);
    }
  }

  @Test
  void shouldTakeLessThan40SecondsInItsShortestFormAndSomeMinutesInTheQuickOne() {
    assertThat(ns(StudyForm.TEST) / 1_000_000_000).isLessThan(40);
    assertThat(ns(StudyForm.QUICK) / 1_000_000_000).isBetween(120L, 300L);
  }

  private static long ns(StudyForm form) {
    int arms = RemedyPlan.arms(StudyPlans.JDK_17, StudyPlans.JDK_25, List.of(), true).size();
    long forksNs =
        RemedyPlan.steps(form).stream().mapToLong(StepPlan::forkNs).sum()
            * arms
            * new RemedyStudy().forks(form);
    return forksNs + form.diagnosisNs() * arms * RemedyPlan.steps(form).size();
  }

  @Test
  void shouldReadThroughputAndCpuOfBothThreads() {
    LotteryResult told =
        new LotteryResult(
            0,
            2_000_000_000L,
            new LotteryResult.Asked(300_000_000, 1_000_000_000),
            new LotteryResult.Asked(100_000_000, 2_000_000_000),
            List.of());
    KernelView kernel = new KernelView(null, null, null, null, 0.0, 0L, 0L, List.of());

    ForkOutcome.Played played = RemedyGame.read(told, kernel, 1_700_000_000_000L, List.of());

    assertThat(played.work().perS()).isEqualTo(200e6);
    assertThat(played.measures())
        .containsEntry(Metric.READER_PER_CPU, 300e6)
        .containsEntry(Metric.WRITER_PER_CPU, 50e6);
    assertThat(played.measures().get(Metric.CPU_PER_OPERATION)).isCloseTo(11.67, within(0.01));
    assertThat(played.work().validity().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void shouldFindTheAgentByItsManifest() throws IOException {
    Path agent = jar("agent.jar", "dev.foliot.steer.Agent");
    ClassPath classPath =
        new ClassPath(List.of(folder, jar("other.jar", "other.Agent"), jar("no.jar", ""), agent));

    assertThat(SteerAgent.on(classPath)).contains(new SteerAgent(agent));
    assertThat(SteerAgent.on(new ClassPath(List.of(folder)))).isEmpty();
    assertThat(new SteerAgent(agent).argument("a.B", 24, folder.resolve("t")))
        .isEqualTo("-javaagent:" + agent + "=class=a.B,offset=24,told=" + folder.resolve("t"));
  }

  private Path jar(String name, String agent) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (!agent.isEmpty()) {
      manifest.getMainAttributes().putValue("Premain-Class", agent);
    }
    Path file = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(file)) {
      new JarOutputStream(out, manifest).close();
    }
    return file;
  }

  @Test
  void shouldSayWhatTheAgentToldWhateverThatIs() throws IOException {
    Path told = folder.resolve("told.json");

    assertThat(SteerAgent.said(told)).isEqualTo("nothing");
    Files.writeString(told, "{\"class\":\"a\",\"offset\":24,\"fillers\":5,\"landed\":true}\n");
    assertThat(SteerAgent.said(told)).isEqualTo("at 24 after 5 fillers");
    Files.writeString(
        told,
        "{\"landed\":true,\"offset\":0}\n{\"landed\":false,\"reason\":\"too\\u001b late\"}\n");
    assertThat(SteerAgent.said(told)).startsWith("too").endsWith("late").doesNotContain("\u001b");
    Files.writeString(told, "{\"landed\":false,\"offset\":8,\"reason\":\"a chunk ended\"}\n");
    assertThat(SteerAgent.said(told)).isEqualTo("at 8: a chunk ended");
    Files.writeString(told, "{ no json");
    assertThat(SteerAgent.said(told)).startsWith("nothing that can be read (");
  }
}
