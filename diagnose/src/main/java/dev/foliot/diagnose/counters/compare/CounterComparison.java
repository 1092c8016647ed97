package dev.foliot.diagnose.counters.compare;

import dev.foliot.diagnose.counters.capture.Capture;
import dev.foliot.diagnose.counters.capture.CaptureException;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.store.diagnosis.CounterCapture;
import dev.foliot.store.diagnosis.CounterHypothesis;
import dev.foliot.store.diagnosis.CounterRow;
import dev.foliot.store.diagnosis.CountersRecord;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reasons;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compares the counters of a slow and a fast side. Stateless; safe for any thread.
 *
 * <p>Only rates and shares compare: counts grow with the duration. A difference within the error of
 * the counts makes no hypothesis. Processors of two kinds count cycles and cache accesses
 * differently, so between them only what the kernel counts makes a hypothesis.
 *
 * <p>The user says which side is slow. If the counters clearly say the opposite, the sides are
 * swapped, so that both orders give the same answer.
 */
public final class CounterComparison {
  /** So much more confidence says that the sides are swapped. */
  private static final double CLEARLY = 0.25;

  /**
   * What all processors count alike: instructions, their branches, time, and the kernel's events.
   */
  private static final Pattern COMMON =
      Pattern.compile(
          "cycles per instruction|ghz while on a cpu|cpus used|(cycles|instructions) per .*"
              + "|branch(es| instructions| misses| loads| load misses)? .*"
              + "|(context switches|cs|cpu migrations|migrations|(page |minor |major )?faults"
              + "|alignment faults|emulation faults) per .*");

  private CounterComparison() {}

  /**
   * The ratios of all common metrics, with the hypotheses they suggest.
   *
   * @throws CaptureException without a common metric
   */
  public static CountersRecord of(Capture slow, Capture fast) {
    Sides given = new Sides(slow, fast);
    Sides turned = new Sides(fast, slow);
    return turned.isTheSlowSide(given) ? turned.record(true, given) : given.record(false, turned);
  }

  /** One order of the two captures. */
  private static final class Sides {
    private final Capture slow;
    private final Capture fast;
    private final Processor slowCpu;
    private final Processor fastCpu;
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Double> slowValues;
    private final Map<String, Double> fastValues;
    private final List<String> uncommon = new ArrayList<>();
    private final List<CounterRow> rows = new ArrayList<>();
    private final List<Rule.Judged> judged;
    private final boolean differ;
    private final boolean totals;

    Sides(Capture slow, Capture fast) {
      this.slow = slow;
      this.fast = fast;
      this.slowCpu = Processor.of(slow);
      this.fastCpu = Processor.of(fast);
      this.differ = slowCpu.differsFrom(fastCpu);
      this.slowValues = keyed(slow, names);
      this.fastValues = keyed(fast, names);
      boolean rates = addRows(false);
      this.totals = !rates && addRows(true);
      if (rows.isEmpty()) {
        throw new CaptureException(
            "%s (%s) and %s (%s) have no metric in common: capture the same events on both sides"
                .formatted(slow.name(), slow.format(), fast.name(), fast.format()));
      }
      rows.sort(
          Comparator.comparing(CounterRow::withinError)
              .thenComparing(
                  Comparator.comparingDouble(CounterComparison::distance)
                      .reversed()
                      .thenComparing(CounterRow::metric)));
      this.judged = totals ? List.of() : judge();
    }

    private boolean addRows(boolean ofTotals) {
      Map<String, Double> slowErrors = errors(slow);
      Map<String, Double> fastErrors = errors(fast);
      slowValues.forEach((key, value) -> {
        Double other = fastValues.get(key);
        String name = names.getOrDefault(key, key);
        if (other == null || isTotal(name) != ofTotals) {
          return;
        }
        if (differ && !COMMON.matcher(key).matches()) {
          uncommon.add(name);
          return;
        }
        double error =
            Math.hypot(slowErrors.getOrDefault(key, 0.0), fastErrors.getOrDefault(key, 0.0));
        rows.add(row(name, value, other, error));
      });
      return !rows.isEmpty();
    }

    private boolean isTotal(String name) {
      return slow.isTotal(name) || fast.isTotal(name);
    }

    private List<Rule.Judged> judge() {
      Contrast contrast = new Contrast(rows);
      return Rules.ALL.stream()
          .filter(rule -> !differ || rule.kind() == Rule.Kind.KERNEL)
          .flatMap(rule -> rule.judge(contrast).stream())
          .sorted(Comparator.comparingDouble(Rule.Judged::confidence).reversed())
          .toList();
    }

    private double best(boolean directedOnly) {
      return judged.stream()
          .filter(one -> !directedOnly || one.kind().isDirected())
          .mapToDouble(Rule.Judged::confidence)
          .max()
          .orElse(0);
    }

    /**
     * Whether this order explains clearly more than the user's. Patterns of time and work fit both
     * orders: one side does more, the other less. They decide only where the user's order has none.
     */
    boolean isTheSlowSide(Sides given) {
      return (best(true) > given.best(false) + CLEARLY && timePerInstruction() >= 1)
          || (given.judged.isEmpty() && best(false) > 0);
    }

    /** Slow divided by fast, as far as cycles and their length are known. */
    private double timePerInstruction() {
      Contrast contrast = new Contrast(rows);
      double cycles = contrast.best(Signal.CPI).map(Contrast::ratio).orElse(1.0);
      double clock = contrast.best(Signal.FREQUENCY).map(Contrast::ratio).orElse(1.0);
      return cycles / clock;
    }

