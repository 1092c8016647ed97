package dev.foliot.cli;

import dev.foliot.bench.Shown;
import dev.foliot.bench.TimeSpan;
import dev.foliot.lab.study.StudyResult;
import dev.foliot.store.StudyAnswer;
import dev.foliot.store.StudyArm;
import dev.foliot.store.StudyCpus;
import dev.foliot.store.StudyPoint;
import dev.foliot.store.StudyRecord;
import dev.foliot.store.StudyStep;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A study as a person reads it: a table for each load, the answers, the verdict. */
final class StudyTable {
  private static final int NAME_WIDTH = 24;
  private static final int WIDTH = 11;
  private static final int MOST_REASONS = 8;
  private static final int LONGEST_ANSWER = 2_000;
  private static final double MB = 1e6;
  private static final double MS = 1e6;

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
    out.println("medians over the forks that are not INVALID; RSS and threads are the most");
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
        "%n%s, %s%s%n",
        step.traffic(),
        TimeSpan.format(step.durationNs()),
        step.delayNs() == null
            ? ""
            : "; the remote system takes " + TimeSpan.format(step.delayNs()));
    boolean ramp = study.points().stream().anyMatch(p -> p.measures().containsKey("peak_per_s"));
    StringBuilder head = new StringBuilder(Columns.left("arm", NAME_WIDTH));
    for (String name : List.of("forks", "answered", ramp ? "peak" : "p. CPU-s", "to 95 %")) {
      if (ramp || !name.equals("to 95 %")) {
        head.append(Columns.right(name, WIDTH));
      }
    }
    for (String name : List.of("p50 ms", "p99 ms", "CPUs", "threads", "RSS MB", "errors")) {
      head.append(Columns.right(name, WIDTH));
    }
    out.println(head);
    for (StudyArm arm : study.arms()) {
      row(arm, number, ramp);
    }
    new MemoryTable(out, study).print(number);
  }

  private void row(StudyArm arm, int step, boolean ramp) {
    List<StudyPoint> all =
        study.points().stream()
            .filter(point -> point.arm().equals(arm.name()) && point.step() == step)
            .toList();
    List<StudyPoint> points =
        all.stream().filter(point -> point.validity().verdict() != Verdict.INVALID).toList();
    StringBuilder line = new StringBuilder(Columns.left(Words.shown(arm.name()), NAME_WIDTH));
    add(line, points.size() + "/" + all.size());
    add(line, median(points, StudyPoint::throughputPerS, Words::perSecond));
    if (ramp) {
      add(line, median(points, p -> p.measures().get("peak_per_s"), Words::perSecond));
      add(line, median(points, p -> p.measures().get("time_to_95_s"), s -> decimals(s, 1) + " s"));
    } else {
      add(line, median(points, p -> p.measures().get("per_cpu_s"), s -> decimals(s, 0)));
    }
    add(line, median(points, p -> ms(p.response().p50()), ms -> decimals(ms, 1)));
    add(line, median(points, p -> ms(p.response().p99()), ms -> decimals(ms, 1)));
    add(line, median(points, StudyPoint::cpuCores, cores -> decimals(cores, 2)));
    add(line, median(points, p -> number(p.threads()), n -> decimals(n, 0)));
    add(line, median(points, p -> number(p.rssBytes()), bytes -> decimals(bytes / MB, 0)));
    long errors =
        all.stream()
            .flatMap(point -> point.errors().values().stream())
            .mapToLong(Long::longValue)
            .sum();
    add(line, Words.count(errors));
    out.println(line);
  }

  private static void add(StringBuilder line, String cell) {
    line.append(Columns.right(cell, WIDTH));
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
