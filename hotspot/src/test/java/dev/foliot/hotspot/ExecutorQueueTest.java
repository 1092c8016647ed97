package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.reason;
import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.hotspot.pool.PoolSearch;
import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.linux.proc.ThreadStatus;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Samples of the pools of live JVMs. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
@EnabledOnOs(OS.LINUX)
class ExecutorQueueTest {
  private static final Path LIVE = Path.of("/");

  /**
   * Finds the only pool of a kind. Repeats the search while the pool is moved, or while a new class
   * is in memory that was mapped after the map was read.
   */
  private static ThreadPool found(PoolSearch search, ThreadPool.Kind kind) {
    while (true) { // the test's time limit ends it
      if (search.workers() instanceof Reading.Value<PoolSearch.Found>(PoolSearch.Found scan)) {
        for (ThreadPool pool : scan.pools()) {
          if (pool.kind() == kind) {
            return pool;
          }
        }
      }
    }
  }

  /** A valid sample; under load a sample may be unavailable. */
  private static PoolSample looked(ThreadPool pool) {
    while (true) { // the test's time limit ends it
      if (pool.sampler().sample() instanceof Reading.Value<Optional<PoolSample>>(var look)) {
        return look.orElseThrow();
      }
    }
  }

  @BeforeAll
  static void compile() {
    TargetJvm.compileFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "17, linked, -XX:+UseG1GC",
    "17, array, -XX:+UseSerialGC -XX:-UseCompressedOops",
    "17, deque, -XX:+UseParallelGC -XX:-UsePerfData",
    "21, linked, -XX:+UseG1GC",
    "21, array, -XX:+UseParallelGC -XX:-UseCompressedOops",
    "25, linked, -XX:+UseSerialGC -XX:+UseCompactObjectHeaders",
    "25, array, -XX:+UseG1GC -XX:-UseCompressedOops",
    "25, deque, -XX:+UseSerialGC -XX:-UseCompressedClassPointers",
  })
  void shouldSeeTasksThatAreQueuedWhileAWorkerSleeps(int feature, String kind, String flags) {
    try (TargetJvm target = TargetJvm.ofPools(feature, flags, kind);
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      ThreadPool pool = found(jvm.poolSearch(), ThreadPool.Kind.EXECUTOR);
      assertThat(pool.tids())
          .hasSize(2)
          .allSatisfy(tid ->
              assertThat(value(ThreadStatus.of(LIVE, target.pid(), tid)).name())
                  .startsWith("held-"));
      int asleep = 0;
      int empty = 0;
      long taken = 0;
      int changes = 0;
      while (asleep < 3 || empty < 3 || changes < 3) { // the test's time limit ends it
        if (pool.sampler().sample() instanceof Reading.Value<Optional<PoolSample>>(var look)) {
          PoolSample seen = look.orElseThrow();
          assertThat(seen.parallelism()).isEqualTo(2);
          assertThat(seen.total()).isEqualTo(2);
          assertThat(seen.released()).isBetween(0, 2);
          assertThat(seen.tasks().queued()).isBetween(0L, 4L);
          assertThat(seen.stops().safepoints() >= 0).isNotEqualTo(flags.contains("-UsePerfData"));
          assertThat(pool.tids()).containsAll(seen.idle());
          asleep += seen.isIdle() && !seen.tasks().heads().isEmpty() ? 1 : 0;
          empty += seen.tasks().heads().isEmpty() ? 1 : 0;
          changes += seen.tasks().taken() != taken ? 1 : 0;
          taken = seen.tasks().taken();
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"17, -XX:+UseSerialGC", "25, -XX:+UseG1GC"})
  void shouldCountTheTasksOfEachWorker(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofPools(feature, flags, "linked");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      ThreadPool pool = found(jvm.poolSearch(), ThreadPool.Kind.EXECUTOR);
      assertThat(pool.sampler().workers()).as("before the first sample").isEmpty();
      Map<Long, Long> first = new HashMap<>();
      boolean isWorking = false;
      boolean hasCompleted = false;
      while (!isWorking || !hasCompleted) { // the test's time limit ends it
        looked(pool);
        Map<Long, PoolSampler.Worker> workers = pool.sampler().workers();
        assertThat(pool.tids()).containsAll(workers.keySet());
        for (Map.Entry<Long, PoolSampler.Worker> one : workers.entrySet()) {
          long completed = one.getValue().completed();
          isWorking |= one.getValue().hasTask();
          hasCompleted |= completed > first.getOrDefault(one.getKey(), completed);
          first.putIfAbsent(one.getKey(), completed);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"17", "21", "25"})
  void shouldSeeWorkInAForkJoinPoolOfThePrograms(int feature) {
    try (TargetJvm target = TargetJvm.ofPools(feature, "-XX:+UseSerialGC", "fork-join");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      ThreadPool pool = found(jvm.poolSearch(), ThreadPool.Kind.FORK_JOIN);
      int asleep = 0;
      int empty = 0;
      while (asleep < 3 || empty < 3) { // the test's time limit ends it
        PoolSample look = looked(pool);
        assertThat(look.parallelism()).isEqualTo(2);
        assertThat(look.total()).isBetween(1, 3);
        assertThat(look.released()).isBetween(-1, 2);
        asleep += look.isIdle() && !look.tasks().heads().isEmpty() ? 1 : 0;
        empty += look.tasks().heads().isEmpty() ? 1 : 0;
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"17, -XX:+UseSerialGC", "25, -XX:+UseG1GC"})
  void shouldFollowObjectsThatTheCollectorMoves(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofPools(feature, flags, "linked");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      ThreadPool pool = found(jvm.poolSearch(), ThreadPool.Kind.EXECUTOR);
      assertThat(looked(pool).parallelism()).isEqualTo(2);
      target.jcmd("GC.run");
      int seen = 0;
      while (seen < 3) { // the test's time limit ends it
        seen += looked(pool).tasks().heads().isEmpty() ? 0 : 1;
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"17, -XX:+UseG1GC", "25, -XX:+UseSerialGC -XX:-UseCompressedOops"})
  void shouldCountTheTasksOfAScheduledPoolWhoseTimeHasCome(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofPools(feature, flags, "scheduled-blocked");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      ThreadPool pool = found(jvm.poolSearch(), ThreadPool.Kind.SCHEDULED);
      PoolSample look = looked(pool);
      while (look.tasks().queued() < 3) { // the test's time limit ends it
        look = looked(pool);
      }
      assertThat(look.tasks().queued()).isBetween(3L, 4L);
      assertThat(look.tasks().heads()).hasSize(1);
      assertThat(look.idle()).isEmpty();
      assertThat(looked(pool).tasks().taken()).isEqualTo(look.tasks().taken());
    }
  }

  @ParameterizedTest
  @CsvSource({"17", "25"})
  void shouldNotCountTasksOfAScheduledPoolBeforeTheirTime(int feature) {
    try (TargetJvm target = TargetJvm.ofPools(feature, "-XX:+UseSerialGC", "scheduled-early");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      ThreadPool pool = found(jvm.poolSearch(), ThreadPool.Kind.SCHEDULED);
      PoolSample look = looked(pool);
      while (look.tasks().queued() > 0) { // its first tasks; the test's time limit ends it
        look = looked(pool);
      }
      assertThat(look.tasks().heads()).isEmpty();
      assertThat(look.parallelism()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"17, -XX:+UseParallelGC", "25, -XX:+UseG1GC"})
  void shouldSeeTheTasksOfTomcatsCopy(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofPools(feature, flags, "tomcat");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      PoolSearch search = jvm.poolSearch();
      ThreadPool pool = found(search, ThreadPool.Kind.EXECUTOR);
      while (pool.tids().size() < 2) { // the JDK's; the test's time limit ends it
        pool =
            search.workers().map(PoolSearch.Found::pools).orElse(List.of()).stream()
                .filter(one -> one.tids().size() == 2)
                .findFirst()
                .orElse(pool);
      }
      PoolSample look = looked(pool);
      assertThat(look.tasks().queued()).isEqualTo(3);
      assertThat(look.idle()).isEmpty();
    }
  }

  private static PoolSearch.Found searched(PoolSearch search) {
    while (true) { // the test's time limit ends it
      if (search.workers() instanceof Reading.Value<PoolSearch.Found>(PoolSearch.Found scan)) {
        return scan;
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "17, -XX:+UseG1GC",
    "17, -XX:+UseParallelGC -XX:-UseCompressedOops -XX:-UseCompressedClassPointers",
    "25, -XX:+UseG1GC -XX:-UseCompressedOops -XX:-UseCompressedClassPointers",
    "25, -XX:+UseSerialGC -XX:+UseCompactObjectHeaders -XX:-UsePerfData",
  })
  void shouldSeeTheJobsOfJettysPool(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofPools(feature, flags, "jetty");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      PoolSearch search = jvm.poolSearch();
      List<ThreadPool> pools = List.of();
      while (pools.size() < 2) { // the test's time limit ends it
        PoolSearch.Found scan = searched(search);
        pools = scan.pools().stream().filter(one -> one.kind() == ThreadPool.Kind.JETTY).toList();
      }
      ThreadPool blocked =
          pools.stream().filter(one -> looked(one).tasks().queued() > 0).findFirst().orElseThrow();
      PoolSample look = looked(blocked);
      assertThat(look.total()).isEqualTo(2);
      assertThat(look.tasks().queued()).isEqualTo(3);
      assertThat(look.isIdle()).isFalse();
      assertThat(look.tasks().heads()).as("two jobs were taken").isEqualTo(Map.of(0, 2L));
      assertThat(look.stops().safepoints() >= 0).isNotEqualTo(flags.contains("-UsePerfData"));
      assertThat(blocked.sampler().tasks(10)).hasSize(3);
      assertThat(blocked.sampler().tasks(2)).hasSize(2);
      assertThat(blocked.tids())
          .allSatisfy(tid ->
              assertThat(value(ThreadStatus.of(LIVE, target.pid(), tid)).name())
                  .startsWith("qtp1-"));
      ThreadPool idle =
          pools.stream()
              .filter(one -> !one.tids().equals(blocked.tids()))
              .findFirst()
              .orElseThrow();
      look = looked(idle);
      assertThat(look.tasks().queued()).isZero();
      assertThat(look.tasks().heads()).isEmpty();
      assertThat(look.released()).isZero();
      assertThat(look.isIdle()).isTrue();
      target.jcmd("GC.run");
      assertThat(looked(blocked).tasks().queued()).as("after it was moved").isEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource({"17, -XX:+UseG1GC", "25, -XX:+UseSerialGC -XX:-UseCompressedOops"})
  void shouldSeeTheTasksOfJbosssPool(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofPools(feature, flags, "jboss");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      PoolSearch search = jvm.poolSearch();
      List<ThreadPool> pools = List.of();
      while (pools.stream().mapToInt(pool -> pool.tids().size()).sum() < 5) { // or the time limit
        pools =
            searched(search).pools().stream()
                .filter(one -> one.kind() == ThreadPool.Kind.JBOSS)
                .toList();
      }
      for (ThreadPool pool : pools) {
        PoolSample look = looked(pool);
        boolean isBlocked = pool.tids().size() == 2;
        assertThat(look.total()).isEqualTo(pool.tids().size());
        assertThat(look.tasks().queued()).isEqualTo(isBlocked ? 3 : 0);
        assertThat(look.tasks().heads()).hasSize(isBlocked ? 1 : 0);
        assertThat(look.isIdle()).isNotEqualTo(isBlocked);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"17", "25"})
  void shouldNamePoolsOfServersThatItCannotRead(int feature) {
    try (TargetJvm target = TargetJvm.ofPools(feature, "-XX:+UseSerialGC", "other-servers");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      PoolSearch search = jvm.poolSearch();
      Map<String, Integer> unread = Map.of();
      while (unread.size() < 2) { // the test's time limit ends it
        PoolSearch.Found scan = searched(search);
        unread = scan.unread();
        assertThat(scan.otherQueues()).isEmpty();
      }
      assertThat(unread)
          .isEqualTo(
              Map.of("acme.jetty.util.thread.QueuedThreadPool", 1, "org.xnio.XnioWorker", 1));
    }
  }

  @Test
  void shouldNameAQueueThatItCannotLookAt() {
    try (TargetJvm target = TargetJvm.ofPools(25, "-XX:+UseSerialGC", "priority");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      PoolSearch search = jvm.poolSearch();
      Map<String, Integer> others = Map.of();
      while (others.isEmpty()) { // the test's time limit ends it
        if (search.workers() instanceof Reading.Value<PoolSearch.Found>(PoolSearch.Found scan)) {
          assertThat(scan.pools()).isEmpty();
          others = scan.otherQueues();
        }
      }
      assertThat(others)
          .containsExactly(Map.entry("java.util.concurrent.PriorityBlockingQueue", 1));
    }
  }

  @Test
  void shouldSayThatReferencesAreColoured() {
    try (TargetJvm target = TargetJvm.ofPools(17, "-XX:+UseZGC", "linked");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      assertThat(reason(jvm.poolSearch().workers())).contains("UseZGC");
    }
  }

  @Test
  void shouldSayThatTheProcessHasEnded() throws Exception {
    try (TargetJvm target = TargetJvm.ofPools(25, "-XX:+UseSerialGC", "linked");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      PoolSearch search = jvm.poolSearch();
      ThreadPool pool = found(search, ThreadPool.Kind.EXECUTOR);
      assertThat(looked(pool).parallelism()).isEqualTo(2);
      target.process().destroyForcibly().waitFor();
      assertThat(reason(pool.sampler().sample())).isNotBlank();
      assertThat(reason(search.workers())).isNotBlank();
    }
  }

  /** Any answer is fine, but it must come quickly and without an exception. */
  @ParameterizedTest
  @CsvSource({"17, linked, EXECUTOR", "25, linked, EXECUTOR", "25, jetty, JETTY"})
  void shouldSurviveMemoryThatIsChanged(int feature, String program, ThreadPool.Kind kind) {
    survive(feature, program, kind, 40);
  }

  @Tag("real-time")
  @ParameterizedTest
  @CsvSource({"17, linked, EXECUTOR", "25, linked, EXECUTOR", "25, jetty, JETTY"})
  void shouldSurviveMemoryThatIsChangedForLong(int feature, String program, ThreadPool.Kind kind) {
    survive(feature, program, kind, 300);
  }

  private static void survive(int feature, String program, ThreadPool.Kind kind, int times) {
    try (TargetJvm target = TargetJvm.ofPools(feature, "-XX:+UseSerialGC", program);
        TargetMemory memory = value(TargetMemory.open(LIVE, target.pid()))) {
      ProcessMaps maps = value(ProcessMaps.of(LIVE, target.pid()));
      Memory live = Memory.ofProcess(LIVE, target.pid(), memory, maps);
      Garbled garbled = new Garbled(live);
      HotspotJvm jvm =
          value(
              HotspotJvm.of(
                  garbled,
                  target.pid(),
                  maps.regions(),
                  new VmImage.Clocks(System::nanoTime, System::nanoTime)));
      PoolSearch search = jvm.poolSearch();
      ThreadPool pool = found(search, kind);
      for (int one = 1; one <= 1 << 12; one *= 4) {
        garbled.random = new Random(one);
        garbled.oneOf = one;
        for (int i = 0; i < times; i++) {
          search
              .workers()
              .map(PoolSearch.Found::pools)
              .toOptional()
              .ifPresent(
                  pools -> pools.forEach(each -> assertThat(each.sampler().sample()).isNotNull()));
          assertThat(pool.sampler().sample()).isNotNull();
          assertThat(pool.sampler().tasks(8)).isNotNull();
          assertThat(search.carriers()).isNotNull();
        }
      }
      assertThat(target.process().isAlive()).isTrue();
    }
  }

  /** Changes one word of some reads. */
  private static final class Garbled implements Memory {
    private final Memory memory;
    private Random random = new Random(0);
    private int oneOf;

    Garbled(Memory memory) {
      this.memory = memory;
    }

    @Override
    public boolean read(long address, byte[] into) {
      return memory.read(address, into);
    }

    @Override
    public boolean words(long[] addresses, long[] into) {
      boolean complete = memory.words(addresses, into);
      for (int i = 0; oneOf > 0 && i < into.length; i++) {
        if (random.nextInt(oneOf) == 0) {
          into[i] = random.nextBoolean() ? random.nextLong() : into[i] ^ (1L << random.nextInt(48));
        }
      }
      return complete;
    }

    @Override
    public Optional<String> fileAt(long address) {
      return memory.fileAt(address);
    }

    @Override
    public void renew() {
      memory.renew();
    }
  }
}
