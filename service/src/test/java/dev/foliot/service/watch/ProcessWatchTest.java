package dev.foliot.service.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.bench.NanoClock;
import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.service.Jdk;
import dev.foliot.service.profile.ProfileChoice;
import dev.foliot.service.profile.Profiler;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.study.StudySample;
import dev.foliot.text.FoliotException;
import dev.foliot.text.ServiceReason;
import dev.foliot.text.ServiceReason.Watch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@EnabledOnOs(OS.LINUX)
class ProcessWatchTest {
  private static final long MB = 1_000_000;
  private static final Path JDK = Jdk.current().home();

  /** A shared JVM for tests without special needs: it holds nothing and has no flags. */
  private static @Nullable HeldJvm shared;

  @TempDir Path folder;

  @BeforeAll
  static void startShared() throws Exception {
    shared = new HeldJvm(1, 0);
  }

  @AfterAll
  static void endShared() throws Exception {
    shared().close();
  }

  private static HeldJvm shared() {
    return Objects.requireNonNull(shared);
  }

  private static ProcessWatch start(WatchPlan plan) throws InterruptedException {
    return ProcessWatch.start(plan, NanoClock.system(), InstantSource.system());
  }

  private static <T> T value(Reading<T> reading) {
    return switch (reading) {
      case Reading.Value<T>(T value) -> value;
      case Reading.Unavailable<T> none ->
          throw new AssertionError("unavailable: " + none.sentence());
    };
  }

