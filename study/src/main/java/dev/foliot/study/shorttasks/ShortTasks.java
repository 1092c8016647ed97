package dev.foliot.study.shorttasks;

import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.judgement.study.StudyFigure;
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
import dev.foliot.study.plan.FileChecks;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.play.ServiceFork;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The study short-tasks: tasks of 0.05 to 1 ms, by their length and by the number of CPUs. */
public record ShortTasks() implements Study {
  private static final long US = 1_000;
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final long SHORTEST_NS = 50 * US;

  /** The length where no difference is expected. */
  private static final long LONGEST_NS = 1_000 * US;

  /** The published measurement's length over HTTP. */
  private static final long PUBLISHED_NS = 100 * US;

  /** And its number of CPUs of the service. */
  private static final int PUBLISHED_CPUS = 2;

  private static final List<Long> ALL_TASKS =
      List.of(SHORTEST_NS, PUBLISHED_NS, 500 * US, LONGEST_NS);
  private static final List<Long> PINGED_TASKS = List.of(PUBLISHED_NS, LONGEST_NS);

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
  public List<String> summary() {
    return List.of("tasks of 0.05 to 1 ms on one CPU, two and all CPUs");
  }

  @Override
  public String question() {
    return "what do short tasks cost?";
  }

  @Override
  public String next() {
    return "scaling";
  }

  @Override
  public StudyDrawing drawing(StudyRecord study) {
    return StudyDrawing.ofService(
        question(),
        "Look at the length of your own tasks. The shorter they are, the more the threading model"
            + " matters.",
        StudyDrawing.Pictures.TASKS,
        List.of(
            StudyFigure.of("throughput", Metric.THROUGHPUT),
            StudyFigure.of("CPU per task", Metric.CPU_PER_TASK),
            StudyFigure.of("run-queue wait per switch", Metric.WAKE_WAIT_MEAN),
            StudyFigure.of("parked while tasks waited", Metric.PARKED_SHARE)));
  }

  @Override
  public List<String> usualArms(StudyForm form) {
    return form == StudyForm.FULL
        ? List.of("virtual", "adaptive", "adaptive-virtual", "fixed:cpus")
        : List.of("virtual", "adaptive", "fixed:cpus");
  }

  /**
   * CPU-only tasks on one, two and all CPUs, and the same over HTTP. The published measurement has
   * both ends of the driver elsewhere and a service with two CPUs, which takes four CPUs or more.
   */
  @Override
  public List<StepPlan> loads(StudyForm form, int serviceCpus, int allCpus) {
    return switch (form) {
      case TEST ->
          Stream.concat(
                  CpuSizes.few(allCpus).stream().map(cpus -> burn(form, cpus, PUBLISHED_NS)),
                  Stream.of(ping(form, serviceCpus, PUBLISHED_NS)))
              .toList();
      case QUICK -> quick(serviceCpus, allCpus);
      case FULL -> {
        List<StepPlan> steps = new ArrayList<>();
        CpuSizes.few(allCpus)
            .forEach(cpus -> ALL_TASKS.forEach(task -> steps.add(burn(form, cpus, task))));
        CpuSizes.few(serviceCpus)
            .forEach(cpus -> PINGED_TASKS.forEach(task -> steps.add(ping(form, cpus, task))));
        yield steps;
      }
    };
  }

  /** Both ends of the lengths on two CPUs, where the published effect is greatest, come first. */
  private List<StepPlan> quick(int serviceCpus, int allCpus) {
    StudyForm form = StudyForm.QUICK;
    int two = Math.min(PUBLISHED_CPUS, allCpus);
    StepPlan ping = ping(form, Math.min(PUBLISHED_CPUS, serviceCpus), PUBLISHED_NS);
    StepPlan shortest = burn(form, two, SHORTEST_NS);
    StepPlan longest = burn(form, two, LONGEST_NS);
    StepPlan onAll = burn(form, allCpus, SHORTEST_NS);
    StepPlan onOne = burn(form, 1, SHORTEST_NS);
    return fitting(
        Stream.of(onOne, shortest, longest, onAll, ping).distinct().toList(),
        Stream.of(ping, shortest, onAll, longest, onOne).distinct().toList());
  }

  private static StepPlan burn(StudyForm form, int cpus, long taskNs) {
    TaskLoads.Length length =
        switch (form) {
          case TEST -> new TaskLoads.Length(200 * MS, 200 * MS, 400 * MS);
          case QUICK -> new TaskLoads.Length(1_200 * MS, 1_200 * MS, SECOND);
          case FULL -> new TaskLoads.Length(5 * SECOND, 5 * SECOND, 3 * SECOND);
        };
    return TaskLoads.burn(cpus, TaskLoads.clients(CALLERS_PER_CPU, cpus), taskNs, length);
  }

  private static StepPlan ping(StudyForm form, int cpus, long taskNs) {
    TaskLoads.Length length =
        switch (form) {
          case TEST -> new TaskLoads.Length(300 * MS, 300 * MS, 500 * MS);
          case QUICK -> new TaskLoads.Length(4 * SECOND, 2 * SECOND, 1_500 * MS);
          case FULL -> new TaskLoads.Length(20 * SECOND, 6 * SECOND, 5 * SECOND);
        };
    return TaskLoads.ping(cpus, TaskLoads.clients(PINGERS_PER_CPU, cpus), taskNs, length);
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
    fork.checkSteady();
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
