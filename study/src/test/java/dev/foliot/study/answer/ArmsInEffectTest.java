package dev.foliot.study.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyCpus;
import dev.foliot.store.study.StudyDesign;
import dev.foliot.store.study.StudyJvm;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import dev.foliot.store.study.StudyWatch;
import dev.foliot.study.run.StudyAnswers;
import dev.foliot.study.throughput.Throughput;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A Spring service with platform threads and with virtual threads, on several JDKs. */
class ArmsInEffectTest {
  private static final StudyJvm ON_17 =
      new StudyJvm("17.0.15", "17.0.15+6", "Debian", "/jdk-17", List.of("-Xmx1g"));
  private static final StudyJvm ON_25 =
      new StudyJvm("25.0.3", "25.0.3+9", "Adoptium", "/jdk-25", List.of("-Xmx1g"));
  private static final Map<String, String> VIRTUAL =
      Map.of("SPRING_THREADS_VIRTUAL_ENABLED", "true");
  private static final List<String> COMMAND = List.of("java", "-Xmx1g", "-jar", "app.jar");

  private final List<StudyArm> arms = new ArrayList<>();
  private final List<StudyPoint> points = new ArrayList<>();

  private ArmsInEffectTest arm(
      String name,
      List<String> command,
      Map<String, String> environment,
      StudyJvm jvm,
      int threads,
      int carriers) {
    arms.add(
        new StudyArm(
            name,
            StudyArm.COMMAND,
            StudyArm.OWN,
            new StudyArm.Jvm(jvm.home(), jvm.version(), jvm.args()),
            new StudyArm.Limits("0", null, null),
            command,
            environment));
    for (int fork = 0; fork < 4; fork++) {
      points.add(
          new StudyPoint(
              new StudyPoint.Cell(name, 0, null, 400, points.size() + 1),
              StudyPoint.Answered.of(1_735 + fork),
              new StudyPoint.Used(0.5, 1L, threads + fork % 2),
              MetricValues.NONE,
              new StudyPoint.Observed(
                  new StudyWatch(
                      1,
                      new StudyWatch.Cpu(0, 0, 0, 0, null, 0),
                      new StudyWatch.Threads(threads, carriers),
                      new StudyWatch.Rss(1, 1, 1),
                      List.of()),
                  null,
                  null,
                  jvm,
                  null),
              StudyPoint.Trust.of(Validity.valid()),
              StudyPoint.Placement.NONE));
    }
    return this;
  }

  private StudyRecord study() {
    return new StudyRecord(
        StudyRecord.SCHEMA,
        "id",
        new StudyDesign(
            new StudyDesign.Identity("throughput", "full", 1, 4),
            new StudyCpus("0", "1", "1", List.of()),
            arms,
            List.of(
                new StudyStep(
                    "400 clients",
                    new StudyStep.Load("closed", "closed loop", null, 400),
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
  }

  @Test
  void shouldSayThatVirtualThreadsDidNotTakeEffectOnJdk17() {
    StudyRecord study =
        arm("platform threads", COMMAND, Map.of(), ON_17, 224, 0)
            .arm("virtual threads", COMMAND, VIRTUAL, ON_17, 224, 0)
            .study();

    StudyRecord answered =
        StudyAnswers.answered(new Throughput(), new StudyFigures(study, Map.of()));

    assertThat(answered.validity().verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(answered.validity().reasonCodes())
        .containsExactly(
            new StudyReason.ThreadsAlike("platform threads", "virtual threads", 225, "17.0.15"),
            new StudyReason.VirtualThreadsNeedJdk("virtual threads", "17.0.15"));
    StudyAnswer first = answered.verdict().getFirst();
    assertThat(first.verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(first.headline())
        .startsWith(
            "Arms platform threads and virtual threads both ran with 225 threads on JDK 17.0.15:"
                + " the difference between them did not take effect.")
        .contains("they need JDK 21")
        .endsWith("No arm differs significantly under any load.");
    // computed again from the store it says the same
    assertThat(StudyAnswers.answered(new Throughput(), new StudyFigures(answered, Map.of())))
        .isEqualTo(answered);
  }

  @Test
  void shouldSayNothingWhereTheyTookEffect() {
    assertThat(
            ArmsInEffect.missing(
                arm("platform threads", COMMAND, Map.of(), ON_25, 224, 0)
                    .arm("virtual threads", COMMAND, VIRTUAL, ON_25, 27, 2)
                    .study()))
        .isEmpty();
  }

  /** Few clients need few threads of either kind. */
  @Test
  void shouldCountCarriersAsAnEffect() {
    assertThat(
            ArmsInEffect.missing(
                arm("platform threads", COMMAND, Map.of(), ON_25, 28, 0)
                    .arm("virtual threads", COMMAND, VIRTUAL, ON_25, 27, 2)
                    .study()))
        .isEmpty();
  }

  @Test
  void shouldSayThatFlagsDidNotTakeEffect() {
    List<String> late = List.of("java", "-Xmx1g", "-jar", "app.jar", "-XX:+UseSerialGC");

    assertThat(
            ArmsInEffect.missing(
                arm("usual", COMMAND, Map.of(), ON_25, 30, 0)
                    .arm("serial", late, Map.of(), ON_25, 30, 0)
                    .study()))
        .containsExactly(new StudyReason.FlagsAlike("usual", "serial", "25.0.3"));
  }

  /** Other code, another size of a pool of connections: as many threads are no fault. */
  @Test
  void shouldSayNothingOfArmsThatDifferInSomethingElse() {
    List<String> other = List.of("java", "-Xmx1g", "-jar", "app-2.jar");

    assertThat(
            ArmsInEffect.missing(
                arm("one", COMMAND, Map.of(), ON_25, 30, 0)
                    .arm("two", other, Map.of(), ON_25, 30, 0)
                    .arm("pool", COMMAND, Map.of("HIKARI_POOL_SIZE", "50"), ON_25, 30, 0)
                    .arm("virtual on 17", COMMAND, Map.of("A", "b"), ON_25, 300, 2)
                    .study()))
        .isEmpty();
  }
}
