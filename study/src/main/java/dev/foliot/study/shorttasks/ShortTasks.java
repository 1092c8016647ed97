package dev.foliot.study.shorttasks;

import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.FileChecks;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkReading;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.ServiceFork;
import dev.foliot.study.StepPlan;
import dev.foliot.study.Study;
import dev.foliot.study.StudyApp;
import dev.foliot.study.StudyColumn;
import dev.foliot.study.StudyForm;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.answer.JointQuestion;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.burn.BurnFork;
import dev.foliot.study.burn.Calibration;
import dev.foliot.study.burn.CpuSizes;
import dev.foliot.study.burn.TaskFigures;
import dev.foliot.study.burn.TaskLoads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The study short-tasks: tasks of 0.05 to 1 ms, by their length and by the number of CPUs. */
public record ShortTasks() implements Study {
  private static final long US = 1_000;
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final List<Long> ALL_TASKS = List.of(50 * US, 100 * US, 500 * US, 1_000 * US);

  /**
   * The published measurement's length over HTTP, and the length where no difference is expected.
   */
  private static final List<Long> PINGED_TASKS = List.of(100 * US, 1_000 * US);

  /**
   * Few, which makes workers run out of tasks repeatedly. With many callers no thread ever parks,
   * and the delay of a woken thread is not observable.
   */
  private static final int CALLERS_PER_CPU = 2;

  /** The number in the published study: ten on two CPUs. */
  private static final int PINGERS_PER_CPU = 5;

  @Override
  public String label() {
    return "short-tasks";
  }

  @Override
  public List<String> usualArms(StudyForm form) {
    return form == StudyForm.FULL
        ? List.of("virtual", "adaptive", "adaptive-virtual", "fixed:cpus")
        : List.of("virtual", "adaptive", "fixed:cpus");
  }

  @Override
  public List<StepPlan> loads(StudyForm form, int serviceCpus, int allCpus) {
    List<StepPlan> steps = new ArrayList<>();
    TaskLoads.Length burning =
        switch (form) {
          case TEST -> new TaskLoads.Length(200 * MS, 400 * MS);
          case QUICK -> new TaskLoads.Length(1_200 * MS, SECOND);
          case FULL -> new TaskLoads.Length(5 * SECOND, 3 * SECOND);
        };
    for (int cpus : CpuSizes.few(allCpus)) {
      for (long taskNs : burnTasks(form, cpus)) {
        steps.add(TaskLoads.burn(cpus, TaskLoads.clients(CALLERS_PER_CPU, cpus), taskNs, burning));
      }
    }
    TaskLoads.Length pinging =
        switch (form) {
          case TEST -> new TaskLoads.Length(300 * MS, 500 * MS);
          case QUICK -> new TaskLoads.Length(1_000 * MS, SECOND);
          case FULL -> new TaskLoads.Length(10 * SECOND, 5 * SECOND);
        };
    List<Integer> sizes = form == StudyForm.FULL ? CpuSizes.few(serviceCpus) : List.of(serviceCpus);
    for (int cpus : sizes) {
      for (long taskNs : form == StudyForm.FULL ? PINGED_TASKS : List.of(100 * US)) {
        steps.add(TaskLoads.ping(cpus, TaskLoads.clients(PINGERS_PER_CPU, cpus), taskNs, pinging));
      }
    }
    return steps;
  }

  /** The quick form has both ends on two CPUs, where the published effect is greatest. */
  private static List<Long> burnTasks(StudyForm form, int cpus) {
    return switch (form) {
      case TEST -> List.of(100 * US);
      case QUICK -> cpus == 2 ? List.of(50 * US, 1_000 * US) : List.of(50 * US);
      case FULL -> ALL_TASKS;
    };
  }

  @Override
  public int forks(StudyForm form) {
    return form == StudyForm.TEST ? 1 : 4;
  }

  /** It defines its own programs, requests and measures. */
  @Override
  public void check(FileChecks file) {
    for (String name : List.of("target", "remote", "measures")) {
      file.refuse(name, "a study of short-tasks has its own; leave it out");
    }
    file.refuseInArms(
        "command",
        "a study of short-tasks measures the built-in programs burn and ping, whose tasks it"
            + " knows, and a command is neither; give the arm a strategy");
    file.refuseInArms("cpus", "a study of short-tasks gives all arms the same; leave it out");
    if (file.loads() > 0) {
      file.complain("loads", "a study of short-tasks has its own, by length; leave it out");
    }
  }

  @Override
  public boolean hasRemote() {
    return false;
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
        ? BurnFork.play(setting, true)
        : new ServiceFork(setting).play();
  }

  @Override
  public void read(ForkReading fork) {
    TaskFigures.read(fork);
    fork.checkDrift();
  }

  @Override
  public List<StudyAnswer> answers(StudyFigures figures) {
    return ShortTasksAnswers.of(figures);
  }

  @Override
  public Optional<JointQuestion> joint() {
    return Optional.of(
        new JointQuestion(
            3,
            "which model is best at short tasks",
            "Short tasks: which model is best, on how many CPUs?",
            Metric.THROUGHPUT,
            "throughput",
            ShortTasksAnswer::of));
  }

  @Override
  public List<StudyColumn> columns(StudyRecord study, StudyStep step) {
    return TaskFigures.columns();
  }

  @Override
  public List<String> legend(StudyRecord study) {
    return List.of(Study.super.legend(study).getFirst(), TaskFigures.LEGEND);
  }
}
