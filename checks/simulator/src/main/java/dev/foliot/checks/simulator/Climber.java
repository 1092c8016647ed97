package dev.foliot.checks.simulator;

import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Observation;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A pool that climbs the hill of throughput every 1.5 s, like Open Liberty's.
 *
 * <p>It was written from a description of that one, as a comparable controller in the simulator.
 *
 * <p>It has: a moving average and deviation of the throughput for each tried size; growing and
 * shrinking by the mean probability that neighbouring sizes are better, at random without data.
 * Steps grow with the size. It grows whenever the queue is deep and the CPU not busy, four times as
 * fast after five such ticks, and when nothing ends while tasks wait. It forgets old and distant
 * data, and forces a move after five ticks without one.
 *
 * <p>It lacks: the hold at the start, the pause when idle, the floor after a stall, the correction
 * of an unreached size, the preference for far smaller sizes, and the count of outliers.
 */
final class Climber {
  private static final long TICK_NS = 1_500_000_000;
  private static final long HANG_TICK_NS = 750_000_000;
  private static final double WEIGHT = 0.2;
  private static final double BUSY = 0.9;
  private static final int NEIGHBOURS = 4;
  private static final int STILL = 5;
  private static final int HUNG_CLEAN = 3;
  private final SplittableRandom random;
  private final NavigableMap<Integer, Tried> tried = new TreeMap<>();
  private int least;
  private int ticks;
  private int step = 1;
  private int deepTicks;
  private int stillTicks;
  private int emptyTicks;
  private int hangTicks;
  private boolean began;
  private long lastNs;
  private long lastCompleted;

  Climber(long seed) {
    random = new SplittableRandom(seed);
  }

  /** The data of a size: the moving average, its variance, and its last tick. */
  private record Tried(double mean, double variance, int tick) {
    double deviation() {
      return Math.max(1e-9, Math.sqrt(variance));
    }
  }

  Decision next(Observation o) {
    if (!began) {
      began = true;
      least = o.size();
      lastNs = o.nowNs();
      lastCompleted = o.counts().completed();
      return stay(o, "the first tick");
    }
    ticks++;
    long ended = o.counts().completed() - lastCompleted;
    double perSecond = ended * 1e9 / Math.max(o.nowNs() - lastNs, TICK_NS);
    lastNs = o.nowNs();
    lastCompleted = o.counts().completed();
    int cpus = Math.max(1, (int) Math.ceil(o.cpu().cpus()));
    boolean deep = o.tasks().queued() > 4 * step;
    deepTicks = deep ? deepTicks + 1 : 0;
    emptyTicks = o.tasks().queued() == 0 ? emptyTicks + 1 : 0;
    step = step(o.size(), cpus);
    boolean busy = busy(o.cpu());
    if (ended == 0 && o.tasks().queued() > 0) {
      hangTicks = HUNG_CLEAN;
      int limit = Math.min(1000, 128 * cpus);
      int more = deepTicks > STILL ? 4 * step : step;
      return busy || o.size() >= limit ? stay(o, "hung") : move(o, more, "hung");
    }
    hangTicks = Math.max(0, hangTicks - 1);
    if (ended > 0) {
      add(o.size(), perSecond);
    }
    if (deep && !busy) {
      return move(o, deepTicks > STILL ? 4 * step : step, "the queue is deep");
    }
    return climb(o, perSecond, busy);
  }

  private Decision climb(Observation o, double perSecond, boolean busy) {
    boolean low =
        o.tasks().queued() == 0 && (perSecond < o.size() || o.tasks().running() < 0.75 * o.size());
    double now = tried.containsKey(o.size()) ? tried.get(o.size()).mean : perSecond;
    double grow = low ? 0 : score(tried.tailMap(o.size(), false), now);
    double shrink =
        o.size() - step < least ? 0 : score(tried.headMap(o.size(), false).descendingMap(), now);
    if (busy && grow < 0.5 && random.nextBoolean()) {
      grow = 0;
    }
    if (o.size() - step >= least) {
      shrink += Math.min(0.5, 0.04 * emptyTicks);
      if ((low || (busy && shrink < 0.5)) && random.nextBoolean()) {
        shrink = Math.max(shrink, low ? 0.5 : 0.7);
      }
    }
    if (grow >= 0.5 && grow - shrink > 0.25) {
      return move(o, step, String.format(Locale.ROOT, "growing has %.2f", grow));
    }
    if (shrink >= 0.5 && shrink - grow > 0.25) {
      return move(o, -step, String.format(Locale.ROOT, "shrinking has %.2f", shrink));
    }
    if (++stillTicks >= STILL && o.counts().completed() > 0) {
      boolean up = o.size() - o.tasks().running() < step || (!low && random.nextBoolean());
      return move(o, up ? step : -step, "no move for long");
    }
    return stay(o, "no side is better");
  }

  /** The mean probability that the sizes on one side are better than the current throughput. */
  private double score(Map<Integer, Tried> side, double now) {
    double sum = 0;
    int count = 0;
    for (Map.Entry<Integer, Tried> entry : side.entrySet()) {
      Tried other = entry.getValue();
      double distance = ticks - other.tick;
      if (distance * other.deviation() / other.mean > 5) {
        continue; // too old for its variance
      }
      sum += above((now - other.mean) / other.deviation());
      if (++count == NEIGHBOURS) {
        return sum / count;
      }
    }
    return (sum + (random.nextBoolean() ? 0.7 : 0)) / (count + 1);
  }

  /** The probability that a normal value is above; the logistic approximation suffices here. */
  private static double above(double z) {
    return 1 / (1 + Math.exp(1.702 * Math.max(-3.4, Math.min(3.4, z))));
  }

  private void add(int size, double value) {
    Tried known = tried.get(size);
    if (known == null || Math.abs(value - known.mean) > 0.5 * known.mean) {
      tried.put(size, new Tried(value, value * value / 36, ticks));
    } else {
      double delta = value - known.mean;
      double variance = (1 - WEIGHT) * (known.variance + WEIGHT * delta * delta);
      tried.put(size, new Tried(known.mean + WEIGHT * delta, variance, ticks));
    }
  }

  private static int step(int size, int cpus) {
    int[] bounds = {16, 64, 128, 256};
    int step = cpus;
    for (int bound : bounds) {
      if (size >= bound * cpus) {
        step *= 2;
      }
    }
    return step;
  }

  private static boolean busy(CpuReading cpu) {
    double process = cpu.processCpus() / cpu.cpus();
    return process > BUSY || cpu.machineBusy() > BUSY; // NaN is neither
  }

  private Decision move(Observation o, int by, String why) {
    stillTicks = 0;
    int size = Math.max(least, Math.min(o.limits().maximum(), o.size() + by));
    return new Decision(size, Decision.State.TRYING, o.size() + " → " + size + ": " + why, tick());
  }

  private Decision stay(Observation o, String why) {
    return new Decision(o.size(), Decision.State.HOLDING, why, tick());
  }

  private long tick() {
    return hangTicks > 0 ? HANG_TICK_NS : TICK_NS;
  }
}
