package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MessageRingTest {
  private static final long MANY = 1L << 40;

  @Test
  void shouldKeepWhatIsKnownOfAMessage() {
    MessageRing ring = new MessageRing(16, 1, 2);
    ring.begin(5, 100, 7, 110);
    assertThat(ring.hasEnded(5)).isFalse();
    ring.probe(5, 1, 33);
    assertThat(ring.end(5, 150)).isTrue();

    assertThat(ring.hasEnded(5)).isTrue();
    assertThat(ring.intendedNs(5)).isEqualTo(100);
    assertThat(ring.latenessNs(5)).isEqualTo(7);
    assertThat(ring.startNs(5)).isEqualTo(110);
    assertThat(ring.endNs(5)).isEqualTo(150);
    assertThat(ring.threadId(5)).isEqualTo(Thread.currentThread().getId());
    assertThat(ring.probeNs(5, 0)).isEqualTo(MessageRing.NO_PROBE);
    assertThat(ring.probeNs(5, 1)).isEqualTo(33);
  }

  @Test
  void shouldStartAgainInTheThreadThatDoesTheWork() {
    MessageRing ring = new MessageRing(16, 1, 0);
    ring.begin(0, 100, 0, 110);
    ring.started(0, 170);
    ring.end(0, 180);
    assertThat(ring.startNs(0)).isEqualTo(170);
  }

  @Test
  void shouldEndAMessageOnceAndCountTheOtherTries() {
    MessageRing ring = new MessageRing(16, 1, 0);
    assertThat(ring.end(3, 1)).as("never begun").isFalse();
    ring.begin(3, 0, 0, 0);
    assertThat(ring.end(4, 1)).as("another").isFalse();
    assertThat(ring.end(19, 1)).as("a later one of the same slot").isFalse();
    assertThat(ring.end(3, 9)).isTrue();
    assertThat(ring.end(3, 10)).as("twice").isFalse();
    assertThat(ring.endNs(3)).isEqualTo(9);
    ring.begin(19, 0, 0, 0);
    assertThat(ring.end(3, 11)).as("of a slot that is in use again").isFalse();
    assertThat(ring.hasEnded(19)).isFalse();
    assertThat(ring.refusedEnds()).isEqualTo(5);
  }

  @Test
  void shouldRefuseIdsThatNoMessageHas() {
    for (int producers : new int[] {1, 3}) {
      MessageRing ring = new MessageRing(16, producers, 1);
      ring.begin(5, 0, 0, 0);
      long[] ids = {-1, Long.MIN_VALUE, Long.MIN_VALUE + 5, Long.MAX_VALUE, -MANY, MANY};
      for (long id : ids) {
        assertThat(ring.end(id, 1)).as("%d", id).isFalse();
        ring.probe(id, 0, 1);
      }
      assertThat(ring.hasEnded(5)).isFalse();
      assertThat(ring.probeNs(5, 0)).isEqualTo(MessageRing.NO_PROBE);
      assertThat(ring.refusedEnds()).isEqualTo(ids.length);
    }
  }

  @Test
  void shouldNotKeepAProbeOfAMessageWhoseSlotIsInUseAgain() {
    MessageRing ring = new MessageRing(16, 1, 1);
    ring.begin(0, 0, 0, 0);
    ring.end(0, 1);
    ring.begin(16, 0, 0, 0);
    ring.probe(0, 0, 99);
    assertThat(ring.probeNs(16, 0)).isEqualTo(MessageRing.NO_PROBE);
  }

  @Test
  void shouldGiveEveryMessageInFlightASlotOfItsOwn() {
    for (int producers : new int[] {1, 2, 3, 7, 64}) {
      MessageRing ring = new MessageRing(32, producers, 1);
      for (long first : new long[] {0, (1L << 31) / producers * producers, MANY * producers}) {
        Set<Integer> slots = new HashSet<>();
        for (long id = first; id < first + 32L * producers; id++) {
          slots.add(ring.slotOf(id));
          assertThat(ring.slotOf(id + 32L * producers)).isEqualTo(ring.slotOf(id));
        }
        assertThat(slots).hasSize(ring.slots());
        assertThat(slots).allMatch(slot -> slot >= 0 && slot < ring.slots());
      }
    }
  }

  @Test
  void shouldKeepMoreThanTwoToTheThirtyFirstMessagesApart() {
    MessageRing ring = new MessageRing(16, 2, 0);
    for (long id = (1L << 32) - 40; id < (1L << 32) + 40; id++) {
      ring.begin(id, id, 0, id + 1);
      assertThat(ring.end(id - 32, 1)).isFalse();
      assertThat(ring.end(id, id + 2)).isTrue();
      assertThat(ring.intendedNs(id)).isEqualTo(id);
    }
  }

  @Test
  void shouldAgreeWithAModelUnderRandomCalls() {
    for (long seed = 1; seed <= 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int producers = 1 + random.nextInt(4);
      MessageRing ring = new MessageRing(8, producers, 1);
      Set<Long> open = new HashSet<>();
      long refused = 0;
      long next = 0;
      for (int call = 0; call < 500; call++) {
        long id = Math.max(0, next - random.nextInt(8 * producers));
        if (random.nextBoolean() && !open.contains(next - 8L * producers)) {
          ring.begin(next, call, 0, call);
          open.add(next);
          next++;
        } else {
          boolean ended = ring.end(id, call);
          assertThat(ended).as("seed %d, call %d", seed, call).isEqualTo(open.remove(id));
          refused += ended ? 0 : 1;
        }
      }
      assertThat(ring.refusedEnds()).as("seed %d", seed).isEqualTo(refused);
    }
  }

  @Test
  void shouldLetOneOfManyThreadsWin() throws Exception {
    int threads = 4;
    int rounds = 500;
    MessageRing ring = new MessageRing(1024, 1, 0);
    AtomicLong wins = new AtomicLong();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      for (int round = 0; round < rounds; round++) {
        long first = round * 64L;
        for (long id = first; id < first + 64; id++) {
          ring.begin(id, 1, 0, 1);
        }
        List<Callable<Void>> enders =
            Collections.nCopies(
                threads,
                () -> {
                  for (long id = first; id < first + 64; id++) {
                    if (ring.end(id, 5)) {
                      wins.incrementAndGet();
                    }
                  }
                  return null;
                });
        pool.invokeAll(enders);
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(wins).hasValue(64L * rounds);
    assertThat(ring.refusedEnds()).isEqualTo(64L * rounds * (threads - 1));
  }
}
