package dev.foliot.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Measurements by seed, of every shape that one can have. */
final class Samples {
  private Samples() {}

  private static final int SMALL = 5;
  private static final int USUAL = 200;

  static Measurement measurement(long seed) {
    return measurement(seed, USUAL);
  }

  /** One that can be read thousands of times in a test. */
  static Measurement smallMeasurement(long seed) {
    return measurement(seed, SMALL);
  }

  private static Measurement measurement(long seed, int values) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, Durations> probes = new LinkedHashMap<>();
    for (int left = random.nextInt(4); left > 0; left--) {
      probes.put(text(random), durations(random, values));
    }
    Map<Long, String> threads = new LinkedHashMap<>();
    for (int left = random.nextInt(4); left > 0; left--) {
      threads.put(random.nextLong(), text(random));
    }
    return new Measurement(
        new Measurement.Totals(
            random.nextLong(),
            random.nextLong(),
            random.nextLong(),
            random.nextLong(),
            random.nextLong(),
            new Measurement.Faults(random.nextLong(), random.nextLong(), random.nextLong()),
            new Measurement.Time(random.nextLong(), random.nextLong(), random.nextLong())),
        kinds(random, values),
        probes,
        jitter(random, values),
        new Measurement.Series(intervals(random, values), intervals(random, values)),
        new Measurement.Slowest(slowest(random), threads),
        conditions(random),
        random.nextBoolean()
            ? null
            : new Measurement.Failure(
                "x" + text(random), random.nextBoolean() ? null : "x" + text(random)));
  }

  private static Map<Kind, Durations> kinds(SplittableRandom random, int values) {
    Map<Kind, Durations> kinds = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      kinds.put(kind, durations(random, values));
    }
    return kinds;
  }

  static Durations durations(SplittableRandom random) {
    return durations(random, USUAL);
  }

  private static Durations durations(SplittableRandom random, int values) {
    Durations.Builder builder =
        random.nextBoolean() ? new Durations.Builder() : Durations.Builder.packed();
    Counts counts = new Counts();
    for (int left = random.nextInt(values); left > 0; left--) {
      counts.record(random.nextLong() >>> random.nextInt(1, 64));
    }
    counts.addTo(builder);
    return builder.build();
  }

  private static Jitter jitter(SplittableRandom random, int values) {
    List<Jitter.Stall> stalls = new ArrayList<>();
    for (int left = random.nextInt(10); left > 0; left--) {
      stalls.add(new Jitter.Stall(random.nextLong(), random.nextLong()));
    }
    return new Jitter(random.nextBoolean() ? "spin" : "sleep", durations(random, values), stalls);
  }

  private static List<Interval> intervals(SplittableRandom random, int values) {
    List<Interval> intervals = new ArrayList<>();
    for (int left = random.nextInt(4); left > 0; left--) {
      intervals.add(new Interval(random.nextLong(), random.nextLong(), kinds(random, values)));
    }
    return intervals;
  }

  private static List<SlowMessage> slowest(SplittableRandom random) {
    List<SlowMessage> messages = new ArrayList<>();
    for (int left = random.nextInt(20); left > 0; left--) {
      messages.add(
          new SlowMessage(
              random.nextLong(),
              random.nextLong(),
              random.nextLong(),
              random.nextLong(),
              random.nextLong(),
              random.nextLong(),
              random.longs(random.nextInt(4)).boxed().toList()));
    }
    return messages;
  }

  private static Measurement.Conditions conditions(SplittableRandom random) {
    return new Measurement.Conditions(
        random.nextInt(),
        text(random),
        new Measurement.Clock(random.nextDouble(), random.nextLong()),
        new Measurement.JvmWork(
            List.of(
                new Measurement.Collector(text(random), random.nextLong(), random.nextLong()),
                new Measurement.Collector("", 0, 0)),
            random.nextLong(),
            random.nextBoolean()
                ? null
                : new Measurement.Allocation(random.nextBoolean(), random.nextLong())),
        Map.of("a", text(random), "b", ""),
        List.of(text(random), text(random)),
        random.nextBoolean() ? List.of() : List.of(text(random)));
  }

  /** Text of any kind, line ends, escapes and characters beyond 16 bits among it. */
  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(30); left > 0; left--) {
      int codePoint = random.nextInt(random.nextBoolean() ? 128 : 0x10000 + 500);
      text.appendCodePoint(codePoint >= 0xd800 && codePoint < 0xe000 ? 'x' : codePoint);
    }
    return text.toString();
  }
}
