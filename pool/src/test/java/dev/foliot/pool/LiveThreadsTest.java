package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveThreadsTest {
  private final LiveThreads live = new LiveThreads();

  private List<Thread> all() {
    List<Thread> all = new ArrayList<>();
    live.forEach(all::add);
    return all;
  }

  @Test
  void shouldKnowTheThreadsThatWereAddedAndNotRemoved() {
    Thread gone = new Thread();
    Thread here = new Thread();
    int slotOfGone = live.add(gone);
    live.add(here);

    live.remove(gone, slotOfGone);

    assertThat(live.contains(here)).isTrue();
    assertThat(live.contains(gone)).isFalse();
    assertThat(all()).containsExactly(here);
  }

  /** More threads than slots, so some are in the set. */
  @Test
  void shouldKnowMoreThreadsThanItHasSlots() {
    List<Thread> threads = new ArrayList<>();
    List<Integer> slots = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      Thread thread = new Thread();
      threads.add(thread);
      slots.add(live.add(thread));
    }

    assertThat(slots).contains(LiveThreads.NONE);
    assertThat(all()).containsExactlyInAnyOrderElementsOf(threads);
    assertThat(threads).allMatch(live::contains);

    for (int i = 0; i < threads.size(); i++) {
      live.remove(threads.get(i), slots.get(i));
    }

    assertThat(all()).isEmpty();
    assertThat(threads).noneMatch(live::contains);
  }

  @Test
  void shouldRemoveAThreadOnce() {
    Thread first = new Thread();
    int slot = live.add(first);
    live.remove(first, slot);
    live.remove(first, slot);
    live.remove(first, LiveThreads.NONE);

    Thread second = new Thread();
    live.add(second);
    live.remove(first, slot);

    assertThat(all()).containsExactly(second);
  }
}
