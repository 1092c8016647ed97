package dev.foliot.study.remedy;

import dev.foliot.linux.CpuList;
import dev.foliot.load.Traffic;
import dev.foliot.service.run.ArmCommand;
import dev.foliot.service.run.RunningArm;
import dev.foliot.store.KernelView;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.study.Metric;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.Work;
import dev.foliot.study.plan.ArmBounds;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.CommandRemedy;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.play.ForkProcedure;
import dev.foliot.study.play.Placeholders;
import dev.foliot.study.play.ProgramFork;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A fork of a user's command that does its own work and prints the amount. It warms up, {@code
 * diagnose} examines the first fork of each arm, and the later count is its speed.
 */
final class CounterFork extends ProgramFork<CounterFork.Counting, CounterFork.Counted> {
  private static final Path ROOT = Path.of("/");
  private static final long FIRST_NS = 120_000_000_000L;
  private static final long BETWEEN_NS = 60_000_000_000L;
  private static final long STOP_NS = 10_000_000_000L;
  private static final long NS_PER_S = 1_000_000_000;

  private final ArmStart.Command start;
  private final CommandRemedy remedy;
  private final RemedyLook look;

  /** Whether a command does its own work, and prints the amount. */
  static boolean isFor(StepPlan step) {
    return step.traffic() instanceof Traffic.Idle;
  }

  CounterFork(ForkSetting setting) {
    super(setting);
    if (!(setting.arm().start() instanceof ArmStart.Command own)) {
      throw new IllegalStateException(setting.arm().name() + " is no command");
    }
    this.start = own;
    this.remedy = own.remedy().orElseThrow();
    this.look = new RemedyLook(setting);
  }

  /**
   * A program and the total that it prints.
   *
   * @param program as a process; its end is a failure
   * @param work its total
   */
  record Counting(RunningArm program, CountedWork work) implements ForkProcedure.Processes {
    @Override
    public void check() {
      program.check();
    }

    @Override
    public List<Reason> missing() {
      return program.missing();
    }

    @Override
    public void close() {
      program.close();
    }
  }

  /**
   * The counted work.
   *
   * @param from at the beginning
   * @param to at the end
   */
  record Counted(CountedWork.Moment from, CountedWork.Moment to) {
    long operations() {
      return to.operations() - from.operations();
    }

    long durationNs() {
      return to.nanoTime() - from.nanoTime();
    }

    /** 0 if unknown. */
    long cpuNs() {
      return from.cpuNs() < 0 || to.cpuNs() < 0 ? 0 : to.cpuNs() - from.cpuNs();
    }
  }

  /** The result of {@code diagnose}; empty if it did not run or failed. */
  Optional<DiagnosisRecord> diagnosis() {
    return look.diagnosis();
  }

  @Override
  protected Counting start() throws InterruptedException {
    RunningArm program = RunningArm.launch(command(), setting().log(), STOP_NS, clock());
    return new Counting(
        program,
        new CountedWork(
            program, new WorkCounter(setting().log(), remedy.counter().orElseThrow()), clock()));
  }

  @Override
  protected void awaitReady(Counting counting) throws IOException, InterruptedException {
    if (counting.work.next(OptionalLong.empty(), FIRST_NS).isEmpty()) {
      throw failure("it printed no counter within " + FIRST_NS / NS_PER_S + " s");
    }
    stage(StudyProgress.Stage.WARMING_UP);
    if (counting.program.hasEndedWithin(setting().step().warmupNs())) {
      counting.program.check();
    }
  }

  @Override
  protected void prepare(Counting counting) throws IOException, InterruptedException {
    look.diagnose(counting, counting.program.pid());
    // the CPU use of others counts from a new total on
    if (counting.work.fresh(BETWEEN_NS).isEmpty()) {
      throw stoodStill();
    }
  }

  @Override
  protected CpuList cpus() {
    return setting().arm().bounds().cpusOf(setting().plan().cpus());
  }

  @Override
  protected List<Reason> suspectCpus() {
    return setting().plan().cpus().suspect();
  }

  @Override
  protected Counted measure(Counting counting) throws IOException, InterruptedException {
    CountedWork.Moment from = counting.work.last();
    return counting
        .work
        .after(from, setting().step().durationNs(), BETWEEN_NS)
        .map(to -> new Counted(from, to))
        .orElseThrow(this::stoodStill);
  }

  @Override
  protected long cpuNs(Counted measured) {
    return measured.cpuNs();
  }

  @Override
  protected ForkOutcome outcome(
      Counting counting, Counted measured, KernelView kernel, List<Reason> suspect)
      throws InterruptedException {
    if (remedy.className().isPresent()) {
      look.place(counting, ClassPlace.of(ROOT, counting.program.pid(), remedy.className().get()));
    }
    counting.program.stop();
    if (measured.operations() <= 0) {
      throw failure("its counter fell: it is to be a running total");
    }
    Map<Metric, Double> measures = new LinkedHashMap<>();
    if (measured.cpuNs() > 0) {
      measures.put(Metric.CPU_PER_OPERATION, (double) measured.cpuNs() / measured.operations());
    }
    return look.in(
        ForkOutcome.Played.counted(
            new Work.Operations(
                measured.operations(), measured.durationNs(), List.of(), kernel, validity(kernel)),
            epochMs(measured.from.nanoTime()),
            measures,
            suspect),
        remedy.steeredTo());
  }

  private Failure stoodStill() {
    return failure("its counter stood still for " + BETWEEN_NS / NS_PER_S + " s");
  }

  private Failure failure(String what) {
    return new Failure(ofArm(what));
  }

  @Override
  protected String failure(IOException why) {
    return ofArm("what it prints cannot be read (" + Shown.text(why.getMessage()) + ")");
  }

  private ArmCommand command() {
    // a program with its own work has no port, and gets none
    Placeholders words = Placeholders.of(start, cpus().size(), 1, null);
    ArmBounds bounds = setting().arm().bounds();
    return new ArmCommand(
        setting().arm().name(),
        RemedyCommand.filled(start.words(), look.told()).stream().map(words::filled).toList(),
        start.folder(),
        bounds.environment(),
        cpus(),
        bounds.quotaCpus(),
        bounds.memoryBytes(),
        null);
  }
}
