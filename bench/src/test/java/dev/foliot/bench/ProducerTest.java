package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** A producer's behaviour apart from its times, which {@link OmissionTest} proves. */
class ProducerTest {
  private static final int SLOTS = 1024;
  private static final long GAP_NS = 1_000;
  private static final long INTERVAL_NS = 1_000_000;

  private FakeClock clock = new FakeClock();
  private final Stop stop = new Stop();
  private final AtomicReference<Producer> playing = new AtomicReference<>();
  private final List<MessageRecorder> recorders = new ArrayList<>();
  private MessageRing ring = new MessageRing(SLOTS, 1, 1);

  private Producer.Outcome play(int messages, LongConsumer work) {
    return play(messages, Long.MAX_VALUE, 0, 1, work);
  }

  private Producer.Outcome play(
      int messages, long latestNs, long firstId, int stride, LongConsumer work) {
    clock = new FakeClock();
    return play(messages, latestNs, firstId, stride, clock, work);
  }

  private Producer.Outcome play(
      int messages, long latestNs, long firstId, int stride, NanoClock time, LongConsumer work) {
    Wait wait = remainingNs -> clock.sleepUntil(clock.nanoTime() + remainingNs);
    return play(
        new Shared(ring, time, wait, dispatcher(work), stop, stride),
        schedule(messages),
        firstId,
        latestNs);
  }

  private Producer.Outcome play(Shared shared, Schedule schedule, long firstId, long latestNs) {
    MessageRecorder recorder = new MessageRecorder(ring, 0, INTERVAL_NS, 1 << 12);
    Producer producer = new Producer(shared, schedule, firstId, 0, latestNs, recorder);
    playing.set(producer);
    recorders.add(recorder);
    return producer.play();
  }

  private static Schedule schedule(int messages) {
    return Schedule.constant(new Rate(1, GAP_NS)).until(messages * GAP_NS);
  }

  private static Dispatcher dispatcher(LongConsumer work) {
    return new Dispatcher() {
      @Override
      public void dispatch(long id) {
        work.accept(id);
      }

      @Override
      public void close() {}
    };
  }

  /** How many messages have been recorded so far, of the first thousand. */
  private int recorded() {
    return recorders.get(recorders.size() - 1).slowest(0).size();
  }

  private static long recordedBy(Producer.Outcome outcome) {
    return outcome.recorder().intervals().stream()
        .map(Interval.Builder::build)
        .mapToLong(interval -> Objects.requireNonNull(interval.durations().get(Kind.LAG)).count())
        .sum();
  }

  private void done(long id) {
    ring.end(id, clock.nanoTime());
  }

  private Producer.Outcome playClosed(int inFlight, long latestNs, LongConsumer work) {
    Wait wait = remainingNs -> clock.sleepUntil(clock.nanoTime() + remainingNs);
    Shared shared = new Shared(ring, clock, wait, dispatcher(work), stop, 1, inFlight);
    return play(shared, () -> 0, 0, latestNs);
  }

  @Test
  void shouldStartOneMessageAfterTheOtherInAClosedLoop() {
    Producer.Outcome outcome =
        playClosed(
            1,
            100_000,
            id -> {
              clock.sleepUntil(clock.nanoTime() + 1_000);
              done(id);
            });
    assertThat(outcome.started()).isEqualTo(100);
    assertThat(outcome.unstarted()).isZero();
    assertThat(recordedBy(outcome)).isEqualTo(100);
    Interval only = outcome.recorder().intervals().get(0).build();
    for (Kind kind : List.of(Kind.RESPONSE, Kind.SERVICE)) {
      assertThat(Objects.requireNonNull(only.durations().get(kind)).percentileNs(100))
          .as(kind.toString())
          .isBetween(990L, 1_010L);
    }
  }

