package dev.foliot.report.study;

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
 * @param of reads it off a point; null where it is not known
 * @param quantity how its values are shown
 * @param good which end is the better one
 */
record StudyMeasure(
    String name, Function<StudyPoint, @Nullable Double> of, Quantity quantity, Good good) {

  /** Which end of a measure is the better one. */
  enum Good {
    HIGH,
    LOW,
    NEITHER
  }

  static final StudyMeasure THROUGHPUT = perS("throughput", Metric.THROUGHPUT::of);
  static final StudyMeasure SUSTAINED = perS("sustained throughput", Metric.PLATEAU::of);
  static final StudyMeasure P50 = ns("p50", Metric.RESPONSE_P50::of);
  static final StudyMeasure P99 = ns("p99", Metric.RESPONSE_P99::of);
  static final StudyMeasure CPU =
      new StudyMeasure("CPU of the service", Metric.CPU_CORES::of, Quantity.CORES, Good.NEITHER);
  static final StudyMeasure PER_CPU =
      new StudyMeasure("requests per CPU-second", Metric.PER_CPU::of, Quantity.COUNT, Good.HIGH);

  /** One level for all arms, so the soonest is the best. */
  static final StudyMeasure TO_FULL =
      seconds("time to full throughput", Metric.TIME_TO_FULL, Good.LOW);

  static final StudyMeasure RSS = bytes("RSS", Metric.RSS::of);
  static final StudyMeasure RSS_END = bytes("RSS at the end", Metric.RSS_END::of);
  static final StudyMeasure DIRECT_END = bytes("direct buffers at the end", Metric.DIRECT_END::of);
  static final StudyMeasure DIRECT_FELL = bytes("of these fell", Metric.DIRECT_FELL::of);
  static final StudyMeasure THREADS =
      new StudyMeasure("threads", Metric.THREADS::of, Quantity.COUNT, Good.NEITHER);
  static final StudyMeasure CPU_PER_TASK = micros("CPU per task", Metric.CPU_PER_TASK::of);
  static final StudyMeasure WAKE_WAIT =
      micros("run-queue wait per switch", Metric.WAKE_WAIT_MEAN::of);
  static final StudyMeasure PARKED =
      new StudyMeasure(
          "parked while tasks waited", Metric.PARKED_SHARE::of, Quantity.SHARE, Good.LOW);
  static final StudyMeasure LONGEST_PARKED =
      micros("longest parked meanwhile", Metric.LONGEST_PARKED::of);

  /** Of the traced ones: neither end is better, since who is never idle is never woken. */
  static final StudyMeasure WAKE_UPS =
      new StudyMeasure("wake-ups traced", Metric.WAKE_UPS::of, Quantity.COUNT, Good.NEITHER);

  static final StudyMeasure WOKEN_MEAN = micros("woken to running, mean", Metric.WAKE_UP_MEAN::of);
  static final StudyMeasure WOKEN_P50 = micros("woken to running, p50", Metric.WAKE_UP_P50::of);
  static final StudyMeasure WOKEN_P99 = micros("woken to running, p99", Metric.WAKE_UP_P99::of);
  static final StudyMeasure WOKEN_LONGEST =
      micros("woken to running, maximum", Metric.WAKE_UP_MAX::of);
  static final StudyMeasure SWITCHES =
      new StudyMeasure(
          "context switches",
          point -> {
            StudyWatch watch = point.watch();
            return watch == null
                ? null
                : (Double) (watch.voluntarySwitchesPerS() + watch.involuntarySwitchesPerS());
          },
          Quantity.RATE,
          Good.NEITHER);
  static final StudyMeasure RUN_QUEUE =
      new StudyMeasure(
          "waited for a CPU",
          point -> {
            StudyWatch watch = point.watch();
            return watch == null ? null : watch.runQueueWaitCores();
          },
          Quantity.CORES,
          Good.NEITHER);

  /** Of the lottery: where its class begins in a cache line. */
  static final StudyMeasure PLACE =
      new StudyMeasure("place in the line", Metric.LINE_OFFSET::of, Quantity.COUNT, Good.NEITHER);

  static final StudyMeasure READER = checks("reader, checks per second", Metric.READER, Good.HIGH);
  static final StudyMeasure READER_PER_CPU =
      checks("reader, checks per CPU-second", Metric.READER_PER_CPU, Good.HIGH);
  static final StudyMeasure WRITER = checks("writer, checks per second", Metric.WRITER, Good.HIGH);

  /** Of the remedies: both threads'. */
  static final StudyMeasure CHECKS =
      checks("type checks per second", Metric.THROUGHPUT::of, Good.HIGH);

  static final StudyMeasure CPU_PER_CHECK = cpuPer("type check");
  static final StudyMeasure CPU_PER_OPERATION = cpuPer("operation");

  /** A check takes a few nanoseconds, and what counts stands behind the point. */
  private static StudyMeasure cpuPer(String unit) {
    return new StudyMeasure(
        "CPU per " + unit,
        Metric.CPU_PER_OPERATION::of,
        new Quantity(
            ns -> ns < 1e3 ? Units.number(ns) + "\u00a0ns" : Units.duration(ns),
            Units::shortDuration,
            "ns"),
        Good.LOW);
  }

  private static StudyMeasure checks(String name, Metric metric, Good good) {
    return checks(name, metric::of, good);
  }

  private static StudyMeasure checks(
      String name, Function<StudyPoint, @Nullable Double> of, Good good) {
    return new StudyMeasure(
        name,
        of,
        new Quantity(perS -> Units.number(perS / 1e6) + "\u00a0M", Units::shortNumber, ""),
        good);
  }

  private static StudyMeasure perS(String name, Function<StudyPoint, @Nullable Double> of) {
    return new StudyMeasure(name, of, Quantity.RATE, Good.HIGH);
  }

  private static StudyMeasure ns(String name, Function<StudyPoint, @Nullable Double> of) {
    return ns(name, of, Good.LOW);
  }

  private static StudyMeasure ns(
      String name, Function<StudyPoint, @Nullable Double> of, Good good) {
    return new StudyMeasure(name, of, Quantity.DURATION, good);
  }

  /** A figure that is stored in microseconds; here all durations are nanoseconds. */
  private static StudyMeasure micros(String name, Function<StudyPoint, @Nullable Double> of) {
    return ns(
        name,
        point -> {
          Double us = of.apply(point);
          return us == null ? null : (Double) (us * 1e3);
        });
  }

  private static StudyMeasure seconds(String name, Metric metric, Good good) {
    return ns(
        name,
        point -> {
          Double s = metric.of(point);
          return s == null ? null : (Double) (s * 1e9);
        },
        good);
  }

  private static StudyMeasure bytes(String name, Function<StudyPoint, @Nullable Double> of) {
    return new StudyMeasure(name, of, Quantity.BYTES, Good.LOW);
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
