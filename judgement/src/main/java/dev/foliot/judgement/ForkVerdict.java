package dev.foliot.judgement;

import dev.foliot.bench.Defects;
import dev.foliot.bench.Durations;
import dev.foliot.bench.Interval;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.WarmUpRecord;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Judges a fork's numbers: a pure function of its observations. */
public final class ForkVerdict {
  private static final double STEAL = 0.01;
  private static final double RUN_QUEUE_WAIT = 0.01;
  private static final double ACHIEVED = 0.99;

  /** Above this share of the response time, lateness at p99 hides a server's response time. */
  private static final double HIDES = 0.5;

  private static final int QUARTERS = 4;

  /** The median needs ten messages beyond it. */
  private static final long FEWEST = 20;

  private static final double GROWTH = 2;
  private static final double BACKLOG_TO_SERVICE = 10;
  private static final long BACKLOG_NS = 1_000_000;

  private final Measurement measurement;
  private final KernelView kernel;
  private final long durationNs;
  private final @Nullable WarmUpRecord warmUp;
  private final Form form;
  private final List<Reason> invalid = new ArrayList<>();
  private final List<Reason> suspect = new ArrayList<>();

  private enum Form {
    /** Messages within one JVM. */
    BENCH,
    /** Requests at a rate. */
    OPEN_LOOP,
    /** Requests that wait for answers. */
    CLOSED_LOOP
  }

  private ForkVerdict(
      Measurement measurement,
      KernelView kernel,
      long durationNs,
      @Nullable WarmUpRecord warmUp,
      Form form) {
    this.measurement = measurement;
    this.kernel = kernel;
    this.durationNs = durationNs;
    this.warmUp = warmUp;
    this.form = form;
  }

  /**
   * Judges a fork that measured.
   *
   * @param measurement its measurement
   * @param kernel the kernel's view of its measuring threads
   * @param durationNs length of the measured load
   * @param warmUp whether it became steady; null if unknown
   */
  public static Validity of(
      Measurement measurement, KernelView kernel, long durationNs, @Nullable WarmUpRecord warmUp) {
    return new ForkVerdict(measurement, kernel, durationNs, warmUp, Form.BENCH).judge();
  }

  /**
   * Judges a phase of the load driver at a rate. A driver that is late makes it only SUSPECT as
   * long as the response time is mostly the server's: it lies between the service time and the
   * response time that were measured.
   *
   * @param measurement its measurement
   * @param kernel the kernel's view of its measuring threads
   * @param durationNs length of the measured load
   * @param warmUp whether it became steady; null if unknown
   */
  public static Validity ofOpenLoop(
      Measurement measurement, KernelView kernel, long durationNs, @Nullable WarmUpRecord warmUp) {
    return new ForkVerdict(measurement, kernel, durationNs, warmUp, Form.OPEN_LOOP).judge();
  }

  /**
   * Judges a fork or a phase of the load driver in a closed loop. A closed loop has no schedule to
   * miss: its clients ask as often as they get answers. It is never SATURATED, however late the
   * last answers come.
   *
   * @param measurement its measurement
   * @param kernel the kernel's view of its measuring threads
   * @param durationNs length of the measured load
   * @param warmUp whether it became steady; null if unknown
   */
  public static Validity ofClosedLoop(
      Measurement measurement, KernelView kernel, long durationNs, @Nullable WarmUpRecord warmUp) {
    return new ForkVerdict(measurement, kernel, durationNs, warmUp, Form.CLOSED_LOOP).judge();
  }

  /** Judges a fork that died. */
  public static Validity died(String failure) {
    return Validity.of(Verdict.INVALID, new RunReason.ForkFailed(failure));
  }

  /** Whether the achieved rate is too far below the requested one. */
  public static boolean isBelow(double achievedPerS, double askedPerS) {
    return achievedPerS < ACHIEVED * askedPerS;
  }