  @Test
  void shouldNeverHaveMoreOpenMessagesInAClosedLoopThanAskedFor() {
    List<Long> open = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    Wait wait =
        remainingNs -> {
          clock.sleepUntil(clock.nanoTime() + remainingNs);
          if (!open.isEmpty()) {
            done(open.remove(0));
          }
        };
    Dispatcher dispatcher =
        dispatcher(id -> {
          open.add(id);
          sizes.add(open.size());
        });
    Shared shared = new Shared(ring, clock, wait, dispatcher, stop, 1, 4);
    Producer.Outcome outcome = play(shared, () -> 0, 0, 1_000_000);
    assertThat(sizes).contains(4).allMatch(size -> size <= 4);
    assertThat(outcome.started()).isGreaterThan(100);
    assertThat(outcome.lost()).isZero();
  }

  @Test
  void shouldStopWithTheNumberWhenMoreAreInFlightThanSlots() {
    ring = new MessageRing(16, 1, 0);
    Producer.Outcome outcome = play(100, id -> {});
    assertThat(stop.reason())
        .isEqualTo(
            "more than 16 messages in flight: message 0 had not ended when message 16 was due (16"
                + " of the 16 had not)");
    assertThat(outcome.started()).isEqualTo(16);
    assertThat(outcome.lost()).isEqualTo(16);
    assertThat(outcome.unstarted()).isZero();
  }

  @Test
  void shouldGoOnWhenTheOldestEndsJustInTime() {
    Producer.Outcome outcome =
        play(
            10 * SLOTS,
            id -> {
              if (id % SLOTS == SLOTS - 1) {
                for (long ended = id - SLOTS + 1; ended <= id; ended++) {
                  done(ended);
                }
              }
            });
    assertThat(stop.reason()).isNull();
    assertThat(outcome.started()).isEqualTo(10 * SLOTS);
    assertThat(recordedBy(outcome)).isEqualTo(10 * SLOTS);
  }

  @Test
  void shouldRecordMessagesThatEndInAnyOrder() {
    Producer.Outcome outcome =
        play(
            10 * SLOTS,
            id -> {
              if (id % SLOTS == SLOTS - 1) {
                for (long ended = id; ended > id - SLOTS; ended--) {
                  done(ended);
                }
              }
            });
    assertThat(recordedBy(outcome)).isEqualTo(10 * SLOTS);
    assertThat(outcome.lost()).isZero();
  }

  @Test
  void shouldCountTheLostAndRecordTheOthers() {
    Producer.Outcome outcome =
        play(
            500,
            id -> {
              if (id % 100 != 7) {
                done(id);
              }
              if (id == 499) {
                stop.ask("enough");
              }
            });
    assertThat(outcome.started()).isEqualTo(500);
    assertThat(outcome.lost()).isEqualTo(5);
    assertThat(recordedBy(outcome)).isEqualTo(495);
  }

  @Test
  void shouldStartNothingAfterTheLatestTime() {
    Producer.Outcome outcome =
        play(
            1_000,
            100 * GAP_NS,
            0,
            1,
            id -> {
              clock.work(2 * GAP_NS);
              done(id);
            });
    assertThat(outcome.started()).isEqualTo(51);
    assertThat(outcome.unstarted()).isEqualTo(949);
    assertThat(outcome.lost()).isZero();
  }

  @Test
  void shouldStartNothingOnceAskedToStop() {
    stop.ask("before");
    assertThat(play(10, this::done).started()).isZero();
  }

  @Test
  void shouldEndItsWaitWhenAskedToStop() {
    Wait wait =
        remainingNs -> {
          stop.ask("meanwhile");
          clock.sleepUntil(clock.nanoTime() + 1);
        };
    Shared shared = new Shared(ring, clock, wait, dispatcher(this::done), stop, 1);
    MessageRecorder recorder = new MessageRecorder(ring, 0, INTERVAL_NS, 1 << 12);
    Producer producer = new Producer(shared, schedule(10), 0, 5_000, Long.MAX_VALUE, recorder);
    Producer.Outcome outcome = producer.play();
    assertThat(outcome.started()).isZero();
    assertThat(outcome.unstarted()).isZero();
  }

