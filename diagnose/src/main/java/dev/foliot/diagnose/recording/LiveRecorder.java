package dev.foliot.diagnose.recording;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.hotspot.flight.FlightFile;
import dev.foliot.hotspot.flight.FlightRecording;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessStat;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.proc.ProcessTimes;
import dev.foliot.linux.proc.TcpPorts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A running HotSpot that can be asked. For one thread. */
final class LiveRecorder implements RecordingTarget {
  private static final long NS_PER_S = 1_000_000_000L;

  private final Path root;
  private final HotspotJvm jvm;
  private final Jcmd jcmd;
  private final Optional<Long> started;

  LiveRecorder(Path root, HotspotJvm jvm, Jcmd jcmd) {
    this.root = root;
    this.jvm = jvm;
    this.jcmd = jcmd;
    started = startTicks();
  }

  /** A recording of the plan. */
  private record Live(FlightRecording recording) implements Recorder {
    @Override
    public Reading<RecordingObservations> stop(
        Instant began, TcpPorts ports, long spanNs, double processCpus)
        throws InterruptedException {
      return switch (recording.stop()) {
        case Reading.Unavailable<Path> none -> none.retyped();
        case Reading.Value<Path>(Path file) -> {
          RecordedTally tally = new RecordedTally(began, ports);
          yield FlightFile.read(
              file,
              RecordingReason.Recording.FLIGHT,
              tally::add,
              () -> tally.end(spanNs, processCpus));
        }
      };
    }

    @Override
    public void close() {
      recording.close();
    }
  }

  @Override
  public Reading<Recorder> start(Duration atMost) throws InterruptedException {
    return FlightRecording.start(jcmd, DiagnosisEvents.plan(jvm.feature(), atMost)).map(Live::new);
  }

  @Override
  public Reading<Moment> startExceptions(Duration atMost) throws InterruptedException {
    return FlightRecording.start(jcmd, DiagnosisEvents.exceptions(atMost))
        .map(recording -> recording::close);
  }

  @Override
  public Reading<Long> cpuNs() {
    return ProcessTimes.of(root, jvm.pid())
        .map(times ->
            (times.userTicks() + times.systemTicks())
                * (NS_PER_S / ClockTicks.of(root).perSecond()));
  }

  @Override
  public Reading<TcpPorts> ports() {
    return TcpPorts.of(root, jvm.pid());
  }

  @Override
  public ProcessState state() {
    // not by the JVM's memory: an interrupt closes it for good
    return started.isPresent() && started.equals(startTicks())
        ? ProcessState.of(root, jvm.pid()).orElse(ProcessState.ENDED)
        : ProcessState.ENDED;
  }

  private Optional<Long> startTicks() {
    return ProcessStat.of(root, jvm.pid()).map(ProcessStat::startTicks).toOptional();
  }

  @Override
  public Instant now() {
    return Instant.now();
  }
}
