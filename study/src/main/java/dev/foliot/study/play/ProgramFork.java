package dev.foliot.study.play;

import dev.foliot.bench.Phase;
import dev.foliot.judgement.KernelWatch;
import dev.foliot.linux.CpuList;
import dev.foliot.service.run.RunningArm;
import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.watch.OtherProcesses;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import dev.foliot.text.StudyReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A fork of one program without a network. The kernel and other processes are watched during the
 * measurement.
 *
 * @param <P> its process
 * @param <M> the measurement
 */
public abstract class ProgramFork<P extends ForkProcedure.Processes, M> extends ForkProcedure<P> {
  private static final double STEAL = 0.01;

  /** A fork with its setting. */
  protected ProgramFork(ForkSetting setting) {
    super(setting);
  }

  /** A program that ends without a request. */
  public record Program(RunningArm arm) implements Processes {
    /** A normal end is no failure. */
    @Override
    public void check() throws InterruptedException {
      if (arm.hasEndedWithin(0)) {
        arm.await(0);
      }
    }

    @Override
    public List<Reason> missing() {
      return arm.missing();
    }

    @Override
    public void close() {
      arm.close();
    }
  }

  /** Its CPUs. */
  protected abstract CpuList cpus();

  /** Measures it; it may have ended afterwards. */
  protected abstract M measure(P program) throws IOException, InterruptedException;

  /** The CPU time used during the measurement, in nanoseconds. */
  protected abstract long cpuNs(M measured);

  /** Why its CPUs make it SUSPECT. */
  protected abstract List<Reason> suspectCpus();

  /** The outcome of the measurement. */
  protected abstract ForkOutcome outcome(
      P program, M measured, KernelView kernel, List<Reason> suspect)
      throws IOException, InterruptedException;

  @Override
  protected final List<ForkOutcome> load(P program) throws IOException, InterruptedException {
    stage(StudyProgress.Stage.LOADING);
    KernelWatch kernel = new KernelWatch(ProcessHandle.current().pid());
    kernel.phase(Phase.MEASURE);
    OtherProcesses others = OtherProcesses.from(cpus());
    M measured = measure(program);
    kernel.phase(Phase.MEASURED);
    stage(StudyProgress.Stage.ENDING);
    List<Reason> suspect = new ArrayList<>(suspectCpus());
    suspect.addAll(program.missing());
    others.suspectNow(cpuNs(measured)).ifPresent(suspect::add);
    return List.of(outcome(program, measured, kernel.view(), suspect));
  }

  /** Prefixes an error with the arm's name. */
  protected final String ofArm(String what) {
    return "arm " + Shown.text(setting().arm().name()) + ": " + what;
  }

  /** The validity of figures, by the kernel's observations. */
  public static Validity validity(KernelView kernel) {
    List<Reason> reasons = disturbed(kernel);
    return Validity.of(reasons.isEmpty() ? Verdict.VALID : Verdict.SUSPECT, reasons);
  }

  /** Why the kernel's observations make it SUSPECT; empty if they do not. */
  public static List<Reason> disturbed(KernelView kernel) {
    List<Reason> reasons = new ArrayList<>();
    Double steal = kernel.stealShare();
    if (steal != null && steal > STEAL) {
      reasons.add(new LoadReason.Steal(steal));
    }
    Long periods = kernel.throttledPeriods();
    if (periods != null && periods > 0) {
      reasons.add(new StudyReason.CpuQuotaReached(periods));
    }
    return reasons;
  }
}
