package dev.foliot.report.study;

import dev.foliot.judgement.study.StudyFigure;
import dev.foliot.report.page.Quantity;
import dev.foliot.report.page.Units;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyWatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a fork of a study.
 *
 * @param name what it is, with nothing about its unit
 * @param of reads it off a point, durations in nanoseconds; null where it is not known
 * @param quantity how its values are shown
 * @param good which end is the better one
 */
record StudyMeasure(
    String name, Function<StudyPoint, @Nullable Double> of, Quantity quantity, Metric.Better good) {
  /** An operation takes a few nanoseconds, and what counts stands behind the point. */
  private static final Quantity NS =
      new Quantity(
          ns -> ns < 1e3 ? Units.number(ns) + "\u00a0ns" : Units.duration(ns),
          Units::shortDuration,
          "ns");

  private static final Quantity MILLIONS =
      new Quantity(perS -> Units.number(perS / 1e6) + "\u00a0M", Units::shortNumber, "");

  static final StudyMeasure THROUGHPUT = of("throughput", Metric.THROUGHPUT);
  static final StudyMeasure SUSTAINED = of("sustained throughput", Metric.PLATEAU);
  static final StudyMeasure P50 = of("p50", Metric.RESPONSE_P50);
  static final StudyMeasure P99 = of("p99", Metric.RESPONSE_P99);
  static final StudyMeasure CPU = of("CPU of the service", Metric.CPU_CORES);
  static final StudyMeasure PER_CPU = of("requests per CPU-second", Metric.PER_CPU);
  static final StudyMeasure TO_FULL = of("time to full throughput", Metric.TIME_TO_FULL);
  static final StudyMeasure RSS = of("RSS", Metric.RSS);
  static final StudyMeasure RSS_END = of("RSS at the end", Metric.RSS_END);
  static final StudyMeasure DIRECT_END = of("direct buffers at the end", Metric.DIRECT_END);
  static final StudyMeasure THREADS = of("threads", Metric.THREADS);
  static final StudyMeasure CPU_PER_TASK = of("CPU per task", Metric.CPU_PER_TASK);
  static final StudyMeasure WAKE_WAIT = of("run-queue wait per switch", Metric.WAKE_WAIT_MEAN);
  static final StudyMeasure PARKED = of("parked while tasks waited", Metric.PARKED_SHARE);
  static final StudyMeasure LONGEST_PARKED = of("longest parked meanwhile", Metric.LONGEST_PARKED);
  static final StudyMeasure WAKE_UPS = of("wake-ups traced", Metric.WAKE_UPS);
  static final StudyMeasure WOKEN_MEAN = of("woken to running, mean", Metric.WAKE_UP_MEAN);
  static final StudyMeasure WOKEN_P50 = of("woken to running, p50", Metric.WAKE_UP_P50);
  static final StudyMeasure WOKEN_P99 = of("woken to running, p99", Metric.WAKE_UP_P99);
  static final StudyMeasure WOKEN_LONGEST = of("woken to running, maximum", Metric.WAKE_UP_MAX);
  static final StudyMeasure PLACE = of("place in the line", Metric.LINE_OFFSET);
  static final StudyMeasure READER =
      of(StudyFigure.millions("reader, checks per second", Metric.READER));
  static final StudyMeasure READER_PER_CPU =
      of(StudyFigure.millions("reader, checks per CPU-second", Metric.READER_PER_CPU));
  static final StudyMeasure WRITER =
      of(StudyFigure.millions("writer, checks per second", Metric.WRITER));
  static final StudyMeasure CPU_PER_OPERATION = of("CPU per operation", Metric.CPU_PER_OPERATION);
  static final StudyMeasure SWITCHES =
      new StudyMeasure(
          "context switches",
          point -> {
            StudyWatch watch = point.watch();
            return watch == null
                ? null
                : (Double)
                    (watch.cpu().voluntarySwitchesPerS() + watch.cpu().involuntarySwitchesPerS());
          },
          Quantity.RATE,
          Metric.Better.NEITHER);
  static final StudyMeasure RUN_QUEUE =
      new StudyMeasure(
          "waited for a CPU",
          point -> {
            StudyWatch watch = point.watch();
            return watch == null ? null : watch.cpu().runQueueWaitCores();
          },
          Quantity.CORES,
          Metric.Better.NEITHER);

  private static StudyMeasure of(String name, Metric metric) {
    return of(StudyFigure.of(name, metric));
  }

  /** A figure that a study asks for, shown by its unit. */
  static StudyMeasure of(StudyFigure figure) {
    Metric metric = figure.metric();
    return switch (metric.unit()) {
      case PER_S -> in(figure.inMillions() ? MILLIONS : Quantity.RATE, figure, 1);
      case COUNT, PER_CPU_S -> in(figure.inMillions() ? MILLIONS : Quantity.COUNT, figure, 1);
      case CPUS -> in(Quantity.CORES, figure, 1);
      case SHARE -> in(Quantity.SHARE, figure, 1);
      case BYTES -> in(Quantity.BYTES, figure, 1);
      case S -> in(Quantity.DURATION, figure, 1e9);
      case MS -> in(Quantity.DURATION, figure, 1e6);
      case US -> in(Quantity.DURATION, figure, 1e3);
      case NS -> in(NS, figure, 1);
    };
  }

  private static StudyMeasure in(Quantity quantity, StudyFigure figure, double factor) {
    Metric metric = figure.metric();
    return new StudyMeasure(
        figure.name(),
        point -> {
          Double value = metric.of(point);
          return value == null ? null : (Double) (value * factor);
        },
        quantity,
        metric.better());
  }

  /** The same under another name. */
  StudyMeasure named(String other) {
    return new StudyMeasure(other, of, quantity, good);
  }

  /** A value with its unit. */
  String shown(double value) {
    return quantity.shown().apply(value);
  }
}
