package dev.foliot.study.run;

import dev.foliot.bench.Kind;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.SeriesInterval;
import dev.foliot.store.SlowestMessage;
import dev.foliot.store.TaggedInterval;
import dev.foliot.store.Validity;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.explain.TimelineFiles;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.series.LoadInterval;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyDesign;
import dev.foliot.store.study.StudyInterval;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.Work;
import dev.foliot.study.plan.ArmBounds;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.Cell;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.text.RunReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A plan and its forks in stored form, with those of a bench. Pure except for files. */
final class StudyRecords {
  private static final double S = 1e9;
  private static final Percentiles NONE = Percentiles.empty("ns");

  private final StudyPlan plan;

  StudyRecords(StudyPlan plan) {
    this.plan = plan;
  }

  /**
   * The design of the study.
   *
   * @param points of the forks that have ended, whose processes show the arms' JVMs
   */
  StudyDesign design(List<StudyPoint> points) {
    return new StudyDesign(
        new StudyDesign.Identity(
            plan.study().label(), plan.form().label(), plan.seed(), plan.forks()),
        plan.study().cpus(plan),
        arms(points),
        steps(),
        plan.measures().labels(),
        plan.study().leftOut(plan),
        plan.origin().name(),
        plan.gate());
  }

  List<StudyArm> arms(List<StudyPoint> points) {
    return plan.arms().stream().map(arm -> arm(arm, jvm(arm, points))).toList();
  }

  /** Of a command that of its running process; before it ran, what its words say. */
  private static StudyArm.Jvm jvm(ArmPlan arm, List<StudyPoint> points) {
    if (arm.start() instanceof ArmStart.Command own) {
      return points.stream()
          .filter(point -> point.arm().equals(arm.name()))
          .map(StudyPoint::jvm)
          .filter(Objects::nonNull)
          .findFirst()
          .map(jvm -> new StudyArm.Jvm(jvm.home(), jvm.version(), jvm.args()))
          .orElseGet(() ->
              own.runsOn()
                  .map(jdk -> new StudyArm.Jvm(jdk.home().toString(), jdk.version(), List.of()))
                  .orElseGet(() -> new StudyArm.Jvm("", StudyArm.Jvm.UNKNOWN, List.of())));
    }
    return new StudyArm.Jvm(arm.jdk().home().toString(), arm.jdk().version(), arm.jvmArgs());
  }

  private StudyArm arm(ArmPlan arm, StudyArm.Jvm jvm) {
    ArmBounds bounds = arm.bounds();
    return new StudyArm(
        arm.name(),
        arm.start() instanceof ArmStart.Command ? StudyArm.COMMAND : apps(),
        switch (arm.start()) {
          case ArmStart.BuiltIn builtIn -> builtIn.strategy().text();
          case ArmStart.Lottery lottery ->
              plan.steps().getFirst().app() == StudyApp.SHARING
                  ? ArmStart.Lottery.EQUAL_THREADS
                  : ArmStart.Lottery.THREADS;
          case ArmStart.Command own -> StudyArm.OWN;
        },
        jvm,
        new StudyArm.Limits(
            arm.start() instanceof ArmStart.Lottery
                ? plan.study().cpus(plan).service()
                : bounds.cpusOf(plan.cpus()).toString(),
            bounds.quotaCpus().isPresent() ? (Double) bounds.quotaCpus().getAsDouble() : null,
            bounds.memoryBytes().isPresent() ? (Long) bounds.memoryBytes().getAsLong() : null),
        arm.start() instanceof ArmStart.Command own
            ? own.words()
            : List.of(), // whose own order differs between JVMs
        new TreeMap<>(bounds.environment()));
  }

  /** {@code bank}, or {@code burn and ping}. */
  private String apps() {
    return plan.steps().stream()
        .map(step -> step.app().label())
        .distinct()
        .collect(Collectors.joining(" and "));
  }

  List<StudyStep> steps() {
    return plan.steps().stream()
        .map(step ->
            new StudyStep(
                step.name(),
                new StudyStep.Load(
                    step.loop(), step.trafficText(), step.ratePerS(), step.clients()),
                new StudyStep.Times(
                    step.continues() ? step.settleNs() : step.warmupNs(),
                    step.continues() ? 0 : step.idleNs(),
                    step.durationNs()),
                new StudyStep.Varied(
                    plan.target(step).remote() == null ? null : (Long) step.delayNs(),
                    step.taskNs(),
                    app(step),
                    step.cpus()),
                step.marks(),
                step.continues() ? Boolean.TRUE : null))
        .toList();
  }

  /** The built-in program; null if an arm has its own. */
  private @Nullable String app(StepPlan step) {
    return plan.arms().stream().noneMatch(arm -> arm.start() instanceof ArmStart.Command)
        ? step.app().label()
        : null;
  }

