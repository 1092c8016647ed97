package dev.foliot.service.recording;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.hotspot.flight.FlightFile;
import dev.foliot.hotspot.flight.FlightRecording;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.TcpPorts;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * The flight recording of a running server: what its threads waited for under one load. One thread.
 *
 * <p>It costs the server time, so the figures of this load do not count. The JVM ends the recording
 * by itself if this process dies.
 */
public final class ServerRecording implements AutoCloseable {
  private static final Path ROOT = Path.of("/");

  /** For the start of the load generator, and for a machine that is busy. */
  private static final Duration MARGIN = Duration.ofMinutes(2);

  private final long pid;
  private final FlightRecording recording;
  private final ClockOffset offset = ClockOffset.measure(System::nanoTime);
  private TcpPorts ports;
  private Reading<Path> file = Reading.unavailable(new ServiceReason.NotAsked());

  private ServerRecording(long pid, FlightRecording recording) {
    this.pid = pid;
    this.recording = recording;
    this.ports = portsOf(pid);
  }

  /**
   * Starts a recording in a server.
   *
   * @param pid of the server; if it is no JVM, its first descendant that is one is recorded
   * @param loadNs the length of the load with its warm-up, in nanoseconds
   * @return unavailable without a JVM, and in one that allows no recording
   * @throws InterruptedException if interrupted; the recording has then ended
   */
  public static Reading<ServerRecording> start(long pid, long loadNs) throws InterruptedException {
    return begin(
            pid,
            feature ->
                new FlightRecording.Plan(
                    RecordedEvents.settings(feature),
                    RecordedEvents.STACK_DEPTH,
                    Duration.ofNanos(loadNs).plus(MARGIN),
                    false))
        .map(begun -> new ServerRecording(begun.pid(), begun.recording()));
  }

  /** A recording that has begun, of a JVM of a feature version. */
  record Begun(long pid, int feature, FlightRecording recording) {}

  /**
   * Starts a recording.
   *
   * @param pid as in {@link #start}
   * @param plan of a JVM of a feature version
   */
  static Reading<Begun> begin(long pid, IntFunction<FlightRecording.Plan> plan)
      throws InterruptedException {
    return switch (Jcmd.find(Path.of(System.getProperty("java.home")), pid)) {
      case Reading.Unavailable<Jcmd> none -> none.retyped();
      case Reading.Value<Jcmd>(Jcmd found) -> begin(found, plan);
    };
  }

  private static Reading<Begun> begin(Jcmd found, IntFunction<FlightRecording.Plan> plan)
      throws InterruptedException {
    return switch (HotspotJvm.attach(ROOT, found.pid())) {
      case Reading.Unavailable<HotspotJvm> none -> none.retyped();
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield switch (Jcmd.of(jvm.flags(), jvm.pid())) {
            case Reading.Unavailable<Jcmd> none -> none.retyped();
            case Reading.Value<Jcmd>(Jcmd jcmd) ->
                FlightRecording.start(jcmd, plan.apply(jvm.feature()))
                    .map(recording -> new Begun(jcmd.pid(), jvm.feature(), recording));
          };
        }
      }
    };
  }

  /** The ports of now and of later calls; call it while the server has its connections. */
  public void notePorts() {
    ports = ports.and(portsOf(pid));
  }

  /** The ports of a server now; none where they cannot be read. */
  static TcpPorts portsOf(long pid) {
    return TcpPorts.of(ROOT, pid).orElse(new TcpPorts(Set.of(), Set.of()));
  }

  /** Ends the recording. */
  public void stop() throws InterruptedException {
    notePorts();
    file = recording.stop();
  }

  /**
   * Reads a load; after {@link #stop}.
   *
   * @param startNs the start of the measured load, in {@link System#nanoTime}'s terms
   * @param lengthNs up to its last answer
   * @param slow the numbers of its slow requests by their trace ids; empty where they have none
   */
  public Reading<RecordedStops> read(long startNs, long lengthNs, Map<String, Long> slow) {
    return switch (file) {
      case Reading.Unavailable<Path> none -> none.retyped();
      case Reading.Value<Path>(Path written) -> {
        RecordedStopReader reader =
            new RecordedStopReader(
                new RecordedLoad.OfServer(startNs, lengthNs, ports, slow),
                offset.until(ClockOffset.measure(System::nanoTime)));
        yield FlightFile.read(
            written, RecordingReason.Recording.FLIGHT, reader::add, reader::stops);
      }
    };
  }

  @Override
  public void close() {
    recording.close();
  }
}
