package dev.foliot.hotspot.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.VirtualGroup.State;
import dev.foliot.hotspot.locks.VirtualGroup.Unmounted;
import dev.foliot.hotspot.locks.VirtualGroup.Waiting;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The groups of virtual threads. */
class VirtualGroupTest {
  private static Unmounted thread(long id, State state, String awaited, int line) {
    return new Unmounted(
        id,
        new Waiting(id, "", 0, 0),
        state,
        awaited,
        List.of(new JavaFrame("acme.Orders", "load", 4, line, "Orders.java")));
  }

  @Test
  void shouldGroupByStateAwaitedClassAndMethods() {
    List<VirtualGroup> groups =
        VirtualGroup.of(
            List.of(
                thread(1, State.PARKED, "acme.Gate", 7),
                thread(2, State.PARKED, "acme.Lock", 7),
                thread(3, State.PARKED, "acme.Lock", 8),
                thread(4, State.TIMED_PARKED, "acme.Lock", 7)),
            thread -> "thread-" + thread);
    assertThat(groups)
        .extracting(VirtualGroup::count, VirtualGroup::awaited, VirtualGroup::name)
        .containsExactly(
            tuple(2, "acme.Lock", "thread-2"),
            tuple(1, "acme.Gate", "thread-1"),
            tuple(1, "acme.Lock", "thread-4"));
  }

  @Test
  void shouldScaleEachStateByItself() {
    List<VirtualGroup> groups =
        VirtualGroup.of(
            List.of(
                thread(1, State.PARKED, "", 7),
                thread(2, State.PARKED, "acme.Lock", 7),
                thread(3, State.BLOCKED, "", 7)),
            thread -> "");
    VirtualSample sample =
        new VirtualSample(
            1000,
            100,
            Map.of(State.PARKED, 40, State.BLOCKED, 1, State.RUNNING, 59),
            groups,
            Optional.empty());
    assertThat(sample.estimate(State.PARKED)).isEqualTo(400);
    assertThat(sample.stacks(State.PARKED)).isEqualTo(2);
    assertThat(groups).extracting(sample::estimate).containsExactlyInAnyOrder(200L, 200L, 10L);
    assertThat(VirtualSample.NONE.estimate(State.PARKED)).isZero();
  }

  /** Of many threads, those with the least ranks are read in each sample. */
  @Test
  void shouldKnowWhichThreadsItWouldHaveRead() {
    List<Long> byRank =
        LongStream.rangeClosed(1, 100)
            .boxed()
            .sorted(Comparator.comparingLong(VirtualSample::rank))
            .toList();
    List<Unmounted> read =
        byRank.subList(0, 50).stream().map(id -> thread(id, State.PARKED, "", 7)).toList();
    VirtualSample sample =
        new VirtualSample(
            100, 100, Map.of(State.PARKED, 100), VirtualGroup.of(read, id -> ""), Optional.empty());
    assertThat(sample.isSure(State.PARKED, byRank.get(10))).isTrue();
    assertThat(sample.isSure(State.PARKED, byRank.get(90))).isFalse();
    assertThat(sample.isSure(State.BLOCKED, byRank.get(90))).isTrue();
  }
}
