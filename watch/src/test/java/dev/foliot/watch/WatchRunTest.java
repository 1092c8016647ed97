package dev.foliot.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.store.Json;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchFrame;
import dev.foliot.store.watch.WatchLogReader;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.store.watch.WatchSecond;
import dev.foliot.watch.requests.RequestSource;
import dev.foliot.watch.requests.RequestWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Watches a real JVM, with clocks that run as fast as the test wants. */
@EnabledOnOs(OS.LINUX)
class WatchRunTest {
  private static final Path ROOT = Path.of("/");
  private static final long S = 1_000_000_000;

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();
  private final List<Episode> episodes = new CopyOnWriteArrayList<>();
  private final List<String> notes = new CopyOnWriteArrayList<>();

  private final WatchRun.Listener listener =
      new WatchRun.Listener() {
        @Override
        public void episode(WatchRecord.Jvm jvm, Episode episode) {
          episodes.add(episode);
        }

        @Override
        public void note(String text) {
          notes.add(text);
        }
      };

  /** Each wait is a step of the clock; what happens at a step is the test's. */
  private static final class Steps implements WatchRun.Clock {
    private final Runnable each;
    private long nanos = 10 * S;
    private long stepNs;

    Steps(Runnable each) {
      this.each = each;
    }

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public long epochNs() {
      return 1_800_000_000L * S + nanos + stepNs;
    }

    @Override
    public void await(long ns) {
      nanos += ns;
      each.run();
    }
  }

  /** Runs until its input ends. */
  static final class Waits {
    private Waits() {}

    public static void main(String[] args) throws Exception {
      System.out.println("up");
      while (System.in.read() >= 0) {
        // until the end
      }
    }
  }

