package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.linux.perf.CpuSampler.Sample;
import dev.foliot.linux.perf.Watchpoints.Hit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The cost of a check: the share of on-CPU samples at its code.
 *
 * <p>Waiting for a cache line is CPU time, so the samples include it. An instruction does not show
 * the class of the checked object. If the same code checks objects of several classes, such as a
 * stub or a polymorphic line, each class gets a part of a thread's samples there. The part is its
 * share of that thread's touches there. Within a thread these are proportional, because watchpoints
 * slow all its work equally.
 */
final class CheckCost {
  /** With fewer samples in total, a share is meaningless. */
  static final int FEWEST = 30;

  /** Maximum number of untouched instructions mapped to a source line. */
  private static final int MOST_LOOKED_UP = 256;

  /** A class with a smaller part of the samples is not mentioned. */
  private static final double LEAST_PART = 0.01;

  private final TouchedCode own;
  private final List<TouchedCode> others;
  private final WritingCode writingCode;
  private final double[] othersAt;
  private double at;
  private int together;

  private CheckCost(TouchedCode own, List<TouchedCode> others, WritingCode writingCode) {
    this.own = own;
    this.others = others;
    this.writingCode = writingCode;
    this.othersAt = new double[others.size()];
  }

  /**
   * A share of samples.
   *
   * @param at the samples of this class
   * @param of all samples
   * @param together the samples at the same code, of any class
   * @param others the classes that share these, the greatest first
   */
  record Share(double at, int of, int together, List<String> others) {
    Share {
      others = List.copyOf(others);
    }

    /** A share of code that checks objects of one class only. */
    Share(int at, int of) {
      this(at, of, at, List.of());
    }

    double value() {
      return at / of;
    }
  }

  /**
   * Empty with too few samples or without touches.
   *
   * @param others the code of the other watched classes
   */
  static Optional<Share> of(
      Collection<Sample> samples,
      TouchedCode own,
      List<TouchedCode> others,
      WritingCode writingCode) {
    if (samples.size() < FEWEST || own.isEmpty()) {
      return Optional.empty();
    }
    CheckCost cost = new CheckCost(own, others, writingCode);
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
              ? TouchedCode.line(writingCode.place(ip))
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
      // This thread has no observations: the average of all threads is used.
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

  /**
   * The code that touches one class's structure, with each thread's rate. Immutable.
   *
   * <p>An instruction belongs to it if it is close to one that hit a watchpoint, or in the same
   * compiled Java line.
   */
  static final class TouchedCode {
    /** The check's instructions precede the writing one, within few bytes. */
    private static final long BEFORE = 96;

    private static final long AFTER = 32;

    /** With fewer touches by a thread, the average of all threads is more reliable. */
    private static final int FEWEST = 10;

    private final String className;
    private final Map<Integer, Double> perS;
    private final List<Spot> spots = new ArrayList<>();
    private final NavigableSet<Long> hits = new TreeSet<>();
    private final Set<String> lines = new HashSet<>();

    private record Spot(int tid, long ip, Optional<String> line) {}

    /**
     * The code of one class.
     *
     * @param touches of its structure
     * @param perS touches a second, by thread
     */
    TouchedCode(
        String className,
        Collection<Hit> touches,
        Map<Integer, Double> perS,
        WritingCode writingCode) {
      this.className = className;
      this.perS = Map.copyOf(perS);
      for (Hit hit : touches) {
        Spot spot =
            new Spot(
                hit.tid(), hit.registers().ip(), line(writingCode.place(hit.registers().ip())));
        spots.add(spot);
        hits.add(spot.ip());
        spot.line().ifPresent(lines::add);
      }
    }

    /**
     * The code of a watched class.
     *
     * @param reads the reads that count
     */
    static TouchedCode of(CandidateClass candidate, List<Hit> reads, WritingCode writingCode) {
      List<Hit> touches = new ArrayList<>(candidate.writes());
      touches.addAll(reads);
      return new TouchedCode(
          candidate.type().name(), touches, candidate.traffic().touchesPerS(), writingCode);
    }

    /** The innermost Java line of compiled code with debug information. */
    static Optional<String> line(CodePlace place) {
      if (place instanceof CodePlace.Compiled compiled && !compiled.frames().isEmpty()) {
        JavaFrame frame = compiled.frames().get(0);
        int where = frame.line() >= 0 ? frame.line() : frame.bci();
        return Optional.of(frame.className() + '.' + frame.method() + ':' + where);
      }
      return Optional.empty();
    }

    String className() {
      return className;
    }

    /** Whether it has no touches. */
    boolean isEmpty() {
      return spots.isEmpty();
    }

    /** Whether any of it has a known Java line. */
    boolean hasLines() {
      return !lines.isEmpty();
    }

    boolean isNear(long ip) {
      Long next = hits.ceiling(ip - AFTER);
      return next != null && next <= ip + BEFORE;
    }

    boolean isOn(Optional<String> line) {
      return line.isPresent() && lines.contains(line.get());
    }

    /** A thread's touches per second at an instruction of some line. */
    double perS(long ip, Optional<String> line, int tid) {
      double rate = perS.getOrDefault(tid, 0.0);
      if (rate <= 0 || !(isNear(ip) || isOn(line))) {
        return 0;
      }
      int all = 0;
      int allAt = 0;
      int own = 0;
      int ownAt = 0;
      for (Spot spot : spots) {
        boolean isNear = spot.ip() >= ip - AFTER && spot.ip() <= ip + BEFORE;
        int at = isNear || (line.isPresent() && spot.line().equals(line)) ? 1 : 0;
        all++;
        allAt += at;
        own += spot.tid() == tid ? 1 : 0;
        ownAt += spot.tid() == tid ? at : 0;
      }
      return own >= FEWEST ? rate * ownAt / own : rate * allAt / all;
    }

    /** All threads' touches per second at an instruction of some line. */
    double perS(long ip, Optional<String> line) {
      double sum = 0;
      for (int tid : perS.keySet()) {
        sum += perS(ip, line, tid);
      }
      return sum;
    }
  }
}
