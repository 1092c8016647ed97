package dev.foliot.diagnose.time;

import dev.foliot.diagnose.time.ThreadObservations.Where;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.store.diagnosis.Doing;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The samples of one thread. For one thread. */
final class ThreadSums {
  private static final int MOST_PLACES = 64;

  /** Shares of samples differ by chance: two standard errors of a half, and at least so much. */
  private static final double BY_CHANCE = 0.1;

  /** A sample may leave a thread out that changes while it is read. */
  private static final double MOST = 0.9;

  final String name;
  final String group;
  final int firstSample;
  int lastSample;
  int samples;
  int running;
  Optional<Wait> awaited = Optional.empty();
  List<JavaFrame> stack = List.of();
  boolean isInner;
  boolean isInPool;
  Optional<ServingLoop> loop = Optional.empty();
  private final Map<Doing, Integer> counts = new EnumMap<>(Doing.class);
  private final Map<Where, Integer> places = new HashMap<>();
  private final Map<Where, Integer> onCpu = new HashMap<>();
  private final Map<String, Integer> methods = new HashMap<>();
  private int cpuSamples;
  private int selecting;
  private ThreadSample.@Nullable Exit exit;
  private @Nullable Where where;
  private boolean hasMoved;
  private @Nullable SchedStat firstSched;
  private @Nullable SchedStat lastSched;
  private long firstSchedNs;
  private long lastSchedNs;

  ThreadSums(String name, String group, int sample) {
    this.name = name;
    this.group = group;
    firstSample = sample;
  }

  /** Adds what it does in a sample. */
  void add(int sample, ThreadSample thread, Moment moment, List<JavaFrame> frames) {
    samples++;
    lastSample = sample;
    Where now = new Where(moment.doing(), moment.yours(), moment.library());
    hasMoved |=
        (exit != null && !exit.equals(thread.exit())) || (where != null && !now.equals(where));
    exit = thread.exit();
    where = now;
    isInner = moment.isInner();
    awaited = thread.awaited();
    stack = frames;
    isInPool |= Places.isInPool(frames);
    if (loop.isEmpty()) {
      loop = ServingLoop.of(frames);
    }
    if (moment.doing() == Doing.RUNNING) {
      running++;
      return;
    }
    counts.merge(moment.doing(), 1, Integer::sum);
    if (places.size() < MOST_PLACES || places.containsKey(now)) {
      places.merge(now, 1, Integer::sum);
    }
  }

  /** Adds that its stack was not read in a sample: nothing is known of this moment. */
  void skip(int sample, ThreadSample thread) {
    samples++;
    lastSample = sample;
    hasMoved |= exit != null && !exit.equals(thread.exit());
    exit = thread.exit();
  }

  /** Adds a stack of it on a CPU. */
  void ran(List<JavaFrame> frames) {
    cpuSamples++;
    Where at = new Where(Doing.RUNNING, Places.yours(frames), Places.library(frames));
    if (onCpu.size() < MOST_PLACES || onCpu.containsKey(at)) {
      onCpu.merge(at, 1, Integer::sum);
    }
    frames.stream()
        .filter(frame -> !frame.isOfJdk())
        .findFirst()
        .map(frame -> frame.className() + "." + frame.method())
        .filter(method -> methods.size() < MOST_PLACES || methods.containsKey(method))
        .ifPresent(method -> methods.merge(method, 1, Integer::sum));
    if (frames.stream().anyMatch(ThreadSums::isSelection)) {
      selecting++;
    }
  }

  private static boolean isSelection(JavaFrame frame) {
    return frame.className().startsWith("sun.nio.ch.")
        && frame.method().startsWith("select")
        && frame.className().contains("Selector");
  }

  /** Adds the kernel's figures of it. */
  void scheduled(long ns, SchedStat now) {
    if (firstSched == null) {
      firstSched = now;
      firstSchedNs = ns;
    }
    lastSched = now;
    lastSchedNs = ns;
  }

  private Optional<SchedStat> sched() {
    return firstSched == null || lastSched == null || lastSchedNs <= firstSchedNs
        ? Optional.empty()
        : Optional.of(lastSched.since(firstSched));
  }

  /** Time slices on a CPU since the first reading; -1 if unknown. */
  long slices() {
    return sched().map(SchedStat::timeslices).orElse(-1L);
  }

  /** The part of the time on a CPU or ready for one. */
  double wanted() {
    return shares().entrySet().stream()
        .filter(one -> one.getKey() == Doing.RUNNING || one.getKey() == Doing.READY)
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  /** Where it stayed in all samples, from the first to the last; empty if it moved. */
  Optional<Where> still(int lastOfAll) {
    boolean isWhole = firstSample == 1 && lastSample == lastOfAll && samples >= MOST * lastOfAll;
    return isWhole && !hasMoved && slices() == 0 ? Optional.ofNullable(where) : Optional.empty();
  }

  /** Whether it had a task in all samples, from the first to the last. */
  boolean isOccupied(int lastOfAll) {
    return firstSample == 1
        && lastSample == lastOfAll
        && samples >= MOST * lastOfAll
        && count(Doing.IDLE) == 0;
  }

  /** Where it was on a CPU, by the number of samples. */
  Map<Where, Integer> onCpu() {
    return onCpu;
  }

  int cpuSamples() {
    return cpuSamples;
  }

  int selecting() {
    return selecting;
  }

  /** The method with the most samples on a CPU, and their number. */
  Optional<Map.Entry<String, Integer>> method() {
    return methods.entrySet().stream().max(Map.Entry.comparingByValue());
  }

  /** Where it waited, by the number of samples. */
  Map<Where, Integer> places() {
    return places;
  }

  int count(Doing doing) {
    return counts.getOrDefault(doing, 0);
  }

  /**
   * The parts of its time, which sum to 1: on a CPU and ready by the kernel, the rest by samples.
   */
  Map<Doing, Double> shares() {
    int waiting = counts.values().stream().mapToInt(Integer::intValue).sum();
    int known = waiting + running;
    double bySamples = known == 0 ? 0 : (double) running / known;
    double spanNs = Math.max(1, lastSchedNs - firstSchedNs);
    Optional<SchedStat> sched = sched();
    double run = sched.map(one -> one.onCpuNs() / spanNs).orElse(bySamples);
    double ready = sched.map(one -> one.runQueueWaitNs() / spanNs).orElse(0.0);
    double both = Math.max(1, run + ready);
    run = Math.max(0, run / both);
    ready = Math.max(0, ready / both);
    Map<Doing, Double> parts = new EnumMap<>(Doing.class);
    counts.forEach((doing, count) -> parts.put(doing, (double) count / Math.max(1, known)));
    double excess = bySamples - run - ready;
    if (excess > Math.max(BY_CHANCE, 1 / Math.sqrt(Math.max(1, known)))) {
      // its state says that it runs, and it has no CPU: it waits in the JVM or for memory
      parts.merge(Doing.UNKNOWN, excess, Double::sum);
    } else if (excess < 0) {
      // native code that runs
      parts.computeIfPresent(Doing.UNKNOWN, (doing, part) -> Math.max(0, part + excess));
    }
    double sum = parts.values().stream().mapToDouble(Double::doubleValue).sum();
    double rest = Math.max(0, 1 - run - ready);
    Map<Doing, Double> shares = new EnumMap<>(Doing.class);
    shares.put(Doing.RUNNING, run);
    shares.put(Doing.READY, ready);
    if (sum <= 0) {
      shares.put(Doing.UNKNOWN, rest);
    } else {
      parts.forEach((doing, part) -> shares.merge(doing, rest * part / sum, Double::sum));
    }
    return shares;
  }
}