  private Validity judge() {
    messages();
    boolean onTime = isOnTime();
    machine();
    saturation(onTime);
    long completed = measurement.totals().completed();
    if (invalid.isEmpty() && completed < FEWEST) {
      suspect.add(new LoadReason.FewMessages(completed));
    }
    if (warmUp != null && warmUp.steadyFromMs() == null) {
      suspect.add(new LoadReason.NeverSteady());
    }
    List<Reason> reasons = new ArrayList<>(invalid);
    reasons.addAll(suspect);
    Verdict verdict =
        !invalid.isEmpty() ? Verdict.INVALID : suspect.isEmpty() ? Verdict.VALID : Verdict.SUSPECT;
    return Validity.of(verdict, reasons);
  }

  private void messages() {
    Defects.ofMessages(measurement).stream()
        .filter(reason -> form != Form.CLOSED_LOOP || !reason.is(LoadReason.Saturated.class))
        .forEach(invalid::add);
    long negative = measurement.totals().faults().negativeProbes();
    if (negative > 0) {
      suspect.add(new LoadReason.ProbesNegative(negative));
    }
  }

  /** Adds the reasons if the harness was too late. */
  private boolean isOnTime() {
    Optional<LoadReason.LoadGeneratorLate> at99 = Defects.ofLateness(measurement, 99);
    Optional<LoadReason.LoadGeneratorLate> at999 = Defects.ofLateness(measurement, 99.9);
    at99.ifPresent(late ->
        (form == Form.BENCH || late.latenessNs() > HIDES * late.responseNs() ? invalid : suspect)
            .add(late));
    at999.ifPresent(suspect::add);
    return at99.isEmpty() && at999.isEmpty();
  }

  private void machine() {
    Double steal = kernel.stealShare();
    if (steal != null && steal > STEAL) {
      suspect.add(new LoadReason.Steal(steal));
    }
    Long throttled = kernel.throttledNs();
    Long periods = kernel.throttledPeriods();
    if ((throttled != null && throttled > 0) || (periods != null && periods > 0)) {
      suspect.add(
          new LoadReason.Throttled(
              periods == null ? 0 : periods, throttled == null ? 0 : throttled));
    }
    Double wait = kernel.runQueueWaitShare();
    if (wait != null && wait > RUN_QUEUE_WAIT) {
      suspect.add(new LoadReason.LoadGeneratorStarved(wait));
    }
  }

  private void saturation(boolean onTime) {
    Measurement.Totals totals = measurement.totals();
    if (form == Form.CLOSED_LOOP || measurement.failure() != null || totals.unstarted() > 0) {
      return;
    }
    double asked = totals.scheduledPerSecond(durationNs);
    if (isBelow(totals.achievedPerSecond(), asked)) {
      suspect.add(new LoadReason.BelowSchedule(totals.achievedPerSecond() / asked, asked));
    } else if (onTime && backlogGrows()) {
      suspect.add(new LoadReason.BacklogGrows());
    }
  }

  /** Whether the mean backlog grows in each quarter and is large in the last. */
  private boolean backlogGrows() {
    double[] means = new double[QUARTERS];
    long[] counts = new long[QUARTERS];
    for (Interval interval : measurement.series().intervals()) {
      Durations backlog = Objects.requireNonNull(interval.durations().get(Kind.BACKLOG));
      int quarter = (int) Math.min(QUARTERS - 1, interval.startNs() * QUARTERS / durationNs);
      means[quarter] += backlog.sumNs().doubleValue();
      counts[quarter] += backlog.count();
    }
    for (int i = 0; i < QUARTERS; i++) {
      if (counts[i] == 0) {
        return false;
      }
      means[i] /= counts[i];
      if (i > 0 && means[i] <= means[i - 1]) {
        return false;
      }
    }
    double last = means[QUARTERS - 1];
    return last > GROWTH * means[0]
        && last > BACKLOG_TO_SERVICE * durations(Kind.SERVICE).meanNs()
        && last > BACKLOG_NS;
  }

  private Durations durations(Kind kind) {
    return Objects.requireNonNull(measurement.durations().get(kind));
  }
}
