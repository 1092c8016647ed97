package dev.foliot.judgement.beside;

import dev.foliot.store.ForkRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import dev.foliot.store.beside.BesideRecord;
import dev.foliot.text.BesideReason;
import dev.foliot.text.LoadReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run beside what JLBH reports of the same program: figures of both, and why they differ. Pure.
 *
 * @param jar the file name of JLBH's jar
 * @param forks how many forks JLBH had
 * @param rows one for each percentile that both have in some pair, and the maximum last
 * @param sent how many messages both sent in a second
 * @param reasons why they differ, as far as it is known or was measured
 * @param failure why JLBH's first failed fork has no result; null where all have one
 */
public record BesideResult(
    String jar,
    int forks,
    List<Row> rows,
    Sent sent,
    List<BesideReason> reasons,
    @Nullable String failure) {
  /** A median below this by JLBH is no duration but its smallest bucket. */
  private static final long SMALLEST_NS = 100;

  /** Less than this share of the rate is less than was asked for. */
  private static final double SENT = 0.99;

  /** A smaller difference is none to explain. */
  private static final double DIFFERS = 1.05;

  /** Fewer pairs show no direction. */
  private static final int FEWEST = 4;

  /** Keeps copies. */
  public BesideResult {
    Objects.requireNonNull(jar, "jar");
    rows = List.copyOf(rows);
    Objects.requireNonNull(sent, "sent");
    reasons = List.copyOf(reasons);
  }

  /**
   * Messages in a second.
   *
   * @param foliotPerS the median over Foliot's forks; null where none is known
   * @param jlbhPerS the median over JLBH's; null where none is known
   */
  public record Sent(@Nullable Double foliotPerS, @Nullable Double jlbhPerS) {}

  /**
   * A percentile.
   *
   * @param name {@code p99_9} or {@code max}
   * @param foliotNs the median over Foliot's forks
   * @param jlbhNs the median over JLBH's
   * @param ratio the median ratio of a pair, Foliot's to JLBH's
   * @param least the least ratio
   * @param most the greatest ratio
   * @param pairs the values of each pair: the fork's number, Foliot's, JLBH's
   */
  public record Row(
      String name,
      double foliotNs,
      double jlbhNs,
      double ratio,
      double least,
      double most,
      List<Pair> pairs) {
    /** Keeps a copy. */
    public Row {
      pairs = List.copyOf(pairs);
    }

    /** Whether stalls show in it. */
    private boolean isTail() {
      return !name.equals("p50") && !name.equals("p90");
    }

    /** Whether all pairs, and enough of them, differ in one direction. */
    public boolean differs() {
      return pairs.size() >= FEWEST
          && (least > 1 || most < 1)
          && Math.max(ratio, 1 / ratio) > DIFFERS;
    }
  }

  /**
   * The values of a pair of forks.
   *
   * @param fork the number of Foliot's
   * @param jlbhFirst whether JLBH's ran first
   */
  public record Pair(int fork, boolean jlbhFirst, long foliotNs, long jlbhNs) {
    double ratio() {
      return (double) Math.max(1, foliotNs) / Math.max(1, jlbhNs);
    }
  }

  /** Puts both beside each other. */
  public static BesideResult of(RunRecord run, List<ForkRecord> forks, BesideRecord beside) {
    Map<Integer, ForkRecord> byNumber = new HashMap<>();
    forks.forEach(fork -> byNumber.put(fork.place().fork(), fork));
    boolean service = run.load().isOfService();
    Set<String> names = new LinkedHashSet<>();
    beside.forks().forEach(fork -> names.addAll(fork.percentilesNs().keySet()));
    List<Row> rows = new ArrayList<>();
    for (String name : names) {
      List<Pair> pairs = new ArrayList<>();
      for (BesideRecord.Fork jlbh : beside.forks()) {
        ForkRecord fork = byNumber.get(jlbh.fork());
        Long jlbhNs = jlbh.percentilesNs().get(name);
        Long foliotNs = fork == null ? null : value(fork, service, name);
        if (jlbhNs != null && foliotNs != null) {
          pairs.add(new Pair(jlbh.fork(), jlbh.first(), foliotNs, jlbhNs));
        }
      }
      if (!pairs.isEmpty()) {
        rows.add(row(name, pairs));
      }
    }
    String failure =
        beside.forks().stream()
            .map(BesideRecord.Fork::failure)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    Sent sent =
        new Sent(
            medianOf(forks.stream().map(fork -> fork.messages().achievedPerS())),
            medianOf(beside.forks().stream().map(BesideRecord.Fork::achievedPerS)));
    return new BesideResult(
        beside.jar(),
        beside.forks().size(),
        rows,
        sent,
        reasons(run, forks, beside, rows, sent),
        failure);
  }

  /** The longest stall that can have delayed a message; the pause meter's own delay is longer. */
  private static long stallNs(ForkRecord fork) {
    Long longest = fork.times().response().max();
    return fork.pauses().stalls().stream()
        .mapToLong(ForkRecord.Stall::lengthNs)
        .filter(ns -> longest != null && ns <= longest)
        .max()
        .orElse(0);
  }

  /** The median of those that are known and above zero. */
  private static @Nullable Double medianOf(Stream<@Nullable Double> numbers) {
    double[] known =
        numbers
            .filter(Objects::nonNull)
            .mapToDouble(number -> number == null ? 0 : number)
            .filter(number -> number > 0)
            .toArray();
    return known.length == 0 ? null : median(known);
  }

  private static @Nullable Long value(ForkRecord fork, boolean service, String name) {
    Percentiles figures = service ? fork.times().service() : fork.times().response();
    return name.equals(BesideRecord.MAX) ? figures.max() : figures.value(name);
  }

  private static Row row(String name, List<Pair> pairs) {
    double[] ratios = pairs.stream().mapToDouble(Pair::ratio).toArray();
    return new Row(
        name,
        median(pairs.stream().mapToDouble(Pair::foliotNs).toArray()),
        median(pairs.stream().mapToDouble(Pair::jlbhNs).toArray()),
        median(ratios),
        Arrays.stream(ratios).min().orElse(1),
        Arrays.stream(ratios).max().orElse(1),
        pairs);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static List<BesideReason> reasons(
      RunRecord run, List<ForkRecord> forks, BesideRecord beside, List<Row> rows, Sent sent) {
    List<BesideReason> reasons = new ArrayList<>();
    double asked = run.load().ratePerS();
    Double sentPerS = sent.jlbhPerS();
    if (sentPerS != null && sentPerS < SENT * asked) {
      reasons.add(new BesideReason.ScheduleSlipped(sentPerS, asked));
    }
    boolean jitter = beside.forks().stream().anyMatch(BesideRecord.Fork::jitterThread);
    boolean spins = forks.stream().anyMatch(fork -> fork.pauses().jitterMode().equals("spin"));
    if (jitter && !spins) {
      reasons.add(new BesideReason.JitterThreadSpun());
    }
    beside.forks().stream()
        .map(BesideRecord.Fork::pinnedTo)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(cpus -> reasons.add(new BesideReason.CorePinned(cpus)));
    if (rows.stream().anyMatch(row -> row.jlbhNs() < SMALLEST_NS)) {
      reasons.add(new BesideReason.BelowHundredNanos());
    }
    long stallNs = forks.stream().mapToLong(BesideResult::stallNs).max().orElse(0);
    if (stallNs > 0 && rows.stream().anyMatch(row -> row.isTail() && row.ratio() > DIFFERS)) {
      reasons.add(new BesideReason.StallCharged(stallNs));
    }
    int starved =
        (int)
            forks.stream()
                .filter(fork -> fork.validity().has(LoadReason.LoadGeneratorStarved.class))
                .count();
    if (starved > 0) {
      reasons.add(new BesideReason.ForksStarved(starved, forks.size()));
    }
    if (reasons.isEmpty() && rows.stream().anyMatch(Row::differs)) {
      reasons.add(new BesideReason.Unexplained());
    }
    return reasons;
  }

  /** The number of pairs in which both have a median. */
  public int pairs() {
    return rows.isEmpty() ? 0 : rows.getFirst().pairs().size();
  }

  /** Whether there are enough pairs to see a direction. */
  public boolean isEnough() {
    return pairs() >= FEWEST;
  }

  /** How many pairs show a direction. */
  public static int needed() {
    return FEWEST;
  }
}
