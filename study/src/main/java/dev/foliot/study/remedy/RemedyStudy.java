package dev.foliot.study.remedy;

import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.service.jdk.InstalledJdks;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyCpus;
import dev.foliot.store.study.StudyDesign.LeftOut;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.ArmChoice;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkReading;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.Study;
import dev.foliot.study.StudyColumn;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.lottery.LotteryCpus;
import dev.foliot.study.lottery.LotteryFork;
import dev.foliot.study.lottery.LotteryPlan;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.Measure;
import dev.foliot.study.plan.Measures;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.play.SteerAgent;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The study remedy: a program that shares a cache line, unchanged and with each remedy. Which
 * remedy helps, and which bottleneck is next?
 */
public record RemedyStudy() implements Study {
  private static final double NS_PER_S = 1e9;

  @Override
  public String label() {
    return "remedy";
  }

  @Override
  public List<String> summary() {
    return List.of(
        "a program that shares a cache line: as it is, at another address,",
        "on a newer JDK, and with the fix off: which remedy helps?");
  }

  @Override
  public String question() {
    return "which remedy helps, and what is next?";
  }

  @Override
  public String next() {
    return "sharing-lottery";
  }

  @Override
  public StudyDrawing drawing(StudyRecord study) {
    return RemedyDrawing.of(question(), study);
  }

  @Override
  public boolean comparesThreads() {
    return false;
  }

  /** None: its arms are remedies. */
  @Override
  public List<String> usualArms(StudyForm form) {
    return List.of();
  }

  /** The first JDK is the affected one, the second the remedy. */
  @Override
  public List<ArmPlan> arms(ArmChoice choice) {
    check(choice);
    List<Jdk> jdks = choice.jdks();
    return RemedyPlan.arms(
        jdks.isEmpty() ? LotteryPlan.ill(InstalledJdks.found(Path.of("/"))) : jdks.getFirst(),
        jdks.size() < 2 ? Jdk.current() : jdks.getLast(),
        choice.jvmArgs(),
        SteerAgent.on(choice.apps()).isPresent());
  }

  /**
   * Checks a choice of arms.
   *
   * @throws FoliotException if it is impossible
   */
  public static void check(ArmChoice choice) {
    choice.refuseStrategies("remedy are its remedies");
    if (choice.jdks().size() > 2) {
      throw FoliotException.usage(
          "--jdk: remedy takes two, the JDK as it is and a newer one, not " + choice.jdks().size());
    }
  }

  @Override
  public List<StepPlan> loads(StudyForm form, int serviceCpus, int allCpus) {
    return RemedyPlan.steps(form);
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
  public Measures measures() {
    return Measures.of(List.of(Measure.THROUGHPUT));
  }

  @Override
  public boolean needsPreparation(StudyPlan plan) {
    return RemedyTrial.isNeeded(plan);
  }

  @Override
  public StudyPlan prepared(StudyPlan plan, Path folder, StudyProgress progress)
      throws InterruptedException {
    return new RemedyTrial(plan, progress).withClass(folder);
  }

  /**
   * The study of a user's command.
   *
   * @param here the CPUs of this machine
   * @param apps the class path of the built-in services and the agent
   * @throws FoliotException if it is impossible, with the remedy
   */
  public static StudyPlan plan(
      RemedyCommand command,
      StudyForm form,
      StudyPlan.Sample sample,
      CpuPartition here,
      ClassPath apps,
      List<String> commandLine) {
    CpuPartition cpus = command.cpus(here);
    return new StudyPlan(
        new RemedyStudy(),
        form,
        command.arms(SteerAgent.on(apps).isPresent()),
        List.of(command.step(form, cpus)),
        sample,
        new StudyPlan.Machine(cpus, apps),
        new StudyPlan.Asked(command.target(), command.measures()),
        StudyPlan.Origin.of(commandLine));
  }

  @Override
  public List<ForkOutcome> play(ForkSetting setting) throws InterruptedException {
    if (setting.step().app() == StudyApp.LOTTERY) {
      return new LotteryFork<>(setting, new RemedyGame(setting)).play();
    }
    return CounterFork.isFor(setting.step())
        ? new CounterFork(setting).play()
        : RemedyServiceFork.of(setting).play();
  }

  @Override
  public void read(ForkReading fork) {
    fork.checkDrift();
    Double cores = fork.cores();
    double perS = fork.played().work().perS();
    if (cores != null && cores > 0 && perS > 0) {
      fork.put(Metric.CPU_PER_OPERATION, cores * NS_PER_S / perS);
    }
  }

  @Override
  public StudyCpus cpus(StudyPlan plan) {
    return plan.steps().getFirst().app() == StudyApp.LOTTERY
        ? LotteryCpus.record(plan.cpus())
        : new StudyCpus(
            plan.cpus().service().toString(),
            CounterFork.isFor(plan.steps().getFirst()) ? null : plan.cpus().driver().toString(),
            null,
            plan.cpus().suspect());
  }

  @Override
  public List<LeftOut> leftOut(StudyPlan plan) {
    List<String> there = plan.arms().stream().map(ArmPlan::name).toList();
    boolean isOwn = plan.arms().stream().anyMatch(arm -> arm.start() instanceof ArmStart.Command);
    return RemedyPlan.ALL.stream()
        .filter(arm -> !there.contains(arm))
        .map(arm -> new LeftOut(arm, why(arm, plan, isOwn)))
        .toList();
  }

  private static String why(String arm, StudyPlan plan, boolean isOwn) {
    if (arm.equals(RemedyPlan.STEERED)) {
      return SteerAgent.on(plan.apps()).isEmpty()
          ? "the agent foliot-steer is not beside Foliot, build it again"
          : "diagnose named no class in the program as it is, name one with --class";
    }
    return arm.equals(RemedyPlan.NEWER_JDK) && isOwn
        ? "no newer JDK is named, name one with a second --jdk"
        : "the newer JDK is older than 23, name one that is not with a second --jdk";
  }

  @Override
  public List<StudyAnswer> answers(StudyFigures figures) {
    return RemedyAnswers.of(figures);
  }

  static boolean isCommand(StudyRecord study) {
    return study.arms().stream().anyMatch(arm -> arm.app().equals(StudyArm.COMMAND));
  }

  @Override
  public boolean namesLoad(StudyStep step) {
    return true;
  }

  @Override
  public List<StudyColumn> columns(StudyRecord study, StudyStep step) {
    List<StudyColumn> columns = new ArrayList<>();
    columns.add(StudyColumn.FORKS);
    columns.add(StudyColumn.PLACE);
    columns.add(
        isCommand(study)
            ? StudyColumn.of("done", Metric.THROUGHPUT, Numbers::rate)
            : StudyColumn.of("checks M/s", Metric.THROUGHPUT, StudyColumn::millions));
    columns.add(StudyColumn.of("CPU", Metric.CPU_PER_OPERATION, Numbers::duration));
    if (!step.load().loop().equals("none")) {
      columns.addAll(List.of(StudyColumn.P50, StudyColumn.P99, StudyColumn.ERRORS));
    }
    return columns;
  }

  @Override
  public List<String> legend(StudyRecord study) {
    return List.of(
        isCommand(study)
            ? "medians over the forks that are not INVALID; CPU: CPU time of the process for one"
                + " request or operation; at: how many bytes into a cache line the class begins"
            : "medians over the forks that are not INVALID; type checks of both threads, in"
                + " millions; CPU: CPU time for one of them, the mean of both threads; at: how many"
                + " bytes into a cache line the class begins");
  }
}
