package dev.foliot.study;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.load.PhaseResult;
import dev.foliot.store.KernelView;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.study.StudyInterval;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The work of a fork under its load, with a type per kind of load. Immutable. */
public sealed interface Work {
  /** The number of successful units. */
  long done();

  /** The number per second. */
  double perS();

  /** The length of the load. */
  long durationNs();

  /** The kernel's observations during the load. */
  KernelView kernel();

  /** Whether the figures describe the program, and not the measuring side. */
  Validity validity();

  /** Over time. */
  List<StudyInterval> series();

  /** The number of scheduled units. */
  default long intended() {
    return done();
  }

  /** The number of started units. */
  default long begun() {
    return done();
  }

  /** The number not started for lack of time. */
  default long unsent() {
    return 0;
  }

  /** The failures, by kind. */
  default Map<String, Long> errors() {
    return Map.of();
  }

  /** The figures of a kind of duration; empty without durations. */
  default Percentiles figures(Kind kind) {
    return Percentiles.empty("ns");
  }

  /** The durations of a kind. */
  default Histogram histogram(Kind kind) {
    return new Histogram(3);
  }

  /** The slowest units as rows of {@code slowest.csv}; empty without durations. */
  default List<List<Object>> slowestRows() {
    return List.of();
  }

  /** What stopped the program during the load; null if it was not watched for that. */
  default @Nullable TimelineRecord timeline() {
    return null;
  }

  /** What a flight recording of the program showed; null without one. */
  default @Nullable RecordedStops recorded() {
    return null;
  }

  /**
   * Requests of a load driver.
   *
   * @param phase the driver's figures of the load
   * @param timeline what stopped the service meanwhile
   * @param recorded what a flight recording of the service showed; null without one
   */
  record Requests(PhaseResult phase, TimelineRecord timeline, @Nullable RecordedStops recorded)
      implements Work {
    @Override
    public List<List<Object>> slowestRows() {
      return phase.slowestRows();
    }

    @Override
    public long done() {
      return phase.ok();
    }

    @Override
    public double perS() {
      return phase.counts().achievedPerS();
    }

    @Override
    public long durationNs() {
      return phase.durationNs();
    }

    @Override
    public KernelView kernel() {
      return phase.loops().kernel();
    }

    @Override
    public Validity validity() {
      return phase.validity();
    }

    @Override
    public List<StudyInterval> series() {
      return phase.series().stream().map(one -> StudyInterval.of(one, 0)).toList();
    }

    @Override
    public long intended() {
      return phase.counts().intended();
    }

    @Override
    public long begun() {
      return phase.counts().sent();
    }

    @Override
    public long unsent() {
      return phase.counts().unsent();
    }

    @Override
    public Map<String, Long> errors() {
      return phase.counts().errors();
    }

    @Override
    public Percentiles figures(Kind kind) {
      return phase.times().figures().getOrDefault(kind.label(), Percentiles.empty("ns"));
    }

    @Override
    public Histogram histogram(Kind kind) {
      return phase.of(kind).histogram();
    }
  }

  /**
   * Tasks of callers in the process itself.
   *
   * @param done the number of tasks
   * @param durationNs the length of the load
   * @param waits the callers' waiting times, by known kind, with their figures
   * @param series over time
   * @param kernel the kernel's observations
   * @param validity of the figures
   */
  record Tasks(
      long done,
      long durationNs,
      Map<Kind, Waits> waits,
      List<StudyInterval> series,
      KernelView kernel,
      Validity validity)
      implements Work {
    /**
     * The callers' waiting times.
     *
     * @param durations all of them
     * @param figures those with enough data
     */
    public record Waits(Durations durations, Percentiles figures) {}

    /** Keeps copies. */
    public Tasks {
      waits = Map.copyOf(waits);
      series = List.copyOf(series);
    }

    @Override
    public double perS() {
      return rate(done, durationNs);
    }

    @Override
    public Percentiles figures(Kind kind) {
      Waits known = waits.get(kind);
      return known == null ? Work.super.figures(kind) : known.figures;
    }

    @Override
    public Histogram histogram(Kind kind) {
      Waits known = waits.get(kind);
      return known == null ? Work.super.histogram(kind) : known.durations.histogram();
    }
  }

  /**
   * Operations without waiting callers: a throughput without durations.
   *
   * @param done the number of operations
   * @param durationNs the length of the load
   * @param series over time
   * @param kernel the kernel's observations
   * @param validity of the figures
   */
  record Operations(
      long done, long durationNs, List<StudyInterval> series, KernelView kernel, Validity validity)
      implements Work {
    /** Keeps a copy. */
    public Operations {
      series = List.copyOf(series);
    }

    @Override
    public double perS() {
      return rate(done, durationNs);
    }
  }

  private static double rate(long done, long durationNs) {
    return done * 1e9 / durationNs;
  }
}
