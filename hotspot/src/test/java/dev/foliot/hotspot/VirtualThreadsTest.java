package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.reason;
import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.locks.VirtualGroup;
import dev.foliot.hotspot.locks.VirtualGroup.State;
import dev.foliot.hotspot.locks.VirtualSample;
import dev.foliot.hotspot.locks.VirtualThreads;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.text.Reason;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Samples of the virtual threads of live JVMs. */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
@EnabledOnOs(OS.LINUX)
class VirtualThreadsTest {
  private static final Path LIVE = Path.of("/");
  private static final int EACH = 40;
  private static final int MOST_OF_JDK = 5;

  /** All of these methods are compiled at once; the JVM still starts quickly. */
  private static final String COMPILED =
      "-Xcomp -XX:CompileCommand=compileonly,java.util.concurrent.*::*"
          + " -XX:CompileCommand=compileonly,acme.*::*";

  /** Samples until one fits, or the test's time limit ends it. */
  private static VirtualSample sample(VirtualThreads threads, Predicate<VirtualSample> fitting) {
    String last = "no sample";
    while (!Thread.currentThread().isInterrupted()) {
      if (threads.sample() instanceof Reading.Value<VirtualSample>(VirtualSample sample)) {
        if (fitting.test(sample)) {
          return sample;
        }
        last = sample.states() + " " + places(sample);
      }
    }
    throw new AssertionError(last);
  }

  /** Samples until the numbers of threads by state and method are these. */
  private static VirtualSample sample(VirtualThreads threads, Map<String, Long> expected) {
    return sample(threads, sample -> places(sample).equals(expected));
  }

  /** The JDK has virtual threads of its own, which wait for sockets. */
  private static Map<String, Long> places(VirtualSample sample) {
    return sample.groups().stream()
        .filter(group -> !place(group).isEmpty())
        .collect(
            Collectors.toMap(
                group -> group.state() + " " + place(group),
                sample::estimate,
                Long::sum,
                TreeMap::new));
  }

  private static String place(VirtualGroup group) {
    return group.frames().stream()
        .filter(frame -> frame.className().equals("acme.Parked"))
        .map(JavaFrame::method)
        .findFirst()
        .orElse("");
  }

  private static Map<String, Long> parked(int each) {
    return new TreeMap<>(
        Map.of(
            "PARKED acquire", (long) each,
            "PARKED take", (long) each,
            "TIMED_PARKED sleep", (long) each,
            "PARKED lock", (long) each));
  }