    CountersRecord record(boolean swapped, Sides turned) {
      return new CountersRecord(
          CountersRecord.SCHEMA,
          rows,
          judged.stream().map(Rule.Judged::hypothesis).toList(),
          swapped,
          notes(swapped, turned),
          side(slow, fast, slowCpu, slowValues, fastValues, names),
          side(fast, slow, fastCpu, fastValues, slowValues, names));
    }

    private List<String> notes(boolean swapped, Sides turned) {
      List<String> notes = new ArrayList<>();
      if (swapped) {
        notes.add(
            "the sides look swapped: %s is the slow one%s"
                .formatted(shortName(slow, fast), bySpeed()));
      } else if (turned.best(false) > best(true)) {
        CounterHypothesis other = turned.judged.getFirst().hypothesis();
        notes.add(
            "the first capture is taken as the slow one; if %s is the slow one: %s (confidence %s)"
                .formatted(
                    shortName(fast, slow), other.name(), Numbers.percent(other.confidence(), 0)));
      }
      if (differ) {
        notes.add(
            "the processors differ (%s; %s): no hypothesis is made of cycles and caches"
                .formatted(slowCpu.title(), fastCpu.title()));
      }
      if (!uncommon.isEmpty()) {
        notes.add(
            "not compared, since these processors count it differently: "
                + CountersReason.named(uncommon));
      }
      if (totals) {
        notes.add(
            "only counts are in common, which grow with the time: no hypothesis; count instructions"
                + " or task-clock too");
      }
      return notes;
    }

    /** Without its folders, unless these make the difference. */
    private static String shortName(Capture capture, Capture other) {
      String name = last(capture.name());
      return name.isEmpty() || name.equals(last(other.name())) ? capture.name() : name;
    }

    private static String last(String path) {
      return path.substring(path.lastIndexOf('/') + 1);
    }

    private String bySpeed() {
      return new Contrast(rows)
          .best(Signal.CPI)
          .filter(row -> !row.withinError() && Contrast.ratio(row) > 1)
          .map(row ->
              ", with %s cycles per instruction against %s"
                  .formatted(
                      Numbers.significant(row.slow(), 3), Numbers.significant(row.fast(), 3)))
          .orElse("");
    }
  }

  /** Maps by matching key; notes the original spelling of each name. */
  private static Map<String, Double> keyed(Capture capture, Map<String, String> names) {
    Map<String, Double> values = new LinkedHashMap<>();
    capture
        .metrics()
        .forEach((metric, value) -> {
          String key = Signal.key(metric);
          names.putIfAbsent(key, metric);
          values.putIfAbsent(key, value);
        });
    return values;
  }

  private static Map<String, Double> errors(Capture capture) {
    Map<String, Double> errors = new HashMap<>();
    capture.errors().forEach((metric, error) -> errors.put(Signal.key(metric), error));
    return errors;
  }

  private static CounterRow row(String name, double slow, double fast, double error) {
    Double ratio = ratio(slow, fast);
    if (ratio == null || ratio <= 0 || error <= 0) {
      return new CounterRow(name, slow, fast, ratio, null, null);
    }
    double times = Math.exp(error);
    return new CounterRow(name, slow, fast, ratio, ratio / times, ratio * times);
  }

  private static @Nullable Double ratio(double slow, double fast) {
    if (slow == fast) {
      return 1.0;
    }
    double ratio = slow / fast;
    return fast == 0 || !Double.isFinite(ratio) ? null : (Double) ratio;
  }

  /** The distance of a ratio from 1; a changed sign counts as infinite. */
  private static double distance(CounterRow row) {
    double ratio = Contrast.ratio(row);
    return ratio > 0 ? Math.abs(Math.log(ratio)) : Double.POSITIVE_INFINITY;
  }

  private static CounterCapture side(
      Capture side,
      Capture other,
      Processor cpu,
      Map<String, Double> values,
      Map<String, Double> others,
      Map<String, String> names) {
    List<String> notes = new ArrayList<>(Reasons.texts(side.notes()));
    List<String> alone =
        values.keySet().stream()
            .filter(key -> !others.containsKey(key))
            .map(key -> names.getOrDefault(key, key))
            .filter(name -> !side.isTotal(name))
            .toList();
    if (!alone.isEmpty()) {
      notes.add("on this side only: " + CountersReason.named(alone));
    }
    List<String> differing = differing(side, other);
    if (!differing.isEmpty()) {
      notes.add(
          "the other side counted "
              + CountersReason.named(differing)
              + " in the kernel too: the two do not compare, nor does what is worked out from"
              + " these");
    }
    String title = cpu.title();
    return new CounterCapture(side.name(), side.format(), title.isEmpty() ? null : title, notes);
  }

  /** Events that exclude the kernel only on this side; derived metrics do not count. */
  private static List<String> differing(Capture side, Capture other) {
    return side.userOnly().stream()
        .filter(event -> !other.userOnly().contains(event))
        .filter(event ->
            other.counts().containsKey(event) || (other.counts().isEmpty() && isBasis(event)))
        .toList();
  }

  /** Whether most metrics are derived from it. */
  private static boolean isBasis(String event) {
    return event.equals("cycles") || event.equals("instructions");
  }
}
