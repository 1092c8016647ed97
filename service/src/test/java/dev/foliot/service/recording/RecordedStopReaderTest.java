package dev.foliot.service.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.flight.FlightFile;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.linux.proc.TcpPorts;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import jdk.jfr.Configuration;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A recording of this JVM, with the settings of an extra fork. */
@Timeout(60)
final class RecordedStopReaderTest {
  private static final long HELD_NS = 20_000_000;
  private static final long HOUR_NS = 3_600_000_000_000L;

  @TempDir Path folder;

  private final Object monitor = new Object();

  private interface Part {
    void play() throws Exception;
  }

  private RecordedStops recorded(Set<Long> threads, Part part) throws Exception {
    return recorded(startNs -> new RecordedLoad.OfFork(startNs, HOUR_NS, threads), part);
  }

  private RecordedStops recorded(LongFunction<RecordedLoad> load, Part part) throws Exception {
    Path file = folder.resolve("recorded.jfr");
    ClockOffset offset = ClockOffset.measure(System::nanoTime);
    long startNs = System.nanoTime();
    try (Recording recording =
        new Recording(Configuration.create(new StringReader(RecordedEvents.settings(25))))) {
      recording.start();
      part.play();
      recording.stop();
      recording.dump(file);
    }
    RecordedStopReader reader =
        new RecordedStopReader(
            load.apply(startNs), offset.until(ClockOffset.measure(System::nanoTime)));
    return FlightFile.read(file, RecordingReason.Recording.FLIGHT, reader::add, reader::stops)
        .toOptional()
        .orElseThrow();
  }

  private static List<ThreadStop> of(RecordedStops stops, StopKind kind) {
    return stops.stops().stream().filter(one -> one.stop().kind() == kind).toList();
  }

  /** Waits for the monitor while another thread holds it. */
  private void waitForMonitor() throws InterruptedException {
    Thread entering = Thread.currentThread();
    CountDownLatch isHeld = new CountDownLatch(1);
    Thread holder =
        Thread.ofPlatform()
            .start(() -> {
              synchronized (monitor) {
                isHeld.countDown();
                while (entering.getState() != Thread.State.BLOCKED) {
                  Thread.onSpinWait();
                }
                LockSupport.parkNanos(HELD_NS);
              }
            });
    isHeld.await();
    synchronized (monitor) {
      assertThat(holder).isNotNull();
    }
    while (holder.isAlive()) {
      Thread.onSpinWait(); // join() would be one more wait for a monitor
    }
  }

  @Test
  void shouldPlaceTheWaitForAMonitorInTimeAndInCode() throws Exception {
    long[] span = new long[2];
    RecordedStops stops =
        recorded(
            Set.of(Thread.currentThread().threadId()),
            () -> {
              span[0] = System.nanoTime();
              waitForMonitor();
              span[1] = System.nanoTime();
            });

    assertThat(waitsForMonitor(stops))
        .singleElement()
        .satisfies(one -> {
          assertThat(one.threadId()).isEqualTo(Thread.currentThread().threadId());
          assertThat(one.stop().lengthNs())
              .isPositive()
              .isLessThanOrEqualTo(span[1] - span[0] + 2 * one.stop().errorNs());
        });
    assertThat(stops.sources()).allSatisfy(source -> assertThat(source.unavailable()).isNull());
  }

  /** Those of {@link #waitForMonitor}: the recording's own locks may block the thread too. */
  private static List<ThreadStop> waitsForMonitor(RecordedStops stops) {
    String method = RecordedStopReaderTest.class.getName() + ".waitForMonitor:";
    return of(stops, StopKind.MONITOR).stream()
        .filter(one -> one.stop().detail().startsWith(method))
        .toList();
  }

  @Name("dev.foliot.test.Scope")
  static final class Scope extends Event {
    final String traceId;

    Scope(String traceId) {
      this.traceId = traceId;
    }
  }

  @Name("dev.foliot.test.Span")
  static final class Span extends Event {
    final String traceId = id(2);
  }

  @Name("dev.foliot.test.NumberedScope")
  static final class NumberedScope extends Event {
    final long traceId = 7;
  }

