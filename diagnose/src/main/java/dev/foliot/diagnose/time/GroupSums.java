package dev.foliot.diagnose.time;

import dev.foliot.diagnose.time.ThreadObservations.Where;
import dev.foliot.store.diagnosis.Doing;
import dev.foliot.store.diagnosis.ThreadTime;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The sums of a group; times in samples of a thread. For one thread. */
final class GroupSums {
  private static final int MOST_PLACES = 12;
  private static final double SMALLEST_PLACE = 0.005;
  private static final double SLEEP_COUNTS = 0.1;

  private final String name;
  private final int samples;
  private final Map<Doing, Double> times = new EnumMap<>(Doing.class);
  private final Map<Where, Double> places = new HashMap<>();
  private final Map<Where, Integer> stillThere = new HashMap<>();
  private double threadSamples;

  /**
   * @param samples the number of samples
   */
  GroupSums(String name, int samples) {
    this.name = name;
    this.samples = samples;
  }

  /** The virtual threads: in samples of a thread, as all others. */
  static GroupSums of(VirtualTally virtuals, int samples) {
    GroupSums sums = new GroupSums(TimeTally.VIRTUAL, samples);
    double scale = (double) samples / virtuals.samples();
    sums.threadSamples = virtuals.threads() * scale;
    double known = 0;
    for (Map.Entry<Where, Double> one : virtuals.times().entrySet()) {
      double time = one.getValue() * scale;
      known += time;
      sums.times.merge(one.getKey().doing(), time, Double::sum);
      sums.place(one.getKey(), time);
    }
    sums.times.merge(Doing.UNKNOWN, Math.max(0, sums.threadSamples - known), Double::sum);
    virtuals
        .still()
        .forEach(one -> sums.stillThere.merge(one.place(), one.names().size(), Integer::sum));
    return sums;
  }

  boolean isEmpty() {
    return threadSamples == 0;
  }

  void add(ThreadSums thread, double stoppedShare) {
    // native threads are there in no sample
    double weight = thread.samples == 0 ? samples : thread.samples;
    threadSamples += weight;
    Map<Doing, Double> shares =
        thread.samples == 0 ? nativeShares(thread) : shares(thread, stoppedShare);
    shares.forEach((doing, share) -> times.merge(doing, share * weight, Double::sum));
    thread
        .places()
        .forEach((where, count) -> {
          double share = shares.getOrDefault(where.doing(), 0.0);
          double part = (double) count / Math.max(1, thread.count(where.doing()));
          place(where, share * part * weight);
        });
    thread
        .onCpu()
        .forEach((where, count) ->
            place(
                where,
                shares.getOrDefault(Doing.RUNNING, 0.0) * weight * count / thread.cpuSamples()));
    thread.still(samples).ifPresent(where -> stillThere.merge(where, 1, Integer::sum));
  }

  private void place(Where where, double time) {
    if (!where.yours().isEmpty() || !where.library().isEmpty()) {
      places.merge(where, time, Double::sum);
    }
  }

  void add(GroupSums other) {
    threadSamples += other.threadSamples;
    other.times.forEach((doing, time) -> times.merge(doing, time, Double::sum));
  }

  double weight() {
    double weight = 0;
    for (Map.Entry<Doing, Double> one : times.entrySet()) {
      weight +=
          switch (one.getKey()) {
            case IDLE, UNKNOWN -> 0;
            case SLEEPING -> SLEEP_COUNTS * one.getValue();
            case RUNNING, READY, LOCK, PERMIT, RESULT, SOCKET, FILE, STOPPED -> one.getValue();
          };
    }
    return weight;
  }

  ThreadTime.Group end() {
    Map<Doing, Double> shares = new EnumMap<>(Doing.class);
    times.forEach((doing, time) -> {
      if (time > 0) {
        shares.put(doing, time / threadSamples);
      }
    });
    List<ThreadTime.Place> shown =
        places.entrySet().stream()
            .filter(one -> one.getValue() >= SMALLEST_PLACE * threadSamples)
            .sorted(Map.Entry.<Where, Double>comparingByValue().reversed())
            .limit(MOST_PLACES)
            .map(one ->
                new ThreadTime.Place(
                    one.getKey().doing(),
                    one.getValue() / threadSamples,
                    one.getKey().yours(),
                    one.getKey().library(),
                    stillThere.getOrDefault(one.getKey(), 0)))
            .toList();
    return new ThreadTime.Group(name, threadSamples / Math.max(1, samples), shares, shown);
  }

  private static Map<Doing, Double> nativeShares(ThreadSums thread) {
    Map<Doing, Double> shares = thread.shares();
    shares.put(Doing.IDLE, shares.getOrDefault(Doing.UNKNOWN, 0.0));
    shares.remove(Doing.UNKNOWN);
    return shares;
  }

  /** A thread that is stopped for longer than all together waits for something else. */
  private static Map<Doing, Double> shares(ThreadSums thread, double stoppedShare) {
    Map<Doing, Double> shares = thread.shares();
    double stopped = shares.getOrDefault(Doing.STOPPED, 0.0);
    double most = stoppedShare + TimeTally.STOPPED_BY_CHANCE;
    if (stoppedShare >= 0 && stopped > most) {
      shares.put(Doing.STOPPED, stoppedShare);
      shares.merge(
          thread.slices() == 0 ? Doing.LOCK : Doing.UNKNOWN, stopped - stoppedShare, Double::sum);
    }
    return shares;
  }
}
