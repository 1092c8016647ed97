package dev.foliot.study.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.reason.LockReason;
import dev.foliot.store.Validity;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyCpus;
import dev.foliot.store.study.StudyDesign;
import dev.foliot.store.study.StudyJvm;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyRemedy;
import dev.foliot.store.study.StudyStep;
import dev.foliot.store.study.StudyWatch;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.run.StudyAnswers;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A service on platform threads and on virtual threads at 400 clients, on one CPU. */
class VirtualThreadsAnswerTest {
  private static final String PLATFORM = "platform threads";
  private static final String VIRTUAL = "virtual threads";
  private static final StudyJvm JVM = new StudyJvm("25.0.3", "", "", "/jdk-25", List.of());
  private static final double MB = 1e6;

  private final List<StudyArm> arms = new ArrayList<>();
  private final List<StudyPoint> points = new ArrayList<>();
  private int clients = 400;

  private VirtualThreadsAnswerTest arm(
      String name, double perS, double cpus, int threads, StudyRemedy.Seen... findings) {
    return arm(name, perS, 1, cpus, threads, findings);
  }

  /** Four forks, whose throughput differs by a percentage from one to the next. */
  private VirtualThreadsAnswerTest arm(
      String name,
      double perS,
      double percent,
      double cpus,
      int threads,
      StudyRemedy.Seen... findings) {
    arms.add(
        new StudyArm(
            name,
            StudyArm.COMMAND,
            StudyArm.OWN,
            new StudyArm.Jvm(JVM.home(), JVM.version(), List.of()),
            new StudyArm.Limits("0", null, null),
            List.of("java", "-jar", "app.jar"),
            Map.of("SPRING_THREADS_VIRTUAL_ENABLED", Boolean.toString(name.equals(VIRTUAL)))));
    for (int fork = 0; fork < 4; fork++) {
      boolean isVirtual = name.equals(VIRTUAL);
      points.add(
          new StudyPoint(
              new StudyPoint.Cell(name, 0, null, clients, points.size() + 1),
              StudyPoint.Answered.of(perS * (1 + fork * percent / 100)),
              new StudyPoint.Used(cpus, (long) ((isVirtual ? 203 : 200) * MB), threads),
              MetricValues.NONE,
              new StudyPoint.Observed(
                  new StudyWatch(
                      1,
                      new StudyWatch.Cpu(0, 0, 0, 0, null, 0),
                      new StudyWatch.Threads(threads, isVirtual ? 1 : 0),
                      new StudyWatch.Rss(1, 1, 1),
                      List.of()),
                  null,
                  null,
                  JVM,
                  fork == 0 ? List.of(findings) : null),
              StudyPoint.Trust.of(Validity.valid()),
              StudyPoint.Placement.NONE));
    }
    return this;
  }

  private static StudyRemedy.Seen seen(String subject, Reason reason) {
    return new StudyRemedy.Seen(
        "a finding", subject, new Finding.Grade(Severity.HIGH, reason), null);
  }

  private StudyAnswer answer() {
    StudyRecord study =
        new StudyRecord(
            StudyRecord.SCHEMA,
            "id",
            new StudyDesign(
                new StudyDesign.Identity("throughput", "full", 1, 4),
                new StudyCpus("0", "1", "1", List.of()),
                arms,
                List.of(
                    new StudyStep(
                        clients + " clients",
                        new StudyStep.Load("closed", "closed loop", null, clients),
                        new StudyStep.Times(1, 0, 1),
                        new StudyStep.Varied(1L, null, null, null),
                        List.of(),
                        null)),
                List.of(),
                List.of(),
                null,
                null),
            points,
            List.of(),
            Validity.valid(),
            true);
    return StudyAnswers.answered(new Throughput(), new StudyFigures(study, Map.of()))
        .verdict()
        .getFirst();
  }

  @Test
  void shouldSayYesWithWhatItBringsAndCosts() {
    StudyAnswer answer = arm(PLATFORM, 1_000, 0.5, 223).arm(VIRTUAL, 1_540, 0.8, 27).answer();

    assertThat(answer.question()).isEqualTo("Do virtual threads help?");
    assertThat(answer.headline())
        .isEqualTo(
            "Yes: virtual threads answer 1.54 times as much as platform threads at 400 clients"
                + " (1,563/s and 1,015/s), with 27 threads instead of 223 and 3 MB more memory.");
    assertThat(answer.figures())
        .extracting(AnswerFigure::name)
        .containsExactly(
            "ratio of virtual threads",
            "throughput_per_s of virtual threads",
            "throughput_per_s of platform threads",
            "threads of virtual threads",
            "threads of platform threads",
            "rss_bytes more of virtual threads");
    assertThat(answer.figures().getFirst().low()).isGreaterThan(1.4);
  }

  @Test
  void shouldSayThatTheCpuIsTheLimit() {
    assertThat(arm(PLATFORM, 1_000, 0.97, 223).arm(VIRTUAL, 1_000, 0.96, 27).answer().headline())
        .startsWith(
            "No: virtual threads answer 1.00 times as much as platform threads at 400 clients")
        .contains("The CPU is the limit: the arms use 0.96 of 1 CPU and 0.97 of 1 CPU");
  }

