package dev.foliot.watch.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import dev.foliot.store.watch.RequestMinute;
import dev.foliot.store.watch.SlowRequest;
import dev.foliot.store.watch.WatchColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RequestWatchTest {
  private static final long START_MS = 1_795_975_380_000L;
  private static final long MS = 1_000_000;
  private static final String FORMAT =
      "json time=t,duration=took,unit=ms,path=u,status=s,moment=start";

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void begin() throws IOException {
    file = Files.createFile(folder.resolve("access.log"));
  }

  private void write(long atMs, long tookMs, int status) throws IOException {
    Files.writeString(
        file,
        "{\"t\":%d,\"took\":%d,\"u\":\"/orders/%d\",\"s\":%d}%n"
            .formatted(START_MS + atMs, tookMs, atMs, status),
        StandardOpenOption.APPEND);
  }

  /** A job holds a lock for ten seconds; 30 workers wait, and the requests behind them. */
  @Test
  void shouldChargeLocksThatAsManyWaitForAsServeRequests() throws IOException {
    try (RequestWatch watch =
        new RequestWatch(
            RequestSource.log(file, AccessFormat.of(FORMAT), "--requests-format"),
            Long.MAX_VALUE,
            null)) {
      Map<WatchColumn, Long> values = new EnumMap<>(WatchColumn.class);
      for (int i = 0; i < 60; i++) {
        for (long k = 0; k < 10; k++) {
          write(1_000L * i + 100 * k, 20 + k % 3, 200);
        }
        watch.blocked(START_MS / 1_000 + i + 1, 2);
        assertThat(watch.second(START_MS + 1_000L * (i + 1), values)).isEmpty();
      }
      for (int i = 60; i < 70; i++) {
        watch.blocked(START_MS / 1_000 + i + 1, 32);
        assertThat(watch.second(START_MS + 1_000L * (i + 1), values)).isEmpty();
      }
      write(60_000, 10_020, 200);
      write(69_000, 1_520, 200);
      watch.blocked(START_MS / 1_000 + 71, 2);
      assertThat(watch.second(START_MS + 71_000, values)).isEmpty();
      write(71_000, 500, 200);
      watch.blocked(START_MS / 1_000 + 72, 2);
      assertThat(watch.second(START_MS + 72_000, values)).isEmpty();

      RequestMinute minute = watch.end(START_MS + 120_000).getFirst();
      SlowRequest whole = slow(minute, 10_020);
      assertThat(whole.causes()).containsOnlyKeys(StopKind.MONITOR);
      assertThat(whole.unexplained()).isLessThan(0.01);
      assertThat(slow(minute, 1_520).unexplained()).isBetween(0.30, 0.36);
      assertThat(slow(minute, 500).causes()).isEmpty();
    }
  }

  private static SlowRequest slow(RequestMinute minute, long ms) {
    return minute.slow().stream()
        .filter(one -> one.lengthNs() == ms * MS)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldCountRequestsAndExplainSlowOnesByWhatLayOverThem() throws IOException {
    try (RequestWatch watch =
        new RequestWatch(
            RequestSource.log(file, AccessFormat.of(FORMAT), "--requests-format"),
            Long.MAX_VALUE,
            null)) {
      Map<WatchColumn, Long> values = new EnumMap<>(WatchColumn.class);
      for (int i = 0; i < 200; i++) {
        write(10L * i, 20 + i % 5, 200);
      }
      assertThat(watch.minute(START_MS)).isEmpty();
      assertThat(watch.second(START_MS + 2_000, values)).isEmpty();
      assertThat(values).containsEntry(WatchColumn.REQUESTS, 200L);
      assertThat((double) values.getOrDefault(WatchColumn.P50_NS, 0L))
          .isCloseTo(22e6, withinPercentage(1));

      // a collection of 300 ms, and something else of 150 ms
      long stopNs = (START_MS + 5_000) * MS;
      watch.stop(new Stop(stopNs, stopNs + 300 * MS, 300 * MS, MS, StopKind.GC_PAUSE, "G1"));
      write(4_990, 325, 503);
      write(7_000, 170, 200);
      assertThat(watch.second(START_MS + 8_000, values)).isEmpty();
      assertThat(values).containsEntry(WatchColumn.ERRORS, 1L);

      RequestMinute minute = watch.minute(START_MS + 60_000).orElseThrow();
      assertThat(minute.epochMs()).isEqualTo(START_MS);
      assertThat(minute.routes()).containsOnlyKeys("/orders/{id}");
      RequestMinute.Route route = minute.routes().values().iterator().next();
      assertThat(List.of(route.count(), route.errors(), route.maxNs()))
          .containsExactly(202L, 1L, 325 * MS);
      // response times are kept within 1 %
      assertThat((double) route.p50Ns()).isCloseTo(22e6, withinPercentage(1));
      assertThat((double) route.p99Ns()).isCloseTo(24e6, withinPercentage(1));
      assertThat(minute.slow()).hasSize(2);
      SlowRequest first = minute.slow().getFirst();
      assertThat(first.status()).isEqualTo(503);
      assertThat(first.causes()).containsOnlyKeys(StopKind.GC_PAUSE);
      assertThat(first.unexplained()).isLessThan(0.02);
      assertThat(minute.slow().getLast().causes()).isEmpty();
      assertThat(watch.minute(START_MS + 120_000)).isEmpty();
    }
  }

  @Test
  void shouldTakeForSlowWhatTheUserNames() throws IOException {
    try (RequestWatch watch =
        new RequestWatch(
            RequestSource.log(file, AccessFormat.of(FORMAT), "--requests-format"),
            200 * MS,
            null)) {
      Optional<RequestMinute> none = watch.minute(START_MS);
      assertThat(none).isEmpty();
      write(0, 199, 200);
      write(1, 200, 200);
      watch.second(START_MS + 1_000, new EnumMap<>(WatchColumn.class));
      assertThat(watch.end(START_MS + 1_000).getFirst().slow()).hasSize(1);
    }
  }

  @Test
  void shouldSayThatTheFormatIsNotKnown() throws IOException {
    try (RequestWatch watch =
        new RequestWatch(
            RequestSource.log(file, null, "--requests-format"), Long.MAX_VALUE, null)) {
      Files.writeString(file, "what is this\n".repeat(5), StandardOpenOption.APPEND);
      assertThat(watch.second(START_MS, new EnumMap<>(WatchColumn.class)).orElseThrow())
          .contains("--requests-format", "what is this");
    }
  }

  /** A wait of one thread delays one of the requests of its time, and which one is not known. */
  @Test
  void shouldShareTheWaitsOfThreadsAmongRequests() throws IOException {
    try (RequestWatch watch =
        new RequestWatch(
            RequestSource.log(file, AccessFormat.of(FORMAT), "--requests-format"),
            Long.MAX_VALUE,
            null)) {
      Map<WatchColumn, Long> values = new EnumMap<>(WatchColumn.class);
      assertThat(watch.minute(START_MS)).isEmpty();
      for (int i = 0; i < 40; i++) {
        usual(i, i + 1);
        // 20 requests take 440 ms, for 44 of which they wait: that is usual
        watch.waitedForCpu(START_MS / 1_000 + i + 1, 44 * MS);
        assertThat(watch.second(START_MS + 1_000L * (i + 1), values)).isEmpty();
      }
      // another program takes the CPUs: of 2 s that requests take 1.5 are waits
      for (int k = 0; k < 10; k++) {
        write(40_000 + 100L * k, 95 + k, 200);
        write(40_050 + 100L * k, 95 + k, 200);
      }
      watch.waitedForCpu(START_MS / 1_000 + 41, 1_500 * MS);
      assertThat(watch.second(START_MS + 42_000, values)).isEmpty();

      RequestMinute minute = watch.minute(START_MS + 60_000).orElseThrow();
      assertThat(minute.slow()).isNotEmpty();
      assertThat(minute.slow().getFirst().causes().keySet()).containsExactly(StopKind.RUN_QUEUE);
      // (0.76 x 100 ms - 0.1 x 22 ms) of 78 ms
      assertThat(cause(minute.slow().getFirst(), StopKind.RUN_QUEUE).share()).isBetween(0.9, 0.99);
    }
  }

  /** 25 ms in half a second say little of a request of 5 ms, and 100 ms at once say all. */
  @Test
  void shouldChargeRequestsWithTheirPartOfWhatTheHypervisorTook() {
    long endNs = START_MS * MS + 400 * MS;
    Stop spread = new Stop(endNs - 500 * MS, endNs, 25 * MS, 0, StopKind.STEAL, "");
    Stop whole = new Stop(endNs - 100 * MS, endNs, 100 * MS, 0, StopKind.STEAL, "");
    assertThat(RequestCauses.of(request(300, 5), 4 * MS, List.of(spread), 0, 0, List.of()))
        .containsExactly(Map.entry(StopKind.STEAL, new SlowRequest.Cause(0.25 / 4, "")));
    assertThat(RequestCauses.of(request(290, 115), 100 * MS, List.of(whole), 0, 0, List.of()))
        .containsExactly(Map.entry(StopKind.STEAL, new SlowRequest.Cause(1, "")));
  }

  /** Threads wait as usual, and one request is slow for another reason. */
  @Test
  void shouldChargeNoWaitsThatAreUsual() {
    CpuWaits waits = new CpuWaits();
    for (int i = 0; i < 60; i++) {
      waits.add(START_MS / 1_000 + i + 1, 500 * MS);
      for (int k = 0; k < 100; k++) {
        waits.add(request(1_000L * i + 10L * k, 10));
      }
    }
    waits.add(request(60_000, 10));
    assertThat(waits.ns(request(59_000, 10), 10 * MS)).isZero();
    assertThat(waits.ns(request(59_000, 30), 10 * MS) / MS).isBetween(9.0, 11.0);
    assertThat(waits.ns(request(900_000, 30), 10 * MS)).isZero();
  }

  private static AccessRequest request(long atMs, long tookMs) {
    return new AccessRequest((START_MS + atMs) * MS, tookMs * MS, MS, 0, "GET /", 200, null);
  }

  /** A stall of a few seconds, and forty seconds later a worse one: both are seen. */
  @Test
  void shouldKeepTheSlowestOfEachTimeOfAMinute() throws IOException {
    try (RequestWatch watch =
        new RequestWatch(
            RequestSource.log(file, AccessFormat.of(FORMAT), "--requests-format"),
            200 * MS,
            null)) {
      assertThat(watch.minute(START_MS)).isEmpty();
      for (int i = 0; i < 100; i++) {
        write(2_000 + i, 300 + i, 200);
        write(42_000 + 5 * i, 3_000 + i, 200);
      }
      watch.second(START_MS + 59_000, new EnumMap<WatchColumn, Long>(WatchColumn.class));
      List<SlowRequest> slow = watch.minute(START_MS + 60_000).orElseThrow().slow();
      assertThat(slow).hasSize(20);
      assertThat(slow.getFirst().lengthNs()).isEqualTo(3_099 * MS);
      assertThat(slow.getLast().lengthNs()).isEqualTo(390 * MS);
    }
  }

  @Test
  void shouldClaimNoMoreThanTheDelay() {
    AccessRequest request =
        new AccessRequest(START_MS * MS, 100 * MS, MS, 1_000 * MS, "GET /", 200, null);
    long endNs = START_MS * MS + 900 * MS;
    List<Stop> stops =
        List.of(
            new Stop(endNs - 400 * MS, endNs, 400 * MS, 0, StopKind.GC_PAUSE, ""),
            new Stop(endNs - 800 * MS, endNs, 800 * MS, 0, StopKind.THROTTLING, ""));
    assertThat(RequestCauses.of(request, 80 * MS, stops, 1, 0, List.of()))
        .containsExactly(Map.entry(StopKind.GC_PAUSE, new SlowRequest.Cause(1, "")));
  }

  private static SlowRequest.Cause cause(SlowRequest of, StopKind kind) {
    return Optional.ofNullable(of.causes().get(kind)).orElseThrow();
  }

  /** A recording whose turns the test gives. */
  private static final class Given implements WaitSource, WaitSource.Turns {
    private final BlockingQueue<Reading<RecordedStops>> turns = new LinkedBlockingQueue<>();
    private final AtomicInteger begun = new AtomicInteger();
    private volatile boolean isClosed;

    @Override
    public Reading<Turns> start(long pid) {
      begun.incrementAndGet();
      return Reading.of(this);
    }

    @Override
    public Reading<RecordedStops> turn() throws InterruptedException {
      return turns.take();
    }

    @Override
    public Reading<RecordedStops> end() throws InterruptedException {
      return turn();
    }

    @Override
    public void close() {
      isClosed = true;
    }

    void give(ThreadStop... stops) {
      turns.add(Reading.of(new RecordedStops(RecordedStops.SCHEMA, List.of(), List.of(stops), 0)));
    }
  }

  private static ThreadStop wait(long thread, long atMs, long ms, StopKind kind, String place) {
    long startNs = (START_MS + atMs) * MS;
    return new ThreadStop(
        thread, new Stop(startNs, startNs + ms * MS, ms * MS, 50_000, kind, place), true, 0);
  }

  /** Twenty requests a second of some 20 ms, from one second to another. */
  private void usual(int fromS, int toS) throws IOException {
    for (int i = 20 * fromS; i < 20 * toS; i++) {
      write(50L * i, 20 + i % 5, 200);
    }
  }

  /** The next minute; the recorder's thread may take its time. */
  private static RequestMinute await(RequestWatch watch, long nowMs) {
    Map<WatchColumn, Long> values = new EnumMap<>(WatchColumn.class);
    for (Optional<RequestMinute> one = watch.minute(nowMs); ; one = watch.minute(nowMs)) {
      if (one.isPresent()) {
        return one.get();
      }
      assertThat(watch.second(nowMs, values)).isEmpty();
      Thread.onSpinWait();
    }
  }

  @Timeout(60)
  @Test
  void shouldNameThePlacesOfRecordedWaitsWhenAMinuteHasEnded() throws Exception {
    Given given = new Given();
    try (RequestWatch watch =
        new RequestWatch(
            RequestSource.log(file, AccessFormat.of(FORMAT), "--requests-format"),
            Long.MAX_VALUE,
            given)) {
      watch.begin(4711);
      assertThat(watch.awaitBegin()).isEmpty();
      Map<WatchColumn, Long> values = new EnumMap<>(WatchColumn.class);
      assertThat(watch.minute(START_MS)).isEmpty();
      usual(0, 30);
      write(30_000, 320, 200);
      write(40_000, 220, 200);
      assertThat(watch.second(START_MS + 59_000, values)).isEmpty();

      given.give(
          wait(1, 30_010, 300, StopKind.MONITOR, "acme.Ledger.book:7"),
          wait(2, 40_010, 50, StopKind.SOCKET_IO, "acme.Db.read:1"),
          wait(3, 40_060, 140, StopKind.SOCKET_IO, "acme.Db.read:9"));
      RequestMinute minute = await(watch, START_MS + 60_000);
      SlowRequest first = slow(minute, 320);
      assertThat(first.causes()).containsOnlyKeys(StopKind.MONITOR);
      SlowRequest.Cause lock = cause(first, StopKind.MONITOR);
      assertThat(lock.place()).isEqualTo("acme.Ledger.book:7");
      assertThat(lock.share()).isGreaterThan(0.95);
      assertThat(cause(slow(minute, 220), StopKind.SOCKET_IO).place()).isEqualTo("acme.Db.read:9");
      assertThat(slow(minute, 220).unexplained()).isLessThan(0.1);

      // the last part is read at the end
      write(61_000, 420, 200);
      assertThat(watch.second(START_MS + 62_000, values)).isEmpty();
      given.give(wait(1, 61_010, 400, StopKind.PARK, "acme.Pool.take:3"));
      List<RequestMinute> last = watch.end(START_MS + 63_000);
      assertThat(cause(slow(last.getFirst(), 420), StopKind.PARK).place())
          .isEqualTo("acme.Pool.take:3");
      assertThat(given.isClosed).isTrue();
    }
  }

  /** All workers wait, and requests behind them: the log has the time in the queue too. */
  @Timeout(60)
  @Test
  void shouldChargeRequestsThatQueueWhileAllThreadsOfThePoolWait() throws Exception {
    Given given = new Given();
    try (RequestWatch watch =
        new RequestWatch(
            RequestSource.log(file, AccessFormat.of(FORMAT), "--requests-format"),
            Long.MAX_VALUE,
            given)) {
      watch.begin(4711);
      assertThat(watch.minute(START_MS)).isEmpty();
      usual(0, 30);
      write(30_000, 1_020, 200);
      write(30_200, 830, 200);
      write(40_000, 1_021, 200);
      write(40_500, 530, 200);
      assertThat(watch.second(START_MS + 59_000, new EnumMap<WatchColumn, Long>(WatchColumn.class)))
          .isEmpty();
      given.give(
          wait(ThreadStop.POOL, 30_010, 1_000, StopKind.PARK, "acme.Pool.borrow:3"),
          wait(ThreadStop.POOL, 40_010, 1_000, StopKind.PARK, "acme.Pool.borrow:3"));
      RequestMinute minute = await(watch, START_MS + 60_000);
      for (long ms : new long[] {1_020, 830, 1_021, 530}) {
        SlowRequest.Cause cause = cause(slow(minute, ms), StopKind.PARK);
        assertThat(cause.place()).isEqualTo("acme.Pool.borrow:3");
        assertThat(cause.share()).isGreaterThan(0.9);
      }
      given.give();
    }
  }

  /** A wait that usual requests may have had is not charged to a slow one of the same time. */
  @Timeout(60)
  @Test
  void shouldNotChargeWaitsOfUsualRequests() throws Exception {
    Given given = new Given();
    try (RequestWatch watch =
        new RequestWatch(
            RequestSource.log(file, AccessFormat.of(FORMAT), "--requests-format"),
            Long.MAX_VALUE,
            given)) {
      watch.begin(4711);
      assertThat(watch.minute(START_MS)).isEmpty();
      List<ThreadStop> waits = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        write(50L * i, 40 + i % 5, 200);
        waits.add(wait(i % 9, 50L * i + 5, 30, StopKind.SOCKET_IO, "acme.Db.read:1"));
      }
      write(30_000, 500, 200);
      assertThat(watch.second(START_MS + 59_000, new EnumMap<WatchColumn, Long>(WatchColumn.class)))
          .isEmpty();
      given.give(waits.toArray(ThreadStop[]::new));
      assertThat(slow(await(watch, START_MS + 60_000), 500).unexplained()).isGreaterThan(0.9);
      given.give();
    }
  }

  @Timeout(60)
  @Test
  void shouldGoOnWithoutARecordingAndBeginItAgain() throws Exception {
    Given given = new Given();
    try (RequestWatch watch =
        new RequestWatch(
            RequestSource.log(file, AccessFormat.of(FORMAT), "--requests-format"),
            Long.MAX_VALUE,
            given)) {
      watch.begin(4711);
      assertThat(watch.minute(START_MS)).isEmpty();
      usual(0, 30);
      write(30_000, 320, 200);
      Map<WatchColumn, Long> values = new EnumMap<>(WatchColumn.class);
      assertThat(watch.second(START_MS + 59_000, values)).isEmpty();
      given.turns.add(Reading.unavailable(new JvmReason.NoAnswer(4711, "JFR.stop", 30)));
      assertThat(watch.minute(START_MS + 60_000)).isEmpty();
      Optional<String> note = Optional.empty();
      while (note.isEmpty()) {
        note = watch.second(START_MS + 60_000, values);
      }
      assertThat(note.get()).contains("without a flight recording").contains("JFR.stop");
      assertThat(given.isClosed).isTrue();
      assertThat(slow(watch.minute(START_MS + 60_000).orElseThrow(), 320).causes()).isEmpty();

      assertThat(watch.minute(START_MS + 120_000)).isEmpty();
      note = Optional.empty();
      while (note.isEmpty()) {
        note = watch.second(START_MS + 120_000, values);
      }
      assertThat(note.get()).contains("recorded again");
      assertThat(given.begun).hasValue(2);
      given.give();
    }
  }

  @Timeout(60)
  @Test
  void shouldNotWaitForARecordingThatIsLate() throws Exception {
    Given given = new Given();
    try (RequestWatch watch =
        new RequestWatch(
            RequestSource.log(file, AccessFormat.of(FORMAT), "--requests-format"),
            Long.MAX_VALUE,
            given)) {
      watch.begin(4711);
      assertThat(watch.minute(START_MS)).isEmpty();
      usual(0, 30);
      Map<WatchColumn, Long> values = new EnumMap<>(WatchColumn.class);
      assertThat(watch.second(START_MS + 59_000, values)).isEmpty();
      assertThat(watch.minute(START_MS + 60_000)).isEmpty();
      assertThat(watch.second(START_MS + 89_000, values)).isEmpty();
      assertThat(watch.minute(START_MS + 89_000)).isEmpty();
      assertThat(watch.second(START_MS + 91_000, values)).isEmpty();
      assertThat(watch.minute(START_MS + 91_000)).isPresent();
      given.give();
      given.give();
    }
  }

  /** A log in another time zone: its moments are an hour off. */
  @Test
  void shouldSayOnceThatTheClockOfTheLogIsAnother() throws IOException {
    try (RequestWatch watch =
        new RequestWatch(
            RequestSource.log(file, AccessFormat.of(FORMAT), "--requests-format"),
            Long.MAX_VALUE,
            null)) {
      List<String> notes = new ArrayList<>();
      for (int i = 1; i <= 30; i++) {
        write(1_000L * i + 3_600_000, 20, 200);
        watch
            .second(START_MS + 1_000L * (i + 1), new EnumMap<>(WatchColumn.class))
            .ifPresent(notes::add);
      }
      assertThat(notes)
          .singleElement()
          .asString()
          .contains("after this machine's clock", "start the watch with the server's TZ");
    }
  }

  @Test
  void shouldSayOnceThatTheLogCannotBeRead() throws IOException {
    Path folderOfIt = Files.createDirectory(folder.resolve("a-folder"));
    try (RequestWatch watch =
        new RequestWatch(
            RequestSource.log(
                folder.resolve("later.log"), AccessFormat.of(FORMAT), "--requests-format"),
            Long.MAX_VALUE,
            null)) {
      Map<WatchColumn, Long> values = new EnumMap<>(WatchColumn.class);
      assertThat(watch.second(START_MS, values)).isEmpty();
      Files.move(folderOfIt, folder.resolve("later.log"));
      assertThat(watch.second(START_MS + 1_000, values)).isPresent();
      assertThat(watch.second(START_MS + 2_000, values)).isEmpty();
    }
  }

  /** Binary, half lines, zeros: what is none is left out, and the others count. */
  @Test
  void shouldCountTheRequestsBetweenHostileLines() throws IOException {
    try (RequestWatch watch =
        new RequestWatch(
            RequestSource.log(file, AccessFormat.of(FORMAT), "--requests-format"),
            Long.MAX_VALUE,
            null)) {
      byte[] binary = new byte[300_000];
      new java.util.Random(7).nextBytes(binary);
      for (int i = 0; i < 10; i++) {
        write(1_000L * i, 20, 200);
        Files.write(file, binary, StandardOpenOption.APPEND);
        Files.writeString(file, "\n{\"t\":17\n\0\0\0", StandardOpenOption.APPEND);
      }
      // clocks may go backwards
      write(-500_000, 20, 200);
      Map<WatchColumn, Long> values = new EnumMap<>(WatchColumn.class);
      watch.second(START_MS + 10_000, values);
      assertThat(values).containsEntry(WatchColumn.REQUESTS, 11L);
    }
  }
}