  private static String id(int number) {
    return "%032x".formatted(number);
  }

  /** A thread serves the request of the innermost time around its wait. */
  @Test
  void shouldKnowTheRequestOfAThreadByItsTraceId() throws Exception {
    TcpPorts none = new TcpPorts(Set.of(), Set.of());
    RecordedStops stops =
        recorded(
            startNs ->
                new RecordedLoad.OfServer(startNs, HOUR_NS, none, Map.of(id(1), 11L, id(2), 12L)),
            () -> {
              Scope outer = new Scope(id(3));
              outer.begin();
              Scope inner = new Scope(id(1));
              inner.begin();
              waitForMonitor();
              inner.commit();
              waitForMonitor();
              outer.commit();
              Span span = new Span();
              span.begin();
              NumberedScope numbered = new NumberedScope();
              numbered.begin();
              waitForMonitor();
              span.commit();
              numbered.commit();
            });

    assertThat(waitsForMonitor(stops))
        .extracting(ThreadStop::request)
        .containsExactly(11L, ThreadStop.ANOTHER, null);
    assertThat(stops.sources())
        .filteredOn(source -> source.name().contains("trace ids"))
        .singleElement()
        .satisfies(source -> assertThat(source.readings()).isEqualTo(2));
  }

  @Test
  void shouldNameTheFileThatIsForced() throws Exception {
    RecordedStops stops =
        recorded(
            Set.of(Thread.currentThread().threadId()),
            () -> {
              try (FileChannel channel =
                  FileChannel.open(
                      Files.createFile(folder.resolve("forced")), StandardOpenOption.WRITE)) {
                for (int i = 0; i < 20; i++) {
                  channel.write(ByteBuffer.allocate(1 << 20));
                  channel.force(true);
                }
              }
            });

    assertThat(stops.stops())
        .filteredOn(
            one -> one.stop().kind() == StopKind.FSYNC || one.stop().kind() == StopKind.FILE_IO)
        .isNotEmpty()
        .allSatisfy(one ->
            assertThat(one.stop().detail()).startsWith(RecordedStopReaderTest.class.getName()));
  }

  @Test
  void shouldLeaveOutOtherThreadsAndWaitsForWork() throws Exception {
    RecordedStops ofOthers = recorded(Set.of(), this::waitForMonitor);
    assertThat(of(ofOthers, StopKind.MONITOR)).isEmpty();

    // no harness called this: it may be a worker that waits for work
    RecordedStops idle =
        recorded(Set.of(Thread.currentThread().threadId()), () -> LockSupport.parkNanos(HELD_NS));
    assertThat(of(idle, StopKind.PARK)).isEmpty();
  }

  private static void nap() throws InterruptedException {
    Thread.sleep(1);
  }

  private static void work() throws InterruptedException {
    nap();
  }

  private static void refresh() throws InterruptedException {
    nap();
  }

  @Test
  void shouldTellTheCallersOfAMethodApart() throws Exception {
    TcpPorts none = new TcpPorts(Set.of(), Set.of());
    RecordedStops stops =
        recorded(
            startNs -> new RecordedLoad.OfServer(startNs, HOUR_NS, none),
            () -> {
              for (int i = 0; i < 3; i++) {
                work();
                refresh();
              }
            });

    List<ThreadStop> naps =
        of(stops, StopKind.SLEEP).stream()
            .filter(one -> one.stop().detail().contains(".nap:"))
            .toList();
    assertThat(naps)
        .extracting(one -> one.stop().detail())
        .hasSize(6)
        .containsOnly(naps.getFirst().stop().detail());
    assertThat(naps.stream().map(ThreadStop::path).distinct()).hasSize(2);
  }

  @Test
  void shouldKnowThePausesOfAllThreads() throws Exception {
    RecordedStops stops = recorded(Set.of(), System::gc);

    assertThat(of(stops, StopKind.GC_PAUSE))
        .isNotEmpty()
        .allSatisfy(one -> assertThat(one.threadId()).isEqualTo(ThreadStop.ALL));
  }
}
