package dev.foliot.diagnose.counters.compare;

import dev.foliot.diagnose.counters.capture.Capture;
import dev.foliot.diagnose.counters.capture.CaptureException;
import dev.foliot.store.diagnosis.CounterCapture;
import dev.foliot.store.diagnosis.CounterHypothesis;
import dev.foliot.store.diagnosis.CounterRow;
import dev.foliot.store.diagnosis.CountersRecord;
import dev.foliot.text.CountersReason;
import dev.foliot.text.Reasons;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares the counters of a slow and a fast side. Stateless; safe for any thread. */
public final class CounterComparison {
  private CounterComparison() {}

  /**
   * The ratios of all common metrics, with the hypotheses they suggest.
   *
   * @throws CaptureException without a common metric
   */
  public static CountersRecord of(Capture slow, Capture fast) {
    Map<String, String> names = new LinkedHashMap<>();
    Map<String, Double> slowValues = keyed(slow, names);
    Map<String, Double> fastValues = keyed(fast, names);
    List<CounterRow> rows = new ArrayList<>();
    slowValues.forEach((key, value) -> {
      Double other = fastValues.get(key);
      if (other != null) {
        rows.add(new CounterRow(names.getOrDefault(key, key), value, other, ratio(value, other)));
      }
    });
    if (rows.isEmpty()) {
      throw new CaptureException(
          "%s (%s) and %s (%s) have no metric in common: capture the same events on both sides"
              .formatted(slow.name(), slow.format(), fast.name(), fast.format()));
    }
    rows.sort(
        Comparator.comparingDouble(CounterComparison::distance)
            .reversed()
            .thenComparing(CounterRow::metric));
    return new CountersRecord(
        CountersRecord.SCHEMA,
        rows,
        hypotheses(rows),
        side(slow, fast, slowValues, fastValues, names),
        side(fast, slow, fastValues, slowValues, names));
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

  private static List<CounterHypothesis> hypotheses(List<CounterRow> rows) {
    Contrast contrast = new Contrast(rows);
    return Rules.ALL.stream()
        .flatMap(rule -> rule.judge(contrast).stream())
        .sorted(Comparator.comparingDouble(CounterHypothesis::confidence).reversed())
        .toList();
  }

  private static CounterCapture side(
      Capture side,
      Capture other,
      Map<String, Double> values,
      Map<String, Double> others,
      Map<String, String> names) {
    List<String> notes = new ArrayList<>(Reasons.texts(side.notes()));
    List<String> alone =
        values.keySet().stream()
            .filter(key -> !others.containsKey(key))
            .map(key -> names.getOrDefault(key, key))
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
    return new CounterCapture(side.name(), side.format(), notes);
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
