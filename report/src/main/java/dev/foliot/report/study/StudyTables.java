package dev.foliot.report.study;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.stats.Median;
import dev.foliot.store.study.StudyCpus;
import dev.foliot.store.study.StudyFlight;
import dev.foliot.store.study.StudyMark;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is said of a study in tables alone: its forks, what failed, and what it was run in. */
final class StudyTables {
  private static final int MOST_POINTS = 400;
  private static final int MOST_STEPS = 60;
  private static final int MOST_KINDS = 40;
  private static final int MOST_REASONS = 4;
  private static final int LONGEST_REASON = 200;

  private static final String EACH_ALONE =
      ", or over each load alone where several follow each other in one process";
  private static final String TOLD_ONCE =
      " Where several loads follow each other in one process, the row of the last one is of the"
          + " warm-up and all of them, since the recorder tells of a process once.";

  private static final List<StudyMeasure> MEASURES =
      List.of(
          StudyMeasure.THROUGHPUT,
          StudyMeasure.PLACE,
          StudyMeasure.READER_PER_CPU,
          StudyMeasure.WRITER,
          StudyMeasure.CPU_PER_OPERATION,
          StudyMeasure.SUSTAINED,
          StudyMeasure.TO_FULL,
          StudyMeasure.P50,
          StudyMeasure.P99,
          StudyMeasure.CPU,
          StudyMeasure.PER_CPU.named("per CPU-second"),
          StudyMeasure.CPU_PER_TASK,
          StudyMeasure.WAKE_WAIT,
          StudyMeasure.PARKED,
          StudyMeasure.LONGEST_PARKED,
          StudyMeasure.WAKE_UPS,
          StudyMeasure.WOKEN_MEAN,
          StudyMeasure.WOKEN_LONGEST,
          StudyMeasure.SWITCHES,
          StudyMeasure.RUN_QUEUE,
          StudyMeasure.THREADS,
          StudyMeasure.RSS,
          StudyMeasure.RSS_END,
          StudyMeasure.DIRECT_END);

  private final StudyView study;

  StudyTables(StudyView study) {
    this.study = study;
  }

  /** A line for each fork. */
  Block points() {
    List<StudyMeasure> known = MEASURES.stream().filter(study::has).toList();
    Rows rows = new Rows();
    rows.column(Cell.text("arm"));
    rows.column(Cell.text("verdict"));
    known.forEach(measure -> rows.column(Cell.number(measure.name()).with("n head")));
    rows.column(Cell.number("errors"));
    List<StudyPoint> all = study.study().points();
    all.stream().limit(MOST_POINTS).map(point -> row(point, known)).forEach(rows::row);
    String claim =
        "In the order in which they ran. CPU, RSS and threads are of the service alone; switches"
            + " and the wait for a CPU count from the warm-up on"
            + (isStepped() ? EACH_ALONE : "")
            + "."
            + (all.size() > MOST_POINTS
                ? " " + Units.count(all.size() - MOST_POINTS, "more fork") + " are in study.json."
                : "");
    return rows.table(study.key() + "-points", "Every fork", claim, "wide-table");
  }

  /** Whether loads follow each other in one process. */
  private boolean isStepped() {
    return study.study().steps().stream().anyMatch(step -> Boolean.TRUE.equals(step.continues()));
  }

  private List<Cell> row(StudyPoint point, List<StudyMeasure> measures) {
    List<Cell> row = new ArrayList<>();
    String load = study.study().steps().size() == 1 ? "" : study.stepName(point.step()) + ", ";
    row.add(Cell.text(Foreign.name(point.arm()), load + "fork " + point.fork(), null));
    String verdict = point.validity().verdict().toString();
    row.add(Cell.text(verdict, reasons(point), "word " + verdict.toLowerCase(Locale.ROOT)));
    for (StudyMeasure measure : measures) {
      Double value = point.failure() != null ? null : measure.of().apply(point);
      row.add(
          value == null
              ? Cell.number(Units.NONE)
              : new Cell(
                  measure.shown(value),
                  null,
                  String.format(Locale.ROOT, "%.6g", value),
                  null,
                  "n"));
    }
    long errors = point.errors().values().stream().mapToLong(Long::longValue).sum();
    row.add(Cell.number(Units.count(errors)));
    return row;
  }

