package dev.foliot.diagnose.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.proc.TcpPorts;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A whole recording of a made-up JVM in simulated time. */
class RecordingRunTest {
  private static final long S = 1_000_000_000;
  private static final long DURATION = 10 * S;

  private final Recorded recorded = new Recorded();
  private final FakeJvm fake = new FakeJvm();

  private final class FakeJvm implements RecordingTarget, NanoClock {
    private final List<String> calls = new ArrayList<>();
    private long nowNs;
    private long startsInNs = S / 2;
    private long endsAtNs = Long.MAX_VALUE;
    private long interruptsAtNs = Long.MAX_VALUE;
    private long stopsAtNs = Long.MAX_VALUE;
    private Optional<Reason> refused = Optional.empty();
    private Optional<Reason> unreadable = Optional.empty();
    private long spanNs;
    private double cpus;

    @Override
    public long nanos() {
      return nowNs;
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
      nowNs += nanos;
      if (nowNs >= interruptsAtNs) {
        interruptsAtNs = Long.MAX_VALUE;
        throw new InterruptedException("as the test wants it");
      }
    }

    @Override
    public void await(long nanos) {
      throw new UnsupportedOperationException("nothing here waits without heeding interrupts");
    }

    @Override
    public Reading<Recorder> start(Duration atMost) {
      assertThat(atMost.toNanos()).isGreaterThan(DURATION);
      nowNs += startsInNs;
      calls.add("start");
      return refused
          .<Reading<Recorder>>map(Reading::unavailable)
          .orElseGet(() -> Reading.of(new FakeRecorder()));
    }

    private final class FakeRecorder implements Recorder {
      @Override
      public Reading<RecordingObservations> stop(
          Instant began, TcpPorts ports, long span, double processCpus) {
        calls.add("stop");
        spanNs = span;
        cpus = processCpus;
        return unreadable
            .<Reading<RecordingObservations>>map(Reading::unavailable)
            .orElseGet(() -> Reading.of(recorded.get()));
      }

      @Override
      public void close() {
        calls.add("close");
      }
    }

    @Override
    public Reading<Moment> startExceptions(Duration atMost) {
      calls.add("exceptions");
      return Reading.of(() -> calls.add("no exceptions"));
    }

    @Override
    public Reading<Long> cpuNs() {
      return Reading.of(nowNs / 2);
    }

    @Override
    public Reading<TcpPorts> ports() {
      return Reading.of(new TcpPorts(Set.of(), Set.of()));
    }

    @Override
    public ProcessState state() {
      return nowNs >= endsAtNs
          ? ProcessState.ENDED
          : nowNs >= stopsAtNs ? ProcessState.STOPPED : ProcessState.ALIVE;
    }

    @Override
    public Instant now() {
      return Instant.EPOCH.plusNanos(nowNs);
    }
  }

  private Outcome<ResourceFinding> run() {
    return new RecordingRun(fake, fake, DURATION).run();
  }

  private static Reason limit(Outcome<ResourceFinding> outcome) {
    return outcome.record().limit().orElseThrow();
  }

  @Test
  void shouldRecordUntilTheEndOfTheOthers() {
    recorded.exceptionsPerS = 30_000;

    Outcome<ResourceFinding> outcome = run();

    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
    assertThat(outcome.findings()).hasSize(1);
    assertThat(fake.nowNs).isEqualTo(DURATION);
    assertThat(fake.spanNs).isEqualTo(DURATION - S / 2);
    assertThat(fake.cpus).isBetween(0.49, 0.51);
    assertThat(fake.calls).containsExactly("start", "exceptions", "no exceptions", "stop", "close");
  }

  @Test
  void shouldRecordHalfOfTheTimeAtLeast() {
    fake.startsInNs = 9 * S;

    assertThat(run().record().status()).isEqualTo(Status.DONE);
    assertThat(fake.spanNs).isEqualTo(DURATION / 2);
  }

  @Test
  void shouldEndTheRecordingAtAnInterruptAndKeepWhatItHas() {
    recorded.exceptionsPerS = 30_000;
    fake.interruptsAtNs = 3 * S;

    Outcome<ResourceFinding> outcome = run();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(limit(outcome).is(ExaminationReason.ExaminationInterrupted.class)).isTrue();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(fake.calls).containsExactly("start", "stop", "close");
  }

  @Test
  void shouldEndTheMomentOfExceptionsAtAnInterrupt() {
    fake.interruptsAtNs = DURATION / 2 + S / 2;

    assertThat(run().record().status()).isEqualTo(Status.PARTIAL);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(fake.calls).containsExactly("start", "exceptions", "no exceptions", "stop", "close");
  }

  @Test
  void shouldSayThatTheProcessEnded() {
    fake.endsAtNs = 3 * S;

    Outcome<ResourceFinding> outcome = run();

    assertThat(outcome.record().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(outcome.record().limits())
        .singleElement()
        .isInstanceOf(ProcessReason.ProcessEnded.class);
    assertThat(fake.nowNs).isLessThan(4 * S);
    assertThat(fake.calls).containsExactly("start", "close");
  }

  @Test
  void shouldNotAskAStoppedProcess() {
    fake.stopsAtNs = 0;

    assertThat(run().record().limits()).containsExactly(new ExaminationReason.ProcessStopped());
    assertThat(fake.calls).isEmpty();
  }

  @Test
  void shouldNotWaitForAProcessThatIsStoppedMeanwhile() {
    fake.stopsAtNs = 3 * S;

    assertThat(run().record().limits()).containsExactly(new ExaminationReason.ProcessStopped());
    assertThat(fake.calls).containsExactly("start", "close");
  }

  @Test
  void shouldSayWhyThereIsNoRecording() {
    JvmReason why = new JvmReason.AttachForbidden();
    fake.refused = Optional.of(why);

    Outcome<ResourceFinding> outcome = run();

    assertThat(outcome.record().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(outcome.record().limits()).containsExactly(why);
    assertThat(outcome.besides()).isEqualTo(Outcome.Besides.NONE);
  }

  @Test
  void shouldSayThatTheRecordingIsUnreadable() {
    Reason why =
        new RecordingReason.RecordingUnreadable(RecordingReason.Recording.FLIGHT, "no magic");
    fake.unreadable = Optional.of(why);

    assertThat(run().record().limits()).containsExactly(why);
    assertThat(fake.calls).endsWith("close");
  }

  @Test
  void shouldBePartialWhereEventsAreLost() {
    recorded.lostBytes = 1 << 20;

    Outcome<ResourceFinding> outcome = run();

    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().limits()).containsExactly(new RecordingReason.EventsLost(1 << 20));
  }
}
