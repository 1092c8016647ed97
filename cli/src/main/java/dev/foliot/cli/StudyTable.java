package dev.foliot.cli;

import dev.foliot.bench.TimeSpan;
import dev.foliot.store.StudyAnswer;
import dev.foliot.store.StudyArm;
import dev.foliot.store.StudyCpus;
import dev.foliot.store.StudyPoint;
import dev.foliot.store.StudyPrediction;
import dev.foliot.store.StudyRecord;
import dev.foliot.store.StudyStep;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.study.StudyResult;
import dev.foliot.text.Shown;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A study as a person reads it: a table for each load, the answers, the verdict. */
final class StudyTable {
  private static final int NAME_WIDTH = 24;
  private static final int WIDTH = 11;
  private static final int MOST_REASONS = 8;
  private static final int LONGEST_ANSWER = 2_000;
  private static final double MB = 1e6;
  private static final double MS = 1e6;
  private static final double M = 1e6;
  private static final String LOTTERY = "lottery";

  private final PrintStream out;
  private final StudyResult result;
  private final StudyRecord study;

  StudyTable(PrintStream out, StudyResult result) {
    this.out = out;
    this.result = result;
    this.study = result.study();
  }

  void print() {
    StudyCpus cpus = study.cpus();
    out.printf(
        "study %s (%s), seed %d: service on CPUs %s, driver on %s, remote on %s%n",
        study.study(),
        study.form(),
        study.seed(),
        cpus.service(),
        cpus.driver() == null ? "none" : cpus.driver(),
        cpus.remote() == null ? "none" : cpus.remote());
    for (int step = 0; step < study.steps().size(); step++) {
      table(step);
    }
    if (isRemedy() && isCommand()) {
      out.println(
          "medians over the forks that are not INVALID; CPU: CPU time of the process for one"
              + " request or operation; at: how many bytes into a cache line the class begins");
    } else if (isRemedy()) {
      out.println(
          "medians over the forks that are not INVALID; type checks of both threads, in millions;"
              + " CPU: CPU time for one of them, the mean of both threads; at: how many bytes into"
              + " a cache line the class begins");
    } else if (study.steps().stream().anyMatch(step -> LOTTERY.equals(step.app()))) {
      out.println(
          "medians over the forks that are not INVALID, in millions of type checks; at: how many"
              + " bytes into a cache line the class begins; predicted: from that alone, before the"
              + " fork was measured");
    } else {
      out.println("medians over the forks that are not INVALID; RSS and threads are the most");
    }
    if (study.steps().stream().anyMatch(step -> step.taskNs() != null)) {
      out.println(
          "CPU us: CPU time of the whole process per task; wait us: what a thread that is ready"
              + " waits for a CPU; parked: of the time in which tasks wait, how much finds a worker"
              + " parked");
    }
    for (StudyAnswer answer : study.verdict()) {
      out.printf("%n%s%n", answer.question());
      out.println("  " + Shown.text(answer.answer(), LONGEST_ANSWER));
      out.println("  " + Shown.text(answer.evidence(), LONGEST_ANSWER));
    }
    verdict(study.validity());
    out.println("stored: " + Words.shown(study.id()) + " in " + result.folder());
  }

  private void table(int number) {
    StudyStep step = study.steps().get(number);
    out.printf(
        "%n%s%s, %s%s%n",
        step.cpus() == null && !isRemedy() ? "" : step.name() + ": ",
        step.traffic(),
        TimeSpan.format(step.durationNs()),
        step.delayNs() == null
            ? ""
            : "; the remote system takes " + TimeSpan.format(step.delayNs()));
    List<Column> columns = columns(step);
    StringBuilder head = new StringBuilder(Columns.left("arm", NAME_WIDTH));
    columns.forEach(column -> head.append(Columns.right(column.name, WIDTH)));
    out.println(head);
    for (StudyArm arm : study.arms()) {
      row(arm, number, columns);
    }
    new MemoryTable(out, study).print(number);
  }

  /**
   * A column.
   *
   * @param cell what it says of the points of an arm: those that count, and all
   */
  private record Column(String name, BiFunction<List<StudyPoint>, List<StudyPoint>, String> cell) {
    static Column of(
        String name, Function<StudyPoint, @Nullable Double> figure, DoubleFunction<String> shown) {
      return new Column(name, (points, all) -> median(points, figure, shown));
    }

    static Column measure(String name, String measure, DoubleFunction<String> shown) {
      return of(name, point -> point.measures().get(measure), shown);
    }
  }