  private static @Nullable String reasons(StudyPoint point) {
    Set<String> reasons = new LinkedHashSet<>();
    String failure = point.failure();
    if (failure != null) {
      reasons.add(failure);
    }
    reasons.addAll(point.validity().reasons());
    point.unavailable().forEach(missing -> reasons.add("not measured: " + missing));
    String shown =
        reasons.stream()
            .limit(MOST_REASONS)
            .map(reason -> Foreign.text(reason, LONGEST_REASON))
            .collect(Collectors.joining("; "));
    int left = reasons.size() - MOST_REASONS;
    return reasons.isEmpty() ? null : shown + (left > 0 ? "; " + left + " more" : "");
  }

  /** What failed, by kind, summed over the forks of each arm. */
  Block errors() {
    Map<String, Map<ArmView, Long>> kinds = new LinkedHashMap<>();
    for (ArmView arm : study.arms()) {
      for (StudyPoint point : study.study().points()) {
        if (point.arm().equals(arm.raw())) {
          point
              .errors()
              .forEach((kind, count) ->
                  kinds
                      .computeIfAbsent(kind, k -> new LinkedHashMap<>())
                      .merge(arm, count, Long::sum));
        }
      }
    }
    if (kinds.isEmpty()) {
      return new Block.Prose("No request failed.");
    }
    Rows rows = new Rows();
    rows.column(Cell.text("kind"));
    study.arms().forEach(arm -> rows.column(Cell.number(arm.name())));
    kinds.entrySet().stream()
        .limit(MOST_KINDS)
        .forEach(kind -> {
          List<Cell> row = new ArrayList<>();
          row.add(Cell.text(Foreign.name(kind.getKey())));
          study
              .arms()
              .forEach(
                  arm -> row.add(Cell.number(Units.count(kind.getValue().getOrDefault(arm, 0L)))));
          rows.row(row);
        });
    return rows.table(
        study.key() + "-errors",
        "Failed requests",
        "By kind, over all forks of an arm. They are in no response time and no throughput.",
        "");
  }

  private record Flown(String name, ToLongFunction<StudyFlight> of, boolean isTime) {}

  private static final List<Flown> FLOWN =
      List.of(
          new Flown("collections", StudyFlight::collections, false),
          new Flown("collecting", StudyFlight::collectionNs, true),
          new Flown("pauses", StudyFlight::pauses, false),
          new Flown("paused", StudyFlight::pauseNs, true),
          new Flown("longest pause", StudyFlight::longestPauseNs, true),
          new Flown("pinned", StudyFlight::pinned, false),
          new Flown("pinned for", StudyFlight::pinnedNs, true),
          new Flown("not scheduled", StudyFlight::submitFailed, false));

  /** What the flight recorder saw, medians by arm and load; nothing where it did not run. */
  List<Block> flights() {
    Rows rows = new Rows();
    rows.column(Cell.text("arm"));
    FLOWN.forEach(flown -> rows.column(Cell.number(flown.name).with("n head")));
    for (int step = 0; step < Math.min(MOST_STEPS, study.study().steps().size()); step++) {
      for (ArmView arm : study.arms()) {
        List<StudyFlight> flights = flights(arm, step);
        if (!flights.isEmpty()) {
          List<Cell> row = new ArrayList<>();
          row.add(
              Cell.text(
                  arm.name(),
                  study.stepName(step) + ", " + Units.count(flights.size(), "fork"),
                  null));
          FLOWN.forEach(flown -> row.add(flown(flown, flights)));
          rows.row(row);
        }
      }
    }
    if (rows.isEmpty()) {
      return List.of();
    }
    return List.of(
        rows.table(
            study.key() + "-flight",
            "Collections and virtual threads, as the flight recorder saw them",
            "Medians over the forks that count, from the warm-up to the end of the load."
                + (isStepped() ? TOLD_ONCE : "")
                + " Pinned: a virtual thread blocked its carrier for longer than 1 ms. Not"
                + " scheduled: one could not be handed to its scheduler.",
            "wide-table"));
  }

