package dev.foliot.cli;

import dev.foliot.bench.NanoClock;
import dev.foliot.lab.study.ArmPlan;
import dev.foliot.lab.study.StepPlan;
import dev.foliot.lab.study.StudyPlan;
import dev.foliot.lab.study.StudyProgress;
import dev.foliot.store.Redaction;
import dev.foliot.store.StudyPoint;
import dev.foliot.store.Verdict;
import java.util.Timer;
import java.util.TimerTask;

/** One line on the terminal that says where a study is and how long it will take. */
final class StudyProgressLine implements StudyProgress, AutoCloseable {
  private static final long EVERY_MS = 1_000;
  private static final long SECOND_NS = 1_000_000_000;

  private final Console console;
  private final long allNs;
  private final NanoClock clock = NanoClock.system();
  private final long startNs = clock.nanoTime();
  private final Timer timer = new Timer("foliot-progress", true);
  private String arm = "";
  private String step = "";
  private int fork;
  private int forks = 1;
  private Stage stage = Stage.STARTING;

  StudyProgressLine(Console console, StudyPlan plan) {
    this.console = console;
    this.allNs =
        (long) plan.forks()
            * plan.arms().size()
            * plan.steps().stream().mapToLong(StepPlan::forkNs).sum();
    if (console.showsProgress()) {
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              show();
            }
          },
          EVERY_MS,
          EVERY_MS);
    }
  }

  @Override
  public synchronized void forkStarts(int number, int of, ArmPlan nextArm, StepPlan nextStep) {
    fork = number;
    forks = of;
    arm = nextArm.name();
    step = nextStep.name();
  }

  @Override
  public synchronized void stage(Stage next) {
    stage = next;
  }

  @Override
  public synchronized void forkEnded(StudyPoint ended) {
    if (ended.validity().verdict() == Verdict.INVALID) {
      clear();
      String reason =
          ended.validity().reasons().isEmpty()
              ? "no reason"
              : ended.validity().reasons().getFirst();
      console.error("fork " + fork + " is INVALID: " + Words.shown(Redaction.text(reason)));
    }
  }

  private synchronized void show() {
    String what =
        switch (stage) {
          case STARTING -> "starting";
          case WARMING_UP -> "warming up";
          case LOADING -> "under load";
          case ENDING -> "ending";
        };
    long usedNs = clock.nanoTime() - startNs;
    // by what the forks have taken so far, as soon as there are some
    long wholeNs = fork < 3 ? allNs : usedNs / (fork - 1) * forks;
    long leftS = (wholeNs - usedNs) / SECOND_NS;
    console
        .err()
        .print(
            "\r\u001b[K"
                + (fork == 0 ? "before the first fork" : "fork " + fork + " of " + forks)
                + ", "
                + Words.shown(arm)
                + ", "
                + Words.shown(step)
                + ", "
                + what
                + (leftS < 1 ? "" : "; about " + leftS + " s left"));
    console.err().flush();
  }

  private void clear() {
    if (console.showsProgress()) {
      console.err().print("\r\u001b[K");
      console.err().flush();
    }
  }

  @Override
  public synchronized void close() {
    timer.cancel();
    clear();
  }
}
