package dev.foliot.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.service.Jdk;
import dev.foliot.study.catalog.Studies;
import dev.foliot.study.lottery.SharingLottery;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStrategy;
import dev.foliot.study.plan.Cell;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.plan.StudyTarget;
import dev.foliot.study.rampup.RampUp;
import dev.foliot.study.run.StudyPlans;
import dev.foliot.study.scaling.ScalingStudy;
import dev.foliot.study.shorttasks.ShortTasks;
import dev.foliot.study.throughput.Throughput;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class StudyPlanTest {
  @ParameterizedTest
  @CsvSource({"virtual", "adaptive-virtual"})
  void shouldRefuseVirtualThreadsBelow21(String strategy) {
    assertThatThrownBy(
            () -> StudyPlans.plan(new RampUp(), StudyForm.QUICK, 1, 1, StudyPlans.JDK_17, strategy))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "arm "
                + strategy
                + " needs JDK 21 or later, and jdk-17 is 17.0.19: give another --jdk, or leave the"
                + " arm out of --arms");
  }

  @Test
  void shouldTakePlatformThreadsOn17() {
    assertThat(
            StudyPlans.plan(
                    new RampUp(),
                    StudyForm.QUICK,
                    2,
                    1,
                    StudyPlans.JDK_17,
                    "adaptive",
                    "cached",
                    "fixed:1")
                .allForks())
        .isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "fibers   | there is no arm 'fibers': choose among virtual, adaptive, adaptive-virtual,"
            + " fixed:N and cached",
        "fixed    | 'fixed' says not how many threads: write fixed:N with 1 to 999999, as in"
            + " fixed:50",
        "fixed:0  | 'fixed:0' says not how many threads: write fixed:N with 1 to 999999, as in"
            + " fixed:50",
        "fixed:-1 | 'fixed:-1' says not how many threads: write fixed:N with 1 to 999999, as in"
            + " fixed:50",
      })
  void shouldRefuseArmsThatThereAreNot(String strategy, String message) {
    assertThatThrownBy(() -> new ArmStrategy(strategy))
        .isInstanceOf(FoliotException.class)
        .hasMessage(message);
  }

  @Test
  void shouldRefuseAnArmThatIsThereTwice() {
    assertThatThrownBy(() -> StudyPlans.plan(new RampUp(), StudyForm.QUICK, 1, "cached", "cached"))
        .hasMessage("arm cached is there twice: name it once");
  }

  @ParameterizedTest
  @CsvSource({"0", "101"})
  void shouldRefuseForksOutOfRange(int forks) {
    assertThatThrownBy(() -> StudyPlans.plan(new RampUp(), StudyForm.QUICK, forks, "cached"))
        .hasMessage("--forks is from 1 to 100, not " + forks);
  }

  @Test
  void shouldListTheStudiesThatThereAre() {
    assertThatThrownBy(() -> Studies.parse("latency"))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "there is no study 'latency': choose "
                + String.join(", ", Studies.ALL.stream().map(Study::label).toList())
                + " or all");
    assertThat(Studies.parse("ramp-up")).isEqualTo(new RampUp());
  }

  @Test
  void shouldNameArmsByTheirJdkWhereThereAreSeveral() {
    assertThat(
            ArmPlan.builtIn(
                List.of("cached"), List.of(StudyPlans.JDK_17, StudyPlans.JDK_25), List.of()))
        .extracting(ArmPlan::name)
        .containsExactly("cached on 17.0.19", "cached on 25.0.3");
  }

  @Test
  void shouldTellBuildsOfOneVersionByTheirFolders() {
    Jdk temurin = new Jdk(Path.of("/opt/temurin-25"), "25.0.3", 25);
    Jdk zulu = new Jdk(Path.of("/opt/zulu-25"), "25.0.3", 25);
    Jdk mine = new Jdk(Path.of("/home/me/zulu-25"), "25.0.3", 25);

    assertThat(names(temurin, zulu, StudyPlans.JDK_17))
        .containsExactly(
            "cached on 25.0.3 (temurin-25)", "cached on 25.0.3 (zulu-25)", "cached on 17.0.19");
    assertThat(names(zulu, mine, temurin))
        .containsExactly(
            "cached on 25.0.3 (/opt/zulu-25)",
            "cached on 25.0.3 (/home/me/zulu-25)",
            "cached on 25.0.3 (temurin-25)");
    // which is refused
    assertThat(names(zulu, zulu)).containsExactly("cached on 25.0.3", "cached on 25.0.3");
  }

  private static List<String> names(Jdk... jdks) {
    return ArmPlan.builtIn(List.of("cached"), List.of(jdks), List.of()).stream()
        .map(ArmPlan::name)
        .toList();
  }

  /** The lottery and the remedies have no driver. */
  @ParameterizedTest
  @MethodSource("dev.foliot.study.catalog.Studies#ofThreads")
  void shouldHaveLoadsThatTheDriverTakes(Study study) {
    for (StudyForm form : StudyForm.values()) {
      for (int cpus : new int[] {1, 2, 64}) {
        for (StepPlan step : study.loads(form, cpus, 2 * cpus)) {
          LoadPlan load =
              new LoadPlan(
                  new Target("127.0.0.1", 80),
                  StudyTarget.bank().requests(),
                  List.of(new LoadPhase(step.name(), step.traffic(), step.durationNs())),
                  Sending.http1(step.connections(), 1, StudyTarget.USUAL_TIMEOUT_NS, true),
                  1,
                  step.intervalNs());
          assertThat(load.durationNs()).isEqualTo(step.durationNs());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.foliot.study.catalog.Studies#ofThreads")
  void shouldTakeAtMostFourMinutesInItsQuickFormOnAnyMachine(Study study) {
    for (int cpus : new int[] {1, 2, 3, 4, 8, 16, 64}) {
      StudyPlan plan = StudyPlans.usual(study, StudyForm.QUICK, cpus);

      assertThat(plan.aboutNs() / 1_000_000_000).as(cpus + " CPUs").isBetween(40L, 240L);
      assertThat(plan.forks()).as("as many as intervals need").isGreaterThanOrEqualTo(4);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2  | 1 2      | 8 128 | 1",
        "4  | 1 2 3 4  | 16 64 256 | 2",
        "16 | 1 2 4 16 | 64 256 1024 | 2",
        "64 | 1 2 8 64 | 256 1024 4096 | 2",
      })
  void shouldMeasureTheMostImportantLoadsOfAMachineInItsQuickForm(
      int cpus, String scaled, String clients, int pinged) {
    assertThat(StudyPlans.usual(new ScalingStudy(), StudyForm.QUICK, cpus).steps())
        .allMatch(step -> step.app() == StudyApp.BURN)
        .extracting(StepPlan::cpus)
        .containsExactly(numbers(scaled));
    assertThat(StudyPlans.usual(new Throughput(), StudyForm.QUICK, cpus).steps())
        .extracting(StepPlan::clients)
        .containsExactly(numbers(clients));
    assertThat(StudyPlans.usual(new ShortTasks(), StudyForm.QUICK, cpus).steps())
        .filteredOn(step -> step.app() == StudyApp.PING)
        .extracting(StepPlan::cpus)
        .containsExactly(pinged);
  }

  private static Integer[] numbers(String written) {
    return Stream.of(written.strip().split(" ")).map(Integer::valueOf).toArray(Integer[]::new);
  }

  @Test
  void shouldKeepTheFirstLoadEvenWhereNothingFits() {
    Study study = new RampUp();
    StepPlan load = study.loads(StudyForm.FULL, 1, 2).getFirst();
    StepPlan other = load.named("other");

    assertThat(study.fitting(List.of(other, load), List.of(load, other))).containsExactly(load);
  }

  @Test
  void shouldWarmUpByCpuTime() {
    assertThat(StepPlan.WarmUp.ofCpuTime(12, 1, 2, 8)).isEqualTo(new StepPlan.WarmUp(12, 8));
    assertThat(StepPlan.WarmUp.ofCpuTime(12, 4, 2, 8)).isEqualTo(new StepPlan.WarmUp(3, 8));
    assertThat(StepPlan.WarmUp.ofCpuTime(12, 16, 2, 8)).isEqualTo(new StepPlan.WarmUp(2, 8));
  }

  @ParameterizedTest
  @MethodSource("dev.foliot.study.catalog.Studies#ofThreads")
  void shouldCompareVirtualThreadsAFixedPoolAndTheSelfTuningOneInEveryForm(Study study) {
    for (StudyForm form : StudyForm.values()) {
      assertThat(study.usualArms(form))
          .as(form.toString())
          .contains("virtual", "adaptive")
          .anyMatch(arm -> arm.startsWith("fixed:"));
    }
  }

  @Test
  void shouldPlayEveryCellOnceInEachBlockByItsSeed() {
    StudyPlan plan = StudyPlans.plan(new Throughput(), StudyForm.QUICK, 3, "cached", "adaptive");

    List<Cell> order = flat(CellOrder.of(plan));

    assertThat(order).hasSize(12).isEqualTo(flat(CellOrder.of(plan)));
    for (int block = 0; block < 3; block++) {
      int replicate = block;
      assertThat(order.subList(4 * block, 4 * block + 4))
          .allMatch(cell -> cell.replicate() == replicate)
          .extracting(cell -> 10 * cell.arm() + cell.step())
          .containsExactlyInAnyOrder(0, 1, 10, 11);
    }
    assertThat(order).extracting(Cell::fork).isSorted().doesNotHaveDuplicates();
    assertThat(
            flat(
                CellOrder.of(
                    StudyPlans.plan(
                        new Throughput(),
                        StudyForm.QUICK,
                        3,
                        2,
                        StudyPlans.JDK_25,
                        "cached",
                        "adaptive"))))
        .isNotEqualTo(order);
  }

  @Test
  void shouldPlayBothArmsOfAPairUnderEachLoadInRandomOrder() {
    StudyPlan plan =
        StudyPlans.plan(new Throughput(), StudyForm.QUICK, 3, "cached", "adaptive")
            .withSteps(
                new Throughput().loads(StudyForm.TEST, 1, 1).stream().map(StepPlan::alone).toList())
            .inPairs(null, null, null);
    SplittableRandom random = new SplittableRandom(1);
    int aFirst = 0;
    for (int pair = 0; pair < 20; pair++) {
      int number = pair;
      List<Cell> cells = flat(CellOrder.pair(plan, pair, random));
      assertThat(cells)
          .allMatch(cell -> cell.replicate() == number)
          .extracting(cell -> 10 * cell.arm() + cell.step())
          .containsExactlyInAnyOrder(0, 1, 10, 11);
      assertThat(cells)
          .extracting(Cell::fork)
          .containsExactly(4 * pair + 1, 4 * pair + 2, 4 * pair + 3, 4 * pair + 4);
      assertThat(cells.get(0).step()).isEqualTo(cells.get(1).step());
      aFirst += cells.get(0).arm() == 0 ? 1 : 0;
    }
    assertThat(aFirst).isBetween(1, 19);
  }

  @Test
  void shouldTakeItsBudgetAtMostInPairs() {
    StudyPlan plan = StudyPlans.plan(new Throughput(), StudyForm.QUICK, 3, "cached", "adaptive");

    assertThat(plan.inPairs(1.1, 60_000_000_000L, null).aboutNs()).isEqualTo(60_000_000_000L);
    assertThat(plan.inPairs(1.1, Long.MAX_VALUE, 3).aboutNs()).isEqualTo(plan.aboutNs());
    assertThat(plan.inPairs(1.1, null, 3).allForks()).isEqualTo(plan.allForks());
  }

  @Test
  void shouldPlayPairsOfTwoThreadingModelsOnly() {
    StudyPlan three =
        StudyPlans.plan(new Throughput(), StudyForm.QUICK, 3, "cached", "adaptive", "virtual");
    StudyPlan lottery = StudyPlans.plan(new SharingLottery(), StudyForm.QUICK, 3, "cached");

    assertThatThrownBy(() -> three.inPairs(null, null, null))
        .hasMessage(
            "pairs are of two arms, and there are 3: name two, as in --arms cached,adaptive");
    assertThatThrownBy(() -> lottery.inPairs(1.1, null, null))
        .hasMessageContaining("sharing-lottery has none: leave them out");
    assertThat(Studies.ofThreads()).allMatch(study -> study.mainFigure().isPresent());
  }

  @Test
  void shouldStepLoadsUpThatContinueEachOther() {
    StudyPlan plan = StudyPlans.plan(new Throughput(), StudyForm.QUICK, 3, "cached", "adaptive");

    List<List<Cell>> goes = CellOrder.of(plan);

    assertThat(goes)
        .hasSize(6)
        .allSatisfy(go -> {
          assertThat(go).extracting(Cell::step).containsExactly(0, 1);
          assertThat(go).extracting(Cell::arm).containsOnly(go.getFirst().arm());
          assertThat(go).extracting(Cell::replicate).containsOnly(go.getFirst().replicate());
        });
    assertThat(CellOrder.of(StudyPlans.plan(new ScalingStudy(), StudyForm.QUICK, 1, "cached")))
        .allSatisfy(go -> assertThat(go).hasSize(1));
  }

  private static List<Cell> flat(List<List<Cell>> goes) {
    return goes.stream().flatMap(List::stream).toList();
  }
}