  private List<StudyFlight> flights(ArmView arm, int step) {
    List<StudyFlight> flights = new ArrayList<>();
    for (StudyPoint point : study.points(arm, step)) {
      StudyFlight flight = point.flight();
      if (flight != null && StudyView.counts(point)) {
        flights.add(flight);
      }
    }
    return flights;
  }

  private static Cell flown(Flown flown, List<StudyFlight> flights) {
    double median =
        Median.of(flights.stream().map(flight -> (double) flown.of.applyAsLong(flight)).toList());
    return Cell.number(flown.isTime ? Units.duration(median) : Units.number(median));
  }

  /** Everything that must be alike to compare this with another study. */
  List<Block> conditions() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(Facts.command(study.run()));
    blocks.add(Facts.table(study.key() + "-run", "Study", facts()));
    blocks.add(ArmConditions.of(study));
    blocks.add(loads());
    blocks.add(Facts.table(study.key() + "-machine", "Machine", study.run().environment()));
    return blocks;
  }

  private Map<String, Object> facts() {
    StudyRecord record = study.study();
    Map<String, Object> facts = new LinkedHashMap<>(Facts.run(study.run()));
    facts.remove("benchmark");
    facts.put("study", record.study());
    facts.put("form", record.form());
    facts.put("seed", record.seed());
    StudyCpus cpus = record.cpus();
    facts.put("CPUs of the service", cpus.service());
    facts.put(
        "CPUs of the driver",
        Objects.requireNonNullElse(cpus.driver(), "none: the load comes from the service itself"));
    facts.put(
        "CPUs of the remote system",
        Objects.requireNonNullElse(cpus.remote(), "none: nothing remote is called"));
    if (!cpus.suspect().isEmpty()) {
      facts.put("makes it SUSPECT", String.join("; ", cpus.suspect()));
    }
    facts.put("forks", record.points().size());
    if (!record.measures().isEmpty()) {
      facts.put("measures", String.join(", ", record.measures()));
    }
    return facts;
  }

  private Block loads() {
    Rows rows =
        new Rows()
            .texts("load", "traffic")
            .numbers("warm-up", "idle", "measured", "remote delay", "task")
            .texts("changes");
    study.study().steps().stream().limit(MOST_STEPS).map(StudyTables::load).forEach(rows::row);
    return rows.table(study.key() + "-loads", "Loads", "", "");
  }

  private static List<Cell> load(StudyStep step) {
    List<String> what = new ArrayList<>();
    what.add(Foreign.name(step.load().traffic()));
    if (step.varied().app() != null) {
      what.add(Foreign.text(step.varied().app(), 40));
    }
    if (step.varied().cpus() != null) {
      what.add(Units.count(step.varied().cpus(), "CPU"));
    }
    if (Boolean.TRUE.equals(step.continues())) {
      what.add("in the processes of the load before it");
    }
    String marks =
        step.marks().stream().limit(20).map(StudyTables::mark).collect(Collectors.joining("; "));
    return List.of(
        Cell.text(Foreign.name(step.name())),
        Cell.text(String.join(", ", what), loop(step.load().loop()), null),
        Cell.number(asked(step.times().warmupNs())),
        Cell.number(asked(step.times().idleNs())),
        Cell.number(asked(step.times().durationNs())),
        Cell.number(asked(step.varied().delayNs())),
        Cell.number(asked(step.varied().taskNs())),
        Cell.text(marks.isEmpty() ? Units.NONE : marks));
  }

  private static String mark(StudyMark mark) {
    return Units.shortSeconds(mark.atMs() / 1e3) + " " + Foreign.text(mark.label(), 60);
  }

  private static String asked(@Nullable Long ns) {
    return ns == null ? Units.NONE : Units.shortDuration((double) ns);
  }

  private static String loop(String loop) {
    return switch (loop) {
      case "closed" -> "closed loop";
      case "open" -> "open loop";
      case "none" -> "no network";
      default -> Foreign.text(loop, 40);
    };
  }
}
