package dev.foliot.linux.perf;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.foliot.linux.LiveThread;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.proc.Threads;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Against the live kernel: skipped, with the reason, where it gives no watchpoints. A busy machine
 * may hold any thread up for long, so windows are long and end early.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class WatchpointsTest {
  private static final Path LIVE = Path.of("/");
  private static final long PID = ProcessHandle.current().pid();
  private static final int NO_THREAD = (1 << 22) + 1;
  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofSeconds(30);

  @BeforeEach
  void assume() {
    WatchedWord.assume();
  }

  private static Watchpoints.Window count(
      List<Integer> tids, PerfEvent.Watchpoint word, Duration window, int maxHits) {
    List<Watchpoints.Window> windows =
        value(Watchpoints.count(LIVE, PID, tids, List.of(word), window, maxHits));
    assertThat(windows).hasSize(1);
    assertThat(windows.getFirst().word()).isEqualTo(word);
    return windows.getFirst();
  }

  private static List<Integer> allThreads(long pid) {
    List<Integer> tids = new ArrayList<>();
    value(Threads.of(LIVE, pid)).forEach(tid -> tids.add(Math.toIntExact(tid)));
    return tids;
  }

  @Test
  void shouldTellWhoWritesFromAllWhoDoNot() throws Exception {
    try (WatchedWord word = new WatchedWord()) {
      int first = word.writer(MILLISECOND);
      int second = word.writer(MILLISECOND);
      int reader = word.reader(MILLISECOND);
      Watchpoints.Window window =
          count(allThreads(PID), word.writes(), Duration.ofMillis(300), 1_000);
      assertThat(window.hitsByThread()).containsOnlyKeys(first, second).doesNotContainKey(reader);
      assertThat(window.hits())
          .isEqualTo(window.hitsByThread().values().stream().mapToLong(hits -> hits).sum())
          .isGreaterThan(1);
      assertThat(window.stopped()).isEmpty();
      assertThat(window.nanos()).isBetween(300_000_000L, 20_000_000_000L);
    }
  }

  @Test
  void shouldSeeReadersToo() throws Exception {
    try (WatchedWord word = new WatchedWord()) {
      int reader = word.reader(MILLISECOND);
      Watchpoints.Window window =
          count(List.of(reader), word.event(PerfEvent.Access.READ_WRITE), LONG, 5);
      assertThat(window.hitsByThread()).containsOnlyKeys(reader);
    }
  }

  /** The window of half a minute is over as soon as nobody is watched. */
  @Test
  void shouldStopAThreadAfterItsHits() throws Exception {
    try (WatchedWord word = new WatchedWord()) {
      int slow = word.writer(MILLISECOND);
      int hot = word.writer(Duration.ZERO);
      Watchpoints.Window window = count(List.of(slow, hot), word.writes(), LONG, 20);
      assertThat(window.stopped()).containsExactlyInAnyOrder(slow, hot);
      assertThat(window.hitsByThread())
          .hasSize(2)
          .allSatisfy((tid, hits) -> assertThat(hits).isBetween(20L, 22L));
      assertThat(window.nanos()).isLessThan(20_000_000_000L);
    }
  }

  @Test
  void shouldCountFourWordsApart() throws Exception {
    try (WatchedWord first = new WatchedWord();
        WatchedWord second = new WatchedWord();
        WatchedWord third = new WatchedWord();
        WatchedWord fourth = new WatchedWord()) {
      int tid = first.writer(MILLISECOND);
      int other = third.writer(MILLISECOND);
      List<PerfEvent.Watchpoint> words =
          List.of(first.writes(), second.writes(), third.writes(), fourth.writes());
      List<Watchpoints.Window> windows =
          value(
              Watchpoints.count(
                  LIVE, PID, List.of(tid, other), words, Duration.ofMillis(300), 1_000));
      assertThat(windows).extracting(Watchpoints.Window::word).isEqualTo(words);
      assertThat(windows.get(0).hitsByThread()).containsOnlyKeys(tid);
      assertThat(windows.get(1).hitsByThread()).isEmpty();
      assertThat(windows.get(2).hitsByThread()).containsOnlyKeys(other);
      assertThat(windows.get(3).hitsByThread()).isEmpty();
    }
  }

  @Test
  void shouldSayThatAllWatchpointsAreTaken() throws Exception {
    try (WatchedWord word = new WatchedWord()) {
      int tid = word.writer(MILLISECOND);
      List<PerfCounter> taken = new ArrayList<>();
      try {
        for (int i = 0; i < 64; i++) {
          PerfEvent other = new PerfEvent.Watchpoint(PerfEvent.Access.WRITE, 8L * (i + 1), 8);
          PerfCounter.open(other, PerfTarget.thread(tid)).toOptional().ifPresent(taken::add);
        }
        Reading<List<Watchpoints.Window>> refused =
            Watchpoints.count(LIVE, PID, List.of(tid), List.of(word.writes()), MILLISECOND, 1);
        assertThat(reason(refused)).contains("all hardware watchpoints are taken");
      } finally {
        taken.forEach(PerfCounter::close);
      }
      assertThat(count(List.of(tid), word.writes(), LONG, 1).hits()).isPositive();
    }
  }

  @Test
  void shouldLeaveOutThreadsThatHaveEnded() throws Exception {
    try (WatchedWord word = new WatchedWord()) {
      int tid = word.writer(MILLISECOND);
      Watchpoints.Window window =
          count(List.of(NO_THREAD, tid, NO_THREAD + 1), word.writes(), LONG, 3);
      assertThat(window.hitsByThread()).containsOnlyKeys(tid);
      List<Integer> ended = List.of(NO_THREAD);
      assertThat(
              reason(Watchpoints.count(LIVE, PID, ended, List.of(word.writes()), MILLISECOND, 1)))
          .contains("none of these threads");
      assertThat(reason(Watchpoints.sample(LIVE, PID, ended, word.writes(), MILLISECOND, 1, 0)))
          .contains("none of these threads");
    }
  }

  /** A thread of this process is not a thread of another one. */
  @Test
  void shouldLeaveOutThreadsOfAnotherProcess() throws Exception {
    Process other = new ProcessBuilder("cat").start();
    try (WatchedWord word = new WatchedWord()) {
      int tid = word.writer(MILLISECOND);
      assertThat(
              reason(
                  Watchpoints.count(
                      LIVE, other.pid(), List.of(tid), List.of(word.writes()), MILLISECOND, 1)))
          .contains("none of these threads of process " + other.pid());
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertThat(
            reason(
                Watchpoints.count(
                    LIVE,
                    NO_THREAD,
                    allThreads(PID),
                    List.of(new PerfEvent.Watchpoint(PerfEvent.Access.WRITE, 8, 8)),
                    MILLISECOND,
                    1)))
        .contains("no process");
  }

  @Test
  void shouldSurviveAThreadThatEndsInTheWindow() throws Exception {
    try (WatchedWord word = new WatchedWord()) {
      int tid = word.writer(MILLISECOND);
      LiveThread ending = LiveThread.start("foliot-ending", self -> Thread.sleep(100));
      Watchpoints.Window window =
          count(List.of((int) ending.tid(), tid), word.writes(), Duration.ofMillis(300), 1_000);
      ending.join();
      assertThat(window.hitsByThread()).containsOnlyKeys(tid);
    }
  }

  @Test
  void shouldSampleRegistersAndStack() throws Exception {
    try (WatchedWord word = new WatchedWord()) {
      int tid = word.writer(MILLISECOND);
      Watchpoints.Sampled sampled =
          value(Watchpoints.sample(LIVE, PID, List.of(tid), word.writes(), LONG, 20, 1024));
      assertThat(sampled.nanos()).isLessThan(20_000_000_000L);
      assertThat(sampled.hits().size() + sampled.lost()).isBetween(20L, 22L);
      assertThat(sampled.hits())
          .isNotEmpty()
          .isSortedAccordingTo((a, b) -> Long.compare(a.timeNs(), b.timeNs()));
      ProcessMaps maps = value(ProcessMaps.of(LIVE, PID));
      for (Watchpoints.Hit hit : sampled.hits()) {
        assertThat(hit.tid()).isEqualTo(tid);
        assertThat(maps.at(hit.registers().ip()).orElseThrow().permissions()).contains("x");
        assertThat(maps.isReadable(hit.registers().sp(), 8)).isTrue();
        assertThat(hit.stack().length).isBetween(64, 1024);
      }
    }
  }

  @Test
  void shouldSampleSeveralHotThreadsWithinTheirHits() throws Exception {
    try (WatchedWord word = new WatchedWord()) {
      List<Integer> tids =
          List.of(
              word.writer(Duration.ZERO),
              word.writer(Duration.ZERO),
              word.writer(MILLISECOND),
              NO_THREAD);
      Watchpoints.Sampled sampled =
          value(Watchpoints.sample(LIVE, PID, tids, word.writes(), LONG, 100, 0));
      assertThat(sampled.hits().size() + sampled.lost()).isBetween(300L, 306L);
      for (int tid : tids.subList(0, 3)) {
        long delivered = sampled.hits().stream().filter(hit -> hit.tid() == tid).count();
        assertThat(delivered + sampled.lostByThread().getOrDefault(tid, 0L)).isBetween(100L, 102L);
      }
      assertThat(sampled.hits())
          .extracting(Watchpoints.Hit::tid)
          .containsOnly(tids.get(0), tids.get(1), tids.get(2));
      assertThat(sampled.hits()).allSatisfy(hit -> assertThat(hit.stack()).isEmpty());
    }
  }

  @Test
  void shouldEndAtOnceWhenItIsInterrupted() throws Exception {
    try (WatchedWord word = new WatchedWord()) {
      int tid = word.writer(MILLISECOND);
      CompletableFuture<Reading<List<Watchpoints.Window>>> answer = new CompletableFuture<>();
      CompletableFuture<Boolean> flag = new CompletableFuture<>();
      Thread watcher =
          Thread.ofPlatform()
              .start(() -> {
                answer.complete(
                    Watchpoints.count(
                        LIVE, PID, List.of(tid), List.of(word.writes()), LONG, 100_000));
                flag.complete(Thread.currentThread().isInterrupted());
              });
      awaitEvents(1);
      watcher.interrupt();
      assertThat(value(answer.get())).hasSize(1);
      assertThat(value(answer.get()).getFirst().nanos()).isLessThan(20_000_000_000L);
      assertThat(flag.get()).isTrue();
      watcher.join();
      assertThat(events()).isZero();
    }
  }

  /** The watched thread has already paid for the time until then. */
  @Test
  void shouldTellWhatItSawUntilItWasInterrupted() throws Exception {
    try (WatchedWord word = new WatchedWord()) {
      int tid = word.writer(MILLISECOND);
      Thread.currentThread().interrupt();
      Watchpoints.Window counted = count(List.of(tid), word.writes(), LONG, 100);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(counted.hits()).isLessThan(100);
      Thread.currentThread().interrupt();
      Watchpoints.Sampled sampled =
          value(Watchpoints.sample(LIVE, PID, List.of(tid), word.writes(), LONG, 100, 512));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(sampled.hits().size() + sampled.lost()).isLessThan(100);
    }
  }

  @Test
  void shouldLeaveNothingBehind() throws Exception {
    try (WatchedWord word = new WatchedWord()) {
      int tid = word.writer(MILLISECOND);
      for (int i = 0; i < 10; i++) {
        count(List.of(tid), word.writes(), MILLISECOND, 10);
        value(Watchpoints.sample(LIVE, PID, List.of(tid), word.writes(), MILLISECOND, 10, 512));
      }
      assertThat(events()).isZero();
      assertThat(value(MemoryRegion.of(LIVE, PID)))
          .extracting(MemoryRegion::path)
          .doesNotContain("anon_inode:[perf_event]");
    }
  }

  private static void awaitEvents(long least) throws Exception {
    while (events() < least) {
      Thread.sleep(5);
    }
  }

  /** How many perf events this process has open. */
  private static long events() throws Exception {
    long count = 0;
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      for (Path file : files.toList()) {
        // It may be closed by now.
        if (Files.isSymbolicLink(file)
            && Files.readSymbolicLink(file).toString().contains("perf_event")) {
          count++;
        }
      }
    }
    return count;
  }

  @Test
  void shouldWatchAnotherProcess() throws Exception {
    Process child = WritingProcess.start();
    try (BufferedReader out = child.inputReader()) {
      long address = Long.parseLong(out.readLine());
      PerfEvent.Watchpoint word =
          new PerfEvent.Watchpoint(PerfEvent.Access.WRITE, address, Long.BYTES);
      Reading<List<Watchpoints.Window>> windows =
          Watchpoints.count(
              LIVE,
              child.pid(),
              allThreads(child.pid()),
              List.of(word),
              Duration.ofMillis(300),
              1_000);
      Map<Integer, Long> hits = value(windows).getFirst().hitsByThread();
      assertThat(hits).hasSize(1);
      List<Integer> writer = List.copyOf(hits.keySet());
      assertThat(value(Watchpoints.sample(LIVE, child.pid(), writer, word, LONG, 3, 256)).hits())
          .isNotEmpty()
          .allSatisfy(hit -> assertThat(hit.tid()).isEqualTo(writer.getFirst()));
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  @Test
  void shouldMeasureWhatAHitCosts() {
    double costNs = value(Watchpoints.hitCostNs());
    System.out.println("a hit costs " + costNs + " ns");
    assertThat(costNs).isBetween(100.0, 1_000_000.0);
  }

  @Test
  void shouldMeasureWhatASampledHitCosts() {
    double costNs = value(Watchpoints.sampledHitCostNs(4_096));
    System.out.println("a sampled hit costs " + costNs + " ns");
    assertThat(costNs).isBetween(100.0, 1_000_000.0);
  }

  @Test
  void shouldRefuseWhatCannotBeWatched() {
    List<Integer> tids = List.of(1);
    PerfEvent.Watchpoint word = new PerfEvent.Watchpoint(PerfEvent.Access.WRITE, 8, 8);
    List<PerfEvent.Watchpoint> five =
        Stream.iterate(8L, address -> address + 8)
            .limit(5)
            .map(address -> new PerfEvent.Watchpoint(PerfEvent.Access.WRITE, address, 8))
            .toList();
    Duration none = Duration.ZERO;
    refuses(() -> Watchpoints.count(LIVE, PID, List.of(), List.of(word), MILLISECOND, 1));
    refuses(() -> Watchpoints.count(LIVE, PID, List.of(0), List.of(word), MILLISECOND, 1));
    refuses(() -> Watchpoints.count(LIVE, PID, tids, List.of(), MILLISECOND, 1));
    refuses(() -> Watchpoints.count(LIVE, PID, tids, five, MILLISECOND, 1));
    refuses(() -> Watchpoints.count(LIVE, PID, tids, List.of(word, word), MILLISECOND, 1));
    refuses(() -> Watchpoints.count(LIVE, PID, tids, List.of(word), none, 1));
    refuses(() -> Watchpoints.count(LIVE, PID, tids, List.of(word), Duration.ofDays(1), 1));
    refuses(() -> Watchpoints.count(LIVE, PID, tids, List.of(word), MILLISECOND, 0));
    refuses(() -> Watchpoints.sample(LIVE, PID, tids, word, MILLISECOND, 1, 4));
    refuses(() -> Watchpoints.sampledHitCostNs(4));
    refuses(() -> Watchpoints.sample(LIVE, PID, tids, word, MILLISECOND, 1, 65_536));
    refuses(() -> Watchpoints.sample(LIVE, PID, tids, word, MILLISECOND, 1, -8));
    refuses(() -> Watchpoints.sample(LIVE, PID, tids, word, MILLISECOND, 100_000, 65_528));
    refuses(() ->
        Watchpoints.sample(LIVE, PID, List.of(1, 2, 3, 4, 5, 6, 7, 8, 9), word, MILLISECOND, 1, 0));
  }

  private static void refuses(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageStartingWith("needed: ");
  }
}