  @BeforeAll
  static void compile() {
    TargetJvm.compileFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "21, -XX:+UseG1GC",
    "21, -XX:+UseSerialGC -Xint",
    "21, -XX:+UseZGC",
    "21, -XX:+UseZGC -XX:+ZGenerational",
    "25, -XX:+UseG1GC",
    "25, -XX:+UseSerialGC -XX:TieredStopAtLevel=1",
    "25, -XX:+UseParallelGC -XX:-UseCompressedOops",
    "25, -XX:+UseG1GC -XX:-UseCompressedClassPointers",
    "25, '-XX:+UseSerialGC " + COMPILED + "'",
    "25, -XX:+UseZGC",
    "25, -XX:+UseShenandoahGC -XX:+UseCompactObjectHeaders",
  })
  void shouldSeeWhereThreadsWithoutACarrierWait(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofParked(feature, flags, EACH, 1, "sockets");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      Map<String, Long> expected = parked(EACH);
      expected.put("PARKED read", (long) EACH);
      VirtualThreads threads = jvm.virtualThreads();
      VirtualSample sample = sample(threads, expected);
      assertThat(sample.threads()).isBetween(5L * EACH, 5L * EACH + MOST_OF_JDK);
      assertThat(sample.examined()).isEqualTo((int) sample.threads());
      assertThat(sample.limit().map(Reason::code))
          .isEqualTo(
              flags.contains("UseZGC") ? Optional.of("REFERENCES_OPAQUE") : Optional.empty());
      VirtualGroup acquirers =
          sample.groups().stream()
              .filter(group -> place(group).equals("acquire") && !group.name().isEmpty())
              .findFirst()
              .orElseThrow();
      assertThat(acquirers.name()).isEqualTo("acquirer");
      assertThat(acquirers.awaited()).isEqualTo("java.util.concurrent.Semaphore$NonfairSync");
      assertThat(acquirers.frames())
          .contains(
              new JavaFrame(
                  "acme.Parked",
                  "acquire",
                  3,
                  TargetJvm.markedLine("Parked.java", "acquires"),
                  "Parked.java"))
          .extracting(JavaFrame::method)
          .containsSubsequence("park", "acquire", "acquire", "runWith", "run");
      // a collection rewrites the stacks
      target.jcmd("GC.run");
      assertThat(sample(threads, expected).examined()).isGreaterThanOrEqualTo(5 * EACH);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "25, -XX:+UseG1GC",
    "25, -XX:+UseSerialGC -Xint",
    "25, '-XX:+UseSerialGC " + COMPILED + "'",
    "25, -XX:+UseZGC -XX:TieredStopAtLevel=1",
  })
  void shouldSeeThreadsThatWaitForMonitorsWithoutACarrier(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofParked(feature, flags, EACH, 1, "monitors");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      Map<String, Long> expected = parked(EACH);
      expected.put("BLOCKED enter", (long) EACH);
      expected.put("WAITING await", (long) EACH);
      VirtualSample sample = sample(jvm.virtualThreads(), expected);
      assertThat(sample.states())
          .containsEntry(State.BLOCKED, EACH)
          .containsEntry(State.WAITING, EACH);
      assertThat(sample.groups())
          .filteredOn(group -> place(group).equals("enter"))
          .allMatch(group ->
              group.frames().getFirst().line() == TargetJvm.markedLine("Parked.java", "enters"));
    }
  }

  @ParameterizedTest
  @CsvSource({"21", "25"})
  void shouldFindThreadsInTheScopesOfOthers(int feature) {
    try (TargetJvm target = TargetJvm.ofParked(feature, "-XX:+UseG1GC", EACH, 1, "flocks");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      Map<String, Long> expected = parked(EACH);
      expected.put("PARKED fork", (long) EACH);
      expected.put("PARKED forked", (long) EACH);
      assertThat(sample(jvm.virtualThreads(), expected).limit()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"21", "25"})
  void shouldSayThatThreadsWithoutAnExecutorAreNotTracked(int feature) {
    String flags = "-Djdk.trackAllThreads=false";
    try (TargetJvm target = TargetJvm.ofParked(feature, flags, EACH, 1, "sockets");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      // each call starts its first thread by an executor
      Map<String, Long> expected = parked(EACH / 2);
      expected.put("PARKED read", (long) EACH);
      assertThat(sample(jvm.virtualThreads(), expected).limit())
          .containsInstanceOf(JvmReason.VirtualThreadsUntracked.class);
    }
  }

  @Test
  void shouldEstimateGroupsOfManyThreadsInLittleTime() {
    int each = 2500;
    try (TargetJvm target = TargetJvm.ofParked(25, "-XX:+UseG1GC", each, 200, "monitors");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      VirtualThreads threads = jvm.virtualThreads();
      // all are started, and on a busy machine some are still on their way to their place
      VirtualSample sample =
          sample(
              threads,
              one ->
                  one.threads() == 6L * each
                      && places(one).size() == 6
                      && places(one).values().stream().allMatch(count -> count > each / 2));
      assertThat(sample.examined()).isBetween(4000, 6 * each / 2);
      assertThat(sample.limit()).isEmpty();
      places(sample)
          .forEach(
              (place, count) -> assertThat(count).as(place).isCloseTo(each, within(each / 2L)));
      long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      assertThat(threads.sample()).isInstanceOf(Reading.Value.class);
      assertThat(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before)
          .isLessThan(300_000_000);
    }
  }

  /** A stack that changes while it is copied may be cut, but few are. */
  @ParameterizedTest
  @CsvSource({
    "21, -XX:+UseG1GC -Xmn8m",
    "25, -XX:+UseSerialGC -Xmn8m",
    "25, -XX:+UseG1GC -Xmn8m",
    "25, -XX:+UseParallelGC -Xmn8m",
  })
  void shouldReadStacksWhileThreadsRunAndObjectsMove(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofParked(feature, flags, EACH, 1, "moving");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      VirtualThreads threads = jvm.virtualThreads();
      int movers = 0;
      int cut = 0;
      while (movers < 3 * EACH) { // the test's time limit ends it
        for (VirtualGroup group : sample(threads, one -> !places(one).isEmpty()).groups()) {
          boolean isWhole =
              !group.frames().isEmpty()
                  && group.frames().getLast().className().startsWith("java.lang.VirtualThread");
          movers += place(group).equals("churn") ? group.count() : 0;
          cut += isWhole || place(group).isEmpty() ? 0 : group.count();
        }
      }
      assertThat(cut).isLessThan(movers / 10);
    }
  }

  @Test
  void shouldSeeThreadsThatKeepTheirCarrier() {
    try (TargetJvm target =
            TargetJvm.ofWaits(21, "-Djdk.virtualThreadScheduler.parallelism=2", "pinned");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      assertThat(
              sample(jvm.virtualThreads(), one -> one.states().containsKey(State.PINNED)).threads())
          .isEqualTo(64);
    }
  }

  @Test
  void shouldSayThatThereAreNone() {
    try (TargetJvm target = TargetJvm.ofWaits(25, "-XX:+UseSerialGC", "deadlock");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      VirtualSample sample = value(jvm.virtualThreads().sample());
      assertThat(sample.threads()).isZero();
      assertThat(sample.groups()).isEmpty();
      assertThat(sample.limit()).isEmpty();
    }
  }

  @Test
  void shouldSayThatTheJdkIsOlder() {
    try (TargetJvm target = TargetJvm.ofWaits(17, "-XX:+UseSerialGC", "deadlock");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      assertThat(jvm.virtualThreads().sample())
          .isInstanceOfSatisfying(
              Reading.Unavailable.class,
              none -> assertThat(none.why()).isInstanceOf(JvmReason.NoVirtualThreads.class));
    }
  }

  @Test
  void shouldSayThatTheProcessHasEnded() throws Exception {
    try (TargetJvm target = TargetJvm.ofParked(25, "-XX:+UseSerialGC", 4, 1, "sockets");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      VirtualThreads threads = jvm.virtualThreads();
      sample(threads, one -> one.threads() >= 20);
      target.process().destroyForcibly().waitFor();
      assertThat(reason(threads.sample())).isNotBlank();
    }
  }

  /** Any answer is fine, but it must come quickly and without an exception. */
  @ParameterizedTest
  @CsvSource({"25, -XX:+UseG1GC", "25, -XX:+UseZGC"})
  void shouldSurviveMemoryThatIsChanged(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofParked(feature, flags, EACH, 1, "sockets");
        TargetMemory memory = value(TargetMemory.open(LIVE, target.pid()))) {
      ProcessMaps maps = value(ProcessMaps.of(LIVE, target.pid()));
      LockSamplerTest.Garbled garbled =
          new LockSamplerTest.Garbled(Memory.ofProcess(LIVE, target.pid(), memory, maps));
      HotspotJvm jvm =
          value(
              HotspotJvm.of(
                  garbled,
                  target.pid(),
                  maps.regions(),
                  new VmImage.Clocks(System::nanoTime, System::nanoTime)));
      VirtualThreads threads = jvm.virtualThreads();
      sample(threads, one -> one.threads() >= 5 * EACH);
      for (int one = 1; one <= 1 << 12; one *= 4) {
        garbled.random = new Random(one);
        garbled.oneOf = one;
        for (int i = 0; i < 10; i++) {
          List<VirtualGroup> groups = threads.sample().map(VirtualSample::groups).orElse(List.of());
          assertThat(groups).allMatch(group -> group.count() > 0);
        }
      }
      assertThat(target.process().isAlive()).isTrue();
    }
  }
}
