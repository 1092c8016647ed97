package dev.foliot.diagnose.memory;

import static dev.foliot.diagnose.memory.FakeJvm.MB;
import static dev.foliot.diagnose.memory.FakeJvm.SECOND_NS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.memory.DirectBuffers.Counted;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.hotspot.memory.MemoryAccounts;
import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.NativeMemory;
import dev.foliot.hotspot.memory.NativeMemory.Category;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.text.Examined;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryRunTest {
  private static final long SPAN_NS = 5 * SECOND_NS;

  private final FakeJvm jvm = new FakeJvm();

  private Outcome<ResourceFinding> run() {
    return new MemoryRun(jvm, jvm, SPAN_NS, Optional.empty()).run();
  }

  private Outcome<ResourceFinding> run(Reading<MemoryAccounts> asked) {
    return new MemoryRun(jvm, jvm, SPAN_NS, Optional.of(asked)).run();
  }

  private static ResourceFinding only(Outcome<ResourceFinding> outcome) {
    assertThat(outcome.findings()).hasSize(1);
    ResourceFinding finding = outcome.findings().getFirst();
    assertThat(finding.advice().remedies()).allSatisfy(one -> assertThat(one).contains("Proof: "));
    assertThat(finding.evidence()).isNotEmpty();
    return finding;
  }

  @Test
  void shouldFindNothingInAHealthyJvmAndTellItsParts() {
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
    assertThat(outcome.record().summary()).isEqualTo("nothing stands out: 230 MiB are in RAM");
    assertThat(outcome.record().couldNot()).isEmpty();
    assertThat(outcome.record().lookedAt())
        .contains("6 looks over 5.00 s; in RAM at the end: 230 MiB, in swap: 3.00 MiB")
        .contains("the Java heap: 200 MiB, 87 %")
        .contains("malloc's heap and arenas: 20.0 MiB, 8.7 %")
        .contains(
            "thread stacks: 10.0 MiB, 4.3 % (touched, of 10.0 MiB that 1 Java thread reserved)");
    assertThat(jvm.fullLooks).isEqualTo(6);
    assertThat(jvm.nowNs).isEqualTo(SPAN_NS);
  }

  @Test
  void shouldNameNativeMemoryThatGrows() {
    jvm.mallocPerS = 10 * MB;
    ResourceFinding finding = only(run());
    assertThat(finding.kind()).isEqualTo(FindingKind.NATIVE_MEMORY_GROWTH);
    assertThat(finding.severity()).isEqualTo(Severity.HIGH);
    assertThat(finding.grade().severityReason())
        .contains("by 50.0 MiB, 10.0 MiB/s", "doubles in 28 s", "reported from 16 MiB");
    assertThat(finding.evidence().getFirst().value()).isEqualTo(10.0);
    assertThat(finding.evidence().getFirst().unit()).isEqualTo("MiB/s");
    assertThat(finding.evidence().get(1).name()).contains("malloc");
  }

  @Test
  void shouldTellDirectMemoryFromOtherNativeMemory() {
    jvm.mallocPerS = 10 * MB;
    jvm.directPerS = 9 * MB;
    ResourceFinding finding = only(run());
    assertThat(finding.kind()).isEqualTo(FindingKind.DIRECT_MEMORY_GROWTH);
    assertThat(finding.subject()).isEqualTo("direct memory");
    jvm.nowNs = 0;
    jvm.directPerS = 2 * MB;
    assertThat(only(run()).kind()).isEqualTo(FindingKind.NATIVE_MEMORY_GROWTH);
  }

  @Test
  void shouldNameMetaspaceThatGrows() {
    jvm.metaspacePerS = 10 * MB;
    ResourceFinding finding = only(run());
    assertThat(finding.kind()).isEqualTo(FindingKind.METASPACE_GROWTH);
    assertThat(finding.subject()).isEqualTo("metaspace");
  }

  @ParameterizedTest
  @CsvSource({"8, 8, MEDIUM", "12, 24, HIGH"})
  void shouldNameManyLargeArenas(int arenas, long mib, Severity severity) {
    jvm.arenas = arenas;
    jvm.arenaBytes = mib * MB;
    ResourceFinding finding = only(run());
    assertThat(finding.kind()).isEqualTo(FindingKind.MALLOC_ARENAS);
    assertThat(finding.severity()).isEqualTo(severity);
    assertThat(finding.evidence().getLast().value()).isNull();
  }

  @Test
  void shouldNotNameAFewArenasOrSmallOnes() {
    jvm.arenas = 4;
    jvm.arenaBytes = 40 * MB;
    assertThat(run().findings()).isEmpty();
    jvm.nowNs = 0;
    jvm.arenas = 30;
    jvm.arenaBytes = 2 * MB;
    assertThat(run().findings()).isEmpty();
  }

  /** Small direct buffers lie in arenas, and no setting of malloc makes them fewer. */
  @Test
  void shouldNotBlameArenasForDirectBuffers() {
    jvm.arenas = 12;
    jvm.arenaBytes = 24 * MB;
    List<NativeMemory.Range> inArenas = new ArrayList<>();
    for (long i = 0; i < jvm.arenas; i++) {
      long start = (1_000 + i) * 64 * MB;
      inArenas.add(new NativeMemory.Range(start, start + 23 * MB, MemoryPart.DIRECT_BUFFERS));
    }
    jvm.direct = new DirectBuffers(12, 276 * MB, 0, 0, 0, inArenas);
    jvm.counted = new Counted(276 * MB, 12, 512 * MB);
    assertThat(run().findings()).isEmpty();
  }

  @Test
  void shouldNotNameGrowthBelowItsThreshold() {
    jvm.mallocPerS = 3 * MB;
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().lookedAt())
        .anySatisfy(line -> assertThat(line).endsWith("; grows by 3.00 MiB/s"));
  }

  @Test
  void shouldNameBuffersOfOldOwners() {
    jvm.direct = new DirectBuffers(110, 110 * MB, 100, 100 * MB, 0, List.of());
    jvm.counted = new Counted(110 * MB, 110, 512 * MB);
    ResourceFinding finding = only(run());
    assertThat(finding.kind()).isEqualTo(FindingKind.PROMOTED_BUFFERS);
    assertThat(finding.severity()).isEqualTo(Severity.LOW);
    assertThat(finding.evidence().getFirst().value()).isEqualTo(100.0);
    assertThat(finding.advice().explanation()).contains("unknown from outside");
    jvm.counted = new Counted(480 * MB, 110, 512 * MB);
    assertThat(only(run()).severity()).isEqualTo(Severity.HIGH);
  }

  @Test
  void shouldNameStacks() {
    jvm.stackBytes = 300 * MB;
    ResourceFinding large = only(run());
    assertThat(large.kind()).isEqualTo(FindingKind.THREAD_STACKS);
    assertThat(large.severity()).isEqualTo(Severity.HIGH);
    jvm.stackBytes = 10 * MB;
    jvm.nowNs = 0;
    jvm.threadsPerS = 10;
    ResourceFinding growing = only(run());
    assertThat(growing.kind()).isEqualTo(FindingKind.THREAD_GROWTH);
    assertThat(growing.grade().severityReason()).contains("10.0 a second", "10,000 more in 17 min");
    assertThat(growing.severity()).isEqualTo(Severity.MEDIUM);
  }

  @Test
  void shouldReadTheAddressSpaceAtTheEndsOnlyWhereThatIsSlow() {
    jvm.lookNs = SECOND_NS / 2;
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
    assertThat(outcome.record().lookedAt())
        .anySatisfy(line -> assertThat(line).contains("only the first and the last took one"));
    assertThat(jvm.fullLooks).isEqualTo(2);
  }

  @Test
  void shouldNameGrowthAlsoWhereALookAtTheAddressSpaceIsSlow() {
    jvm.lookNs = SECOND_NS / 2;
    jvm.mallocPerS = 10 * MB;
    ResourceFinding finding = only(run());
    assertThat(finding.kind()).isEqualTo(FindingKind.NATIVE_MEMORY_GROWTH);
    assertThat(finding.subject()).isEqualTo("memory outside of the heap");
  }

  @Test
  void shouldNotTakeGrowthOfTheHeapForOneOutsideOfIt() {
    jvm.lookNs = SECOND_NS / 2;
    jvm.heapPerS = 40 * MB;
    jvm.mallocPerS = 10 * MB;
    assertThat(run().findings()).isEmpty();
  }

  @Test
  void shouldKeepThePartsAndTheFindingsOfTheLastLookThatHasThem() {
    jvm.direct = new DirectBuffers(110, 110 * MB, 100, 100 * MB, 0, List.of());
    jvm.closesAtNs = 5 * SECOND_NS;
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().lookedAt())
        .contains("the Java heap: 200 MiB, 87 %")
        .contains("the parts are those of an earlier look: the last one could not tell them");
    assertThat(only(outcome).kind()).isEqualTo(FindingKind.PROMOTED_BUFFERS);
  }

  @Test
  void shouldKeepWhatItSawWhenTheProcessEnds() {
    jvm.endsAtNs = 2 * SECOND_NS;
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason()).isEqualTo("the process ended after 2.00 s");
    assertThat(outcome.record().lookedAt()).isNotEmpty();
    jvm.nowNs = jvm.endsAtNs;
    assertThat(run().record().status()).isEqualTo(Status.UNAVAILABLE);
  }

  @Test
  void shouldEndEarlyWhenItIsInterrupted() {
    jvm.interruptsAtNs = 3 * SECOND_NS;
    Outcome<ResourceFinding> outcome = run();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason()).isEqualTo("interrupted after 3.00 s");
    assertThat(outcome.record().lookedAt().getFirst()).startsWith("3 looks");
  }

  @Test
  void shouldSayThatAStoppedProcessCannotGrow() {
    jvm.stopped = true;
    Outcome<ResourceFinding> outcome = run(Reading.of(new Books()));
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason()).contains("is stopped", "SIGCONT");
    assertThat(outcome.record().couldNot())
        .anySatisfy(line -> assertThat(line).contains("answers nobody"));
  }

  @Test
  void shouldSayWhatIsClosed() {
    jvm.closesAtNs = 0;
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().couldNot())
        .containsExactly(
            "which direct buffers belong to old objects: mem is closed to this user (run as"
                + " root)",
            "what of the memory is where: smaps is closed to this user (run as root)");
  }

  @Test
  void shouldTellTheAccountsOfAJvmThatIsAsked() {
    Outcome<ResourceFinding> outcome = run(Reading.of(new Books()));
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
    assertThat(outcome.record().lookedAt())
        .contains("objects take 33.0 MiB of the heap, dead ones included")
        .anySatisfy(line ->
            assertThat(line)
                .startsWith("by the JVM's own accounts")
                .contains("Java Heap 200 MiB, GC 9.00 MiB (+4.00 MiB)"));
  }

  @Test
  void shouldSayWhyTheJvmDoesNotTell() {
    Outcome<ResourceFinding> outcome = run(Reading.unavailable(new JvmReason.AttachForbidden()));
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().limits())
        .containsExactly(
            new ExaminationReason.NotExamined(
                Examined.JVM_ANSWERS, "", new JvmReason.AttachForbidden()));
  }

  /** Grows in one account from the first question to the second. */
  private static final class Books implements MemoryAccounts {
    @Override
    public Reading<NativeMemory> books(boolean full) {
      return Reading.of(
          new NativeMemory(
              Map.of(
                  "Java Heap",
                  new Category(0, 200 * MB),
                  "GC",
                  new Category(full ? 9 * MB : 5 * MB, 0)),
              List.of()));
    }

    @Override
    public Reading<Long> heapUsed() {
      return Reading.of(33 * MB);
    }
  }
}
