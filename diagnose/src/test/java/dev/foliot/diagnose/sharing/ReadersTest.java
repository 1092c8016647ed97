package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.perf.PerfEvent.Access;
import dev.foliot.linux.perf.PerfEvent.Watchpoint;
import dev.foliot.linux.perf.Watchpoints.Window;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ReadersTest {
  private static final long MS = 1_000_000;
  private static final long KLASS = 0x7f00_0000_4000L;
  private static final CacheLine LINE = new CacheLine(64, 8);
  private static final FieldWord SUPERS = new FieldWord("_secondary_supers", 40, 8);
  private static final FieldWord FAR = new FieldWord("_primary_supers[2]", 64, 8);

  private final CandidateClass candidate =
      new CandidateClass(
          new CacheScan.Candidate(
              new LoadedClass(KLASS, "C", "app", false, false, 2, 48, 0x7000, 3),
              9,
              Map.of(8L, 5, 16L, 5)),
          FakeTarget.LAYOUT,
          LINE);

  private static Window window(Map<Integer, Long> hits) {
    return new Window(new Watchpoint(Access.WRITE, KLASS + 32, 8), 5 * MS, hits, Set.of());
  }

  /** Threads 1 and 2 write, 3 reads in turn with them, 4 reads all the time, 5 far away. */
  @BeforeEach
  void see() {
    candidate.traffic().wrote(window(Map.of(1, 300L, 2, 300L)), Set.of(1, 2), false);
    candidate.traffic().read(SUPERS, window(Map.of(1, 40L, 3, 70L, 4, 70L)));
    candidate.traffic().read(FAR, window(Map.of(5, 70L)));
    candidate.used(3, FakeTarget.sleepless(1.0, 1.0));
    candidate.used(4, FakeTarget.sleepless(2.0, 2.0));
    candidate.used(5, FakeTarget.sleepless(1.0, 1.0));
  }

  @Test
  void shouldDivideThemByWhatTheyWant() {
    ObservedClass.Readers readers = candidate.readers();
    assertThat(readers.of(SUPERS)).containsExactly(4);
    assertThat(readers.inTurn(SUPERS)).containsExactly(3);
    assertThat(readers.all()).containsExactly(4);
    assertThat(readers.inTurn()).containsExactly(3, 5);
    assertThat(readers.meanwhile().contains(4)).isTrue();
    assertThat(readers.meanwhile().contains(3)).isFalse();
  }

  @Test
  void shouldTellThoseOnTheLineFromOthers() {
    assertThat(candidate.observed().inTurnOnLine()).containsExactly(3);
  }

  @Test
  void shouldKeepWhoIsNotKnownToTakeTurns() {
    candidate.traffic().read(SUPERS, window(Map.of(6, 70L)));
    ObservedClass.Readers readers = candidate.readers();
    assertThat(readers.of(SUPERS)).containsExactly(4, 6);
    assertThat(readers.meanwhile().contains(6)).isFalse();
  }

  @Test
  void shouldDivideThoseOfTheWrittenWord() {
    for (int i = 0; i < 2; i++) {
      candidate.traffic().readWritten(window(Map.of(1, 70L, 3, 20L, 4, 20L)), Set.of(1));
    }
    ObservedClass.Readers readers = candidate.readers();
    assertThat(readers.of(candidate.written())).containsExactly(4);
    assertThat(readers.inTurn(candidate.written())).containsExactly(3);
  }

  /** Taking turns is a property of a thread, whichever field it reads. */
  @Test
  void shouldCountAtEveryFieldWhoWasSeenToReadMeanwhileAtOne() {
    CandidateClass alone =
        new CandidateClass(
            new CacheScan.Candidate(candidate.type(), 9, Map.of(8L, 5, 16L, 5)),
            FakeTarget.LAYOUT,
            LINE);
    alone.traffic().wrote(window(Map.of(1, 300L)), Set.of(1), false);
    alone.traffic().read(SUPERS, window(Map.of(3, 70L)));
    alone.used(3, FakeTarget.sleepless(1.0, 1.0));
    assertThat(alone.readers().inTurn(SUPERS)).containsExactly(3);
    alone.traffic().read(FAR, window(Map.of(3, 70L)), Set.of(1));
    assertThat(alone.readers().inTurn()).isEmpty();
    assertThat(alone.readers().of(SUPERS)).containsExactly(3);
  }
}
