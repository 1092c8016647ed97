package dev.foliot.diagnose.counters.compare;

import dev.foliot.store.diagnosis.CounterRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The metrics that both sides have, by signal. Immutable. */
final class Contrast {
  private final List<Keyed> rows = new ArrayList<>();

  private record Keyed(String key, CounterRow row) {}

  Contrast(List<CounterRow> rows) {
    rows.forEach(row -> this.rows.add(new Keyed(Signal.key(row.metric()), row)));
  }

  /** The best metric of a signal, whatever its difference. */
  Optional<CounterRow> best(Signal signal) {
    for (Pattern name : signal.names()) {
      for (Keyed one : rows) {
        if (name.matcher(one.key()).matches()) {
          return Optional.of(one.row());
        }
      }
    }
    return Optional.empty();
  }

  /** The metric of a signal with the greatest relevant excess over the fast side. */
  Optional<CounterRow> mostRaised(Signal signal) {
    CounterRow most = null;
    for (Keyed one : rows) {
      if (signal.names().stream().anyMatch(name -> name.matcher(one.key()).matches())
          && signal.matters(one.row().metric(), one.row().slow())
          && (most == null || ratio(one.row()) > ratio(most))) {
        most = one.row();
      }
    }
    return Optional.ofNullable(most);
  }

  /** CPU time for the same instructions, slow divided by fast; 1 where it is unknown. */
  double cpuTimeForWork() {
    Optional<CounterRow> cpus = best(Signal.CPUS);
    Optional<CounterRow> work = best(Signal.WORK);
    double times = cpus.isPresent() && work.isPresent() ? ratio(cpus.get()) / ratio(work.get()) : 1;
    return Double.isFinite(times) && times > 0 ? times : 1;
  }

  /** Whether the slow side's value is surely above the fast one's, or below it. */
  static boolean isBeyondError(CounterRow row, boolean falls) {
    Double bound = falls ? row.high() : row.low();
    return bound == null || (falls ? bound < 1 : bound > 1);
  }

  /** Slow divided by fast; infinite if the fast side has zero. */
  static double ratio(CounterRow row) {
    Double ratio = row.ratio();
    return ratio == null ? Double.POSITIVE_INFINITY : ratio;
  }
}
