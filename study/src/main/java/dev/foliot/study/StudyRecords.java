package dev.foliot.study;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Rate;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.SeriesRow;
import dev.foliot.load.Traffic;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.SeriesInterval;
import dev.foliot.store.SlowestMessage;
import dev.foliot.store.StudyArm;
import dev.foliot.store.StudyCpus;
import dev.foliot.store.StudyMark;
import dev.foliot.store.StudyStep;
import dev.foliot.store.TaggedInterval;
import dev.foliot.store.Validity;
import dev.foliot.text.Reasons;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A plan and its forks as the store keeps them, those of a bench included. Pure but for files. */
final class StudyRecords {
  private static final double MS = 1e6;
  private static final double S = 1e9;
  private static final Percentiles NONE = Percentiles.empty("ns");

  private final StudyPlan plan;

  StudyRecords(StudyPlan plan) {
    this.plan = plan;
  }

  List<StudyArm> arms() {
    return plan.arms().stream().map(this::arm).toList();
  }

  private StudyArm arm(ArmPlan arm) {
    ArmBounds bounds = arm.bounds();
    return new StudyArm(
        arm.name(),
        arm.start() instanceof ArmStart.Command ? StudyArm.COMMAND : apps(),
        switch (arm.start()) {
          case ArmStart.BuiltIn builtIn -> builtIn.strategy().text();
          case ArmStart.Lottery lottery -> ArmStart.Lottery.THREADS;
          case ArmStart.Command own -> StudyArm.OWN;
        },
        arm.jdk().home().toString(),
        arm.jdk().version(),
        arm.jvmArgs(),
        arm.start() instanceof ArmStart.Lottery
            ? LotteryCpus.of(plan.cpus()).toString()
            : bounds.cpusOf(plan.cpus()).toString(),
        arm.start() instanceof ArmStart.Command own ? own.words() : List.of(),
        bounds.quotaCpus().isPresent() ? (Double) bounds.quotaCpus().getAsDouble() : null,
        bounds.memoryBytes().isPresent() ? (Long) bounds.memoryBytes().getAsLong() : null,
        // whose own order differs from one JVM to the next
        new TreeMap<>(bounds.environment()));
  }

  /** {@code bank}, or {@code burn and ping}. */
  private String apps() {
    return plan.steps().stream()
        .map(step -> step.app().label())
        .distinct()
        .collect(Collectors.joining(" and "));
  }

  StudyCpus cpus() {
    if (plan.study() == StudyName.REMEDY && app(plan.steps().getFirst()) == null) {
      return new StudyCpus(
          plan.cpus().service().toString(),
          plan.steps().getFirst().traffic() instanceof Traffic.Idle
              ? null
              : plan.cpus().driver().toString(),
          null,
          Reasons.sentences(plan.cpus().suspect()));
    }
    if (!plan.study().comparesThreads()) {
      return new StudyCpus(
          LotteryCpus.of(plan.cpus()).toString(), null, null, LotteryCpus.suspect(plan.cpus()));
    }
    return new StudyCpus(
        plan.cpus().service().toString(),
        plan.cpus().driver().toString(),
        plan.cpus().remote().toString(),
        Reasons.sentences(plan.cpus().suspect()));
  }

  List<StudyStep> steps() {
    return plan.steps().stream()
        .map(step ->
            new StudyStep(
                step.name(),
                loop(step.traffic()),
                StepWords.traffic(step),
                ratePerS(step.traffic()),
                clients(step.traffic()),
                step.continues() ? 0 : step.warmupNs(),
                step.continues() ? 0 : step.idleNs(),
                step.durationNs(),
                plan.target(step).remote() == null ? null : (Long) step.delayNs(),
                step.taskNs(),
                app(step),
                step.cpus(),
                marks(step),
                step.continues() ? Boolean.TRUE : null))
        .toList();
  }

  /** The moments at which a load changes its rate, its beginning first; none where it does not. */
  static List<StudyMark> marks(StepPlan step) {
    if (!(step.traffic() instanceof Traffic.Open(Rate _, Arrivals.Step(List<Rate> rates)))
        || rates.size() == 1) {
      return List.of();
    }
    double eachMs = step.durationNs() / MS / rates.size();
    return IntStream.range(0, rates.size())
        .mapToObj(i -> new StudyMark(i * eachMs, rates.get(i).toString()))
        .toList();
  }

  /** The built-in program; null where an arm brings its own. */
  private @Nullable String app(StepPlan step) {
    return plan.arms().stream().noneMatch(arm -> arm.start() instanceof ArmStart.Command)
        ? step.app().label()
        : null;
  }

