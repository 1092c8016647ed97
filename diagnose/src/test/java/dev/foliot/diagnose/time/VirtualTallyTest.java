package dev.foliot.diagnose.time;

import static dev.foliot.diagnose.time.PlacesTest.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.time.ThreadObservations.Still;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.VirtualGroup;
import dev.foliot.hotspot.locks.VirtualGroup.State;
import dev.foliot.hotspot.locks.VirtualGroup.Waiting;
import dev.foliot.hotspot.locks.VirtualSample;
import dev.foliot.store.diagnosis.Doing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class VirtualTallyTest {
  private static final int SAMPLES = 6;
  private static final String LOCK = "java.util.concurrent.locks.ReentrantLock$NonfairSync";

  private final VirtualTally tally = new VirtualTally();

  private static VirtualGroup group(
      String awaited, String library, String method, List<Waiting> threads) {
    List<JavaFrame> frames =
        List.of(
            frame(library, method, -1),
            frame("com.acme.Orders", "find", 41),
            frame("java.util.concurrent.FutureTask", "run", -1));
    return new VirtualGroup(State.PARKED, awaited, frames, threads);
  }

  private static VirtualGroup permits(List<Waiting> threads) {
    return group(
        "java.util.concurrent.Semaphore$NonfairSync",
        "java.util.concurrent.Semaphore",
        "acquire",
        threads);
  }

  private static List<Waiting> waiting(
      LongStream ids, LongUnaryOperator hash, LongUnaryOperator owner) {
    return ids.mapToObj(id -> new Waiting(id, "", hash.applyAsLong(id), owner.applyAsLong(id)))
        .toList();
  }

  private void add(int more, VirtualGroup... groups) {
    int read = List.of(groups).stream().mapToInt(VirtualGroup::count).sum();
    tally.add(
        new VirtualSample(
            read + more,
            read + more,
            Map.of(State.PARKED, read, State.RUNNING, more),
            List.of(groups),
            Optional.empty()));
  }

  @Test
  void shouldFindThreadsWhosePermitNeverComes() {
    for (int i = 0; i < SAMPLES; i++) {
      add(3, permits(waiting(LongStream.range(100, 120), id -> id, id -> 0)));
    }
    assertThat(tally.still())
        .singleElement()
        .satisfies(still -> {
          assertThat(still.place().doing()).isEqualTo(Doing.PERMIT);
          assertThat(still.place().yours()).isEqualTo("com.acme.Orders.find:41");
          assertThat(still.names()).hasSize(20).contains("virtual thread 107");
          assertThat(still.others()).isEqualTo(3);
          assertThat(still.signs().isInTask()).isTrue();
        });
    assertThat(tally.circles()).isEmpty();
  }

  /** Each new wait has new objects on the stack. */
  @Test
  void shouldNotTakeThreadsForStillThatWaitAgainAndAgain() {
    for (int i = 0; i < SAMPLES; i++) {
      int turn = i;
      add(3, permits(waiting(LongStream.range(100, 120), id -> id + 1_000L * turn, id -> 0)));
    }
    assertThat(tally.still()).isEmpty();
  }

  /** A queue may be so long that the last ones wait for the whole time. */
  @Test
  void shouldNotTakeAQueueForStuckThatMovesAtItsHead() {
    for (int i = 0; i < SAMPLES; i++) {
      add(3, permits(waiting(LongStream.range(100 + i, 200 + i), id -> id, id -> 0)));
    }
    assertThat(tally.still()).isEmpty();
  }

  /** The collector moves what a stack refers to, now and then. */
  @Test
  void shouldFindThemAlthoughTheCollectorMovesObjects() {
    for (int i = 0; i < SAMPLES; i++) {
      int collections = i / 3;
      add(0, permits(waiting(LongStream.range(100, 120), id -> id + collections, id -> 0)));
    }
    assertThat(tally.still()).hasSize(1);
  }

  @Test
  void shouldNotFollowThreadsOfWhichEachSampleExaminesOthers() {
    for (int i = 0; i < SAMPLES; i++) {
      List<Waiting> some = waiting(LongStream.range(100, 120), id -> id, id -> 0);
      tally.add(
          new VirtualSample(
              10_000, 4_000, Map.of(State.PARKED, 20), List.of(permits(some)), Optional.empty()));
    }
    assertThat(tally.still()).isEmpty();
  }

  @Test
  void shouldFindThreadsThatWaitForEachOthersLocksAndWhoWaitsBehind() {
    List<Waiting> circle = List.of(new Waiting(7, "a", 7, 8), new Waiting(8, "b", 8, 7));
    List<Waiting> all = new ArrayList<>(circle);
    all.addAll(waiting(LongStream.range(100, 103), id -> id, id -> 8));
    for (int i = 0; i < SAMPLES; i++) {
      add(0, group(LOCK, "java.util.concurrent.locks.ReentrantLock", "lock", all));
    }
    assertThat(tally.circles())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.members())
              .extracting(ThreadObservations.Circle.Member::thread)
              .containsExactly("a", "b");
          assertThat(found.ids()).containsExactlyInAnyOrder(7L, 8L, 100L, 101L, 102L);
        });
    assertThat(tally.still()).extracting(Still::names).isEmpty();
  }
}
