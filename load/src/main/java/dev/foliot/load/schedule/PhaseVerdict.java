package dev.foliot.load.schedule;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Measurement;
import dev.foliot.judgement.ForkVerdict;
import dev.foliot.judgement.SteadyState;
import dev.foliot.load.Failure;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Traffic;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.WarmUpRecord;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the figures of a phase describe the target, not the driver. Pure.
 *
 * <p>It applies the verdict on a fork, plus checks for a driver over a network.
 */
public final class PhaseVerdict {
  /** Above this an event loop has no time to be punctual. */
  private static final double BUSY = 0.95;

  /** With more failures the percentiles miss important requests. */
  private static final double FAILED = 0.001;

  private PhaseVerdict() {}

  public static Validity of(
      LoadPhase phase, Measurement measurement, Map<String, Long> errors, PhaseResult.Loops loops) {
    if (phase.traffic() instanceof Traffic.Idle) {
      return Validity.valid();
    }
    List<Validity> all = new ArrayList<>();
    Measurement.Totals totals = measurement.totals();
    long failed = errors.values().stream().mapToLong(Long::longValue).sum();
    if (totals.completed() - failed == 0 && totals.scheduled() > 0) {
      all.add(
          Validity.of(
              Verdict.INVALID,
              errors.keySet().stream().anyMatch(Failure::ofAnswer)
                  ? new LoadReason.AllAnswersFailed(failed, list(errors))
                  : new LoadReason.NothingAnswered(totals.scheduled(), list(errors))));
    } else if (failed > FAILED * totals.completed()) {
      all.add(suspect(new LoadReason.RequestsFailed(failed, totals.completed(), list(errors))));
    }
    if (errors.keySet().stream().anyMatch(Failure::ofDriver)) {
      all.add(suspect(new LoadReason.LoadGeneratorExhausted()));
    }
    Double loopCpuShare = loops.loopCpuShare();
    if (loopCpuShare != null && loopCpuShare > BUSY) {
      all.add(suspect(new LoadReason.LoadGeneratorBusy(loopCpuShare)));
    }
    WarmUpRecord warmUp = warmUp(phase, measurement);
    all.add(
        phase.traffic() instanceof Traffic.Closed
            ? ForkVerdict.ofClosedLoop(measurement, loops.kernel(), phase.durationNs(), warmUp)
            : ForkVerdict.ofOpenLoop(measurement, loops.kernel(), phase.durationNs(), warmUp));
    return Validity.worst(all);
  }

  /** A changing load need not become steady. */
  private static @Nullable WarmUpRecord warmUp(LoadPhase phase, Measurement measurement) {
    boolean even =
        !(phase.traffic() instanceof Traffic.Open open
            && (open.arrivals() instanceof Arrivals.Ramp
                || open.arrivals() instanceof Arrivals.Step
                || open.arrivals() instanceof Arrivals.Trace));
    return even ? SteadyState.of(measurement, 0) : null;
  }

  private static List<String> list(Map<String, Long> errors) {
    return errors.entrySet().stream().map(one -> one.getKey() + " " + one.getValue()).toList();
  }

  private static Validity suspect(Reason reason) {
    return Validity.of(Verdict.SUSPECT, reason);
  }
}