  @Test
  void shouldNameTheMessageThatIsOpenWhileItDoesItsWork() {
    List<Long> seen = new ArrayList<>();
    List<Long> expected = new ArrayList<>();
    play(
        1_000,
        id -> {
          seen.add(playing.get().oldestOpen());
          expected.add(id);
          done(id);
          assertThat(playing.get().oldestOpen()).isEqualTo(-1);
        });
    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void shouldNameTheOldestMessageThatIsOpen() {
    play(
        1_000,
        id -> {
          if (id >= 200 && id < 300) {
            assertThat(playing.get().oldestOpen()).isEqualTo(200);
          } else {
            done(id);
          }
          if (id == 300) {
            for (long late = 200; late < 300; late++) {
              assertThat(playing.get().oldestOpen()).isEqualTo(late);
              done(late);
            }
          }
        });
    assertThat(playing.get().oldestOpen()).isEqualTo(-1);
  }

  @Test
  void shouldGiveEachProducerItsShareOfTheSchedule() {
    for (int stride : new int[] {1, 2, 3, 7, 64}) {
      Map<Long, Long> intended = new HashMap<>();
      ring = new MessageRing(SLOTS, stride, 1);
      long started = 0;
      for (int producer = 0; producer < stride; producer++) {
        started +=
            play(
                    1_000,
                    Long.MAX_VALUE,
                    stride * 10L + producer,
                    stride,
                    id -> {
                      intended.put(id - stride * 10L, ring.intendedNs(id));
                      done(id);
                    })
                .started();
      }
      assertThat(started).isEqualTo(1_000);
      assertThat(intended)
          .hasSize(1_000)
          .allSatisfy((id, ns) -> assertThat(ns).isEqualTo(id * GAP_NS));
    }
  }

  @Test
  void shouldLeaveTheLastMessagesOpenToProbesThatComeLate() {
    Producer.Outcome outcome =
        play(
            1_000,
            id -> {
              done(id);
              if (id >= 10) {
                ring.probe(id - 10, 0, id - 10);
              }
            });
    assertThat(outcome.recorder().slowest(0).stream().filter(m -> m.index() < 990))
        .hasSize(990)
        .allSatisfy(m -> assertThat(m.probesNs()).containsExactly(m.index()));
  }

  @Test
  void shouldChargeItsOwnRecordingToLatenessAndNotToTheTask() {
    // each reading of this clock notes the number of records by then
    List<Integer> recordedAt = new ArrayList<>();
    NanoClock readings =
        () -> {
          recordedAt.add(recorded());
          return (recordedAt.size() - 1L) * 10 * GAP_NS;
        };
    play(
        SlowestMessages.KEPT,
        Long.MAX_VALUE,
        0,
        1,
        readings,
        id -> {
          int reading = (int) (ring.startNs(id) / (10 * GAP_NS));
          assertThat(recordedAt.get(reading)).as("message %d", id).isEqualTo(recorded());
          ring.end(id, ring.startNs(id) + 1);
        });
  }

  @Test
  void shouldEndItsIntervalsEvenWhenItIsNeverIdle() {
    for (int stride = 1; stride <= 8; stride++) {
      ring = new MessageRing(SLOTS, stride, 1);
      long serviceNs = 2L * stride * GAP_NS;
      for (int producer = 0; producer < stride; producer++) {
        Producer.Outcome outcome =
            play(
                100_000,
                Long.MAX_VALUE,
                producer,
                stride,
                id -> {
                  clock.work(serviceNs);
                  done(id);
                });
        assertThat(outcome.recorder().intervals())
            .as("producer %d of %d", producer, stride)
            .hasSizeGreaterThan(20);
      }
    }
  }
}
