package dev.foliot.study.lottery;

import dev.foliot.linux.CpuList;
import dev.foliot.service.CpuPartition;
import dev.foliot.store.KernelView;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.play.ProgramFork;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.util.List;

/**
 * A fork of the built-in lottery, for all studies. The program warms up and waits, its game
 * examines it from outside, and only then the measurement begins, undisturbed.
 *
 * @param <M> what it prints
 */
public final class LotteryFork<M extends LotteryFork.Measured>
    extends ProgramFork<LotteryProgram, M> {
  private final ArmStart.Lottery start;
  private final Game<M> game;

  /** What the program prints of its measurement. */
  public interface Measured {
    /** When it began, by the monotonic clock. */
    long startNanoTime();

    /** CPU time of its threads, in nanoseconds. */
    long cpuNs();
  }

  /**
   * What a study does with the lottery.
   *
   * @param <M> what the program prints
   */
  public interface Game<M extends Measured> {
    /** The arguments of its JVM. */
    default List<String> jvmArgs(ArmStart.Lottery start) {
      return start.jvmArgs();
    }

    /** Whether the reader writes too. */
    default boolean bothWrite() {
      return false;
    }

    /** The number of equal threads in place of reader and writer; 0 for those. */
    default int workers() {
      return 0;
    }

    /** Its CPUs. */
    default CpuList cpus(CpuPartition all) {
      return LotteryCpus.of(all);
    }

    /** Why its CPUs make it SUSPECT. */
    default List<Reason> suspectCpus(CpuPartition all) {
      return LotteryCpus.suspect(all);
    }

    /** Examines the waiting program, before the measurement. */
    void examine(LotteryProgram program) throws InterruptedException;

    /** Measures it, which ends it. */
    M measure(LotteryProgram program) throws IOException, InterruptedException;

    /** The outcome of the measurement. */
    ForkOutcome outcome(M measured, KernelView kernel, long startEpochMs, List<Reason> suspect);
  }

  /** A fork of an arm that starts the lottery. */
  public LotteryFork(ForkSetting setting, Game<M> game) {
    super(setting);
    if (!(setting.arm().start() instanceof ArmStart.Lottery lottery)) {
      throw new IllegalStateException(setting.arm().name() + " is no lottery");
    }
    this.start = lottery;
    this.game = game;
  }

  @Override
  protected LotteryProgram start() throws InterruptedException {
    return LotteryProgram.start(
        new LotteryProgram.Spec(
            setting().arm().name(),
            start.jdk(),
            game.jvmArgs(start),
            start.fillerMethods(),
            game.bothWrite(),
            game.workers(),
            setting().step().warmupNs(),
            setting().step().durationNs()),
        setting().plan().apps(),
        cpus(),
        setting().arm().bounds(),
        setting().folder(),
        setting().log());
  }

  @Override
  protected void awaitReady(LotteryProgram program) throws InterruptedException {
    stage(StudyProgress.Stage.WARMING_UP);
    program.awaitReady();
  }

  @Override
  protected void prepare(LotteryProgram program) throws InterruptedException {
    game.examine(program);
  }

  @Override
  protected CpuList cpus() {
    return game.cpus(setting().plan().cpus());
  }

  @Override
  protected List<Reason> suspectCpus() {
    return game.suspectCpus(setting().plan().cpus());
  }

  @Override
  protected M measure(LotteryProgram program) throws IOException, InterruptedException {
    return game.measure(program);
  }

  @Override
  protected long cpuNs(M measured) {
    return measured.cpuNs();
  }

  @Override
  protected ForkOutcome outcome(
      LotteryProgram program, M measured, KernelView kernel, List<Reason> suspect) {
    return game.outcome(measured, kernel, epochMs(measured.startNanoTime()), suspect);
  }

  @Override
  protected String failure(IOException why) {
    return ofArm(
        "the files between Foliot and the program failed ("
            + Shown.text(why.getMessage())
            + "): see whether "
            + setting().folder()
            + " has room");
  }
}
