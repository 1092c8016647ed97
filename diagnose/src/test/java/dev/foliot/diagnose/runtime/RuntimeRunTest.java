package dev.foliot.diagnose.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.hotspot.perf.JvmCounters;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A whole examination of a made-up JVM in simulated time. */
class RuntimeRunTest {
  private final Observed observed = new Observed();
  private final FakeRuntime fake = new FakeRuntime();

  /** A JVM whose counters follow the simulated time. */
  private final class FakeRuntime implements RuntimeTarget, NanoClock {
    long cpuWaitPart;
    private long nowNs;
    private long endsAtNs = Long.MAX_VALUE;
    private long interruptsAtNs = Long.MAX_VALUE;
    private boolean isStopped;
    private int reads;
    private int polls;

    @Override
    public long nanos() {
      return nowNs;
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
      nowNs += nanos;
      if (nowNs >= interruptsAtNs) {
        throw new InterruptedException("as the test wants it");
      }
    }

    @Override
    public void await(long nanos) {
      throw new UnsupportedOperationException("nothing here waits without heeding interrupts");
    }

    @Override
    public Reading<JvmCounters> counters() {
      reads++;
      RuntimeObservations all = observed.get();
      return all.samples().isEmpty()
          ? Reading.unavailable(new JvmReason.NoJvmCounters())
          : Reading.of(
              all.samples().get((int) Math.min(25, nowNs * 25 / Observed.WALL)).counters());
    }

    @Override
    public Reading<JvmSettings> settings() {
      return Reading.of(observed.get().settings().orElseThrow());
    }

    @Override
    public Reading<CodeCacheUse> codeCache() {
      return Reading.of(observed.code);
    }

    @Override
    public Reading<CpuWork> work() {
      if (!isAlive()) {
        return Reading.unavailable(new ProcessReason.NoProcess());
      }
      double share = (double) nowNs / Observed.WALL;
      return Reading.of(
          new CpuWork(
              (long) (share * observed.work.processNs()),
              (long) (share * observed.work.gcNs()),
              (long) (share * observed.work.jitNs()),
              (long) (share * observed.work.vmNs()),
              observed.work.gcThreads(),
              observed.work.compilers()));
    }

    @Override
    public Reading<GrantedCpus> cpus() {
      return Reading.of(observed.cpus);
    }

    @Override
    public Optional<SafepointCounts> safepointCounts() {
      polls++;
      return Optional.empty();
    }

    @Override
    public List<Running> running() {
      return List.of();
    }

    @Override
    public OptionalLong cpuWaitNs() {
      return OptionalLong.of(cpuWaitPart * nowNs / 100);
    }

    @Override
    public Map<Long, Map<String, Integer>> places(List<Running> threads) {
      return Map.of();
    }

    @Override
    public boolean isAlive() {
      return nowNs < endsAtNs;
    }

    @Override
    public boolean isStopped() {
      return isStopped;
    }
  }

  private Outcome<ResourceFinding> run() {
    return new RuntimeRun(fake, fake, Observed.WALL).run();
  }

  @Test
  void shouldSayWhatItExaminedWhereNothingIsFound() {
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
    assertThat(outcome.record().summary())
        .isEqualTo("nothing stands out: collections stopped all threads for 2.0 % of the time");
    assertThat(outcome.record().lookedAt())
        .anyMatch(line -> line.startsWith("26 samples of HotSpot's counters over 5.00 s"))
        .anyMatch(line -> line.startsWith("young: 10, which stopped all threads for 100"))
        .anyMatch(line -> line.startsWith("15 safepoints"))
        .anyMatch(line -> line.startsWith("code cache: 180 MiB of 240 MiB"))
        .anyMatch(line -> line.contains("G1, 2 threads in a pause"));
    assertThat(fake.reads).isEqualTo(26);
    assertThat(fake.polls).as("no thread is late").isZero();
  }

  @Test
  void shouldLookForLateThreadsWhereThereAreSome() {
    observed.syncMs = 500;
    observed.safepointMs = 610;
    assertThat(run().findings()).hasSize(1);
    assertThat(fake.polls).isPositive();
  }

  /** Of five seconds, half a second of waits for the last thread. */
  @ParameterizedTest
  @CsvSource({"0, MEDIUM", "4, MEDIUM", "6, LOW"})
  void shouldNotAccuseThreadsThatGetNoCpu(int cpuWaitPart, Severity severity) {
    observed.syncMs = 500;
    observed.safepointMs = 610;
    fake.cpuWaitPart = cpuWaitPart;
    assertThat(run().findings().getFirst().severity()).isEqualTo(severity);
  }

  @Test
  void shouldFindWhatTheCountersShow() {
    observed.work = Observed.COLLECTING;
    observed.youngMs = 1_500;
    observed.safepointMs = 1_510;
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.record().summary())
        .isEqualTo("1 finding, first: collections take much of the time (high)");
  }

  @Test
  void shouldExamineTheRestWithoutCounters() {
    observed.hasCounters = false;
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().couldNot())
        .singleElement()
        .asString()
        .startsWith("the time in collections and at safepoints: ");
    assertThat(outcome.record().summary())
        .isEqualTo("nothing found in what was examined; " + outcome.record().reason());
    assertThat(outcome.record().lookedAt()).anyMatch(line -> line.startsWith("CPU time: "));
  }

  @Test
  void shouldKeepWhatItSawOfAProcessThatEnds() {
    fake.endsAtNs = Observed.WALL / 2;
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason()).startsWith("the process ended after 2.60 s");
    assertThat(outcome.record().lookedAt()).anyMatch(line -> line.startsWith("13 samples"));
  }

  @Test
  void shouldEndEarlyWhenItIsInterrupted() {
    fake.interruptsAtNs = Observed.WALL / 2;
    Outcome<ResourceFinding> outcome = run();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason()).startsWith("interrupted after ");
  }

  @Test
  void shouldSayThatAStoppedProcessDoesNothing() {
    fake.isStopped = true;
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason()).contains("stopped");
  }
}