  private Process start() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Waits.class.getName())
            .redirectErrorStream(true)
            .start();
    started.add(process);
    assertThat(process.inputReader().readLine()).isEqualTo("up");
    return process;
  }

  @AfterEach
  void endAll() {
    started.forEach(Process::destroyForcibly);
  }

  private Reading<Boolean> watch(WatchPlan.Which which, WatchRun.Clock clock) {
    return watch(which, clock, null);
  }

  private Reading<Boolean> watch(
      WatchPlan.Which which, WatchRun.Clock clock, @Nullable RequestWatch requests) {
    WatchPlan plan =
        new WatchPlan(
            ROOT,
            which,
            10 << 20,
            Duration.ofHours(1),
            Duration.ofMinutes(10),
            Duration.ofHours(2));
    return new WatchRun(
            plan,
            folder,
            listener,
            (pid, at, number) -> new WatchRun.Look.Result(Optional.empty(), 0),
            requests,
            clock)
        .run();
  }

  @Test
  void shouldNotWatchAProcessThatCannotBeRecordedAsAsked() throws Exception {
    Process process = start();
    RequestWatch requests =
        new RequestWatch(
            RequestSource.log(folder.resolve("access.log"), null, "--requests-format"),
            Long.MAX_VALUE,
            pid -> Reading.unavailable(new JvmReason.AttachForbidden()));

    assertThat(watch(new WatchPlan.Which.One(process.pid()), new Steps(() -> {}), requests))
        .isInstanceOfSatisfying(
            Reading.Unavailable.class,
            none -> assertThat(none.why()).isInstanceOf(JvmReason.AttachForbidden.class));
  }

  private WatchRecord record() {
    return Json.read(folder.resolve("watch.json"), WatchRecord.class, WatchRecord.SCHEMA);
  }

  private List<WatchFrame> frames(WatchRecord.Jvm jvm) {
    List<WatchFrame> all = new ArrayList<>();
    WatchLogReader.read(folder.resolve(jvm.folder()), 0, Long.MAX_VALUE / 2, all::add);
    return all;
  }

  @Test
  void shouldRecordAProcessUntilItEnds() throws Exception {
    Process jvm = start();
    int[] left = {300};
    Steps clock =
        new Steps(() -> {
          if (--left[0] == 0) {
            jvm.destroyForcibly();
            jvm.onExit().join();
          }
        });
    assertThat(watch(new WatchPlan.Which.One(jvm.pid()), clock).orElse(false)).isTrue();

    WatchRecord.Jvm watched = record().jvms().getFirst();
    assertThat(watched.toMs()).isNotNull();
    assertThat(watched.sources()).isNotEmpty();
    List<WatchSecond> seconds =
        frames(watched).stream()
            .filter(WatchFrame.Seconds.class::isInstance)
            .flatMap(frame -> ((WatchFrame.Seconds) frame).seconds().stream())
            .toList();
    assertThat(seconds).hasSizeGreaterThan(10);
    assertThat(seconds.getFirst().value(WatchColumn.THREADS)).isPositive();
    assertThat(episodes).last().extracting(Episode::kind).isEqualTo(EpisodeKind.ENDED);
    assertThat(notes).isEmpty();
  }

  @Test
  void shouldSayThatTheClockWasSetAndGoOn() throws Exception {
    Process jvm = start();
    int[] left = {100};
    Steps[] clock = new Steps[1];
    clock[0] =
        new Steps(() -> {
          left[0]--;
          if (left[0] == 50) {
            clock[0].stepNs = -3_600 * S;
          }
          if (left[0] == 0) {
            Thread.currentThread().interrupt();
          }
        });
    watch(new WatchPlan.Which.One(jvm.pid()), clock[0]);
    assertThat(Thread.interrupted()).isTrue();

    assertThat(notes).singleElement().asString().contains("set back by 3,600 s");
    assertThat(frames(record().jvms().getFirst()))
        .anySatisfy(frame -> assertThat(frame).isInstanceOf(WatchFrame.Note.class));
    assertThat(jvm.isAlive()).isTrue();
  }

  /** The disk is full, or somebody removed the folder. */
  @Test
  void shouldSayThatNothingIsRecordedAndGoOnWhenThereIsRoom() throws Exception {
    Process jvm = start();
    int[] left = {600};
    Path log = folder.resolve("jvm-001");
    Steps clock =
        new Steps(() -> {
          left[0]--;
          try {
            if (left[0] == 595) {
              Files.delete(log);
            } else if (left[0] == 300) {
              Files.createDirectory(log);
            }
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          if (left[0] == 0) {
            Thread.currentThread().interrupt();
          }
        });
    watch(new WatchPlan.Which.One(jvm.pid()), clock);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(notes).hasSize(2);
    assertThat(notes.getFirst()).contains("nothing is recorded", "when there is room");
    assertThat(notes.getLast()).contains("recording goes on");
    assertThat(frames(record().jvms().getFirst())).isNotEmpty();
  }

  @Test
  void shouldFollowAProgramByItsNameWhenItStartsAgain() throws Exception {
    Process first = start();
    Process[] second = new Process[1];
    int[] left = {2_000};
    Steps clock =
        new Steps(() -> {
          left[0]--;
          if (left[0] == 1_900) {
            first.destroyForcibly();
            first.onExit().join();
          }
          if (left[0] == 1_800) {
            try {
              second[0] = start();
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          }
          boolean isDone = episodes.stream().anyMatch(one -> one.kind() == EpisodeKind.STARTED);
          if (left[0] == 0 || isDone) {
            Thread.currentThread().interrupt();
          }
        });
    watch(new WatchPlan.Which.Named("watchruntest$waits"), clock);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(record().jvms())
        .extracting(WatchRecord.Jvm::pid)
        .containsExactly(first.pid(), second[0].pid());
    assertThat(episodes)
        .extracting(Episode::kind)
        .containsExactly(EpisodeKind.ENDED, EpisodeKind.STARTED);
  }

  @Test
  void shouldSayThatAProcessCannotBeWatched() {
    assertThat(watch(new WatchPlan.Which.One(4_000_000), new SystemClock()))
        .isInstanceOf(Reading.Unavailable.class);
  }
}
