package dev.foliot.diagnose.recording;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.diagnose.recording.RecordingTarget.Moment;
import dev.foliot.diagnose.recording.RecordingTarget.Recorder;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.proc.TcpPorts;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * One recording, from its start to the findings. One thread, once.
 *
 * <p>It ends with the other examinations. Starting takes a part of that time, on a busy machine
 * much of it; at least half of the time is recorded.
 */
final class RecordingRun {
  /** The JVM ends the recording by itself this long after its time. */
  private static final Duration SPARE = Duration.ofSeconds(60);

  private static final long TURN_NS = 100_000_000;

  /** All exceptions are recorded for this part of the time. */
  private static final int PART = 10;

  private static final long LONGEST_MOMENT_NS = 500_000_000;
  private static final TcpPorts NO_PORTS = new TcpPorts(Set.of(), Set.of());

  private final RecordingTarget target;
  private final NanoClock clock;
  private final long durationNs;
  private Optional<Reason> cutShort = Optional.empty();
  private boolean interrupted;

  RecordingRun(RecordingTarget target, NanoClock clock, long durationNs) {
    this.target = target;
    this.clock = clock;
    this.durationNs = durationNs;
  }

  Outcome<ResourceFinding> run() {
    Outcome<ResourceFinding> outcome;
    try {
      outcome = record();
    } catch (InterruptedException e) {
      interrupted = true;
      outcome = none(new ExaminationReason.ExaminationInterrupted(0));
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  private static Outcome<ResourceFinding> none(Reason why) {
    return Outcome.unavailable(why, why);
  }

  private Outcome<ResourceFinding> record() throws InterruptedException {
    long calledNs = clock.nanos();
    Optional<Reason> silent = ExaminationReason.gone(target.state(), 0);
    if (silent.isPresent()) {
      return none(silent.get());
    }
    return switch (target.start(Duration.ofNanos(durationNs).plus(SPARE))) {
      case Reading.Unavailable<Recorder> none -> none(none.why());
      case Reading.Value<Recorder>(Recorder recorder) -> {
        try (recorder) {
          yield record(recorder, calledNs);
        }
      }
    };
  }

  private Outcome<ResourceFinding> record(Recorder recorder, long calledNs)
      throws InterruptedException {
    Instant began = target.now();
    long beganNs = clock.nanos();
    Reading<Long> cpuBefore = target.cpuNs();
    TcpPorts ports = target.ports().orElse(NO_PORTS);
    long endNs = Math.max(calledNs + durationNs, beganNs + durationNs / 2);
    try {
      watch(beganNs, endNs);
    } catch (InterruptedException e) {
      interrupted = true;
      cutShort = Optional.of(new ExaminationReason.ExaminationInterrupted(clock.nanos() - beganNs));
    }
    long spanNs = Math.max(1, clock.nanos() - beganNs);
    Optional<Reason> silent = ExaminationReason.gone(target.state(), spanNs);
    if (silent.isPresent()) {
      return none(silent.get());
    }
    ports = ports.and(target.ports().orElse(NO_PORTS));
    double cpus =
        cpuBefore instanceof Reading.Value<Long>(Long before)
                && target.cpuNs() instanceof Reading.Value<Long>(Long after)
            ? (double) Math.max(0, after - before) / spanNs
            : 0;
    return switch (recorder.stop(began, ports, spanNs, cpus)) {
      case Reading.Unavailable<RecordingObservations> none -> none(none.why());
      case Reading.Value<RecordingObservations>(RecordingObservations recorded) ->
          RecordingReport.of(recorded, cutShort);
    };
  }

  /** Waits until the end of the time or of the process; all exceptions are recorded in between. */
  private void watch(long beganNs, long endNs) throws InterruptedException {
    long spanNs = endNs - beganNs;
    await(beganNs + spanNs / 2);
    exceptions(Math.min(LONGEST_MOMENT_NS, spanNs / PART));
    await(endNs);
  }

  private void exceptions(long momentNs) throws InterruptedException {
    if (target.state() != ProcessState.ALIVE) {
      return;
    }
    if (target.startExceptions(Duration.ofNanos(momentNs).plus(SPARE))
        instanceof Reading.Value<Moment>(Moment moment)) {
      try (moment) {
        await(clock.nanos() + momentNs);
      }
    }
  }

  private void await(long untilNs) throws InterruptedException {
    while (clock.nanos() < untilNs && isLiving()) {
      clock.sleep(Math.min(TURN_NS, Math.max(0, untilNs - clock.nanos())));
    }
  }

  /** An interrupt closes the kernel's files, which then look like those of an ended process. */
  private boolean isLiving() throws InterruptedException {
    boolean isLiving = target.state() != ProcessState.ENDED;
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return isLiving;
  }
}