  private List<Column> columns(StudyStep step) {
    boolean ramp = study.points().stream().anyMatch(p -> p.measures().containsKey("peak_per_s"));
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("forks", (points, all) -> points.size() + "/" + all.size()));
    if (isRemedy()) {
      columns.add(Column.measure("at", "line_offset_bytes", bytes -> decimals(bytes, 0)));
      columns.add(
          isCommand()
              ? Column.of("done", StudyPoint::throughputPerS, Words::perSecond)
              : Column.of("checks M/s", StudyPoint::throughputPerS, StudyTable::millions));
      columns.add(Column.measure("CPU", "cpu_ns_per_op", StudyTable::time));
      if (!step.loop().equals("none")) {
        columns.add(Column.of("p50 ms", p -> ms(p.response().p50()), ms -> decimals(ms, 2)));
        columns.add(Column.of("p99 ms", p -> ms(p.response().p99()), ms -> decimals(ms, 1)));
        columns.add(new Column("errors", (points, all) -> Words.count(errors(all))));
      }
      return columns;
    }
    if (LOTTERY.equals(step.app())) {
      columns.add(Column.measure("at", "line_offset_bytes", bytes -> decimals(bytes, 0)));
      columns.add(new Column("predicted", (points, all) -> predicted(all)));
      columns.add(Column.measure("reader M/s", "reader_per_s", StudyTable::millions));
      columns.add(Column.measure("p. CPU-s", "reader_per_cpu_s", StudyTable::millions));
      columns.add(Column.measure("writer M/s", "writer_per_s", StudyTable::millions));
      columns.add(Column.measure("p. CPU-s", "writer_per_cpu_s", StudyTable::millions));
      return columns;
    }
    columns.add(
        Column.of(
            step.taskNs() == null ? "answered" : "tasks",
            StudyPoint::throughputPerS,
            Words::perSecond));
    if (ramp) {
      columns.add(Column.measure("peak", "peak_per_s", Words::perSecond));
      columns.add(Column.measure("to 95 %", "time_to_95_s", s -> decimals(s, 1) + " s"));
    } else if (step.taskNs() == null) {
      columns.add(Column.measure("p. CPU-s", "per_cpu_s", s -> decimals(s, 0)));
    } else {
      columns.add(Column.measure("CPU us", "cpu_us_per_task", us -> decimals(us, 1)));
      columns.add(Column.measure("wait us", "wake_wait_mean_us", us -> decimals(us, 1)));
      columns.add(
          Column.measure(
              "parked", "parked_while_queued_share", share -> decimals(share * 100, 1) + " %"));
    }
    columns.add(Column.of("p50 ms", p -> ms(p.response().p50()), ms -> decimals(ms, 2)));
    columns.add(Column.of("p99 ms", p -> ms(p.response().p99()), ms -> decimals(ms, 1)));
    columns.add(Column.of("CPUs", StudyPoint::cpuCores, cores -> decimals(cores, 2)));
    columns.add(Column.of("threads", p -> number(p.threads()), n -> decimals(n, 0)));
    columns.add(Column.of("RSS MB", p -> number(p.rssBytes()), bytes -> decimals(bytes / MB, 0)));
    columns.add(new Column("errors", (points, all) -> Words.count(errors(all))));
    return columns;
  }

  /** A length of time in the unit that suits it. */
  private static String time(double ns) {
    return ns < 1e3
        ? decimals(ns, 2) + " ns"
        : ns < MS ? decimals(ns / 1e3, 1) + " us" : decimals(ns / MS, 1) + " ms";
  }

  private boolean isCommand() {
    return study.arms().stream().anyMatch(arm -> arm.app().equals(StudyArm.COMMAND));
  }

  private boolean isRemedy() {
    return study.study().equals("remedy");
  }

  /** What was said of the forks of an arm before they were measured; once where all agree. */
  private static String predicted(List<StudyPoint> all) {
    String bands =
        all.stream()
            .map(StudyPoint::prediction)
            .filter(Objects::nonNull)
            .map(StudyPrediction::band)
            .distinct()
            .collect(Collectors.joining("/"));
    return bands.isEmpty() ? "-" : bands;
  }

  private static String millions(double perS) {
    return decimals(perS / M, 1);
  }

  private static long errors(List<StudyPoint> all) {
    return all.stream()
        .flatMap(point -> point.errors().values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  private void row(StudyArm arm, int step, List<Column> columns) {
    List<StudyPoint> all =
        study.points().stream()
            .filter(point -> point.arm().equals(arm.name()) && point.step() == step)
            .toList();
    List<StudyPoint> points =
        all.stream().filter(point -> point.validity().verdict() != Verdict.INVALID).toList();
    StringBuilder line = new StringBuilder(Columns.left(Words.shown(arm.name()), NAME_WIDTH));
    columns.forEach(column -> line.append(Columns.right(column.cell.apply(points, all), WIDTH)));
    out.println(line);
  }

  private static @Nullable Double ms(@Nullable Long ns) {
    return ns == null ? null : (Double) (ns / MS);
  }

  private static @Nullable Double number(@Nullable Number number) {
    return number == null ? null : (Double) number.doubleValue();
  }

  private static String median(
      List<StudyPoint> points,
      Function<StudyPoint, @Nullable Double> figure,
      DoubleFunction<String> shown) {
    double[] sorted =
        points.stream()
            .map(figure)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    int half = sorted.length / 2;
    return sorted.length == 0
        ? "-"
        : shown.apply(
            sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2);
  }

  private static String decimals(double value, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  private void verdict(Validity validity) {
    out.printf("%n%s%n", validity.verdict());
    List<String> reasons = validity.reasons();
    reasons.stream().limit(MOST_REASONS).forEach(reason -> out.println("- " + Words.shown(reason)));
    if (reasons.size() > MOST_REASONS) {
      out.printf("- and %d more, in study.json%n", reasons.size() - MOST_REASONS);
    }
  }
}
