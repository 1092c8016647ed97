package dev.foliot.study.lottery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.linux.CpuList;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.jdk.InstalledJdk;
import dev.foliot.store.KernelView;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.run.StudyPlans;
import dev.foliot.text.FoliotException;
import dev.foliot.text.StudyReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LotteryPlanTest {
  private static final String WHOLE =
      """
      {"app":"lottery","start_nano_time":5000000000,"duration_ns":2000000000,
       "reader":{"checks":1600000000,"cpu_ns":1000000000},
       "writer":{"checks":100000000,"cpu_ns":2000000000},
       "intervals":[{"from_ns":0,"to_ns":100000000,"reader_checks":80000000}]}
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "17,17.0.15,true",
    "18,18,true",
    "20,20.0.2,true",
    "21,21,true",
    "21,21.0.4+7,true",
    "21,21.0.7,true",
    "21,21.0.8,false",
    "21,21.0.10,false",
    "22,22.0.2,false",
    "23,23,false",
    "25,25.0.3,false",
    "16,16,false",
    "0,unknown,false",
  })
  void shouldKnowWhichReleasesAreIll(int feature, String version, boolean ill) {
    assertThat(LotteryPlan.isIll(feature, version)).isEqualTo(ill);
  }

  @Test
  void shouldTakeTheOldestThatIsIll() throws IOException {
    Path old = home("a", "17.0.15");
    Path newer = home("b", "21.0.4");

    assertThat(
            LotteryPlan.ill(
                    List.of(
                        new InstalledJdk(Path.of("c"), "25.0.3", 25, "", true),
                        new InstalledJdk(newer, "21.0.4", 21, "", false),
                        new InstalledJdk(old, "17.0.15", 17, "", false)))
                .home())
        .isEqualTo(old);
  }

  private Path home(String name, String version) throws IOException {
    Path home = folder.resolve(name);
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    return home;
  }

  @Test
  void shouldSayWhatToDoWithoutAJdkThatIsIll() {
    assertThatThrownBy(
            () -> LotteryPlan.ill(List.of(new InstalledJdk(Path.of("c"), "25.0.3", 25, "", true))))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "sharing-lottery needs a JDK that writes on type checks, 17 to 20 or 21 before 21.0.8,"
                + " and none was found: install one, for example openjdk-17-jdk, or name one with"
                + " --jdk HOME")
        .satisfies(e ->
            assertThat(((FoliotException) e).whose()).isEqualTo(FoliotException.Cause.ENVIRONMENT));
  }

  @Test
  void shouldHaveAnArmForEachPlace() {
    assertThat(LotteryPlan.arms(StudyForm.QUICK, List.of(StudyPlans.JDK_17), List.of("-Xmx1g")))
        .hasSize(8)
        .allSatisfy(arm -> assertThat(arm.jvmArgs()).containsExactly("-Xmx1g"))
        .extracting(ArmPlan::name)
        .startsWith("filler 0", "filler 1")
        .endsWith("filler 7");
    assertThat(
            LotteryPlan.arms(
                StudyForm.TEST, List.of(StudyPlans.JDK_17, StudyPlans.JDK_25), List.of()))
        .extracting(ArmPlan::name)
        .containsExactly(
            "filler 1 on 17.0.19",
            "filler 5 on 17.0.19",
            "filler 1 on 25.0.3",
            "filler 5 on 25.0.3");
  }

  @Test
  void shouldPutItsThreadsOnTwoCpusOfDifferentCores() {
    CpuPartition four =
        CpuPartition.of(CpuList.of(0, 1, 2, 3), List.of(CpuList.of(0, 2), CpuList.of(1, 3)));
    CpuPartition one = CpuPartition.of(CpuList.of(3), List.of(CpuList.of(3)));
    CpuPartition siblings = CpuPartition.of(CpuList.of(0, 1), List.of(CpuList.of(0, 1)));

    assertThat(LotteryCpus.of(four)).isEqualTo(CpuList.of(0, 1));
    assertThat(LotteryCpus.suspect(four)).isEmpty();
    assertThat(LotteryCpus.of(one)).isEqualTo(CpuList.of(3));
    assertThat(LotteryCpus.suspect(one)).containsExactly(new StudyReason.LotteryOnOneCpu("3"));
    assertThat(LotteryCpus.suspect(siblings))
        .containsExactly(new StudyReason.LotteryOnOneCore("0-1"));
  }

  private ForkOutcome.Played played(String text, long predictedNanoTime) throws IOException {
    LotteryResult told = LotteryResult.read(Files.writeString(folder.resolve("l.json"), text));
    StudyPrediction said =
        new StudyPrediction(
            "1970-01-01T00:00:00Z",
            "17.0.19",
            new StudyPrediction.LoadedClass("a.Parcel", "l", "0x10"),
            new StudyPrediction.Line(64, 16, 32, 56, false),
            StudyPrediction.FAST,
            "why");
    KernelView kernel = new KernelView(null, null, null, null, 0.0, 0L, 0L, List.of());
    return PredictedGame.read(told, said, predictedNanoTime, kernel, 1_700_000_000_000L, List.of());
  }

  @Test
  void shouldReadAForkOffWhatTheLotteryWrote() throws IOException {
    ForkOutcome.Played played = played(WHOLE, 4_500_000_000L);

    assertThat(played.work().perS()).isCloseTo(800e6, within(1.0));
    assertThat(played.measures())
        .containsEntry(Metric.LINE_OFFSET, 16.0)
        .containsEntry(Metric.READER, 800e6)
        .containsEntry(Metric.READER_PER_CPU, 1_600e6)
        .containsEntry(Metric.WRITER, 50e6)
        .containsEntry(Metric.WRITER_PER_CPU, 50e6)
        .containsEntry(PredictedGame.PREDICTED_BEFORE, 0.5);
    assertThat(played.work().series()).hasSize(1);
    assertThat(played.work().validity().verdict()).isEqualTo(Verdict.VALID);
    assertThat(played.placement().prediction()).isNotNull();
  }

  @Test
  void shouldNotCountAForkThatWasMeasuredBeforeItWasPredicted() throws IOException {
    assertThat(played(WHOLE, 5_000_000_000L).work().validity().reasonCodes())
        .containsExactly(new StudyReason.MeasuredTooSoon());
    assertThat(played(WHOLE.replace("1600000000", "0"), 4_000_000_000L).work().validity().verdict())
        .isEqualTo(Verdict.INVALID);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ | it is no JSON",
        "{\"duration_ns\":0} | its duration is 0 ns",
        "{\"duration_ns\":1} | it has no whole number 'start_nano_time'",
        "{\"duration_ns\":1,\"start_nano_time\":1} | it has no whole number 'checks'",
      })
  void shouldSayWhatIsWrongWithAResult(String text, String message) {
    assertThatThrownBy(() -> played(text, 0)).isInstanceOf(IOException.class).hasMessage(message);
  }
}
