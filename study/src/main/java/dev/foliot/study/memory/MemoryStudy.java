package dev.foliot.study.memory;

import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.judgement.study.StudyFigure;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkReading;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.Study;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.answer.JointQuestion;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.plan.FileChecks;
import dev.foliot.study.plan.Measure;
import dev.foliot.study.plan.Measures;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.play.ServiceFork;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The study memory: a load, and then a tenth more; which parts make up each arm's memory? */
public record MemoryStudy() implements Study {
  @Override
  public String label() {
    return "memory";
  }

  @Override
  public List<String> summary() {
    return List.of("a load, and then a tenth more: what is each arm's memory made of?");
  }

  @Override
  public String question() {
    return "what is the memory made of?";
  }

  @Override
  public String next() {
    return "short-tasks";
  }

  @Override
  public StudyDrawing drawing(StudyRecord study) {
    return StudyDrawing.ofService(
            question(),
            "Size containers by the RSS under the greater load. Look below for the part that"
                + " differs.",
            StudyDrawing.Pictures.MEMORY,
            List.of(
                StudyFigure.of("RSS at the end", Metric.RSS_END),
                StudyFigure.of("direct buffers at the end", Metric.DIRECT_END),
                StudyFigure.of("of these fell", Metric.DIRECT_FELL),
                StudyFigure.of("throughput", Metric.THROUGHPUT),
                StudyFigure.of("p99", Metric.RESPONSE_P99)))
        .decidedBy(study.steps().size() - 1);
  }

  /** Fewer threads would limit the load to few requests in flight. */
  @Override
  public List<String> usualArms(StudyForm form) {
    return form == StudyForm.FULL
        ? List.of("virtual", "adaptive", "adaptive-virtual", "fixed:500")
        : List.of("virtual", "adaptive", "fixed:500");
  }

  @Override
  public List<StepPlan> loads(StudyForm form, int serviceCpus, int allCpus) {
    return List.of(MemoryLoads.step(form));
  }

  @Override
  public int forks(StudyForm form) {
    return form == StudyForm.TEST ? 1 : 4;
  }

  @Override
  public List<String> jvmArgs() {
    return MemoryLoads.jvmArgs();
  }

  @Override
  public Measures measures() {
    return Measures.ALL;
  }

  @Override
  public void check(FileChecks file) {
    if (!file.measures().asked().contains(Measure.MEMORY)) {
      file.complain(
          "measures", "a study of memory is nothing without memory; add it, or leave measures out");
    }
  }

  @Override
  public boolean needsPreparation(StudyPlan plan) {
    return MemoryCalibration.isNeeded(plan);
  }

  @Override
  public StudyPlan prepared(StudyPlan plan, Path folder, StudyProgress progress)
      throws InterruptedException {
    return new MemoryCalibration(plan, progress).calibrated(folder);
  }

  /** Each arm has a trial before the forks. */
  @Override
  public long preparationNs(StudyPlan plan) {
    return needsPreparation(plan)
        ? plan.arms().size() * MemoryLoads.calibration(plan.steps().getFirst(), 1).forkNs()
        : 0;
  }

  @Override
  public List<ForkOutcome> play(ForkSetting setting) throws InterruptedException {
    return new ServiceFork(setting).play();
  }

  /** A file may specify a closed loop. */
  @Override
  public void read(ForkReading fork) {
    fork.mayChange();
    fork.checkDrift();
    MemoryReading.read(fork);
  }

  @Override
  public List<StudyAnswer> answers(StudyFigures figures) {
    return MemoryAnswers.of(figures);
  }

  @Override
  public Optional<JointQuestion> joint() {
    return Optional.of(
        new JointQuestion(
            4,
            "how much memory each model takes",
            "Memory: which model takes least, and what is the difference made of?",
            Metric.RSS_END,
            "RSS at the end",
            MemoryAnswer::of));
  }
}
