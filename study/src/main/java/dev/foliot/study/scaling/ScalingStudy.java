package dev.foliot.study.scaling;

import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.stats.Scalability;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkReading;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.Study;
import dev.foliot.study.StudyColumn;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.answer.JointQuestion;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.burn.BurnFork;
import dev.foliot.study.burn.Calibration;
import dev.foliot.study.burn.CpuSizes;
import dev.foliot.study.burn.TaskFigures;
import dev.foliot.study.burn.TaskLoads;
import dev.foliot.study.memory.MemoryReading;
import dev.foliot.study.plan.FileChecks;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.play.ServiceFork;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The study scaling: the same load on 1, 2, ... n CPUs; how does throughput grow? */
public record ScalingStudy() implements Study {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;

  /** Enough to make the CPUs the limit. */
  private static final int SATURATING_PER_CPU = 8;

  /** Long enough to keep the submitting thread from being the bottleneck. */
  private static final long SCALED_TASK_NS = MS;

  private static final int BANK_CLIENTS_PER_CPU = 32;

  /** The sizes of a command in the quick form: the fewest that the law of scalability takes. */
  private static final int QUICK_SIZES = Scalability.FEWEST_SIZES;

  @Override
  public String label() {
    return "scaling";
  }

  @Override
  public List<String> summary() {
    return List.of("the same on 1, 2, ... n CPUs: how does throughput grow?");
  }

  @Override
  public String question() {
    return "what does another CPU give?";
  }

  @Override
  public String next() {
    return "ramp-up";
  }

  @Override
  public StudyDrawing drawing(StudyRecord study) {
    return StudyDrawing.ofService(
        question(),
        "Give the service the CPUs up to which throughput grows.",
        StudyDrawing.Pictures.CPUS,
        StudyDrawing.OF_LOADS);
  }

  @Override
  public List<String> usualArms(StudyForm form) {
    return form == StudyForm.QUICK
        ? List.of("virtual", "adaptive", "fixed:50")
        : List.of("virtual", "adaptive", "adaptive-virtual", "fixed:50");
  }

  /**
   * CPU-only tasks, on up to all CPUs, and the bank, on up to those of a service. The bank is left
   * out if a service has a single CPU, and in the quick form: on one CPU a fork of it takes a
   * quarter of a minute to warm up.
   */
  @Override
  public List<StepPlan> loads(StudyForm form, int serviceCpus, int allCpus) {
    List<StepPlan> burn =
        CpuSizes.doubling(allCpus).stream().map(cpus -> burn(form, cpus)).toList();
    if (form == StudyForm.QUICK) {
      return fitting(
          burn, CpuSizes.byWorth(allCpus).stream().map(cpus -> burn(form, cpus)).toList());
    }
    List<StepPlan> steps = new ArrayList<>(burn);
    if (serviceCpus > 1) {
      CpuSizes.doubling(serviceCpus).forEach(cpus -> steps.add(bank(form, cpus)));
    }
    return steps;
  }

  private static StepPlan burn(StudyForm form, int cpus) {
    TaskLoads.Length length =
        switch (form) {
          case TEST -> new TaskLoads.Length(200 * MS, 200 * MS, 400 * MS);
          case QUICK -> new TaskLoads.Length(2 * SECOND, 1_500 * MS, 2 * SECOND);
          case FULL -> new TaskLoads.Length(6 * SECOND, 3 * SECOND, 6 * SECOND);
        };
    return TaskLoads.burn(
        cpus, TaskLoads.clients(SATURATING_PER_CPU, cpus), SCALED_TASK_NS, length);
  }

  private static StepPlan bank(StudyForm form, int cpus) {
    TaskLoads.Length length =
        switch (form) {
          case TEST -> new TaskLoads.Length(500 * MS, 500 * MS, 1_000 * MS);
          case QUICK -> new TaskLoads.Length(14 * SECOND, 3 * SECOND, 2_500 * MS);
          case FULL -> new TaskLoads.Length(25 * SECOND, 8 * SECOND, 10 * SECOND);
        };
    return TaskLoads.bank(cpus, TaskLoads.clients(BANK_CLIENTS_PER_CPU, cpus), length);
  }

  /** The programs without a network are no loads for a command. */
  @Override
  public List<StepPlan> loadsOfCommands(StudyForm form, int serviceCpus, List<StepPlan> usual) {
    return CpuSizes.byWorth(serviceCpus).stream()
        .limit(form == StudyForm.QUICK ? QUICK_SIZES : Integer.MAX_VALUE)
        .sorted()
        .map(cpus -> bank(form, cpus))
        .toList();
  }

  @Override
  public int forks(StudyForm form) {
    return switch (form) {
      case TEST -> 1;
      case QUICK -> 4;
      case FULL -> 6;
    };
  }

  @Override
  public void check(FileChecks file) {
    file.refuseInArms("cpus", "a study of scaling gives all arms the same; leave it out");
    if (file.loads() > 0) {
      file.complain("loads", "a study of scaling has its own, on more and more CPUs; leave it out");
    } else if (file.hasCommands() && file.serviceCpus() == 1) {
      file.complain(
          "study",
          "a command is scaled on the service's CPUs, and here is one; use four CPUs or more, of"
              + " which the service has half");
    }
  }

  @Override
  public boolean hasRemote() {
    return false;
  }

  @Override
  public boolean variesCpus() {
    return true;
  }

  @Override
  public boolean needsPreparation(StudyPlan plan) {
    return Calibration.isNeeded(plan);
  }

  @Override
  public StudyPlan prepared(StudyPlan plan, Path folder, StudyProgress progress)
      throws InterruptedException {
    return Calibration.of(plan, folder);
  }

  @Override
  public List<ForkOutcome> play(ForkSetting setting) throws InterruptedException {
    return setting.step().app() == StudyApp.BURN
        ? BurnFork.play(setting, false)
        : new ServiceFork(setting).play();
  }

  @Override
  public void read(ForkReading fork) {
    TaskFigures.read(fork);
    fork.checkDrift();
    fork.checkSteady();
    MemoryReading.read(fork);
  }

  @Override
  public List<StudyAnswer> answers(StudyFigures figures) {
    return ScalingAnswers.of(figures);
  }

  @Override
  public Optional<JointQuestion> joint() {
    return Optional.of(
        new JointQuestion(
            5,
            "what more CPUs give",
            "More CPUs: what do they give?",
            Metric.THROUGHPUT,
            "throughput",
            ScalingAnswer::of));
  }

  @Override
  public List<StudyColumn> columns(StudyRecord study, StudyStep step) {
    return step.varied().taskNs() == null ? StudyColumn.ofRequests() : TaskFigures.columns();
  }

  @Override
  public List<String> legend(StudyRecord study) {
    List<String> legend = new ArrayList<>(Study.super.legend(study));
    if (study.steps().stream().anyMatch(step -> step.varied().taskNs() != null)) {
      legend.add(TaskFigures.LEGEND);
    }
    return legend;
  }
}
