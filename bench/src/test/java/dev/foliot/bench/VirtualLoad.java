package dev.foliot.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/** Plays a story through the real producers, ring and recorders, in virtual time. */
final class VirtualLoad {
  private static final int SLOTS = 1 << 10;
  private static final long INTERVAL_NS = 200_000_000;
  private static final int LOG_WORDS = 1 << 10;

  private final Story story;
  private final MessageRing ring;
  private final Stop stop = new Stop();
  private final List<Producer.Outcome> outcomes = new ArrayList<>();

  private VirtualLoad(Story story) {
    this.story = story;
    this.ring = new MessageRing(SLOTS, story.producers(), 1);
  }

  /** Every producer does the work of its messages itself. */
  static VirtualLoad inline(Story story) {
    VirtualLoad load = new VirtualLoad(story);
    for (int producer = 0; producer < story.producers(); producer++) {
      // producers do not wait for each other: each has its own clock
      FakeClock clock = new FakeClock(story.freezes());
      Probes probes = new Probes(clock, 0, 1, new Stop());
      probes.begin(load.ring, Long.MAX_VALUE);
      load.play(producer, clock, new Work(story, clock, probes));
    }
    return load;
  }

  /** One producer hands the messages to servers; the first free server takes the next. */
  static VirtualLoad servers(Story story, int servers) {
    VirtualLoad load = new VirtualLoad(story);
    FakeClock clock = new FakeClock(story.freezes());
    load.play(0, clock, new Servers(story, clock, load.ring, servers));
    return load;
  }

  private void play(int producer, FakeClock clock, Dispatcher dispatcher) {
    Wait wait = new FakeWait(story, clock, producer);
    Shared shared = new Shared(ring, clock, wait, dispatcher, stop, story.producers());
    MessageRecorder recorder = new MessageRecorder(ring, story.startNs(), INTERVAL_NS, LOG_WORDS);
    outcomes.add(
        new Producer(
                shared, story.newSchedule(), producer, story.startNs(), Long.MAX_VALUE, recorder)
            .play());
  }

  List<Producer.Outcome> outcomes() {
    return outcomes;
  }

  List<Interval> intervals() {
    return outcomes.stream()
        .flatMap(outcome -> outcome.recorder().intervals().stream())
        .map(Interval.Builder::build)
        .toList();
  }

  /** The durations of every kind, over all producers and the whole load. */
  Map<Kind, Durations> durations() {
    return total(intervals());
  }

  static Map<Kind, Durations> total(List<Interval> intervals) {
    Map<Kind, Durations> total = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      Durations.Builder sum = new Durations.Builder();
      intervals.forEach(i -> sum.add(Objects.requireNonNull(i.durations().get(kind))));
      total.put(kind, sum.build());
    }
    return total;
  }

  /**
   * Waits in one turn or several. An overshoot comes in one turn; several turns are what a spinning
   * or interrupted wait takes.
   */
  private static final class FakeWait implements Wait {
    private final Story story;
    private final FakeClock clock;
    private final SplittableRandom turns;
    private final long[] intended;
    private int message;

    FakeWait(Story story, FakeClock clock, int producer) {
      this.story = story;
      this.clock = clock;
      this.turns = new SplittableRandom(producer);
      this.intended = story.intendedNs();
      this.message = producer;
    }

    @Override
    public void pause(long remainingNs) {
      long untilNs = clock.nanoTime() + remainingNs;
      // messages that the producer did not wait for never came here
      while (intended[message] != untilNs) {
        message += story.producers();
      }
      long overshootNs = story.overshootNs(message);
      boolean early = overshootNs == 0 && remainingNs > 1 && turns.nextInt(4) == 0;
      clock.sleepUntil(early ? untilNs - turns.nextLong(remainingNs) : untilNs + overshootNs);
    }
  }

  private static final class Work implements Dispatcher {
    private final Story story;
    private final FakeClock clock;
    private final Probes probes;

    Work(Story story, FakeClock clock, Probes probes) {
      this.story = story;
      this.clock = clock;
      this.probes = probes;
    }

    @Override
    public void dispatch(long id) {
      clock.work(story.serviceNs(id));
      probes.done(id);
      clock.work(story.afterNs(id));
    }

    @Override
    public void close() {}
  }

  private static final class Servers implements Dispatcher {
    private final Story story;
    private final FakeClock clock;
    private final MessageRing ring;
    private final long[] free;

    Servers(Story story, FakeClock clock, MessageRing ring, int servers) {
      this.story = story;
      this.clock = clock;
      this.ring = ring;
      this.free = new long[servers];
    }

    @Override
    public void dispatch(long id) {
      Arrays.sort(free);
      long startNs = Math.max(clock.nanoTime(), free[0]);
      free[0] = startNs + story.serviceNs(id);
      ring.started(id, startNs);
      ring.end(id, free[0]);
    }

    @Override
    public void close() {}
  }
}
