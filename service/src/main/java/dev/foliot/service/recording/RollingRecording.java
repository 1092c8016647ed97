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
 * classes it records all, unless a minute before had very many: each is loaded fast, and a thread
 * waits for their sum. A busy server has many waits and loads few classes, so both are counted
 * apart. The JVM ends the last turn by itself if this process dies.
 */
public final class RollingRecording implements AutoCloseable {
  /** How long the JVM goes on without another turn. */
  static final Duration AT_MOST = Duration.ofMinutes(3);

  static final long LEAST_MS = 20;
  static final long MOST_MS = 320;

  /** A stack costs some 20 us, so so many a minute take less than 1 % of a CPU. */
  static final long MANY_A_MINUTE = 20_000;

  private static final long FEW_A_MINUTE = MANY_A_MINUTE / 8;
  private static final String CLASS_LOAD = "jdk.ClassLoad";
  private static final double MINUTE_NS = 60e9;

  /**
   * What is recorded from which length on, in milliseconds.
   *
   * @param waits of threads
   * @param classes that are loaded
   */
  record Thresholds(long waits, long classes) {
    static final Thresholds LEAST = new Thresholds(LEAST_MS, 0);

    /** Those of the next part, by how many events a minute had. */
    Thresholds after(double waitsPerMinute, double classesPerMinute) {
      long next =
          waitsPerMinute > MANY_A_MINUTE
              ? Math.min(MOST_MS, 2 * waits)
              : waitsPerMinute < FEW_A_MINUTE ? Math.max(LEAST_MS, waits / 2) : waits;
      return new Thresholds(next, classesPerMinute > MANY_A_MINUTE ? LEAST_MS : 0);
    }

    private String settings(int feature) {
      return RecordedEvents.waits(feature, waits, classes);
    }
  }

  private final long pid;
  private final int feature;
  private final FlightRecording recording;
  private final LongSupplier clock;
  private TcpPorts ports;
  private Thresholds thresholds = Thresholds.LEAST;
  private long turnedNs;
  private long waits;
  private long classes;

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
            pid,
            feature ->
                new FlightRecording.Plan(Thresholds.LEAST.settings(feature), 0, AT_MOST, true))
        .map(begun -> new RollingRecording(begun, clock));
  }

  /**
   * The waits since the last turn, with times in nanoseconds since 1970. Unavailable if they were
   * lost, or if the recording has ended.
   */
  public Reading<RecordedStops> turn() throws InterruptedException {
    TcpPorts of = ports;
    ports = ServerRecording.portsOf(pid);
    Reading<Path> file = recording.turn(thresholds.settings(feature));
    Reading<RecordedStops> stops = read(file, of.and(ports));
    long nowNs = clock.getAsLong();
    double minutes = Math.max(1, nowNs - turnedNs) / MINUTE_NS;
    thresholds = thresholds.after(waits / minutes, classes / minutes);
    turnedNs = nowNs;
    return stops;
  }

  /** The same, and ends it. */
  public Reading<RecordedStops> end() throws InterruptedException {
    TcpPorts of = ports.and(ServerRecording.portsOf(pid));
    return read(recording.stop(), of);
  }

  private Reading<RecordedStops> read(Reading<Path> file, TcpPorts of) {
    waits = 0;
    classes = 0;
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
              if (event.getEventType().getName().equals(CLASS_LOAD)) {
                classes++;
              } else {
                waits++;
              }
              reader.add(event);
            },
            reader::stops);
      }
    };
  }

  @Override
  public void close() {
    recording.close();
  }
}
