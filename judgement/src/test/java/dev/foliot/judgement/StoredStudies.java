package dev.foliot.judgement;

import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyCpus;
import dev.foliot.store.study.StudyDesign;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the record of a study of the arms a and b. */
public final class StoredStudies {
  private final List<StudyStep> steps = new ArrayList<>();
  private final List<StudyPoint> points = new ArrayList<>();

  public StoredStudies closed(int clients) {
    return step("closed", null, clients, null, null);
  }

  StoredStudies open(double perS) {
    return step("open", perS, null, null, null);
  }

  StoredStudies cpus(@Nullable String app, int cpus) {
    return step("closed", null, 8, app, cpus);
  }

  /** Clients that come at once, for two seconds; 0 for a remote system that is not there. */
  StoredStudies burst(int clients, long delayNs) {
    steps.add(
        new StudyStep(
            "burst",
            new StudyStep.Load("closed", "at once", null, clients),
            new StudyStep.Times(0, 0, 2_000_000_000L),
            new StudyStep.Varied(delayNs == 0 ? null : (Long) delayNs, null, "bank", null),
            List.of(),
            null));
    return this;
  }

  private StoredStudies step(
      String loop,
      @Nullable Double perS,
      @Nullable Integer clients,
      @Nullable String app,
      @Nullable Integer cpus) {
    steps.add(
        new StudyStep(
            "load " + steps.size(),
            new StudyStep.Load(loop, "steady", perS, clients),
            new StudyStep.Times(0, 0, 1),
            new StudyStep.Varied(null, null, app, cpus),
            List.of(),
            null));
    return this;
  }

  /** Four forks of an arm under a load, a little apart. */
  StoredStudies forks(String arm, int step, double perS) {
    for (int i = 0; i < 4; i++) {
      fork(arm, step, perS * (1 + i / 1_000.0), Verdict.VALID);
    }
    return this;
  }

  public StoredStudies fork(String arm, int step, double perS, Verdict verdict) {
    return fork(arm, step, perS, Validity.of(verdict, List.of()));
  }

  StoredStudies suspect(String arm, int step, double perS, Reason reason) {
    return fork(arm, step, perS, Validity.of(Verdict.SUSPECT, reason));
  }

  private StoredStudies fork(String arm, int step, double perS, Validity validity) {
    points.add(
        new StudyPoint(
            new StudyPoint.Cell(arm, step, null, null, points.size() + 1),
            StudyPoint.Answered.of(perS),
            StudyPoint.Used.UNKNOWN,
            MetricValues.of(Map.of()),
            StudyPoint.Observed.NOTHING,
            StudyPoint.Trust.of(validity),
            StudyPoint.Placement.NONE));
    return this;
  }

  private static StudyArm arm(String name) {
    return StudyArm.builtIn(
        name, "bank", "virtual", new StudyArm.Jvm("/jdk", "25", List.of()), null);
  }

  public StudyRecord build() {
    return new StudyRecord(
        StudyRecord.SCHEMA,
        "20261121-000000-aaaa",
        new StudyDesign(
            new StudyDesign.Identity("throughput", "test", 1, 4),
            new StudyCpus("0-7", null, null, List.of()),
            List.of(arm("a"), arm("b")),
            steps,
            List.of(),
            List.of(),
            null,
            null),
        points,
        List.of(),
        Validity.valid(),
        true);
  }
}
