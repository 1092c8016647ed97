package dev.foliot.checks.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventsTest {
  @Test
  void shouldGiveEventsByTimeAndThenByOrder() {
    long seed = Seeds.fresh("shouldGiveEventsByTimeAndThenByOrder");
    SplittableRandom random = new SplittableRandom(seed);
    Events events = new Events();
    long nowNs = 0;
    int added = 0;
    int taken = 0;
    int last = -1;
    while (taken < 5_000) {
      if (added < 5_000 && (events.isEmpty() || random.nextInt(5) > 1)) {
        events.add(nowNs + random.nextInt(10), 3, added++);
        continue;
      }
      long timeNs = events.timeNs();
      long event = events.take();
      assertThat(timeNs).isGreaterThanOrEqualTo(nowNs);
      assertThat(Events.kind(event)).isEqualTo(3);
      if (timeNs == nowNs && taken > 0) {
        assertThat(Events.index(event)).isGreaterThan(last);
      }
      nowNs = timeNs;
      last = Events.index(event);
      taken++;
    }
    assertThat(events.isEmpty()).isTrue();
  }

  @Test
  void shouldTakeNumbersFromBothEndsOfAQueue() {
    IntQueue queue = new IntQueue();
    for (int i = 0; i < 1000; i++) {
      queue.add(i);
      if (i % 3 == 0) {
        assertThat(queue.takeFirst()).isEqualTo(i / 3);
      }
    }
    assertThat(queue.takeLast()).isEqualTo(999);
    assertThat(queue.first()).isEqualTo(334);
    assertThat(queue.size()).isEqualTo(665);
  }
}
