package dev.foliot.diagnose.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.hotspot.perf.JvmCounters;
import dev.foliot.linux.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Late threads of a made-up JVM in simulated time. */
class LateThreadsTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;

  /** A safepoint begins every 100 ms; its last thread stops after some time. */
  private static final class Late implements RuntimeTarget, NanoClock {
    private long nowNs;
    private long lateNs;
    private long lookNs;
    private int looks;

    private boolean isLate() {
      return nowNs % (100 * MS) < lateNs;
    }

    @Override
    public Optional<SafepointCounts> safepointCounts() {
      long begun = nowNs / (100 * MS) + 1;
      return Optional.of(new SafepointCounts(begun, isLate() ? begun - 1 : begun));
    }

    @Override
    public List<Running> running() {
      looks++;
      nowNs += lookNs;
      return List.of(new Running(7, "checksum-1"));
    }

    @Override
    public OptionalLong cpuWaitNs() {
      return OptionalLong.empty();
    }

    @Override
    public Map<Long, Map<String, Integer>> places(List<Running> threads) {
      nowNs += 2 * MS;
      return Map.of(7L, Map.of(isLate() ? "com.acme.Sum.of:7" : "com.acme.Later.on:9", 8));
    }

    @Override
    public long nanos() {
      return nowNs;
    }

    @Override
    public void sleep(long nanos) {
      nowNs += nanos;
    }

    @Override
    public void await(long nanos) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Reading<JvmCounters> counters() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Reading<JvmSettings> settings() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Reading<CodeCacheUse> codeCache() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Reading<CpuWork> work() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Reading<GrantedCpus> cpus() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isAlive() {
      return true;
    }

    @Override
    public boolean isStopped() {
      return false;
    }
  }

  private final Late target = new Late();

  private List<LateThreads.Late> watch() throws InterruptedException {
    LateThreads late = new LateThreads(target, target);
    late.watch(SECOND);
    assertThat(target.nowNs).isGreaterThanOrEqualTo(SECOND);
    return late.found();
  }

  @Test
  void shouldNameTheThreadThatStillRunsWhileASafepointBegins() throws InterruptedException {
    target.lateNs = 10 * MS;
    assertThat(watch())
        .singleElement()
        .satisfies(late -> {
          assertThat(late.name()).isEqualTo("checksum-1");
          assertThat(late.times()).isEqualTo(late.looks()).isGreaterThanOrEqualTo(9);
          assertThat(late.place()).isEqualTo("com.acme.Sum.of:7");
          assertThat(late.places()).as("what ran later").hasSize(1);
        });
  }

  @Test
  void shouldDropALookThatEndedAfterTheSafepointHadBegun() throws InterruptedException {
    target.lateNs = 2 * MS;
    target.lookNs = 3 * MS;
    assertThat(watch()).isEmpty();
    assertThat(target.looks).isPositive();
  }

  @Test
  void shouldNotLookWhereThreadsStopAtOnce() throws InterruptedException {
    assertThat(watch()).isEmpty();
    assertThat(target.looks).isZero();
  }
}
