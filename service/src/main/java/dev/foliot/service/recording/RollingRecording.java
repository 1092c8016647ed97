package dev.foliot.service.recording;

import dev.foliot.hotspot.flight.FlightFile;
import dev.foliot.hotspot.flight.FlightRecording;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.TcpPorts;
import dev.foliot.store.explain.RecordedStops;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The flight recording of a running server for as long as one likes: what its threads waited for,
 * turn by turn. One thread.
 *
 * <p>It records waits from 20 ms on, as the JDK's own default settings do. Where there are very
 * many, only longer ones: the stacks of those would cost more than the server should lose. Of
 * classes it records all, unless there are very many: each is loaded fast, and a thread waits for
 * their sum. The JVM ends the last turn by itself if this process dies.
 */
public final class RollingRecording implements AutoCloseable {
  /** How long the JVM goes on without another turn. */
  static final Duration AT_MOST = Duration.ofMinutes(3);

  static final long LEAST_MS = 20;
  static final long MOST_MS = 320;

  /** A stack costs some 20 us, so so many a minute take less than 1 % of a CPU. */
  static final long MANY_A_MINUTE = 20_000;

  private static final long FEW_A_MINUTE = MANY_A_MINUTE / 8;
  private static final double MINUTE_NS = 60e9;
  private static final long NS_PER_MS = 1_000_000;

  private final long pid;
  private final int feature;
  private final FlightRecording recording;
  private final LongSupplier clock;
  private TcpPorts ports;
  private long thresholdMs = LEAST_MS;
  private long turnedNs;
  private long events;

  private RollingRecording(ServerRecording.Begun begun, LongSupplier clock) {
    this.pid = begun.pid();
    this.feature = begun.feature();
    this.recording = begun.recording();
    this.clock = clock;
    this.turnedNs = clock.getAsLong();
    this.ports = ServerRecording.portsOf(pid);
  }

  /**
   * Starts a recording in a server.
   *
   * @param pid of the server
   * @param clock as {@link System#nanoTime}
   * @return unavailable without a JVM, and in one that allows no recording
   * @throws InterruptedException if interrupted; the recording has then ended
   */
  public static Reading<RollingRecording> start(long pid, LongSupplier clock)
      throws InterruptedException {
    return ServerRecording.begin(
            pid, feature -> new FlightRecording.Plan(settings(feature, LEAST_MS), 0, AT_MOST, true))
        .map(begun -> new RollingRecording(begun, clock));
  }

  private static String settings(int feature, long thresholdMs) {
    return RecordedEvents.waits(feature, thresholdMs, thresholdMs == LEAST_MS ? 0 : thresholdMs);
  }

  /** The threshold of the next part, in milliseconds, by how many events a minute had. */
  static long next(long thresholdMs, double perMinute) {
    if (perMinute > MANY_A_MINUTE) {
      return Math.min(MOST_MS, 2 * thresholdMs);
    }
    return perMinute < FEW_A_MINUTE ? Math.max(LEAST_MS, thresholdMs / 2) : thresholdMs;
  }

  /**
   * The waits since the last turn, with times in nanoseconds since 1970. Unavailable if they were
   * lost, or if the recording has ended.
   */
  public Reading<RecordedStops> turn() throws InterruptedException {
    TcpPorts of = ports;
    ports = ServerRecording.portsOf(pid);
    Reading<Path> file = recording.turn(settings(feature, thresholdMs));
    Reading<RecordedStops> stops = read(file, of.and(ports));
    long nowNs = clock.getAsLong();
    thresholdMs = next(thresholdMs, events * MINUTE_NS / Math.max(1, nowNs - turnedNs));
    turnedNs = nowNs;
    return stops;
  }

  /** The same, and ends it. */
  public Reading<RecordedStops> end() throws InterruptedException {
    TcpPorts of = ports.and(ServerRecording.portsOf(pid));
    return read(recording.stop(), of);
  }

  private Reading<RecordedStops> read(Reading<Path> file, TcpPorts of) {
    events = 0;
    return switch (file) {
      case Reading.Unavailable<Path> none -> none.retyped();
      case Reading.Value<Path>(Path written) -> {
        RecordedStopReader reader =
            new RecordedStopReader(
                new RecordedLoad.OfServer(0, Long.MAX_VALUE, of), ClockOffset.SINCE_1970);
        yield FlightFile.read(
            written,
            RecordingReason.Recording.FLIGHT,
            event -> {
              events++;
              reader.add(event);
            },
            () -> ClassLoads.together(reader.stops(), LEAST_MS * NS_PER_MS));
      }
    };
  }

  @Override
  public void close() {
    recording.close();
  }
}
