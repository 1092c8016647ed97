package dev.foliot.diagnose.sharing;

import dev.foliot.linux.CpuSampler.Sample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a check costs: the share of the samples of threads on their CPUs that are at its code.
 * Waiting for a cache line is time on the CPU, so it shows here.
 *
 * <p>The instruction does not tell of which class the object was that a thread checked. Where the
 * same code checks objects of several classes, as a stub does or a line that sees many, each has
 * the part of a thread's samples there that it has of that thread's touches there. Within a thread
 * these are in proportion: watchpoints slow down all that it does alike.
 */
final class CheckCost {
  /** With fewer samples in all, a share says nothing. */
  static final int FEWEST = 30;

  /** Of how many instructions that are near no touch the line is looked up. */
  private static final int MOST_LOOKED_UP = 256;

  /** A class with a smaller part of the samples there is not worth a word. */
  private static final double LEAST_PART = 0.01;

  private final TouchedCode own;
  private final List<TouchedCode> others;
  private final Culprits culprits;
  private final double[] othersAt;
  private double at;
  private int together;

  private CheckCost(TouchedCode own, List<TouchedCode> others, Culprits culprits) {
    this.own = own;
    this.others = others;
    this.culprits = culprits;
    this.othersAt = new double[others.size()];
  }

  /**
   * A share of samples.
   *
   * @param at how many are this class's
   * @param of how many
   * @param together how many are at the same code, whichever class's they are
   * @param others the classes that have a part of these, the greatest first
   */
  record Share(double at, int of, int together, List<String> others) {
    Share {
      others = List.copyOf(others);
    }

    /** Of code that checks objects of one class alone. */
    Share(int at, int of) {
      this(at, of, at, List.of());
    }

    double value() {
      return at / of;
    }
  }

  /**
   * Empty with too few samples, or when no touch was seen.
   *
   * @param others the code of the other classes that were watched
   */
  static Optional<Share> of(
      Collection<Sample> samples, TouchedCode own, List<TouchedCode> others, Culprits culprits) {
    if (samples.size() < FEWEST || own.isEmpty()) {
      return Optional.empty();
    }
    CheckCost cost = new CheckCost(own, others, culprits);
    cost.add(samples);
    return Optional.of(new Share(cost.at, samples.size(), cost.together, cost.named()));
  }

  private void add(Collection<Sample> samples) {
    Map<Long, Map<Integer, Integer>> counts = new HashMap<>();
    for (Sample sample : samples) {
      if (!sample.kernel()) {
        counts
            .computeIfAbsent(sample.ip(), ip -> new HashMap<>())
            .merge(sample.tid(), 1, Integer::sum);
      }
    }
    List<Map.Entry<Long, Map<Integer, Integer>>> sorted = new ArrayList<>(counts.entrySet());
    sorted.sort(Comparator.comparingInt(entry -> -sum(entry.getValue())));
    int lookedUp = 0;
    for (Map.Entry<Long, Map<Integer, Integer>> entry : sorted) {
      long ip = entry.getKey();
      boolean isNear = own.isNear(ip);
      boolean wanted = isNear ? !others.isEmpty() : own.hasLines();
      Optional<String> line =
          wanted && (isNear || lookedUp++ < MOST_LOOKED_UP)
              ? TouchedCode.line(culprits.place(ip))
              : Optional.empty();
      if (isNear || own.isOn(line)) {
        entry.getValue().forEach((tid, count) -> share(ip, line, tid, count));
      }
    }
  }

  private static int sum(Map<Integer, Integer> counts) {
    int sum = 0;
    for (int count : counts.values()) {
      sum += count;
    }
    return sum;
  }

  /** Divides samples of one thread at one instruction among the classes. */
  private void share(long ip, Optional<String> line, int tid, int count) {
    double mine = own.perS(ip, line, tid);
    double[] theirs = others.stream().mapToDouble(it -> it.perS(ip, line, tid)).toArray();
    double sum = mine + sum(theirs);
    if (sum <= 0) {
      // Nothing was seen of this thread: it does as all of them together do.
      mine = own.perS(ip, line);
      theirs = others.stream().mapToDouble(it -> it.perS(ip, line)).toArray();
      sum = mine + sum(theirs);
    }
    together += count;
    at += sum <= 0 ? count : count * mine / sum;
    for (int i = 0; i < theirs.length; i++) {
      othersAt[i] += sum <= 0 ? 0 : count * theirs[i] / sum;
    }
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  /** Each name once: two loaders may have a class of that name. */
  private List<String> named() {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < othersAt.length; i++) {
      if (othersAt[i] > LEAST_PART * together) {
        order.add(i);
      }
    }
    order.sort(Comparator.comparingDouble(i -> -othersAt[i]));
    return order.stream().map(i -> others.get(i).className()).distinct().toList();
  }
}