  @Test
  void shouldNameTheDirectBuffersOfPromotedObjectsAndWhatFalls() throws Exception {
    try (HeldJvm jvm = new HeldJvm(200, 100, "-XX:NativeMemoryTracking=detail");
        ProcessWatch watch = start(new WatchPlan(jvm.pid(), 100 * MB, 300 * MB, JDK, true, true))) {
      jvm.act();
      awaitDirectBuffers(jvm.pid());
      Watched watched = watch.stop();

      assertThat(watched.unavailable()).isEmpty();
      MemorySplit split = value(watched.looks().getLast().resident());
      assertThat(split.parts().values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(split.residentBytes());
      assertThat(split.bytes(MemoryPart.DIRECT_BUFFERS))
          .isCloseTo(200 * MB, Percentage.withPercentage(3));
      assertThat(split.unattributedShare()).as("of " + split).isLessThanOrEqualTo(0.1);
      // even if all estimated bytes belonged elsewhere
      assertThat(split.estimatedBytes() + split.bytes(MemoryPart.UNATTRIBUTED))
          .as("of " + split)
          .isLessThan(split.residentBytes() / 5);
      assertThat(split.parts())
          .allSatisfy((part, bytes) -> assertThat(bytes).as(part.name()).isNotNegative());
      assertThat(split.bytes(MemoryPart.JAVA_HEAP)).isBetween(MB, 70 * MB);
      assertThat(split.bytes(MemoryPart.THREAD_STACKS)).isPositive();
      assertThat(split.bytes(MemoryPart.METASPACE)).isPositive();
      assertThat(split.bytes(MemoryPart.CODE_CACHE)).isPositive();

      FullCollection fell = value(watched.collection());
      assertThat(fell.offHeapFellBytes()).isCloseTo(100 * MB, within(5 * MB));
      assertThat(watched.summary().memory())
          .anySatisfy(line ->
              assertThat(line)
                  .matches(
                      "direct buffers (19[4-9]|20[0-6]) MB, of which (9[5-9]|10[0-5]) MB fall"
                          + " after a full collection"));
      shouldHaveRecorded(value(watched.flight()));
    }
  }

  /** They are recorded once a second, first after one second. */
  private void awaitDirectBuffers(long pid) throws Exception {
    Path sofar = folder.resolve("so-far.jfr");
    do {
      value(new Jcmd(JDK, pid).ask("JFR.dump", "filename=" + sofar));
    } while (RecordingFile.readAllEvents(sofar).stream()
        .noneMatch(event -> event.getEventType().getName().equals("jdk.DirectBufferStatistics")));
  }

  private static void shouldHaveRecorded(FlightView flight) {
    assertThat(flight.collector().collections()).isPositive();
    assertThat(flight.collector().pauses()).isPositive();
    assertThat(flight.collector().pauseNs())
        .isGreaterThanOrEqualTo(flight.collector().longestPauseNs())
        .isPositive();
    assertThat(flight.virtualThreads().pinned()).isPositive();
    assertThat(flight.virtualThreads().pinnedNs()).isGreaterThan(10 * MB);
    JvmEvents each = flight.jvm();
    assertThat(each.collections()).hasSize((int) flight.collector().collections());
    assertThat(each.collections()).anySatisfy(one -> assertThat(one.pausedNs()).isPositive());
    assertThat(each.pinned()).hasSize((int) flight.virtualThreads().pinned());
    assertThat(each.pinned()).anySatisfy(one -> assertThat(one.tookNs()).isGreaterThan(10 * MB));
    assertThat(each.more()).isZero();
    assertThat(flight.resizes())
        .singleElement()
        .satisfies(resize -> {
          assertThat(resize.atNs()).isPositive();
          assertThat(resize.pool()).isEqualTo("a ?[31m pool");
          assertThat(resize.from()).isEqualTo(3);
          assertThat(resize.to()).isEqualTo(5);
          assertThat(resize.reason()).isEqualTo("a test");
        });
    assertThat(flight.directBuffers()).isNotEmpty();
  }

  @Test
  void shouldSayWhatAJvmWithoutNativeMemoryTrackingDoesNotTell() throws Exception {
    try (ProcessWatch watch =
        start(new WatchPlan(shared().pid(), 100 * MB, 0, JDK, false, false))) {
      Watched watched = watch.stop();
      assertThat(watched.looks()).isEmpty();
      assertThat(watched.flight()).isInstanceOf(Reading.Unavailable.class);
    }
    try (HeldJvm jvm = new HeldJvm(1, 0, "-XX:+DisableExplicitGC");
        ProcessWatch watch = start(new WatchPlan(jvm.pid(), 100 * MB, 0, JDK, false, true))) {
      Watched watched = watch.stop();
      assertThat(watched.unavailable())
          .contains(
              new ServiceReason.NotWatched(
                  ServiceReason.Watch.RESIDENT_MEMORY, new JvmReason.NativeMemoryUntracked()));
      assertThat(value(watched.looks().getLast().heapUsedBytes())).isPositive();
    }
  }

  /** The result is a lower bound: see {@code PlacedMemory}. */
  @Test
  void shouldTellNativeMemoryThatHotSpotDoesNotKnow() throws Exception {
    try (HeldJvm jvm = new HeldJvm(1, 0, "-XX:NativeMemoryTracking=detail", "-Dnative.mb=100");
        ProcessWatch watch =
            start(new WatchPlan(jvm.pid(), 100 * MB, 60_000 * MB, JDK, false, false))) {
      MemorySplit split = value(watch.stop().looks().getLast().resident());
      assertThat(split.bytes(MemoryPart.UNATTRIBUTED)).isBetween(75 * MB, 110 * MB);
      assertThat(split.unattributedShare()).isGreaterThan(0.1);
    }
  }

  /** Memory that was never freed does not count as free. */
  @Test
  void shouldTellWhatMallocKeepsThoughItIsFree() throws Exception {
    try (HeldJvm jvm =
            new HeldJvm(1, 0, "-XX:NativeMemoryTracking=detail", "-Dnative.mb=60", "-Dfree.mb=50");
        ProcessWatch watch =
            start(new WatchPlan(jvm.pid(), 100 * MB, 60_000 * MB, JDK, false, true))) {
      Watched watched = watch.stop();
      MemorySplit split = value(watched.looks().getLast().resident());
      assertThat(split.bytes(MemoryPart.MALLOC_SPARE)).isBetween(40 * MB, 70 * MB);
      assertThat(split.bytes(MemoryPart.UNATTRIBUTED)).isBetween(40 * MB, 70 * MB);
      assertThat(value(watched.looks().getFirst().resident()).parts())
          .doesNotContainKey(MemoryPart.MALLOC_SPARE);
    }
  }

  @Test
  void shouldLeaveNoRecordingBehindWhenItIsGivenUp() throws Exception {
    start(new WatchPlan(shared().pid(), 100 * MB, 0, JDK, true, false)).close();
    assertThat(value(new Jcmd(JDK, shared().pid()).ask("JFR.check")))
        .contains("No available recordings");
  }

  @Test
  void shouldLeaveNoFolderBehindOfAProcessThatIsGoneAtTheFirstSample() throws Exception {
    try (HeldJvm jvm = new HeldJvm(1, 0)) {
      // it is first asked when the recording runs
      NanoClock killing =
          () -> {
            jvm.kill();
            return NanoClock.system().nanoTime();
          };
      WatchPlan plan = new WatchPlan(jvm.pid(), 100 * MB, 0, JDK, true, false);

      assertThatThrownBy(() -> ProcessWatch.start(plan, killing, InstantSource.system()))
          .isInstanceOf(FoliotException.class)
          .hasMessageContaining("no process " + jvm.pid());
      assertThat(recordingsOf(jvm.pid())).isEmpty();
    }
  }

  /** The parts of a JVM's recordings, whose names end with its number. */
  private static List<String> recordingsOf(long pid) throws IOException {
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(path -> String.valueOf(path.getFileName()).startsWith("foliot-watch-"))
          // null for a folder that was just removed, or belongs to another user
          .map(path -> Objects.requireNonNullElse(path.toFile().list(), new String[0]))
          .flatMap(Arrays::stream)
          .filter(name -> name.endsWith("_" + pid))
          .toList();
    }
  }

