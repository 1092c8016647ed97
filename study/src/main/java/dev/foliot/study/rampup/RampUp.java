package dev.foliot.study.rampup;

import dev.foliot.judgement.FullThroughput;
import dev.foliot.judgement.ThroughputRise;
import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.judgement.study.StudyFigure;
import dev.foliot.load.Traffic;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyInterval;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkReading;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.Study;
import dev.foliot.study.StudyColumn;
import dev.foliot.study.answer.JointQuestion;
import dev.foliot.study.answer.MainFigure;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.memory.MemoryAnswers;
import dev.foliot.study.memory.MemoryReading;
import dev.foliot.study.plan.FileChecks;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.play.ServiceFork;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The study ramp-up: from idle to full load at once, how soon does each arm reach full throughput?
 */
public record RampUp() implements Study {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final long EACH = 100 * MS;
  private static final int MOST_CLIENTS = 20_000;
  private static final int WARM_UP_CLIENTS = 8;
  private static final double PEAK_MS = 1_000;
  private static final double NS_PER_S = 1e9;

  @Override
  public String label() {
    return "ramp-up";
  }

  @Override
  public List<String> summary() {
    return List.of("idle, then full load at once: how soon does each arm give all it", "can?");
  }

  @Override
  public String question() {
    return "who reaches full throughput, how soon?";
  }

  @Override
  public String next() {
    return "throughput";
  }

  @Override
  public StudyDrawing drawing(StudyRecord study) {
    return StudyDrawing.ofService(
        question(),
        "For bursts choose the arm that reaches full throughput first. An arm that never does needs"
            + " more threads.",
        StudyDrawing.Pictures.RAMPS,
        List.of(
            StudyFigure.of("time to full throughput", Metric.TIME_TO_FULL),
            StudyFigure.of("sustained throughput", Metric.PLATEAU),
            StudyFigure.of("threads", Metric.THREADS),
            StudyFigure.of("RSS", Metric.RSS),
            StudyFigure.of("CPU of the service", Metric.CPU_CORES)));
  }

  @Override
  public List<String> usualArms(StudyForm form) {
    return form == StudyForm.FULL
        ? List.of("virtual", "adaptive", "adaptive-virtual", "fixed:50")
        : List.of("virtual", "adaptive", "fixed:50");
  }

  /**
   * A closed loop. The load is full from the first moment, and the possible throughput is known,
   * clients over delay.
   */
  @Override
  public List<StepPlan> loads(StudyForm form, int serviceCpus, int allCpus) {
    return List.of(
        switch (form) {
          case TEST ->
              load(60, 1_000 * MS, new StepPlan.Times(500 * MS, 1_200 * MS, 50 * MS, EACH));
          case QUICK ->
              load(
                  clients(300, serviceCpus),
                  1_500 * MS,
                  new StepPlan.Times(500 * MS, 3_500 * MS, 300 * MS, EACH));
          case FULL ->
              load(
                  clients(1_000, serviceCpus),
                  8 * SECOND,
                  new StepPlan.Times(5 * SECOND, 25 * SECOND, SECOND, EACH));
        });
  }

  private static int clients(int forEachCpu, int cpus) {
    return Math.min(MOST_CLIENTS, forEachCpu * cpus);
  }

  private static StepPlan load(int clients, long warmupNs, StepPlan.Times times) {
    return new StepPlan(
        "full load",
        new Traffic.Closed(clients, 0),
        clients,
        new StepPlan.WarmUp(warmupNs, Math.min(WARM_UP_CLIENTS, clients)),
        times,
        StepPlan.Program.BANK,
        false);
  }

  /** One in sixteen is INVALID if the driver shares its CPU, because it is late with a burst. */
  @Override
  public int forks(StudyForm form) {
    return switch (form) {
      case TEST -> 1;
      case QUICK -> 5;
      case FULL -> 6;
    };
  }

  @Override
  public void check(FileChecks file) {
    if (file.loads() > 1) {
      file.complain(
          "loads",
          "a ramp-up has one load, and here are "
              + file.loads()
              + "; give one number of clients or one rate, or make it a study of throughput");
    }
  }

