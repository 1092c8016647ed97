package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SlowestMessagesTest {
  private static final Comparator<SlowMessage> SLOWEST_FIRST =
      Comparator.comparingLong(SlowMessage::responseNs)
          .reversed()
          .thenComparingLong(SlowMessage::index);

  @Test
  void shouldKeepTheSameOnesAsASortUpToASixtyFourth() {
    for (long seed = 1; seed <= 60; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int messages = random.nextInt(8 * SlowestMessages.KEPT);
      long[] responses = new long[messages];
      for (int i = 0; i < messages; i++) {
        // all different, in many orders
        long base =
            switch ((int) (seed % 5)) {
              case 0 -> random.nextLong(1 << 30);
              case 1 -> i;
              case 2 -> messages - i;
              case 3 -> Math.max(0, 10L * i - random.nextLong(1_000)); // an overload with jitter
              default -> i % 2_500; // overloads that end
            };
        responses[i] = base * messages + i;
      }
      List<SlowMessage> kept = slowestOf(responses);
      List<SlowMessage> all = sorted(responses);
      assertThat(kept).as("seed %d", seed).hasSize(Math.min(messages, SlowestMessages.KEPT));
      if (messages > 0) {
        assertThat(kept.get(0)).as("seed %d", seed).isEqualTo(all.get(0));
      }
      assertThat(all).as("seed %d", seed).containsAll(kept);
      List<SlowMessage> others = new ArrayList<>(all);
      others.removeAll(new HashSet<>(kept));
      if (!others.isEmpty()) {
        long slowestNs = others.get(0).responseNs();
        assertThat(kept.get(kept.size() - 1).responseNs())
            .as("seed %d", seed)
            .isGreaterThanOrEqualTo(slowestNs - slowestNs / 64);
      }
    }
  }

  @Test
  void shouldKeepExactlyTheSlowestOfRandomOnes() {
    long[] responses = new SplittableRandom(2).longs(50_000, 0, 1L << 40).toArray();
    for (int i = 0; i < responses.length; i++) {
      responses[i] = responses[i] / 50_000 * 50_000 + i;
    }
    List<Long> kept = slowestOf(responses).stream().map(SlowMessage::responseNs).toList();
    List<Long> all = sorted(responses).stream().map(SlowMessage::responseNs).toList();
    assertThat(kept.subList(0, 900)).isEqualTo(all.subList(0, 900));
  }

  @Test
  void shouldKeepTheSlowestOfManyEqualOnes() {
    SplittableRandom random = new SplittableRandom(1);
    long[] responses = random.longs(20_000, 0, 50).toArray();
    assertThat(slowestOf(responses).stream().map(SlowMessage::responseNs))
        .isEqualTo(
            sorted(responses).stream()
                .map(SlowMessage::responseNs)
                .limit(SlowestMessages.KEPT)
                .toList());
  }

  @Test
  void shouldKeepMessagesOfNoDurationWhileThereIsRoom() {
    assertThat(slowestOf(new long[3])).hasSize(3);
  }

  @Test
  void shouldKeepAMessageWholeWithItsTimesFromTheStartOfTheLoad() {
    MessageRing ring = new MessageRing(16, 1, 2);
    SlowestMessages slowest = new SlowestMessages(2);
    ring.begin(1_007, 5_100, 3, 5_150);
    ring.probe(1_007, 1, 12);
    ring.end(1_007, 5_400);
    slowest.keep(ring, 1_007, 300);
    assertThat(slowest.read(1_000, 5_000))
        .containsExactly(
            new SlowMessage(
                7, 100, 3, 150, 400, Thread.currentThread().getId(), List.of(-1L, 12L)));
  }

  @Test
  void shouldAllocateNothingWhileItKeeps() {
    MessageRing ring = new MessageRing(16, 1, 2);
    SlowestMessages slowest = new SlowestMessages(2);
    ring.begin(0, 0, 0, 0);
    ring.end(0, 1);
    long bytes =
        Allocation.bytesOf(() -> {
          for (long ns = 0; ns < 10_000; ns++) {
            slowest.keep(ring, 0, ns);
          }
        });
    assertThat(bytes).isZero();
  }

  private static List<SlowMessage> slowestOf(long[] responses) {
    MessageRing ring = new MessageRing(16, 1, 1);
    SlowestMessages slowest = new SlowestMessages(1);
    long slowNs = -1;
    for (int id = 0; id < responses.length; id++) {
      ring.begin(id, 10L * id, 0, 10L * id);
      ring.probe(id, 0, id);
      ring.end(id, 10L * id + responses[id]);
      if (responses[id] > slowNs) {
        slowNs = slowest.keep(ring, id, responses[id]);
      }
    }
    return slowest.read(0, 0).stream().sorted(SLOWEST_FIRST).toList();
  }

  private static List<SlowMessage> sorted(long[] responses) {
    long thread = Thread.currentThread().getId();
    List<SlowMessage> all = new ArrayList<>();
    for (int i = 0; i < responses.length; i++) {
      long at = 10L * i;
      all.add(new SlowMessage(i, at, 0, at, at + responses[i], thread, List.of((long) i)));
    }
    all.sort(SLOWEST_FIRST);
    return all;
  }
}
