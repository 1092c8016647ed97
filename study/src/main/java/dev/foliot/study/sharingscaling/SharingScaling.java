package dev.foliot.study.sharingscaling;

import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.judgement.study.StudyFigure;
import dev.foliot.linux.CpuList;
import dev.foliot.service.Jdk;
import dev.foliot.service.jdk.InstalledJdks;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyCpus;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.ArmChoice;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkReading;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.Study;
import dev.foliot.study.StudyColumn;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.burn.BurnCpus;
import dev.foliot.study.burn.CpuSizes;
import dev.foliot.study.lottery.LotteryFork;
import dev.foliot.study.lottery.LotteryPlan;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.Measure;
import dev.foliot.study.plan.Measures;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.remedy.RemedyPlan;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import java.nio.file.Path;
import java.util.List;

/**
 * The study sharing-scaling: a program whose threads write one word of a class description, on more
 * and more CPUs. What do more CPUs give, what limits them, and what does the fixed JDK give?
 */
public record SharingScaling() implements Study {
  /** The most sizes of the quick form: each takes 40 seconds. */
  private static final int QUICK_SIZES = 5;

  @Override
  public String label() {
    return "sharing-scaling";
  }

  @Override
  public List<String> summary() {
    return List.of(
        "threads that write one word of a class, on 1, 2, ... n CPUs:",
        "what do more CPUs give, and what limits them?");
  }

  @Override
  public String question() {
    return "what do more CPUs give threads that share a cache line?";
  }

  @Override
  public String next() {
    return "remedy";
  }

  @Override
  public StudyDrawing drawing(StudyRecord study) {
    return StudyDrawing.ofProgram(
        question(),
        "Where more CPUs give little, foliot diagnose on most of them names what threads share.",
        "One program with a thread for each CPU. Each thread works for itself, and ends every"
            + " operation with checks of objects of one class for two interfaces in turn. That"
            + " writes one word of HotSpot's description of the class, for which all threads wait"
            + " in line. The newer JDK writes it no more. There is no network.",
        StudyDrawing.Pictures.CPUS,
        List.of(
            StudyFigure.of("throughput", Metric.THROUGHPUT),
            StudyFigure.of("CPU per operation", Metric.CPU_PER_OPERATION)));
  }

  @Override
  public boolean comparesThreads() {
    return false;
  }

  /** None: its arms are JDKs. */
  @Override
  public List<String> usualArms(StudyForm form) {
    return List.of();
  }

  /** The affected JDK, with the class at an unlucky place, and the one with the fix. */
  @Override
  public List<ArmPlan> arms(ArmChoice choice) {
    choice.refuseStrategies("sharing-scaling are an affected JDK and a fixed one");
    List<Jdk> jdks = choice.jdks();
    if (jdks.size() > 2) {
      throw FoliotException.usage(
          "--jdk: sharing-scaling takes two, the affected JDK and a fixed one, not " + jdks.size());
    }
    return RemedyPlan.arms(
            jdks.isEmpty() ? LotteryPlan.ill(InstalledJdks.found(Path.of("/"))) : jdks.getFirst(),
            jdks.size() < 2 ? Jdk.current() : jdks.getLast(),
            choice.jvmArgs(),
            false)
        .stream()
        .filter(arm -> !RemedyPlan.WITHOUT_CURE.containsKey(arm.name()))
        .toList();
  }

  @Override
  public List<StepPlan> loads(StudyForm form, int serviceCpus, int allCpus) {
    if (allCpus < 2) {
      throw FoliotException.environment(
          "sharing-scaling compares one CPU with more, and this machine has one: use two or more");
    }
    return CpuSizes.byWorth(allCpus).stream()
        .limit(form == StudyForm.FULL ? Integer.MAX_VALUE : QUICK_SIZES)
        .sorted()
        .map(cpus -> load(form, cpus))
        .toList();
  }

  private static StepPlan load(StudyForm form, int cpus) {
    StepPlan usual = LotteryPlan.step(form);
    return new StepPlan(
        "operations on " + Numbers.count(cpus, "CPU"),
        usual.traffic(),
        usual.connections(),
        usual.warmUp(),
        usual.times(),
        new StepPlan.Program(StudyApp.SHARING, cpus, null),
        false);
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
  public boolean variesCpus() {
    return true;
  }

  @Override
  public List<ForkOutcome> play(ForkSetting setting) throws InterruptedException {
    return new LotteryFork<>(setting, new WorkersGame(setting)).play();
  }

  @Override
  public void read(ForkReading fork) {
    Integer cpus = fork.step().cpus();
    if (cpus != null) {
      fork.put(Metric.CPUS, cpus);
    }
  }

  @Override
  public StudyCpus cpus(StudyPlan plan) {
    CpuList all = BurnCpus.of(plan.cpus(), BurnCpus.most(plan.cpus())).own();
    return new StudyCpus(all.toString(), null, null, List.of());
  }

  @Override
  public List<StudyAnswer> answers(StudyFigures figures) {
    return SharingScalingAnswers.of(figures);
  }

  @Override
  public List<StudyColumn> columns(StudyRecord study, StudyStep step) {
    return List.of(
        StudyColumn.of("operations", Metric.THROUGHPUT, Numbers::rate),
        StudyColumn.FORKS,
        StudyColumn.PLACE,
        StudyColumn.of("CPU", Metric.CPU_PER_OPERATION, Numbers::duration));
  }

  @Override
  public List<String> legend(StudyRecord study) {
    return List.of(
        "Medians over the valid and suspect forks; operations of all threads; CPU: CPU time for one"
            + " of them; at: how many bytes into a cache line the class begins.");
  }
}
