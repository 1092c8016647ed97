package dev.foliot.study.lottery;

import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.judgement.study.StudyFigure;
import dev.foliot.service.jdk.InstalledJdks;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyCpus;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.ArmChoice;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.Study;
import dev.foliot.study.StudyColumn;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.Measure;
import dev.foliot.study.plan.Measures;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The study sharing-lottery: does the address of a class predict a program's speed? It has an arm
 * for each offset in a cache line.
 */
public record SharingLottery() implements Study {
  @Override
  public String label() {
    return "sharing-lottery";
  }

  @Override
  public List<String> summary() {
    return List.of(
        "one program with a class at each offset in a cache line: does",
        "its address predict its speed?");
  }

  @Override
  public String question() {
    return "does the address decide the speed?";
  }

  @Override
  public String next() {
    return "remedy";
  }

  @Override
  public StudyDrawing drawing(StudyRecord study) {
    return StudyDrawing.ofProgram(
        question(),
        "Where the speed follows the address, foliot diagnose names the class in your own process.",
        "One program, with the same threads, code and objects in every fork. One thread asks"
            + " objects of a class for two interfaces in turn, which makes HotSpot write one word"
            + " of its description of that class; the other only asks them for their superclass,"
            + " which reads another word. Before the class another one is loaded, whose number of"
            + " methods moves it: that is all in which the forks differ. There is no network.",
        StudyDrawing.Pictures.PLACES,
        List.of(
            StudyFigure.of("place in the line", Metric.LINE_OFFSET),
            StudyFigure.millions("reader, checks per second", Metric.READER),
            StudyFigure.millions("reader, checks per CPU-second", Metric.READER_PER_CPU),
            StudyFigure.millions("writer, checks per second", Metric.WRITER)));
  }

  @Override
  public boolean comparesThreads() {
    return false;
  }

  /** None: its arms are offsets. */
  @Override
  public List<String> usualArms(StudyForm form) {
    return List.of();
  }

  /** The arms on the named JDKs, affected or not, or otherwise on an affected one. */
  @Override
  public List<ArmPlan> arms(ArmChoice choice) {
    choice.refuseStrategies("sharing-lottery are the places of a class");
    return LotteryPlan.arms(
        choice.form(),
        choice.jdks().isEmpty()
            ? List.of(LotteryPlan.ill(InstalledJdks.found(Path.of("/"))))
            : choice.jdks(),
        choice.jvmArgs());
  }

  @Override
  public List<StepPlan> loads(StudyForm form, int serviceCpus, int allCpus) {
    return List.of(LotteryPlan.step(form));
  }

  /** Its arms are alignments, and each fork counts by itself. */
  @Override
  public int leastForks() {
    return 1;
  }

  @Override
  public boolean needsAllArms() {
    return false;
  }

  @Override
  public int forks(StudyForm form) {
    return form == StudyForm.FULL ? 5 : 1;
  }

  @Override
  public Measures measures() {
    return Measures.of(List.of(Measure.THROUGHPUT));
  }

  @Override
  public List<ForkOutcome> play(ForkSetting setting) throws InterruptedException {
    return new LotteryFork<>(setting, new PredictedGame(setting)).play();
  }

  @Override
  public StudyCpus cpus(StudyPlan plan) {
    return LotteryCpus.record(plan.cpus());
  }

  @Override
  public List<StudyAnswer> answers(StudyFigures figures) {
    return LotteryAnswers.of(figures);
  }

  @Override
  public List<StudyColumn> columns(StudyRecord study, StudyStep step) {
    return List.of(
        StudyColumn.FORKS,
        StudyColumn.PLACE,
        new StudyColumn("predicted", (points, all) -> predicted(all), true),
        StudyColumn.of("reader M/s", Metric.READER, StudyColumn::millions),
        StudyColumn.of("p. CPU-s", Metric.READER_PER_CPU, StudyColumn::millions),
        StudyColumn.of("writer M/s", Metric.WRITER, StudyColumn::millions),
        StudyColumn.of("p. CPU-s", Metric.WRITER_PER_CPU, StudyColumn::millions));
  }

  /** The predictions for an arm's forks; once if all agree. */
  private static String predicted(List<StudyPoint> all) {
    String bands =
        all.stream()
            .map(StudyPoint::prediction)
            .filter(Objects::nonNull)
            .map(StudyPrediction::band)
            .distinct()
            .collect(Collectors.joining("/"));
    return bands.isEmpty() ? "-" : bands;
  }

  @Override
  public List<String> legend(StudyRecord study) {
    return List.of(
        "medians over the forks that are not INVALID, in millions of type checks; at: how many"
            + " bytes into a cache line the class begins; predicted: from that alone, before the"
            + " fork was measured");
  }
}