  /** As a bench has its loads; the rate of a closed loop is not asked for, and 0. */
  List<LoadRecord> loads() {
    return plan.steps().stream()
        .map(step -> {
          Double rate = ratePerS(step.traffic());
          return new LoadRecord(
              rate == null ? 0 : rate,
              step.app() == StudyApp.LOTTERY ? StepWords.traffic(step) : step.traffic().toString(),
              loop(step.traffic()),
              plan.seed(),
              step.continues() ? 0 : step.warmupNs(),
              step.durationNs(),
              "http",
              1,
              "park",
              plan.target().timeoutNs());
        })
        .toList();
  }

  private static String loop(Traffic traffic) {
    return switch (traffic) {
      case Traffic.Open open -> "open";
      case Traffic.Closed closed -> "closed";
      case Traffic.Idle idle -> "none";
    };
  }

  static @Nullable Double ratePerS(Traffic traffic) {
    return traffic instanceof Traffic.Open open ? open.rate().perSecond() : null;
  }

  static @Nullable Integer clients(Traffic traffic) {
    return traffic instanceof Traffic.Closed closed ? closed.clients() : null;
  }

  /** The fork as a bench has it. */
  ForkRecord fork(Cell cell, String startedAt, CellOutcome outcome, Validity validity) {
    return switch (outcome) {
      case CellOutcome.Played played -> played(cell, startedAt, played, validity);
      case CellOutcome.Failed(String reason) ->
          new ForkRecord(
              ForkRecord.SCHEMA,
              new ForkRecord.Place(cell.arm(), cell.step(), cell.fork(), startedAt),
              new ForkRecord.Messages(0, 0, 0, 0, 0, 0, 0, 0),
              validity,
              new ForkRecord.Times(NONE, NONE, NONE, NONE, NONE, Map.of()),
              new ForkRecord.Pauses(NONE, "none", List.of()),
              null,
              Map.of(),
              KernelView.none(List.of(reason)),
              new ForkRecord.End(null, reason));
    };
  }

  private ForkRecord played(
      Cell cell, String startedAt, CellOutcome.Played played, Validity validity) {
    PhaseResult load = played.load();
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(cell.arm(), cell.step(), cell.fork(), startedAt),
        new ForkRecord.Messages(
            load.achievedPerS(),
            load.intended(),
            load.sent(),
            load.ok(),
            load.sent() - load.ok(),
            load.unsent(),
            0,
            0),
        validity,
        new ForkRecord.Times(
            figures(load, Kind.RESPONSE),
            figures(load, Kind.SERVICE),
            figures(load, Kind.LAG),
            figures(load, Kind.BACKLOG),
            figures(load, Kind.LATENESS),
            Map.of()),
        new ForkRecord.Pauses(NONE, "none", List.of()),
        null,
        conditions(cell, load),
        load.kernel(),
        new ForkRecord.End(null, null));
  }

  private Map<String, String> conditions(Cell cell, PhaseResult load) {
    Map<String, String> conditions = new LinkedHashMap<>();
    conditions.put("arm", plan.arms().get(cell.arm()).name());
    conditions.put("seed", Long.toString(plan.seed() + cell.replicate()));
    conditions.put("traffic", load.traffic());
    if (plan.profile() != null) {
      conditions.put("profile", "asked for: " + plan.profile().label());
    }
    load.errors().forEach((kind, count) -> conditions.put("errors: " + kind, count.toString()));
    return conditions;
  }

  static Percentiles figures(PhaseResult load, Kind kind) {
    return load.figures().getOrDefault(kind.label(), NONE);
  }

  /** The files that every fork has. */
  static void write(CellOutcome.Played played, ForkFolder fork) {
    PhaseResult load = played.load();
    List<TaggedInterval> histograms = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      Durations durations = load.of(kind);
      histograms.add(
          new TaggedInterval(
              kind.label(),
              played.startEpochMs(),
              0,
              load.durationNs() / S,
              durations.histogram()));
    }
    fork.histograms(histograms);
    fork.series(SeriesInterval.COLUMNS, load.series().stream().map(StudyRecords::row).toList());
    fork.slowest(SlowestMessage.COLUMNS, List.of());
  }

  private static List<@Nullable Object> row(SeriesRow row) {
    return Arrays.asList(
        row.startNs() / MS,
        row.endNs() / MS,
        row.ok(),
        row.responseP50Ns(),
        row.responseP99Ns(),
        row.responseMaxNs(),
        row.serviceP50Ns(),
        row.serviceP99Ns(),
        null,
        row.backlogMeanNs(),
        row.latenessMaxNs());
  }

  /** The name of a fork in reasons. */
  String named(Cell cell) {
    String arm = plan.arms().get(cell.arm()).name();
    return arm
        + (plan.steps().size() == 1 ? "" : ", " + plan.steps().get(cell.step()).name())
        + ", fork "
        + cell.fork();
  }
}
