package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.sharing.Verdict.Harm;
import dev.foliot.diagnose.watch.CpuUse;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.perf.PerfEvent.Access;
import dev.foliot.linux.perf.PerfEvent.Watchpoint;
import dev.foliot.linux.perf.Watchpoints.Window;
import dev.foliot.store.diagnosis.WriteRate.Bound;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SharingJudgeTest {
  private static final long MS = 1_000_000;
  private static final double HIT_NS = 13_000;
  private static final long KLASS = 0x7f00_0000_4000L;
  private static final CacheLine LINE = new CacheLine(64, 8);
  private static final FieldWord SUPERS = new FieldWord("_secondary_supers", 40, 8);

  private final CandidateClass candidate = candidate(KLASS);

  private static CandidateClass candidate(long address) {
    LoadedClass type = new LoadedClass(address, "C", "app", false, false, 2, 48, 0x7000, 3);
    return candidate(type, Map.of(8L, 5, 16L, 5));
  }

  private static CandidateClass candidate(LoadedClass type, Map<Long, Integer> samples) {
    return new CandidateClass(new CacheScan.Candidate(type, 9, samples), FakeTarget.LAYOUT, LINE);
  }

  @Test
  void shouldNotTakeAValueThatWasSeenOnceForOneOfThose() {
    CandidateClass often = candidate(candidate.type(), Map.of(8L, 500, 16L, 2, 24L, 1));
    assertThat(often.values()).containsExactly(8L, 16L);
    CandidateClass seldom = candidate(candidate.type(), Map.of(8L, 20, 24L, 1));
    assertThat(seldom.values()).containsExactly(8L, 24L);
  }

  private static Window window(long nanos, Map<Integer, Long> hits) {
    return new Window(new Watchpoint(Access.WRITE, KLASS + 32, 8), nanos, hits, Set.of());
  }

  private void wrote(Map<Integer, Long> hits) {
    Window window = window(5 * MS, hits);
    candidate.traffic().wrote(window, hits.keySet(), false);
    candidate.overlap().counted(window, HIT_NS);
  }

  /** Writers that use one CPU together, and readers that use another. */
  @BeforeEach
  void use() {
    candidate.overlap().used(FakeTarget.sleepless(1.0, 1.0));
    candidate.used(2, FakeTarget.sleepless(2.0, 2.0));
    candidate.used(3, FakeTarget.sleepless(2.0, 2.0));
  }

  private Verdict verdict() {
    return SharingJudge.judge(candidate.observed());
  }

  /** The expected sharing; for field reads, of the one field that is read. */
  private static Verdict.Sharing sharing(
      Harm harm,
      Set<Integer> writers,
      Set<Integer> wordReaders,
      Map<FieldWord, Set<Integer>> readers,
      boolean isByAddress,
      boolean together,
      boolean meanwhile) {
    return new Verdict.Sharing(
        harm,
        writers,
        wordReaders,
        readers,
        readers.keySet().stream().findFirst(),
        isByAddress,
        together,
        meanwhile);
  }

  private String none() {
    return ((Verdict.None) verdict()).why().text();
  }

  @Test
  void shouldReadTheFieldsOfTheWrittenOnesLineFirst() {
    assertThat(candidate.read()).extracting(FieldWord::offset).containsExactly(40, 20, 48, 56, 64);
    assertThat(candidate(KLASS + 24).read())
        .extracting(FieldWord::name)
        .containsExactly(
            "_super_check_offset",
            "_secondary_supers",
            "_primary_supers[0]",
            "_primary_supers[1]",
            "_primary_supers[2]");
  }

  @Test
  void shouldConvictTwoWriters() {
    wrote(Map.of(1, 300L, 2, 280L));
    wrote(Map.of(1, 310L, 2, 300L));
    assertThat(verdict())
        .isEqualTo(
            sharing(Harm.SEVERAL_WRITE, Set.of(1, 2), Set.of(), Map.of(), false, true, false));
  }

  /** Two in one window, each for a part of it. */
  @Test
  void shouldDoubtThatTwoWritersWriteAtTheSameTime() {
    wrote(Map.of(1, 200L, 2, 180L));
    wrote(Map.of(1, 310L));
    assertThat(verdict())
        .isEqualTo(
            sharing(Harm.SEVERAL_WRITE, Set.of(1, 2), Set.of(), Map.of(), false, false, false));
  }

  @Test
  void shouldAcquitWritersThatTakeTurns() {
    for (int i = 0; i < 8; i++) {
      wrote(Map.of(1 + i % 2, 380L));
    }
    assertThat(none()).startsWith("2 threads take turns to write it").contains("no other reads");
  }

  @Test
  void shouldConvictWritersThatTakeTurnsOfDisturbingAReader() {
    for (int i = 0; i < 8; i++) {
      wrote(Map.of(1 + i % 2, 380L));
    }
    candidate.traffic().read(SUPERS, window(MS, Map.of(1, 40L, 2, 40L, 3, 75L)));
    assertThat(verdict())
        .isEqualTo(
            sharing(
                Harm.FIELD_READ,
                Set.of(1, 2),
                Set.of(),
                Map.of(SUPERS, Set.of(3)),
                false,
                false,
                true));
  }

  @Test
  void shouldNotTakeAStrayWriteForAWriter() {
    wrote(Map.of(1, 380L, 2, 4L));
    wrote(Map.of(1, 380L));
    assertThat(none()).contains("one thread writes it");
  }

  @Test
  void shouldNotTakeOneBurstForTraffic() {
    wrote(Map.of(1, 380L, 2, 380L));
    wrote(Map.of());
    wrote(Map.of());
    assertThat(none()).isEqualTo("written in 1 of 3 watched windows: it does not go on");
  }

  @Test
  void shouldAcquitFewWrites() {
    for (int i = 0; i < 8; i++) {
      wrote(Map.of(1, 1L, 2, 2L));
    }
    assertThat(none()).contains("about 600 writes a second, fewer than the 1,000");
  }

  @Test
  void shouldConvictOneWriterWithAReaderOnItsLine() {
    wrote(Map.of(1, 380L));
    wrote(Map.of(1, 380L));
    candidate.traffic().read(SUPERS, window(MS, Map.of(1, 40L, 2, 20L)));
    assertThat(none()).contains("no other reads its line");
    candidate.traffic().read(SUPERS, window(MS, Map.of(1, 40L, 2, 20L)));
    assertThat(verdict())
        .isEqualTo(
            sharing(
                Harm.FIELD_READ,
                Set.of(1),
                Set.of(),
                Map.of(SUPERS, Set.of(2)),
                false,
                false,
                true));
  }

  private void touched(Map<Integer, Long> writes, Map<Integer, Long> all) {
    candidate.traffic().readWritten(window(MS, all), writes.keySet());
  }

  /** A task that moves between threads, one of them without a counted write: it wants one CPU. */
  @Test
  void shouldNotTakeForAReaderWhoReadsInItsTurn() {
    for (int i = 0; i < 8; i++) {
      wrote(Map.of(1 + i % 2, 380L));
    }
    candidate.traffic().read(SUPERS, window(MS, Map.of(3, 75L)), Set.of());
    candidate.traffic().read(SUPERS, window(MS, Map.of(1, 40L, 3, 30L)), Set.of(1));
    candidate.used(3, FakeTarget.sleepless(1.0, 1.0));
    assertThat(none())
        .startsWith("2 threads take turns to write it")
        .contains("1 other thread reads its line, as far as can be told in turn with it");
    candidate.used(3, FakeTarget.sleepless(1.2, 1.2));
    assertThat(((Verdict.Sharing) verdict()).isReadMeanwhile()).isFalse();
    candidate.used(3, FakeTarget.sleepless(1.6, 1.6));
    assertThat(((Verdict.Sharing) verdict()).isReadMeanwhile()).as("they ran together").isTrue();
  }

  /**
   * A thread that wakes the next one stays behind it on its CPU until that one sleeps: both want
   * it.
   */
  @Test
  void shouldDoubtWhoOnlyWaitedForACpu() {
    for (int i = 0; i < 8; i++) {
      wrote(Map.of(1 + i % 2, 380L));
    }
    candidate.traffic().read(SUPERS, window(MS, Map.of(3, 75L)), Set.of());
    candidate.used(3, new CpuUse(0.95, 1.9, 2e6));
    assertThat(none()).as("each sleeps every 2 ms").contains("in turn with it");
    candidate.used(3, FakeTarget.sleepless(0.95, 1.9));
    assertThat(((Verdict.Sharing) verdict()).isReadMeanwhile()).isFalse();
    candidate.traffic().met(3);
    assertThat(((Verdict.Sharing) verdict()).isReadMeanwhile()).as("once, by chance").isFalse();
    candidate.traffic().met(3);
    assertThat(((Verdict.Sharing) verdict()).isReadMeanwhile()).as("on a busy machine").isTrue();
    candidate.used(3, new CpuUse(0.1, 0.12, 5e5));
    assertThat(((Verdict.Sharing) verdict()).isReadMeanwhile()).as("hardly at work").isFalse();
  }

  @Test
  void shouldDoubtWhereItIsNotKnownHowManyCpusAReaderWants() {
    wrote(Map.of(1, 380L));
    wrote(Map.of(1, 380L));
    candidate.traffic().read(SUPERS, window(MS, Map.of(4, 75L)));
    assertThat(((Verdict.Sharing) verdict()).isReadMeanwhile()).isFalse();
  }

  /** Two that want one CPU together: one writes in a window, the other reads in another. */
  @Test
  void shouldTakeForAReaderBesideOneWriterWhoReadsWhileItWrites() {
    wrote(Map.of(1, 380L));
    wrote(Map.of(1, 380L));
    candidate.used(3, FakeTarget.sleepless(1.0, 1.0));
    candidate.traffic().read(SUPERS, window(MS, Map.of(3, 75L)), Set.of());
    assertThat(none()).startsWith("one thread writes it");
    candidate.traffic().read(SUPERS, window(MS, Map.of(1, 40L, 3, 30L)), Set.of(1));
    assertThat(((Verdict.Sharing) verdict()).isReadMeanwhile()).as("or in short turns").isFalse();
    candidate.traffic().read(SUPERS, window(MS, Map.of(3, 30L)), Set.of(3));
    assertThat(none()).as("it writes itself, in its turn").startsWith("one thread writes it");
  }

  /** A check without a match reads the word first, whatever its address. */
  @Test
  void shouldConvictOneWriterWhoseVeryWordAnotherReads() {
    wrote(Map.of(1, 380L));
    wrote(Map.of(1, 380L));
    touched(Map.of(1, 35L), Map.of(1, 70L, 2, 20L));
    assertThat(none()).contains("no other reads its line");
    touched(Map.of(1, 35L), Map.of(1, 70L, 2, 20L));
    assertThat(verdict())
        .isEqualTo(sharing(Harm.WORD_READ, Set.of(1), Set.of(2), Map.of(), false, false, true));
  }

  @Test
  void shouldTellWhoReadsTheWordFromWhoReadsBesideIt() {
    wrote(Map.of(1, 380L));
    wrote(Map.of(1, 380L));
    touched(Map.of(1, 35L), Map.of(1, 70L, 2, 40L));
    touched(Map.of(1, 35L), Map.of(1, 70L, 2, 40L));
    candidate.traffic().read(SUPERS, window(MS, Map.of(1, 40L, 2, 40L, 3, 75L)));
    assertThat(verdict())
        .isEqualTo(
            sharing(
                Harm.FIELD_READ,
                Set.of(1),
                Set.of(2),
                Map.of(SUPERS, Set.of(2, 3)),
                false,
                false,
                true));
  }

  /** A task that moves between threads reaches some without a counted write. */
  @Test
  void shouldNotTakeAWriterForAReaderOfItsWord() {
    wrote(Map.of(1, 380L));
    wrote(Map.of(1, 380L));
    touched(Map.of(7, 35L), Map.of(7, 70L));
    touched(Map.of(8, 1L), Map.of(8, 70L));
    assertThat(none()).contains("one thread writes it, and no other reads its line");
  }

  /** First one writes, then the other reads the value: no thread waits. */
  @Test
  void shouldNotTakeForAReaderWhoComesWhenNobodyWrites() {
    wrote(Map.of(1, 380L));
    wrote(Map.of(1, 380L));
    for (int i = 0; i < 4; i++) {
      touched(Map.of(1, 35L), Map.of(1, 70L));
      touched(Map.of(), Map.of(2, 70L));
    }
    assertThat(none()).contains("one thread writes it, and no other reads its line");
  }

  @Test
  void shouldNotBeContentWithoutALookAtWhoReadsTheWord() {
    wrote(Map.of(1, 380L));
    for (int i = 0; i < 10; i++) {
      candidate.traffic().read(SUPERS, window(MS, Map.of(1, 40L)));
    }
    assertThat(candidate.lacksReadWindows()).isFalse();
    assertThat(candidate.lacksWordWindows()).isTrue();
    touched(Map.of(1, 35L), Map.of(1, 70L));
    touched(Map.of(1, 35L), Map.of(1, 70L));
    assertThat(candidate.lacksWordWindows()).isFalse();
  }

  @Test
  void shouldTellHowOftenEachThreadTouchesTheClass() {
    FieldWord primary = new FieldWord("_primary_supers[1]", 56, 8);
    wrote(Map.of(1, 300L));
    wrote(Map.of(1, 100L, 2, 1L));
    candidate.traffic().read(SUPERS, window(MS, Map.of(1, 70L, 2, 20L, 3, 10L)));
    candidate.traffic().read(SUPERS, window(MS, Map.of(2, 40L)));
    candidate.traffic().read(primary, window(MS, Map.of(3, 30L)));
    assertThat(candidate.traffic().touchesPerS())
        .as("a stray write makes no writer of a reader")
        .isEqualTo(Map.of(1, 40_000.0, 2, 30_000.0, 3, 30_000.0));
  }

  @Test
  void shouldTakeManyReadsInOneWindowForReading() {
    wrote(Map.of(1, 380L));
    wrote(Map.of(1, 380L));
    candidate.traffic().read(SUPERS, window(MS, Map.of(2, 75L)));
    assertThat(verdict()).isInstanceOf(Verdict.Sharing.class);
  }

  @Test
  void shouldNotTakeACompilersGlanceForReading() {
    wrote(Map.of(1, 380L));
    wrote(Map.of(1, 380L));
    candidate.traffic().read(SUPERS, window(MS, Map.of(2, 9L)));
    candidate.traffic().read(SUPERS, window(MS, Map.of(2, 2L)));
    assertThat(none()).contains("no other reads its line");
  }

  @Test
  void shouldNotCallARateExactThatWatchingSlowedDown() {
    wrote(Map.of(1, 30L, 2, 20L));
    wrote(Map.of(1, 20L, 2, 20L));
    wrote(Map.of(1, 45L));
    assertThat(candidate.rate().bound()).isEqualTo(Bound.EXACT);
    candidate.traffic().wrote(window(5 * MS, Map.of(1, 20L)), Set.of(1, 2), true);
    assertThat(candidate.rate().bound()).isEqualTo(Bound.AT_LEAST);
  }

  @Test
  void shouldNotCallARateExactWhereWindowsDiffer() {
    wrote(Map.of(1, 30L, 2, 20L));
    wrote(Map.of());
    wrote(Map.of(1, 30L, 2, 20L));
    wrote(Map.of());
    wrote(Map.of(1, 48L));
    assertThat(candidate.rate().bound()).isEqualTo(Bound.ESTIMATE);
    assertThat(candidate.rate().perS()).isEqualTo(5_920);
  }

  @Test
  void shouldNotCallARateExactByFewWindows() {
    candidate.traffic().wrote(window(20 * MS, Map.of(1, 70L)), Set.of(1), false);
    candidate.traffic().wrote(window(20 * MS, Map.of(1, 70L)), Set.of(1), false);
    assertThat(candidate.rate().bound()).isEqualTo(Bound.ESTIMATE);
  }

  @Test
  void shouldNotCallARateExactThatIsTooFastToCount() {
    wrote(Map.of(1, 30L, 2, 20L));
    wrote(Map.of(1, 30L, 2, 20L));
    assertThat(candidate.rate().bound()).isEqualTo(Bound.AT_LEAST);
    assertThat(candidate.rate().perS()).isEqualTo(10_000);
  }
}