  @Override
  public List<ForkOutcome> play(ForkSetting setting) throws InterruptedException {
    return new ServiceFork(setting).play();
  }

  @Override
  public void read(ForkReading fork) {
    fork.mayChange();
    List<StudyInterval> intervals = fork.played().course().intervals();
    fork.put(Metric.PEAK, peakPerS(intervals, fork.step().durationNs()));
    fork.put(
        Metric.PLATEAU,
        ThroughputRise.of(intervals, fork.step().durationNs(), fork.delayNs()).plateauPerS());
    MemoryReading.read(fork);
  }

  /** The greatest throughput over a second; waves of answers make it more than what lasts. */
  private static double peakPerS(List<StudyInterval> intervals, long durationNs) {
    List<StudyInterval> load =
        intervals.stream()
            .filter(one -> one.startMs() >= 0 && one.endMs() <= durationNs / 1e6 + 1)
            .toList();
    double peak = 0;
    for (int from = 0; from < load.size(); from++) {
      long ok = 0;
      for (int to = from; to < load.size(); to++) {
        ok += load.get(to).ok();
        double ms = load.get(to).endMs() - load.get(from).startMs();
        if (ms >= PEAK_MS || (from == 0 && to == load.size() - 1)) {
          peak = Math.max(peak, ok * 1e3 / ms);
          break;
        }
      }
    }
    return peak;
  }

  /** Full throughput is known once all forks are: each gets its plateau and the time to it. */
  @Override
  public List<StudyPoint> derived(StudyFigures figures) {
    List<FullThroughput> full = new ArrayList<>();
    for (int step = 0; step < figures.study().steps().size(); step++) {
      full.add(FullThroughput.of(figures.study(), step, figures.courses()));
    }
    return figures.study().points().stream()
        .map(point -> {
          FullThroughput own = full.get(point.step());
          return !own.has(point)
              ? point
              : point
                  .measured(Metric.PLATEAU, own.plateauPerS(point))
                  .measured(Metric.TIME_TO_FULL, own.secondsTo(point));
        })
        .toList();
  }

  @Override
  public List<StudyAnswer> answers(StudyFigures figures) {
    return new RampUpAnswers(figures).all();
  }

  @Override
  public List<StudyAnswer> answersBeside(StudyFigures figures) {
    return MemoryAnswers.beside(figures);
  }

  @Override
  public Optional<JointQuestion> joint() {
    return Optional.of(
        new JointQuestion(
            1,
            "which model serves a burst of requests that wait",
            "Which model serves a burst of requests that wait, and how soon?",
            Metric.PLATEAU,
            "sustained throughput",
            BurstAnswer::of));
  }

  /** A fork that never reaches full throughput is as if it did at the end of its load. */
  @Override
  public Optional<MainFigure> mainFigure() {
    return Optional.of(
        new MainFigure(
            Metric.TIME_TO_FULL,
            "time to full throughput",
            (figures, point) ->
                figures.value(point, Metric.PLATEAU) == null
                    ? null
                    : Objects.requireNonNullElse(
                        figures.value(point, Metric.TIME_TO_FULL),
                        figures.step(point.step()).times().durationNs() / NS_PER_S)));
  }

  @Override
  public List<StudyColumn> columns(StudyRecord study, StudyStep step) {
    return StudyColumn.around(
        List.of(
            StudyColumn.of("answered", Metric.THROUGHPUT, Numbers::rate),
            StudyColumn.of("sustained", Metric.PLATEAU, Numbers::rate),
            StudyColumn.of("full after", Metric.TIME_TO_FULL, RampUp::seconds)));
  }

  /** A time to the tenth of a second, the resolution of a load's course. */
  static String seconds(double s) {
    return Numbers.fixed(s, 1) + " s";
  }

  /** From one such time to another. */
  static String range(double lowS, double highS) {
    return Numbers.fixed(lowS, 1) + " to " + Numbers.fixed(highS, 1);
  }
}
