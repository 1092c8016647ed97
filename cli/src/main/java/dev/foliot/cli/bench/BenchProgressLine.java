package dev.foliot.cli.bench;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.NanoClock;
import dev.foliot.bench.Phase;
import dev.foliot.benchrun.BenchPlan;
import dev.foliot.benchrun.BenchProgress;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.ProgressLine;
import dev.foliot.cli.screen.Words;
import dev.foliot.linux.Reading;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.GateRecord;
import org.jspecify.annotations.Nullable;

/**
 * One line on the terminal that says where a bench is and how long it will take.
 *
 * <p>It goes by the clock alone: the forks are not asked, since an answer would cost them time.
 */
final class BenchProgressLine implements BenchProgress, AutoCloseable {
  private static final long SECOND_NS = 1_000_000_000;

  private final long forkNs;
  private final NanoClock clock = NanoClock.system();
  private final Console console;
  private final ProgressLine line;
  private final boolean tellsRate;
  private final boolean isSearch;
  private final @Nullable GateRecord gate;
  private final long startNs;
  private String bracket = "";
  private BenchConfig config;
  private int fork;
  private int forks = 1;
  private Phase phase = Phase.SET_UP;
  private long phaseStartNs;

  BenchProgressLine(Console console, BenchPlan plan) {
    this.console = console;
    this.config = plan.load();
    this.tellsRate = plan.loads().size() > 1 || plan.goal() != null;
    this.isSearch = plan.goal() != null;
    this.gate = plan.gate();
    this.startNs = clock.nanoTime();
    this.forkNs = BenchPlan.forkNs(config);
    this.line = new ProgressLine(console, this::text);
  }

  @Override
  public synchronized void forkStarts(Upcoming next) {
    fork = next.number();
    forks = next.of();
    config = next.load();
    bracket = next.bracket();
    enter(Phase.SET_UP);
  }

  @Override
  public void notRecorded(Reading.Unavailable<?> why) {
    console.error(
        "--explain: no extra fork with a flight recording: " + Words.shown(why.sentence()));
  }

  @Override
  public synchronized void phase(Phase next) {
    enter(next);
  }

  private void enter(Phase next) {
    phase = next;
    phaseStartNs = clock.nanoTime();
  }

  @Override
  public synchronized void forkEnded(ForkRecord ended) {
    line.ended(fork, ended.validity());
  }

  private synchronized String text() {
    long inPhaseNs = clock.nanoTime() - phaseStartNs;
    String what =
        switch (phase) {
          case SET_UP -> "starting";
          case WARM_UP -> "warming up " + of(inPhaseNs, config.warmupNs());
          case MEASURE -> "measuring " + of(inPhaseNs, config.durationNs());
          case MEASURED, ENDED -> "ending";
        };
    if (gate != null) {
      long budgetLeftNs = gate.budgetNs() - (clock.nanoTime() - startNs);
      return "pair "
          + (fork + 1) / 2
          + (fork % 2 == 1 ? ", first fork, " : ", second fork, ")
          + what
          + (bracket.isEmpty() ? "" : "; " + bracket)
          + (budgetLeftNs < SECOND_NS
              ? ""
              : "; at most about " + budgetLeftNs / SECOND_NS + " s left");
    }
    String rate =
        (tellsRate ? " at " + config.rate() : "")
            + (bracket.isEmpty() ? "" : " (border " + bracket + ")");
    return "fork "
        + fork
        + (isSearch ? " of at most " : " of ")
        + forks
        + rate
        + ", "
        + what
        + left(inPhaseNs);
  }

  private static String of(long ns, long wholeNs) {
    return Math.min(ns, wholeNs) / SECOND_NS
        + " of "
        + (wholeNs + SECOND_NS - 1) / SECOND_NS
        + " s";
  }

  private String left(long inPhaseNs) {
    long beforeNs =
        switch (phase) {
          case SET_UP -> 0;
          case WARM_UP -> BenchPlan.AROUND_FORK_NS / 2;
          case MEASURE -> BenchPlan.AROUND_FORK_NS / 2 + config.warmupNs();
          case MEASURED, ENDED ->
              BenchPlan.AROUND_FORK_NS / 2 + config.warmupNs() + config.durationNs();
        };
    long leftNs = (forks - fork + 1) * forkNs - beforeNs - inPhaseNs;
    return leftNs < SECOND_NS
        ? ""
        : (isSearch ? "; at most about " : "; about ") + leftNs / SECOND_NS + " s left";
  }

  @Override
  public void close() {
    line.close();
  }
}
