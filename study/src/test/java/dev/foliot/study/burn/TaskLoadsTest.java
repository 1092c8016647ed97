package dev.foliot.study.burn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.linux.CpuList;
import dev.foliot.service.CpuPartition;
import dev.foliot.study.Study;
import dev.foliot.study.plan.ArmStrategy;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.scaling.ScalingStudy;
import dev.foliot.study.shorttasks.ShortTasks;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskLoadsTest {
  private static final CpuPartition TWO =
      new CpuPartition(CpuList.of(0), CpuList.of(1), CpuList.of(1), List.of());
  private static final CpuPartition EIGHT =
      new CpuPartition(CpuList.of(0, 1, 4, 5), CpuList.of(2, 6), CpuList.of(3, 7), List.of());

  @Test
  void shouldRunWhatNeedsNoDriverOnAllCpusAndTheRestOnThoseOfTheService() {
    assertThat(names(new ShortTasks(), StudyForm.QUICK, TWO))
        .containsExactly(
            "burn, 0.05 ms on 1 CPU",
            "burn, 0.05 ms on 2 CPUs",
            "burn, 1 ms on 2 CPUs",
            "ping, 0.1 ms on 1 CPU");
    assertThat(names(new ShortTasks(), StudyForm.QUICK, EIGHT))
        .containsExactly(
            "burn, 0.05 ms on 1 CPU",
            "burn, 0.05 ms on 2 CPUs",
            "burn, 1 ms on 2 CPUs",
            "burn, 0.05 ms on 8 CPUs",
            "ping, 0.1 ms on 2 CPUs");
  }

  @Test
  void shouldHaveAllLengthsInItsFullForm() {
    assertThat(names(new ShortTasks(), StudyForm.FULL, TWO))
        .hasSize(10)
        .contains("burn, 0.5 ms on 2 CPUs", "ping, 0.1 ms on 1 CPU", "ping, 1 ms on 1 CPU")
        .noneMatch(name -> name.startsWith("ping") && name.endsWith("on 2 CPUs"));
    assertThat(names(new ShortTasks(), StudyForm.FULL, EIGHT)).hasSize(18);
    assertThat(new ShortTasks().loads(StudyForm.FULL, EIGHT.service().size(), BurnCpus.most(EIGHT)))
        .allMatch(step -> step.taskNs() != null && step.cpus() != null);
  }

  /** A quick fork is too new and too short for it. */
  @Test
  void shouldTraceTheWakeUpsOfTheFullFormAlone() {
    assertThat(new ShortTasks().loads(StudyForm.FULL, TWO.service().size(), BurnCpus.most(TWO)))
        .filteredOn(step -> step.name().startsWith("burn"))
        .hasSize(8)
        .allMatch(BurnFork::isTraced);
    assertThat(new ShortTasks().loads(StudyForm.QUICK, TWO.service().size(), BurnCpus.most(TWO)))
        .filteredOn(step -> step.name().startsWith("burn"))
        .noneMatch(BurnFork::isTraced);
  }

  /** The quick form has no time for the bank, which is compiled for a quarter of a minute. */
  @Test
  void shouldScaleTheBankOnlyInTheFullFormAndWhereAServiceHasMoreThanOneCpu() {
    assertThat(names(new ScalingStudy(), StudyForm.FULL, TWO))
        .isEqualTo(names(new ScalingStudy(), StudyForm.QUICK, TWO))
        .containsExactly("burn, 1 ms on 1 CPU", "burn, 1 ms on 2 CPUs");
    assertThat(names(new ScalingStudy(), StudyForm.FULL, EIGHT))
        .containsExactly(
            "burn, 1 ms on 1 CPU",
            "burn, 1 ms on 2 CPUs",
            "burn, 1 ms on 4 CPUs",
            "burn, 1 ms on 8 CPUs",
            "bank on 1 CPU",
            "bank on 2 CPUs",
            "bank on 3 CPUs",
            "bank on 4 CPUs");
  }

  @Test
  void shouldScaleACommandInBothForms() {
    for (StudyForm form : List.of(StudyForm.QUICK, StudyForm.FULL)) {
      assertThat(new ScalingStudy().loadsOfCommands(form, 4, List.of()))
          .extracting(StepPlan::name)
          .containsExactly("bank on 1 CPU", "bank on 2 CPUs", "bank on 3 CPUs", "bank on 4 CPUs");
    }
    assertThat(new ScalingStudy().loadsOfCommands(StudyForm.QUICK, 16, List.of()))
        .extracting(StepPlan::cpus)
        .containsExactly(1, 2, 4, 16);
  }

  @Test
  void shouldWarmUpLongerOnFewerCpus() {
    assertThat(new ScalingStudy().loads(StudyForm.FULL, 4, 8))
        .filteredOn(step -> step.name().startsWith("bank"))
        .extracting(step -> step.warmupNs() / 1_000_000)
        .containsExactly(25_000L, 12_500L, 8_333L, 8_000L);
  }

  @Test
  void shouldMeasureAtDifferentNumbersOfCpus() {
    assertThat(CpuSizes.few(1)).containsExactly(1);
    assertThat(CpuSizes.few(2)).containsExactly(1, 2);
    assertThat(CpuSizes.few(12)).containsExactly(1, 2, 12);
    assertThat(CpuSizes.doubling(1)).containsExactly(1);
    assertThat(CpuSizes.doubling(2)).containsExactly(1, 2);
    assertThat(CpuSizes.doubling(3)).containsExactly(1, 2, 3);
    assertThat(CpuSizes.doubling(4)).containsExactly(1, 2, 3, 4);
    assertThat(CpuSizes.doubling(6)).containsExactly(1, 2, 4, 6);
    assertThat(CpuSizes.doubling(48)).containsExactly(1, 2, 4, 8, 16, 32, 48);
    assertThat(CpuSizes.byWorth(1)).containsExactly(1);
    assertThat(CpuSizes.byWorth(2)).containsExactly(1, 2);
    assertThat(CpuSizes.byWorth(4)).containsExactly(1, 4, 2, 3);
    assertThat(CpuSizes.byWorth(16)).containsExactly(1, 16, 4, 2, 8);
    assertThat(CpuSizes.byWorth(64)).containsExactly(1, 64, 8, 2, 4, 16, 32);
  }

  @Test
  void shouldGiveBurnTheCpusOfTheServiceFirst() {
    assertThat(BurnCpus.of(TWO, 1)).isEqualTo(new BurnCpus(CpuList.of(0), CpuList.of(1)));
    assertThat(BurnCpus.of(TWO, 2)).isEqualTo(new BurnCpus(CpuList.of(0, 1), CpuList.of()));
    assertThat(BurnCpus.of(EIGHT, null).own()).isEqualTo(EIGHT.service());
    assertThat(BurnCpus.most(EIGHT)).isEqualTo(8);
    CpuPartition pairs =
        CpuPartition.of(
            CpuList.of(0, 1, 2, 3, 4, 5, 6, 7),
            List.of(CpuList.of(0, 1), CpuList.of(2, 3), CpuList.of(4, 5), CpuList.of(6, 7)));
    assertThat(BurnCpus.of(pairs, 4).own()).isEqualTo(CpuList.of(0, 2, 4, 6));
    assertThat(BurnCpus.of(pairs, null).own()).isEqualTo(pairs.service());
    assertThatThrownBy(() -> BurnCpus.of(TWO, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("3 CPUs of 2");
  }

  @Test
  void shouldSayThatCallersNeedNoNetwork() {
    List<StepPlan> steps =
        new ShortTasks().loads(StudyForm.QUICK, TWO.service().size(), BurnCpus.most(TWO));
    assertThat(steps.getFirst().trafficText())
        .isEqualTo("closed loop, 2 callers in the process itself, no network");
    assertThat(steps.getLast().trafficText()).isEqualTo("closed loop, 5 clients");
    assertThat(TaskLoads.task(1_000_000)).isEqualTo("1 ms");
    assertThat(TaskLoads.task(10_000_000)).isEqualTo("10 ms");
    assertThat(TaskLoads.task(50_000)).isEqualTo("0.05 ms");
  }

  @Test
  void shouldTakeAsManyThreadsAsThereAreCpusOnlyWhereThatIsAsked() {
    assertThat(new ArmStrategy("fixed:cpus").on(3)).isEqualTo("fixed:3");
    assertThat(new ArmStrategy("fixed:50").on(3)).isEqualTo("fixed:50");
    assertThat(new ArmStrategy("virtual").on(3)).isEqualTo("virtual");
  }

  private static List<String> names(Study study, StudyForm form, CpuPartition cpus) {
    return study.loads(form, cpus.service().size(), BurnCpus.most(cpus)).stream()
        .map(StepPlan::name)
        .toList();
  }
}
