package dev.foliot.cli.study;

import dev.foliot.bench.NanoClock;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.ProgressLine;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.compare.Pairs;
import dev.foliot.linux.Reading;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.StudyPace;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.text.Numbers;

/** One line on the terminal that says where a study is and how long it will take. */
final class StudyProgressLine implements StudyProgress, AutoCloseable {
  private static final long SECOND_NS = 1_000_000_000;

  private final Console console;
  private final StudyPace pace;
  private final NanoClock clock = NanoClock.system();
  private final long startNs = clock.nanoTime();
  private final ProgressLine line;
  private final boolean isInPairs;
  private final int forksOfPair;
  private String arm = "";
  private String step = "";
  private int fork;
  private int forks = 1;
  private Stage stage = Stage.STARTING;
  private long endedNs;
  private String intervals = "";

  /**
   * The line of a study.
   *
   * @param promisedNs its time, as it was promised
   */
  StudyProgressLine(Console console, StudyPlan plan, long promisedNs) {
    this.console = console;
    this.pace = new StudyPace(plan, promisedNs);
    this.isInPairs = plan.gate() != null;
    this.forksOfPair = plan.allForks() / plan.forks();
    this.line = new ProgressLine(console, this::text);
  }

  @Override
  public synchronized void forkStarts(int number, int of, ArmPlan nextArm, StepPlan nextStep) {
    fork = number;
    forks = of;
    arm = nextArm.name();
    step = nextStep.name();
    correct();
  }

  @Override
  public synchronized void stage(Stage next) {
    stage = next;
  }

  @Override
  public void notRecorded(String name, Reading.Unavailable<?> why) {
    console.error(
        "--explain: "
            + Words.shown(name)
            + " has no extra fork with a flight recording: "
            + Words.shown(why.sentence()));
  }

  @Override
  public synchronized void forkEnded(StudyPoint ended) {
    line.ended(ended.fork(), ended.validity());
    endedNs = clock.nanoTime() - startNs;
    pace.ended(ended);
  }

  @Override
  public synchronized void pairEnded(Pairs pairs) {
    intervals = pairs.intervals();
  }

  /** Once all forks of a process are counted, whose loads end together. */
  private void correct() {
    pace.correction(endedNs)
        .ifPresent(wholeNs ->
            console.error(
                "the forks take "
                    + (wholeNs > pace.promisedNs() ? "longer" : "less")
                    + " than planned: about "
                    + Numbers.promise((double) wholeNs / SECOND_NS)
                    + " in all"));
  }

  private synchronized String text() {
    String what =
        switch (stage) {
          case STARTING -> "starting";
          case WARMING_UP -> "warming up";
          case LOADING -> "under load";
          case DIAGNOSING -> "diagnosed";
          case ENDING -> "ending";
        };
    long usedNs = clock.nanoTime() - startNs;
    long leftS = (pace.wholeNs(endedNs) - usedNs) / SECOND_NS;
    return (fork == 0
            ? "before the first fork"
            : isInPairs
                ? "pair " + ((fork - 1) / forksOfPair + 1)
                : "fork " + fork + " of " + forks)
        + ", "
        + Words.shown(arm)
        + ", "
        + Words.shown(step)
        + ", "
        + what
        + (intervals.isEmpty() ? "" : "; " + Words.shown(intervals))
        + (leftS < 1 ? "" : (isInPairs ? "; at most about " : "; about ") + leftS + " s left");
  }

  @Override
  public void close() {
    line.close();
  }
}
