package dev.foliot.diagnose.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.reason.WordsReason;
import dev.foliot.diagnose.words.FakeWords.Writer;
import dev.foliot.diagnose.words.WordsTarget.Searched;
import dev.foliot.hotspot.code.TypeSearch;
import dev.foliot.hotspot.heap.ObjectPlace;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WordsRunTest {
  private static final long DURATION_NS = 5_000_000_000L;
  private static final long WORD = 0x7000_0010L;
  private static final long OTHER = 0x7000_0018L;
  private static final ObjectPlace COUNTER =
      new ObjectPlace("com.acme.Counter", "value", WORD - 16, false, false);
  private static final ObjectPlace SLOT = new ObjectPlace("[J", "[0]", WORD - 16, false, false);
  private static final ObjectPlace NEXT_SLOT =
      new ObjectPlace("[J", "[1]", WORD - 16, false, false);

  private final FakeWords target = new FakeWords();

  private Outcome<ResourceFinding> run() {
    return new WordsRun(target, target, DURATION_NS).run();
  }

  /** Two threads write one word, and do other work. */
  private void count(ObjectPlace place) {
    target.places.put(WORD, place);
    for (int tid = 1; tid <= 2; tid++) {
      target.writers.add(new Writer(tid, 100, WORD, 30));
      target.writers.add(new Writer(tid, 900, 0, 70));
    }
  }

  @Test
  void shouldFindAWordThatTwoThreadsWrite() {
    count(COUNTER);
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
    ResourceFinding finding = outcome.findings().getFirst();
    assertThat(finding.kind()).isEqualTo(FindingKind.CONTENDED_WORD);
    assertThat(finding.severity()).isEqualTo(Severity.HIGH);
    assertThat(finding.subject()).isEqualTo("com.acme.Counter.value at com.acme.Work.run:100");
    assertThat(finding.evidence())
        .anySatisfy(evidence -> {
          assertThat(evidence.note()).contains("worker-1 (1)", "worker-2 (2)");
          assertThat(evidence.value()).isEqualTo(2.0);
        });
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.besides().cost().hits()).isPositive();
    assertThat(outcome.besides().cost().worstThreadShare()).isLessThan(0.02);
  }

  @Test
  void shouldFindSlotsOfOneLine() {
    target.places.put(WORD, SLOT);
    target.places.put(OTHER, NEXT_SLOT);
    target.writers.add(new Writer(1, 100, WORD, 20));
    target.writers.add(new Writer(2, 200, OTHER, 10));
    target.writers.add(new Writer(1, 900, 0, 100));
    target.writers.add(new Writer(2, 900, 0, 100));
    assertThat(run().findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.kind()).isEqualTo(FindingKind.CONTENDED_LINE);
          assertThat(finding.severity()).isEqualTo(Severity.MEDIUM);
          assertThat(finding.subject()).startsWith("long[] at com.acme.Work.run:");
        });
  }

  @Test
  void shouldNotAccuseThreadsThatTakeTurns() {
    count(COUNTER);
    target.inTurn = true;
    target.ran = 0.5;
    target.wanted = 0.5;
    assertThat(run().findings()).isEmpty();
    assertThat(target.windows).isPositive();
  }

  @Test
  void shouldNotWatchLocks() {
    count(new ObjectPlace("java.util.concurrent.locks.X", "state", WORD - 16, false, true));
    assertThat(run().findings()).isEmpty();
    assertThat(target.windows).isZero();
  }

  @Test
  void shouldNotAccuseMemoryOfNoKnownObject() {
    count(COUNTER);
    target.places.clear();
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(target.windows).isZero();
    assertThat(outcome.record().lookedAt()).anyMatch(line -> line.contains("outside of known"));
  }

  @Test
  void shouldDropWindowsWhoseObjectMoved() {
    count(COUNTER);
    target.isMoving = true;
    assertThat(run().findings()).isEmpty();
    assertThat(target.windows).isPositive();
  }

  @Test
  void shouldGradeByTheShareOfTheSamples() {
    count(COUNTER);
    target.writers.add(new Writer(3, 900, 0, 800));
    assertThat(run().findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.MEDIUM));
    target.writers.add(new Writer(4, 900, 0, 8_000));
    assertThat(run().findings()).isEmpty();
  }

  @Test
  void shouldFindChecksThatFail() {
    TypeSearch miss = new TypeSearch(0x1000, 0x2000);
    TypeSearch hit = new TypeSearch(0x3000, 0x2000);
    target.searches.put(300L, miss);
    target.searches.put(400L, hit);
    target.types.put(miss, new Searched("com.acme.Order", "com.acme.Urgent", true));
    target.types.put(hit, new Searched("com.acme.Order", "com.acme.Sized", false));
    target.writers.add(new Writer(1, 300, 0, 10));
    target.writers.add(new Writer(1, 400, 0, 30));
    target.writers.add(new Writer(1, 900, 0, 60));
    assertThat(run().findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.kind()).isEqualTo(FindingKind.FAILED_TYPE_CHECKS);
          assertThat(finding.severity()).isEqualTo(Severity.MEDIUM);
          assertThat(finding.subject())
              .isEqualTo("com.acme.Order checked for com.acme.Urgent at com.acme.Work.run:300");
          assertThat(finding.grade().severityReasonCode())
              .isEqualTo(new WordsReason.ChecksFailed(0.1, 50, 500, 150));
        });
  }

  @Test
  void shouldSayWhyNothingCanBeSampled() {
    count(COUNTER);
    target.sampling = Optional.of(new SystemReason.NoPerfEvents("perf event"));
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(outcome.record().couldNot()).hasSize(1);
  }

  @Test
  void shouldSayThatTheProcessorIsNotDecoded() {
    target.unreadable = Optional.of(new WordsReason.InstructionsUnknown("aarch64"));
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(outcome.record().reason()).contains("aarch64", "x86-64");
  }

  @Test
  void shouldSayThatSamplesHaveNoRegisters() {
    count(COUNTER);
    target.hasRegisters = false;
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().couldNot()).hasSize(1);
  }

  /** Threads that hardly run may be in the kernel whenever they are sampled. */
  @Test
  void shouldNotMissTheRegistersOfAFewSamples() {
    target.hasRegisters = false;
    target.writers.add(new Writer(1, 100, 0, 3));
    assertThat(run().record().status()).isEqualTo(Status.DONE);
  }

  @Test
  void shouldSayWhyNothingCanBeWatched() {
    count(COUNTER);
    target.watching = Optional.of(new SystemReason.NoPerfEvents("watchpoint"));
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().couldNot()).hasSize(1);
  }

  @Test
  void shouldEndWithTheProcess() {
    count(COUNTER);
    target.diesAt = target.nanos() + DURATION_NS / 2;
    assertThat(run().record().status()).isEqualTo(Status.PARTIAL);
  }

  @Test
  void shouldEndOnAnInterrupt() {
    count(COUNTER);
    Thread.currentThread().interrupt();
    Outcome<ResourceFinding> outcome = run();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
  }
}
