package dev.foliot.diagnose.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.watch.Overlap.Answer;
import dev.foliot.linux.perf.PerfEvent.Access;
import dev.foliot.linux.perf.PerfEvent.Watchpoint;
import dev.foliot.linux.perf.UserRegisters;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.linux.perf.Watchpoints.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OverlapTest {
  private static final long US = 1_000;
  private static final long HIT_NS = 13 * US;
  private static final long WINDOW_NS = 5_000 * US;
  private static final Set<Integer> BOTH = Set.of(1, 2);

  private final Overlap overlap = new Overlap();
  private final List<Hit> touches = new ArrayList<>();

  @BeforeEach
  void useOneCpu() {
    overlap.used(new CpuUse(1.0, 1.0, Double.POSITIVE_INFINITY));
  }

  /** A thread writes some times in a row. */
  private void writes(int tid, long fromNs, int times, long everyNs) {
    for (int i = 0; i < times; i++) {
      touches.add(
          new Hit(
              tid, fromNs + i * everyNs, UserRegisters.of(Map.of("rip", 0x1000L)), new byte[0]));
    }
  }

  private void sample() {
    List<Hit> ordered = new ArrayList<>(touches);
    ordered.sort((one, other) -> Long.compare(one.timeNs(), other.timeNs()));
    overlap.sampled(ordered, 2, 2);
    touches.clear();
  }

  private void count(Map<Integer, Long> hits) {
    Watchpoint word = new Watchpoint(Access.WRITE, 0x4020, 8);
    overlap.counted(new Window(word, WINDOW_NS, hits, Set.of()), HIT_NS);
  }

  @Test
  void shouldSeeTwoThreadsThatBothGoOn() {
    for (int i = 0; i < 2; i++) {
      assertThat(overlap.isTogether()).isFalse();
      writes(1, 0, 40, HIT_NS);
      writes(2, 5 * US, 40, HIT_NS);
      sample();
    }
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.TOGETHER);
  }

  /** One thread alternates, and the other writes now and then. */
  @Test
  void shouldSeeARareWriterBetweenTheHitsOfABusyOne() {
    for (int i = 0; i < 2; i++) {
      writes(1, 0, 40, HIT_NS);
      writes(2, 200 * US, 1, HIT_NS);
      sample();
    }
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.TOGETHER);
  }

  @Test
  void shouldSeeTwoThreadsThatWriteSeldom() {
    for (int i = 0; i < 2; i++) {
      writes(1, 0, 6, 800 * US);
      writes(2, 300 * US, 5, 900 * US);
      sample();
    }
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.TOGETHER);
  }

  @Test
  void shouldSeeThatTwoThreadsTakeTurns() {
    for (int i = 0; i < 4; i++) {
      for (int turn = 0; turn < 4; turn++) {
        writes(1 + turn % 2, turn * (100 * US), 6, HIT_NS);
      }
      sample();
    }
    assertThat(overlap.isInTurn()).isTrue();
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.IN_TURN);
  }

  /** A thread is released after a number of hits; then the next one appears. */
  @Test
  void shouldSeeThatTheNextWritesWhereTheFirstWasLetGo() {
    for (int i = 0; i < 8; i++) {
      writes(1, 0, 40, HIT_NS);
      writes(2, 700 * US, 40, HIT_NS);
      sample();
    }
    assertThat(overlap.isInTurn()).isTrue();
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.IN_TURN);
  }

  @Test
  void shouldTellByHitsThatTakeMoreThanTheWindow() {
    count(Map.of(1, 350L, 2, 340L));
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.UNKNOWN);
    count(Map.of(1, 350L, 2, 340L));
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.TOGETHER);
  }

  /** Each works for a fiftieth of the time, which watching makes long. */
  @Test
  void shouldNotKnowWhetherThoseMeetThatHardlyWork() {
    count(Map.of(1, 350L, 2, 340L));
    count(Map.of(1, 350L, 2, 340L));
    overlap.used(new CpuUse(0.1, 0.12, 5e5));
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.UNKNOWN);
    overlap.used(new CpuUse(0.1, 0.8, 5e5));
    assertThat(overlap.of(BOTH)).as("they wait for CPUs").isEqualTo(Answer.TOGETHER);
  }

  /** Hits that cost more than measured can fill the window of a single thread. */
  @Test
  void shouldNotTakeOneThreadForTwo() {
    for (int i = 0; i < 8; i++) {
      count(Map.of(1, 700L));
    }
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.IN_TURN);
  }

  @Test
  void shouldNotKnowFromSharesOfWindows() {
    for (int i = 0; i < 8; i++) {
      count(Map.of(1, 200L, 2, 150L));
    }
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.UNKNOWN);
  }

  @Test
  void shouldNotClearThreadsThatWantMoreCpusThanOne() {
    for (int i = 0; i < 8; i++) {
      count(Map.of(1 + i % 2, 350L));
    }
    overlap.used(new CpuUse(1.1, 1.1, 1e9));
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.IN_TURN);
    overlap.used(new CpuUse(1.9, 1.9, 1e9));
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.UNKNOWN);
    overlap.used(new CpuUse(1.0, 1.9, 1e9));
    assertThat(overlap.of(BOTH)).as("one CPU is all they had").isEqualTo(Answer.UNKNOWN);
    overlap.used(new CpuUse(1.0, 1.9, 1e6));
    assertThat(overlap.of(BOTH)).as("each sleeps every millisecond").isEqualTo(Answer.IN_TURN);
    overlap.used(new CpuUse(1.9, 1.9, 1e6));
    assertThat(overlap.of(BOTH)).as("and they run together").isEqualTo(Answer.UNKNOWN);
  }

  /** Two of forty threads are sampled at a time: those two may never meet. */
  @Test
  void shouldNotKnowFromSamplesOfFewOfManyThreads() {
    writes(1, 0, 6, HIT_NS);
    for (int i = 0; i < 70; i++) {
      overlap.sampled(touches, 2, 40);
      assertThat(overlap.of(BOTH)).isEqualTo(Answer.UNKNOWN);
    }
    for (int i = 0; i < 20; i++) {
      overlap.sampled(touches, 2, 40);
    }
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.IN_TURN);
  }

  @Test
  void shouldNotKnowFromFewWindows() {
    for (int i = 0; i < 7; i++) {
      count(Map.of(1, 200L));
    }
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.UNKNOWN);
  }

  /** A single observation may be chance, and does not rule out sharing. */
  @Test
  void shouldNotKnowWhatWasSeenOnce() {
    count(Map.of(1, 350L, 2, 340L));
    for (int i = 0; i < 8; i++) {
      writes(1, 0, 40, HIT_NS);
      sample();
    }
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.UNKNOWN);
  }

  @Test
  void shouldLearnNothingFromSamplesOfOneThread() {
    writes(1, 0, 40, HIT_NS);
    for (int i = 0; i < 4; i++) {
      overlap.sampled(touches, 1, 2);
    }
    assertThat(overlap.of(BOTH)).isEqualTo(Answer.UNKNOWN);
  }
}
