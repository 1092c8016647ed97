package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.reason;
import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.LockSampler;
import dev.foliot.hotspot.locks.ReferenceQueues;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.hotspot.pool.PoolSearch;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.memory.TargetMemory;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Samples of the threads of live JVMs. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
@EnabledOnOs(OS.LINUX)
class LockSamplerTest {
  private static final Path LIVE = Path.of("/");

  /** Samples until a thread of that name fits. */
  private static ThreadSample found(
      LockSampler sampler, String name, Predicate<ThreadSample> fitting) {
    while (true) { // the test's time limit ends it
      if (sampler.sample() instanceof Reading.Value<LockSample>(LockSample sample)) {
        Optional<ThreadSample> thread =
            sample.threads().stream()
                .filter(one -> one.name().startsWith(name))
                .filter(fitting)
                .findFirst();
        if (thread.isPresent()) {
          return thread.get();
        }
      }
    }
  }

  private static ThreadSample waiting(LockSampler sampler, String name) {
    return found(
        sampler,
        name,
        thread ->
            thread.awaited().filter(wait -> wait.isForLock() && wait.ownerTid() > 0).isPresent());
  }

  private static Wait wait(ThreadSample thread) {
    return thread.awaited().orElseThrow();
  }

  @BeforeAll
  static void compile() {
    TargetJvm.compileFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "17, -XX:+UseG1GC",
    "17, -XX:+UseSerialGC -XX:-UseCompressedOops",
    "17, -XX:+UseParallelGC -XX:-UseCompressedClassPointers",
    "17, -XX:+UseZGC",
    "17, -XX:+UseShenandoahGC",
    "17, -XX:TieredStopAtLevel=1",
    "21, -XX:+UseG1GC",
    "21, -XX:+UseZGC -XX:+ZGenerational",
    "25, -XX:+UseG1GC",
    "25, -XX:+UseSerialGC -XX:+UseCompactObjectHeaders",
    "25, -XX:+UseZGC",
    "25, -XX:+UseShenandoahGC -XX:+UseCompactObjectHeaders",
    "25, -XX:+UseParallelGC -XX:-UseCompressedOops",
  })
  void shouldSeeWhoWaitsForWhomInADeadlock(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofWaits(feature, flags, "deadlock");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      LockSampler sampler = jvm.lockSampler();
      ThreadSample first = waiting(sampler, "first of a long name");
      ThreadSample second = waiting(sampler, "second");
      ThreadSample third = waiting(sampler, "third");
      assertThat(wait(first).kind()).isEqualTo(Wait.Kind.LOCK);
      assertThat(wait(first).className())
          .isEqualTo("java.util.concurrent.locks.ReentrantLock$NonfairSync");
      assertThat(wait(first).ownerTid()).isEqualTo(second.tid());
      assertThat(wait(second).kind()).isEqualTo(Wait.Kind.MONITOR);
      assertThat(wait(second).className()).isEqualTo("acme.Waits$Account");
      assertThat(wait(second).ownerTid()).isEqualTo(first.tid());
      assertThat(wait(third).ownerTid()).isEqualTo(first.tid());
      assertThat(place(sampler.stack(first))).isEqualTo("monitorFirst " + line("wants lock"));
      assertThat(place(sampler.stack(second))).isEqualTo("lockFirst " + line("wants monitor"));
      assertThat(place(sampler.stack(third))).isEqualTo("add " + line("contended monitor"));
      if (flags.equals("-XX:+UseG1GC")) {
        assertThat(target.jcmd("Thread.print"))
            .as("what the JVM itself says")
            .anyMatch(line -> line.contains("Found one Java-level deadlock"))
            .anyMatch(line -> line.equals("\"first of a long name\":"))
            .anyMatch(line -> line.equals("\"second\":"));
      }
    }
  }

  private static int line(String mark) {
    return TargetJvm.markedLine("Waits.java", mark);
  }

  private static String place(List<JavaFrame> frames) {
    return frames.stream()
        .filter(frame -> frame.className().startsWith("acme."))
        .findFirst()
        .map(frame -> frame.method() + " " + frame.line())
        .orElse("no frame of the program in " + frames);
  }

  /** The owner has the object on a list of its own, or in its stack, and not in the monitor. */
  @ParameterizedTest
  @CsvSource({
    "17, -XX:+UseG1GC",
    "21, -XX:+UnlockExperimentalVMOptions -XX:LockingMode=2",
    "21, -XX:+UnlockExperimentalVMOptions -XX:LockingMode=1",
    "25, -XX:+UnlockDiagnosticVMOptions -XX:+UseObjectMonitorTable",
    "25, -XX:+UseZGC",
  })
  void shouldFindAnOwnerThatNeverHadToWait(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofWaits(feature, flags, "reader");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      LockSampler sampler = jvm.lockSampler();
      ThreadSample owner = found(sampler, "owner", thread -> true);
      ThreadSample waiter = waiting(sampler, "waiter");
      assertThat(wait(waiter).ownerTid()).isEqualTo(owner.tid());
    }
  }

  /** The true states come from the JVM itself. */
  @ParameterizedTest
  @CsvSource({
    "17, monitor, teller-",
    "25, monitor, teller-",
    "17, lock, clerk-",
    "25, lock, clerk-"
  })
  void shouldSeeAllThreadsThatShareALock(int feature, String kind, String name) {
    try (TargetJvm target = TargetJvm.ofWaits(feature, "-Xmn8m", kind);
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      LockSampler sampler = jvm.lockSampler();
      Set<String> waiters = new HashSet<>();
      Set<Long> owners = new HashSet<>();
      Set<String> places = new HashSet<>();
      while (waiters.size() < 4 || owners.size() < 4) { // the test's time limit ends it
        ThreadSample thread = waiting(sampler, name);
        for (ThreadSample one : value(sampler.sample()).threads()) {
          one.awaited()
              .filter(wait -> wait.isForLock() && wait.ownerTid() > 0)
              .ifPresent(wait -> {
                assertThat(one.name()).startsWith(name);
                waiters.add(one.name());
                owners.add(wait.ownerTid());
              });
        }
        List<JavaFrame> frames = sampler.stack(thread);
        if (!frames.isEmpty()) {
          places.add(place(frames));
        }
      }
      assertThat(places)
          .contains(
              kind.equals("lock")
                  ? "addLocked " + line("contended lock")
                  : "add " + line("contended monitor"));
      List<String> dump = target.jcmd("Thread.print");
      for (String waiter : waiters) {
        assertThat(dump).anyMatch(line -> line.startsWith("\"" + waiter + "\""));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"17, -XX:+UseG1GC", "25, -XX:+UseZGC", "25, -XX:+UseG1GC"})
  void shouldSeeNoWaitForALockWhereEachThreadHasItsOwn(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofWaits(feature, flags, "quiet");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      LockSampler sampler = jvm.lockSampler();
      for (int i = 0; i < 200; i++) {
        if (sampler.sample() instanceof Reading.Value<LockSample>(LockSample sample)) {
          assertThat(sample.threads())
              .filteredOn(thread -> thread.name().startsWith("apart-"))
              .allMatch(thread -> thread.awaited().filter(Wait::isForLock).isEmpty());
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"17", "25"})
  void shouldKnowATaskThatNobodyHasBegun(int feature) {
    try (TargetJvm target = TargetJvm.ofWaits(feature, "-XX:+UseSerialGC", "starved");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      LockSampler sampler = jvm.lockSampler();
      ThreadSample worker =
          found(
              sampler,
              "pool-1-thread-",
              thread -> thread.awaited().filter(sampler::isForUnbegunTask).isPresent());
      assertThat(wait(worker).className()).isEqualTo("java.util.concurrent.FutureTask");
      assertThat(place(sampler.stack(worker))).endsWith(" " + line("waits for its own pool"));
      boolean isOwn = false;
      while (!isOwn) { // the test's time limit ends it
        ThreadSample now = found(sampler, "pool-1-thread-", thread -> thread.awaited().isPresent());
        isOwn =
            jvm.poolSearch().workers().map(PoolSearch.Found::pools).orElse(List.of()).stream()
                .peek(pool -> assertThat(pool.sampler().sample()).isNotNull())
                .anyMatch(pool -> sampler.isForOneOf(wait(now), pool.sampler().tasks(64)));
      }
    }
  }

  @Test
  void shouldSeeVirtualThreadsThatKeepTheirCarrier() {
    try (TargetJvm target =
            TargetJvm.ofWaits(21, "-Djdk.virtualThreadScheduler.parallelism=2", "pinned");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      LockSampler sampler = jvm.lockSampler();
      ThreadSample carrier =
          found(
              sampler,
              "ForkJoinPool-1-worker-",
              thread ->
                  thread.isMounted() && place(sampler.stack(thread)).startsWith("sleepWithin"));
      assertThat(carrier.isCarrier()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"17, -XX:+UseG1GC", "17, -XX:+UseZGC", "25, -XX:+UseSerialGC", "25, -XX:+UseZGC"})
  void shouldCountObjectsThatWaitForTheirFinalizer(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofWaits(feature, flags, "finalized");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      ReferenceQueues queues = jvm.referenceQueues();
      long objects = 0;
      while (objects < 500) { // the test's time limit ends it
        objects = queues.finalizers().orElse(0L);
      }
      ThreadSample finalizer =
          found(
              jvm.lockSampler(),
              "Finalizer",
              thread -> thread.state() == ThreadSample.State.BLOCKED);
      assertThat(finalizer.tid()).isPositive();
    }
  }

  @Test
  void shouldSayThatTheProcessHasEnded() throws Exception {
    try (TargetJvm target = TargetJvm.ofWaits(25, "-XX:+UseSerialGC", "deadlock");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      LockSampler sampler = jvm.lockSampler();
      ThreadSample thread = waiting(sampler, "second");
      target.process().destroyForcibly().waitFor();
      assertThat(reason(sampler.sample())).isNotBlank();
      assertThat(sampler.stack(thread)).isEmpty();
      assertThat(sampler.isForUnbegunTask(wait(thread))).isFalse();
      assertThat(reason(jvm.referenceQueues().finalizers())).isNotBlank();
    }
  }

  /** Any answer is fine, but it must come quickly and without an exception. */
  @ParameterizedTest
  @CsvSource({"17, -XX:+UseG1GC", "25, -XX:+UseZGC"})
  void shouldSurviveMemoryThatIsChanged(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofWaits(feature, flags, "deadlock");
        TargetMemory memory = value(TargetMemory.open(LIVE, target.pid()))) {
      ProcessMaps maps = value(ProcessMaps.of(LIVE, target.pid()));
      Garbled garbled = new Garbled(Memory.ofProcess(LIVE, target.pid(), memory, maps));
      HotspotJvm jvm =
          value(
              HotspotJvm.of(
                  garbled,
                  target.pid(),
                  maps.regions(),
                  new VmImage.Clocks(System::nanoTime, System::nanoTime)));
      LockSampler sampler = jvm.lockSampler();
      assertThat(waiting(sampler, "second").name()).isEqualTo("second");
      for (int one = 1; one <= 1 << 12; one *= 4) {
        garbled.random = new Random(one);
        garbled.oneOf = one;
        for (int i = 0; i < 20; i++) {
          switch (sampler.sample()) {
            case Reading.Unavailable<LockSample> none -> assertThat(none.reason()).isNotBlank();
            case Reading.Value<LockSample>(LockSample sample) ->
                sample
                    .threads()
                    .forEach(thread -> {
                      assertThat(sampler.stack(thread)).isNotNull();
                      thread.awaited().ifPresent(sampler::isForUnbegunTask);
                    });
          }
          assertThat(jvm.referenceQueues().finalizers()).isNotNull();
        }
      }
      assertThat(target.process().isAlive()).isTrue();
    }
  }

  /** Changes one word of some reads. */
  static final class Garbled implements Memory {
    private final Memory memory;
    Random random = new Random(0);
    int oneOf;

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
