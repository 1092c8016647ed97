package dev.foliot.study.throughput;

import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.load.Traffic;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkReading;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.Study;
import dev.foliot.study.answer.JointQuestion;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.memory.MemoryAnswers;
import dev.foliot.study.memory.MemoryReading;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.play.ServiceFork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The study throughput: the load is stepped up until the service is saturated. */
public record Throughput() implements Study {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final int MOST_CLIENTS = 20_000;

  /** Per CPU of the service: enough to keep it busy during the warm-up. */
  private static final int WARMING_CLIENTS = 32;

  private static final long QUICK_WARM_UP_NS = 9 * SECOND;
  private static final long QUICK_LOAD_NS = 1_800 * MS;

  @Override
  public String label() {
    return "throughput";
  }

  @Override
  public List<String> summary() {
    return List.of("the load rises to saturation: where do arms differ?");
  }

  @Override
  public String question() {
    return "at which load do the arms differ?";
  }

  @Override
  public String next() {
    return "memory";
  }

  @Override
  public StudyDrawing drawing(StudyRecord study) {
    return StudyDrawing.ofService(
        question(),
        "Look at the load that you expect. Where the arms do not differ, choose by CPU or memory.",
        StudyDrawing.Pictures.LOADS,
        StudyDrawing.OF_LOADS);
  }

  @Override
  public List<String> usualArms(StudyForm form) {
    return form == StudyForm.FULL
        ? List.of("virtual", "adaptive", "adaptive-virtual", "fixed:50")
        : List.of("virtual", "adaptive", "fixed:50");
  }

  /**
   * One process takes all loads in sequence. It is compiled while it serves: its throughput rises
   * for 8 to 16 CPU-seconds, depending on the machine.
   */
  @Override
  public List<StepPlan> loads(StudyForm form, int serviceCpus, int allCpus) {
    return form == StudyForm.QUICK ? quick(serviceCpus) : all(form, serviceCpus);
  }

  /** The lowest and the highest level, and the one between where it fits. */
  private List<StepPlan> quick(int serviceCpus) {
    StepPlan.WarmUp warmUp =
        StepPlan.WarmUp.ofCpuTime(
            QUICK_WARM_UP_NS, serviceCpus, 4 * SECOND, clients(WARMING_CLIENTS, serviceCpus));
    List<StepPlan> levels = new ArrayList<>();
    for (int each : new int[] {8, 32, 128}) {
      levels.add(load(clients(each, serviceCpus), warmUp, QUICK_LOAD_NS));
    }
    StepPlan least = levels.getFirst();
    StepPlan middle = levels.get(1).continuing();
    StepPlan most = levels.getLast().continuing();
    return fitting(List.of(least, middle, most), List.of(least, most, middle));
  }

  private static List<StepPlan> all(StudyForm form, int serviceCpus) {
    List<StepPlan> steps = new ArrayList<>();
    int warm = clients(WARMING_CLIENTS, serviceCpus);
    switch (form) {
      case TEST -> {
        steps.add(load(8, new StepPlan.WarmUp(500 * MS, 8), 1_000 * MS));
        steps.add(load(16, new StepPlan.WarmUp(500 * MS, 8), 500 * MS));
      }
      case QUICK, FULL -> {
        for (int each : new int[] {1, 4, 16, 64, 256}) {
          steps.add(
              load(
                  clients(each, serviceCpus), new StepPlan.WarmUp(30 * SECOND, warm), 10 * SECOND));
        }
      }
    }
    return steps.stream()
        .map(step -> step.equals(steps.getFirst()) ? step : step.continuing())
        .toList();
  }

  private static int clients(int forEachCpu, int cpus) {
    return Math.min(MOST_CLIENTS, forEachCpu * cpus);
  }

  private static StepPlan load(int clients, StepPlan.WarmUp warmUp, long durationNs) {
    return new StepPlan(
        clients + (clients == 1 ? " client" : " clients"),
        new Traffic.Closed(clients, 0),
        Math.max(clients, warmUp.clients()),
        warmUp,
        StepPlan.Times.of(durationNs, 2 * MS),
        StepPlan.Program.BANK,
        false);
  }

  @Override
  public int forks(StudyForm form) {
    return switch (form) {
      case TEST -> 1;
      case QUICK -> 4;
      case FULL -> 5;
    };
  }

  @Override
  public List<ForkOutcome> play(ForkSetting setting) throws InterruptedException {
    return new ServiceFork(setting).play();
  }

  @Override
  public void read(ForkReading fork) {
    fork.checkDrift();
    MemoryReading.read(fork);
  }

  @Override
  public List<StudyAnswer> answers(StudyFigures figures) {
    return new ThroughputAnswers(figures).all();
  }

  @Override
  public List<StudyAnswer> answersBeside(StudyFigures figures) {
    return MemoryAnswers.beside(figures);
  }

  @Override
  public Optional<JointQuestion> joint() {
    return Optional.of(
        new JointQuestion(
            2,
            "which model is best under steady load",
            "Steady load: at which load do the models differ, and which is best?",
            Metric.THROUGHPUT,
            "throughput",
            SteadyAnswer::of));
  }
}
