package dev.foliot.study.joint;

import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyCpus;
import dev.foliot.store.study.StudyDesign;
import dev.foliot.store.study.StudyMark;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import dev.foliot.text.Reasons;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A study with figures that a test sets. */
final class MadeUpStudy {
  static final Metric THROUGHPUT = Metric.THROUGHPUT;
  private static final long SECOND = 1_000_000_000L;
  private static final String ON = " on ";

  private final String study;
  private final List<StudyStep> steps = new ArrayList<>();
  private final Map<String, String> arms = new LinkedHashMap<>();
  private final Map<Fork, Map<Metric, Double>> forks = new LinkedHashMap<>();
  private final Map<Fork, Verdict> verdicts = new LinkedHashMap<>();
  private boolean complete = true;
  private String app = "bank";

  private record Fork(String arm, int step, int number) {}

  MadeUpStudy(String study) {
    this.study = study;
  }

  /** Arms on JDK 25.0.3, or on the one after {@code on}. */
  MadeUpStudy arms(String... names) {
    for (String name : names) {
      int on = name.indexOf(ON);
      arms.put(name, on < 0 ? "25.0.3" : name.substring(on + ON.length()));
    }
    return this;
  }

  /** A load of a closed loop. */
  MadeUpStudy clients(int clients) {
    return step(clients + " clients", clients, null, null, null, List.of());
  }

  /** Tasks of {@code burn}, or {@code ping}. */
  MadeUpStudy tasks(String app, long taskUs, int cpus) {
    return step(app + ", " + taskUs + " us on " + cpus, 2, taskUs * 1_000, app, cpus, List.of());
  }

  /** L, and then a tenth more. */
  MadeUpStudy tenthMore() {
    return step(
        "L, then 1.1 L",
        null,
        null,
        null,
        null,
        List.of(new StudyMark(0, "100/s"), new StudyMark(1_000, "110/s")));
  }

  private MadeUpStudy step(
      String name,
      @Nullable Integer clients,
      @Nullable Long taskNs,
      @Nullable String app,
      @Nullable Integer cpus,
      List<StudyMark> marks) {
    steps.add(
        new StudyStep(
            name,
            new StudyStep.Load(
                clients == null ? "open" : "closed",
                name,
                clients == null ? (Double) 100.0 : null,
                clients),
            new StudyStep.Times(SECOND, 0, SECOND),
            new StudyStep.Varied(null, taskNs, app, cpus),
            marks,
            null));
    return this;
  }

  /** A figure of an arm under a load, fork by fork: throughput, or a measure by its name. */
  MadeUpStudy has(String arm, int step, Metric figure, double... values) {
    for (int i = 0; i < values.length; i++) {
      forks
          .computeIfAbsent(new Fork(arm, step, i), fork -> new LinkedHashMap<>())
          .put(figure, values[i]);
    }
    return this;
  }

  /** The same with four forks that differ by a thousandth each. */
  MadeUpStudy about(String arm, int step, Metric figure, double value) {
    return has(arm, step, figure, value * 0.9995, value * 1.0005, value * 0.999, value * 1.001);
  }

  /** Sets the verdict of an arm's first forks under a load. */
  MadeUpStudy are(String arm, int step, int count, Verdict verdict) {
    for (int i = 0; i < count; i++) {
      verdicts.put(new Fork(arm, step, i), verdict);
    }
    return this;
  }

  /** The arms are commands. */
  MadeUpStudy commands() {
    app = StudyArm.COMMAND;
    return this;
  }

  MadeUpStudy stopped() {
    complete = false;
    return this;
  }

  /** In stored form, in their order. */
  static List<StoredStudy> stored(MadeUpStudy... studies) {
    return Stream.of(studies)
        .map(one ->
            new StoredStudy(
                one.run(),
                one.record(),
                Map.of(),
                one.complete ? StoredRun.State.COMPLETE : StoredRun.State.INTERRUPTED))
        .toList();
  }

  private StudyRecord record() {
    List<StudyPoint> points = new ArrayList<>();
    forks.forEach((fork, figures) -> points.add(point(fork, figures, points.size() + 1)));
    return new StudyRecord(
        StudyRecord.SCHEMA,
        "id-" + study,
        new StudyDesign(
            new StudyDesign.Identity(study, "quick", 42, null),
            new StudyCpus("0", "1", "1", List.of()),
            arms.entrySet().stream().map(arm -> arm(arm.getKey(), arm.getValue())).toList(),
            steps,
            List.of(),
            List.of(),
            null,
            null),
        points,
        List.of(new StudyAnswer("Which?", "that one", "that one", "figures", null, 1, List.of())),
        Validity.valid(),
        complete);
  }

  private StudyArm arm(String name, String version) {
    int on = name.indexOf(ON);
    return StudyArm.builtIn(
        name,
        app,
        on < 0 ? name : name.substring(0, on),
        new StudyArm.Jvm("/opt/jdk-" + version, version, List.of()),
        "0");
  }

  private StudyPoint point(Fork fork, Map<Metric, Double> figures, int number) {
    Map<Metric, Double> measures = new LinkedHashMap<>(figures);
    Double throughput = measures.remove(THROUGHPUT);
    Verdict verdict = verdicts.getOrDefault(fork, Verdict.VALID);
    return new StudyPoint(
        new StudyPoint.Cell(fork.arm, fork.step, null, null, number),
        StudyPoint.Answered.of(throughput == null ? 1 : throughput),
        StudyPoint.Used.UNKNOWN,
        MetricValues.of(measures),
        StudyPoint.Observed.NOTHING,
        StudyPoint.Trust.of(
            verdict == Verdict.VALID
                ? Validity.valid()
                : Validity.of(verdict, Reasons.plain(List.of("why")))),
        StudyPoint.Placement.NONE);
  }

  private RunRecord run() {
    LoadRecord load =
        new LoadRecord(
            new LoadRecord.Schedule(0, "closed loop", "closed", 42),
            SECOND,
            SECOND,
            new LoadRecord.Work("http", 1, "park", SECOND),
            null,
            null);
    return new RunRecord(
        RunRecord.SCHEMA,
        new RunRecord.Origin(
            "id-" + study,
            "study",
            List.of("foliot", "study", study),
            study,
            "2026-11-22T10:00:00Z",
            null),
        new RunRecord.Setup(List.of(), List.of(load), Map.of("cpu_count", 2)),
        new RunRecord.Result(Validity.valid(), Map.of(), List.of(), null),
        List.of(),
        complete);
  }
}
