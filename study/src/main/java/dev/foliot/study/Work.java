package dev.foliot.study;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.load.PhaseResult;
import dev.foliot.store.KernelView;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import dev.foliot.store.study.StudyInterval;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** What was done in a fork under its load. A kind of load has a type of its own. Immutable. */
public sealed interface Work {
  /** How many were done, as they should. */
  long done();

  /** The same a second. */
  double perS();

  /** How long the load was. */
  long durationNs();

  /** What the kernel says meanwhile. */
  KernelView kernel();

  /** Whether the figures are those of the program, and not of who measures. */
  Validity validity();

  /** By time. */
  List<StudyInterval> series();

  /** How many were to be done. */
  default long intended() {
    return done();
  }

  /** How many were begun. */
  default long begun() {
    return done();
  }

  /** How many there was no time for. */
  default long unsent() {
    return 0;
  }

  /** Those that failed, by kind. */
  default Map<String, Long> errors() {
    return Map.of();
  }

  /** The figures of a kind of duration; empty where nobody waits for anything. */
  default Percentiles figures(Kind kind) {
    return Percentiles.empty("ns");
  }

  /** The durations of a kind. */
  default Histogram histogram(Kind kind) {
    return new Histogram(3);
  }

  /**
   * Requests of a load driver.
   *
   * @param phase the driver's figures of the load
   */
  record Requests(PhaseResult phase) implements Work {
    @Override
    public long done() {
      return phase.ok();
    }

    @Override
    public double perS() {
      return phase.achievedPerS();
    }

    @Override
    public long durationNs() {
      return phase.durationNs();
    }

    @Override
    public KernelView kernel() {
      return phase.kernel();
    }

    @Override
    public Validity validity() {
      return phase.validity();
    }

    @Override
    public List<StudyInterval> series() {
      return phase.series();
    }

    @Override
    public long intended() {
      return phase.intended();
    }

    @Override
    public long begun() {
      return phase.sent();
    }

    @Override
    public long unsent() {
      return phase.unsent();
    }

    @Override
    public Map<String, Long> errors() {
      return phase.errors();
    }

    @Override
    public Percentiles figures(Kind kind) {
      return phase.figures().getOrDefault(kind.label(), Percentiles.empty("ns"));
    }

    @Override
    public Histogram histogram(Kind kind) {
      return phase.of(kind).histogram();
    }
  }

  /**
   * Tasks of callers in the process itself.
   *
   * @param done how many
   * @param durationNs in how long
   * @param waits what callers waited, by the kinds that are known, with their figures
   * @param series by time
   * @param kernel what the kernel says meanwhile
   * @param validity how far that can be relied upon
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
     * What callers waited.
     *
     * @param durations all of them
     * @param figures those that they carry
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
   * Operations that nothing waits for: there is a throughput and no duration.
   *
   * @param done how many
   * @param durationNs in how long
   * @param series by time
   * @param kernel what the kernel says meanwhile
   * @param validity how far that can be relied upon
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