  @Test
  void shouldWatchAnyProgramAndAttachToNoneThatIsNoJvm() throws Exception {
    Process sleeper = new ProcessBuilder("sleep", "1000").start();
    try (ProcessWatch watch = start(WatchPlan.of(sleeper.pid(), JDK))) {
      Watched watched = watch.stop();

      assertThat(sleeper.isAlive()).isTrue();
      assertThat(watched.endedEarly()).isFalse();
      StudySample last = watched.samples().getLast();
      assertThat(last.now().processes()).isEqualTo(1);
      assertThat(last.threads()).isEqualTo(1);
      assertThat(last.now().carriers()).isZero();
      assertThat(last.rssBytes()).isPositive();
      assertThat(watched.unavailable())
          .anySatisfy(why -> assertThat(why.text()).contains("has libjvm.so mapped"));
      assertThat(watched.summary().memory()).isEmpty();
    } finally {
      sleeper.destroyForcibly();
    }
  }

  @Test
  void shouldProfileAJvmThatRunsAlready() throws Exception {
    for (ProfileChoice choice : List.of(ProfileChoice.JFR, ProfileChoice.BEST)) {
      try (Profiler profiler = Profiler.of(choice, List.of());
          ProcessWatch watch =
              start(
                  new WatchPlan(shared().pid(), 100 * MB, 0, JDK, false, false)
                      .profiled(profiler.attachedWays()))) {
        for (int i = 0; i < 20; i++) {
          shared().act();
        }
        Watched watched = watch.stop();

        Profile profile = value(watched.profile());
        assertThat(profile.record().means()).isNotNull();
        assertThat(profile.record().sampling().samples()).isNotNegative();
        assertThat(watched.flight()).isInstanceOf(Reading.Unavailable.class);
        assertThat(watched.unavailable()).isEmpty();
      }
    }
  }

  @Test
  void shouldSayThatWhatIsNoJvmCannotBeProfiled() throws Exception {
    Process sleeper = new ProcessBuilder("sleep", "1000").start();
    try (Profiler profiler = Profiler.of(ProfileChoice.BEST, List.of());
        ProcessWatch watch =
            start(WatchPlan.fromOutside(sleeper.pid()).profiled(profiler.attachedWays()))) {
      Watched watched = watch.stop();

      assertThat(watched.profile()).isInstanceOf(Reading.Unavailable.class);
      assertThat(watched.unavailable())
          .singleElement()
          .isInstanceOfSatisfying(
              ServiceReason.NotWatched.class,
              none -> {
                assertThat(none.what()).isEqualTo(Watch.PROFILE);
                assertThat(none.text()).contains("has libjvm.so mapped");
              });
      assertThat(sleeper.isAlive()).isTrue();
    } finally {
      sleeper.destroyForcibly();
    }
  }

  @Test
  void shouldKeepWhatItSawOfAProcessThatEnds() throws Exception {
    try (HeldJvm jvm = new HeldJvm(1, 0, "-XX:NativeMemoryTracking=summary")) {
      try (ProcessWatch watch =
          start(new WatchPlan(jvm.pid(), 10 * MB, 50 * MB, JDK, true, true))) {
        jvm.kill();
        Watched watched = watch.stop();

        assertThat(watched.endedEarly()).isTrue();
        assertThat(watched.samples()).isNotEmpty();
        assertThat(watched.flight()).isInstanceOf(Reading.Unavailable.class);
        assertThat(watched.collection()).isInstanceOf(Reading.Unavailable.class);
        // the first reading was during its life, and a summary has no addresses
        assertThat(value(watched.looks().getFirst().committedBytes())).isNotEmpty();
        assertThat(watched.unavailable())
            .anySatisfy(why -> assertThat(why.text()).contains("tells no addresses"));
      }
    }
  }

  @Test
  void shouldRefuseAProcessThatIsNotThere() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor(10, TimeUnit.SECONDS);
    assertThatThrownBy(() -> start(WatchPlan.fromOutside(gone.pid())))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("no process " + gone.pid());
    assertThatThrownBy(() -> WatchPlan.fromOutside(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
