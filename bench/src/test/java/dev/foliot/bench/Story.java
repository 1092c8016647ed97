package dev.foliot.bench;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** A load in virtual time: intended times, service times and stalls. Immutable. */
final class Story {
  private static final long START_NS = 20_000_000;

  private final String name;
  private final Supplier<Schedule> schedule;
  private final int producers;
  private final long[] serviceNs;
  private final long[] afterNs;
  private final long[] overshootNs;
  private final Freezes freezes;

  private Story(
      String name,
      Supplier<Schedule> schedule,
      int producers,
      long[] serviceNs,
      long[] afterNs,
      long[] overshootNs,
      Freezes freezes) {
    this.name = name;
    this.schedule = schedule;
    this.producers = producers;
    this.serviceNs = serviceNs;
    this.afterNs = afterNs;
    this.overshootNs = overshootNs;
    this.freezes = freezes;
  }

  /** A load of equal service times that nothing stalls. */
  static Story of(String name, Supplier<Schedule> schedule, int messages, long serviceNs) {
    long[] service = new long[messages];
    Arrays.fill(service, serviceNs);
    return new Story(
        name, schedule, 1, service, new long[messages], new long[messages], Freezes.NONE);
  }

  String name() {
    return name;
  }

  int messages() {
    return serviceNs.length;
  }

  /** The clock's reading at the start of the schedule. */
  long startNs() {
    return START_NS;
  }

  /** Message n belongs to producer n mod this. */
  int producers() {
    return producers;
  }

  /** How long the task works on a message, its stalls in it. */
  long serviceNs(long message) {
    return serviceNs[(int) message];
  }

  /** How long the task continues after it reported a message done. */
  long afterNs(long message) {
    return afterNs[(int) message];
  }

  /** How much too late the wait for a message ends; 0 without a wait. */
  long overshootNs(long message) {
    return overshootNs[(int) message];
  }

  /** When the whole process stands still. */
  Freezes freezes() {
    return freezes;
  }

  /** The intended start of every message, by the clock. */
  long[] intendedNs() {
    Schedule times = schedule.get();
    long[] intended = new long[messages()];
    Arrays.setAll(intended, i -> START_NS + times.nextNs());
    return intended;
  }

  /** The schedule, ending after the messages of this story. */
  Schedule newSchedule() {
    Schedule endless = schedule.get();
    int[] left = {messages()};
    return () -> left[0]-- > 0 ? endless.nextNs() : Schedule.END;
  }

  Story named(String other) {
    return with(other, producers, serviceNs, afterNs, overshootNs, freezes);
  }

  Story producers(int count) {
    return with(name, count, serviceNs, afterNs, overshootNs, freezes);
  }

  Story frozen(Freezes when) {
    return with(name, producers, serviceNs, afterNs, overshootNs, when);
  }

  /** Service times become exponential with the same mean. */
  Story randomService(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] service = serviceNs.clone();
    Arrays.setAll(service, i -> (long) (-Math.log(1 - random.nextDouble()) * serviceNs[i]));
    return with(name, producers, service, afterNs, overshootNs, freezes);
  }

  /** The task stalls at every message whose index is a multiple. */
  Story stallsInTask(int everyMessages, long stallNs) {
    long[] service = serviceNs.clone();
    for (int i = everyMessages - 1; i < service.length; i += everyMessages) {
      service[i] += stallNs;
    }
    return with(name, producers, service, afterNs, overshootNs, freezes);
  }

  /** The task continues after it reports some messages done. */
  Story worksOnAfterDone(long seed, double share, long mostNs) {
    long[] after = randomly(seed, share, mostNs);
    return with(name, producers, serviceNs, after, overshootNs, freezes);
  }

  /** The wait for some messages, chosen by chance, ends too late. */
  Story stallsInWait(long seed, double share, long mostNs) {
    long[] overshoot = randomly(seed, share, mostNs);
    return with(name, producers, serviceNs, afterNs, overshoot, freezes);
  }

  private long[] randomly(long seed, double share, long mostNs) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] some = new long[messages()];
    Arrays.setAll(
        some,
        i -> {
          boolean chosen = random.nextDouble() < share;
          long ns = random.nextLong(mostNs) + 1;
          return chosen ? ns : 0;
        });
    return some;
  }

  private Story with(
      String newName,
      int newProducers,
      long[] service,
      long[] after,
      long[] overshoot,
      Freezes newFreezes) {
    return new Story(newName, schedule, newProducers, service, after, overshoot, newFreezes);
  }

  @Override
  public String toString() {
    return name;
  }
}