  /** In the form of a bench's loads; a closed loop has no requested rate, which is 0. */
  List<LoadRecord> loads() {
    return plan.steps().stream()
        .map(step -> {
          Double rate = step.ratePerS();
          return new LoadRecord(
              new LoadRecord.Schedule(
                  rate == null ? 0 : rate,
                  step.app() == StudyApp.LOTTERY || step.app() == StudyApp.SHARING
                      ? step.trafficText()
                      : step.traffic().toString(),
                  step.loop(),
                  plan.seed()),
              step.continues() ? step.settleNs() : step.warmupNs(),
              step.durationNs(),
              new LoadRecord.Work("http", 1, "park", plan.target().timeoutNs()),
              null,
              null);
        })
        .toList();
  }

  /** The fork in the form of a bench's. */
  ForkRecord fork(Cell cell, String startedAt, ForkOutcome outcome, Validity validity) {
    return switch (outcome) {
      case ForkOutcome.Played played -> played(cell, startedAt, played, validity);
      case ForkOutcome.Failed(String reason) ->
          new ForkRecord(
              ForkRecord.SCHEMA,
              new ForkRecord.Place(cell.arm(), cell.step(), cell.fork(), startedAt),
              new ForkRecord.Messages(0, 0, 0, 0, 0, 0, 0, 0),
              validity,
              new ForkRecord.Times(NONE, NONE, NONE, NONE, NONE, Map.of()),
              new ForkRecord.Observed(
                  new ForkRecord.Pauses(NONE, "none", List.of()),
                  null,
                  Map.of(),
                  KernelView.none(List.of(new RunReason.ForkFailed(reason))),
                  ForkRecord.Jvm.NONE),
              new ForkRecord.End(null, reason));
    };
  }

  private ForkRecord played(
      Cell cell, String startedAt, ForkOutcome.Played played, Validity validity) {
    Work work = played.work();
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(cell.arm(), cell.step(), cell.fork(), startedAt),
        new ForkRecord.Messages(
            work.perS(),
            work.intended(),
            work.begun(),
            work.done(),
            work.begun() - work.done(),
            work.unsent(),
            0,
            0),
        validity,
        new ForkRecord.Times(
            work.figures(Kind.RESPONSE),
            work.figures(Kind.SERVICE),
            work.figures(Kind.LAG),
            work.figures(Kind.BACKLOG),
            work.figures(Kind.LATENESS),
            Map.of()),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(NONE, "none", List.of()),
            null,
            conditions(cell, work),
            work.kernel(),
            ForkRecord.Jvm.NONE),
        new ForkRecord.End(null, null));
  }

  private Map<String, String> conditions(Cell cell, Work work) {
    Map<String, String> conditions = new LinkedHashMap<>();
    conditions.put("arm", plan.arms().get(cell.arm()).name());
    conditions.put("seed", Long.toString(plan.seed() + cell.replicate()));
    conditions.put("traffic", plan.steps().get(cell.step()).trafficText());
    if (plan.profile() != null) {
      conditions.put("profile", "asked for: " + plan.profile().label());
    }
    work.errors().forEach((kind, count) -> conditions.put("errors: " + kind, count.toString()));
    return conditions;
  }

  /** Writes the files that every fork has. */
  static void write(ForkOutcome.Played played, ForkFolder fork) {
    Work work = played.work();
    List<TaggedInterval> histograms = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      histograms.add(
          new TaggedInterval(
              kind.label(), played.startEpochMs(), 0, work.durationNs() / S, work.histogram(kind)));
    }
    fork.histograms(histograms);
    fork.series(SeriesInterval.COLUMNS, work.series().stream().map(StudyRecords::row).toList());
    fork.slowest(SlowestMessage.COLUMNS, work.slowestRows());
    TimelineRecord timeline = work.timeline();
    if (timeline != null) {
      TimelineFiles.write(fork, timeline);
    }
    RecordedStops recorded = work.recorded();
    if (recorded != null) {
      TimelineFiles.write(fork, recorded);
    }
  }

  private static List<@Nullable Object> row(StudyInterval row) {
    LoadInterval.Times times = row.times();
    return Arrays.asList(
        row.startMs(),
        row.endMs(),
        row.ok(),
        times.responseP50Ns(),
        times.responseP99Ns(),
        times.responseMaxNs(),
        times.serviceP50Ns(),
        times.serviceP99Ns(),
        null,
        times.backlogMeanNs(),
        times.latenessMaxNs());
  }

  /** The name of a fork in reasons. */
  String named(StudyPoint point) {
    return point.arm()
        + (plan.steps().size() == 1 ? "" : ", " + plan.steps().get(point.step()).name())
        + ", fork "
        + point.fork();
  }
}
