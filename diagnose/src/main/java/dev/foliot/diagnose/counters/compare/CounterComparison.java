package dev.foliot.diagnose.counters.compare;

import dev.foliot.diagnose.counters.capture.Capture;
import dev.foliot.diagnose.counters.capture.CaptureException;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.store.diagnosis.CounterCapture;
import dev.foliot.store.diagnosis.CounterQuestion;
import dev.foliot.store.diagnosis.CounterRow;
import dev.foliot.store.diagnosis.CounterUnexplained;
import dev.foliot.store.diagnosis.CountersRecord;
import dev.foliot.text.Reasons;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the counters of a slow and a fast side. Stateless; safe for any thread.
 *
 * <p>Only rates and shares compare: counts grow with the duration. A difference within the error of
 * the counts makes no hypothesis. Processors of two kinds count cycles and cache accesses
 * differently, so between them only what the kernel counts makes a hypothesis.
 *
 * <p>The user says which side is slow, and that stands. Where that side does more work for each
 * second on a CPU than the other, the record asks whether the names are right.
 */
public final class CounterComparison {
  /** The slow side does so much more for each second on a CPU that the order is doubtful. */
  private static final double CLEARLY = 1.15;

  /** Events that would explain more cycles are named only so far. */
  private static final int MOST_EVENTS = 6;

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
    return new Sides(slow, fast).record();
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
          .filter(rule -> !differ || rule.kind().isCommon())
          .flatMap(rule -> rule.judge(contrast).stream())
          .sorted(Comparator.comparingDouble(Rule.Judged::confidence).reversed())
          .toList();
    }

    /** More cycles for each unit of work than any hypothesis accounts for; null for none. */
    private @Nullable CounterUnexplained unexplained() {
      if (differ || totals || judged.stream().anyMatch(one -> one.kind().explainsCycles())) {
        return null;
      }
      Contrast contrast = new Contrast(rows);
      double explained = judged.stream().mapToDouble(Rule.Judged::times).max().orElse(1);
      return Stream.of(Signal.CPI, Signal.CYCLES, Signal.CPUS)
          .flatMap(signal -> contrast.best(signal).stream())
          .findFirst()
          .filter(row ->
              Contrast.ratio(row) >= Math.max(Rule.LEAST_SLOWER, explained)
                  && Contrast.isBeyondError(row, false))
          .map(row -> new CounterUnexplained(row.metric(), Contrast.ratio(row), wouldSay(contrast)))
          .orElse(null);
    }

    /** The events that would show a pattern of cycles, where nothing that was read could. */
    private static List<String> wouldSay(Contrast contrast) {
      List<String> events = new ArrayList<>();
      if (contrast.best(Signal.CPI).isEmpty()) {
        events.add("cycles, instructions");
      }
      Rules.ALL.stream()
          .filter(rule -> rule.kind() == Rule.Kind.CYCLES && !rule.isRead(contrast))
          .limit(MOST_EVENTS)
          .forEach(rule -> events.add(rule.events()));
      return events.isEmpty() ? List.of("the top-down levels (perf stat -M TopdownL2)") : events;
    }

    /** Asks about the order, where the slow side does more for each second on a CPU. */
    private @Nullable CounterQuestion question() {
      Contrast contrast = new Contrast(rows);
      Optional<CounterRow> cycles = contrast.best(Signal.CPI);
      if (differ || totals || cycles.isEmpty() || !Contrast.isBeyondError(cycles.get(), true)) {
        return null;
      }
      double clock = contrast.best(Signal.FREQUENCY).map(Contrast::ratio).orElse(1.0);
      double work = clock / Contrast.ratio(cycles.get());
      if (!(work >= CLEARLY) || !Double.isFinite(work)) {
        return null;
      }
      List<Rule.Judged> turned = new Sides(/* slow= */ fast, /* fast= */ slow).judged;
      return new CounterQuestion(work, turned.isEmpty() ? null : turned.getFirst().hypothesis());
    }

    CountersRecord record() {
      return new CountersRecord(
          CountersRecord.SCHEMA,
          rows,
          judged.stream().map(Rule.Judged::hypothesis).toList(),
          unexplained(),
          question(),
          notes(),
          side(slow, fast, slowCpu, slowValues, fastValues, names),
          side(fast, slow, fastCpu, fastValues, slowValues, names));
    }

    private List<String> notes() {
      List<String> notes = new ArrayList<>();
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