  @Test
  void shouldNameTheLockThatAllWaitFor() {
    StudyRemedy.Seen lock =
        seen("java.lang.Object at shop.Shop.order:33", new LockReason.LockContended(198, 0.9, 1));

    assertThat(arm(PLATFORM, 500, 0.2, 223, lock).arm(VIRTUAL, 500, 0.2, 27).answer().headline())
        .startsWith("No: ")
        .contains("With platform threads, 198 requests on average wait for one lock: ")
        .endsWith("java.lang.Object at shop.Shop.order:33.");
  }

  /** Two of 200 that wait for a lock limit nothing. */
  @Test
  void shouldNotBlameALockThatFewWaitFor() {
    StudyRemedy.Seen lock =
        seen("java.lang.Object at shop.Shop.order:33", new LockReason.LockContended(2, 0.9, 1));

    assertThat(arm(PLATFORM, 500, 0.2, 223, lock).arm(VIRTUAL, 500, 0.2, 27).answer().headline())
        .doesNotContain("shop.Shop")
        .contains("Neither the CPU nor a lock is the limit");
  }

  @Test
  void shouldNameWhereCarriersArePinned() {
    StudyRemedy.Seen pinned =
        seen("carriers at shop.Shop.order:41", new LockReason.CarriersPinned(1, 1, 1));

    assertThat(arm(PLATFORM, 1_900, 0.3, 223).arm(VIRTUAL, 10, 0.1, 27, pinned).answer().headline())
        .startsWith("No: ")
        .contains("pinned to their carriers at shop.Shop.order:41");
  }

  @Test
  void shouldNameAPoolThatIsTooSmall() {
    StudyRemedy.Seen pool = seen("shop.Shop.order:51", new LockReason.PlaceWaits(50, 0.95));

    assertThat(
            arm(PLATFORM, 1_000, 0.3, 223, pool).arm(VIRTUAL, 1_000, 0.3, 27).answer().headline())
        .contains("wait at shop.Shop.order:51 for something scarce, such as a free connection");
  }

  @Test
  void shouldSayThatThereAreThreadsForAllClients() {
    clients = 100;

    assertThat(arm(PLATFORM, 1_000, 0.3, 123).arm(VIRTUAL, 1_000, 0.3, 27).answer().headline())
        .startsWith("No: ")
        .endsWith("Platform threads have a thread for each client already (123).");
  }

  @Test
  void shouldNotDecideWhereForksDiffer() {
    assertThat(
            arm(PLATFORM, 1_000, 10, 0.3, 223).arm(VIRTUAL, 1_100, 10, 0.3, 27).answer().headline())
        .startsWith("Inconclusive: virtual threads answer 1.")
        .endsWith("The forks of one arm differ too much to decide it.");
  }

  @Test
  void shouldNameALockEvenWhereForksDiffer() {
    StudyRemedy.Seen lock =
        seen("java.lang.Object at shop.Shop.order:33", new LockReason.LockContended(198, 0.9, 1));

    assertThat(
            arm(PLATFORM, 1_000, 10, 0.3, 223, lock)
                .arm(VIRTUAL, 1_100, 10, 0.3, 27)
                .answer()
                .headline())
        .startsWith("Inconclusive: ")
        .endsWith("wait for one lock: java.lang.Object at shop.Shop.order:33.");
  }

  /** A build that ignores its switch has carriers in both arms, and as many threads. */
  @Test
  void shouldNotAnswerWhereVirtualThreadsRanInBothArms() {
    arm(PLATFORM, 1_000, 0.3, 29).arm(VIRTUAL, 1_540, 0.3, 27);
    withCarriers();

    assertThat(answer().question()).isEqualTo("At which load do the arms differ?");
  }

  /** A program may have a few virtual threads for other work. */
  @Test
  void shouldAnswerWhereAPlatformArmHasCarriersBesideItsThreads() {
    arm(PLATFORM, 1_000, 0.3, 223).arm(VIRTUAL, 1_540, 0.3, 27);
    withCarriers();

    assertThat(answer().headline()).startsWith("Yes: ");
  }

  private void withCarriers() {
    points.replaceAll(point -> {
      StudyWatch watch = Objects.requireNonNull(point.observed().watch());
      return new StudyPoint(
          point.cell(),
          point.answered(),
          point.used(),
          point.measures(),
          new StudyPoint.Observed(
              new StudyWatch(
                  1,
                  watch.cpu(),
                  new StudyWatch.Threads(watch.threads().peakThreads(), 1),
                  watch.rss(),
                  List.of()),
              null,
              null,
              JVM,
              null),
          point.trust(),
          point.placement());
    });
  }

  /** The arms may be called so, and be something else. */
  @Test
  void shouldNotAnswerWhereNoVirtualThreadRan() {
    arm(PLATFORM, 1_000, 0.3, 223).arm(VIRTUAL, 1_540, 0.3, 27);
    points.replaceAll(point ->
        new StudyPoint(
            point.cell(),
            point.answered(),
            point.used(),
            point.measures(),
            StudyPoint.Observed.NOTHING,
            point.trust(),
            point.placement()));

    assertThat(answer().question()).isEqualTo("At which load do the arms differ?");
  }
}
