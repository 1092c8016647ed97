package dev.foliot.study.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.Validity;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyFiles;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyPoints;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.rampup.RampUp;
import dev.foliot.study.throughput.Throughput;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ramp-up of two forks that took 40 s is in the store. */
class PastStudiesTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir Path temp;

  private static StudyPlan plan(int forks, String... arms) {
    return StudyPlans.plan(new RampUp(), StudyForm.QUICK, forks, arms);
  }

  private Store stored(boolean complete) {
    Store store = Store.open(temp);
    RunFolder folder = store.begin("study");
    StudyPlan plan = plan(1, "virtual", "fixed:50");
    StudyPoints made = new StudyPoints();
    made.add("virtual", 0, 1, Map.of());
    made.add("fixed:50", 0, 1, Map.of());
    List<StudyPoint> points = made.all();
    points.forEach(point -> {
      try (ForkFolder fork = folder.beginFork(point.fork())) {
        StudyFiles.write(fork, point, StudyCourse.NONE);
        fork.commit(record(point.fork()));
      }
    });
    StudyRecords records = new StudyRecords(plan);
    StudyFiles.write(
        folder,
        new StudyRecord(
            StudyRecord.SCHEMA,
            folder.id(),
            records.design(points),
            points,
            List.of(),
            Validity.valid(),
            complete));
    List<LoadRecord> loads = records.loads();
    folder.write(
        new RunRecord(
            RunRecord.SCHEMA,
            new RunRecord.Origin(
                folder.id(),
                "study",
                List.of("foliot", "study", "ramp-up"),
                "ramp-up",
                "2026-11-01T10:00:00Z",
                "2026-11-01T10:00:40Z"),
            new RunRecord.Setup(List.of(), loads, Map.of()),
            new RunRecord.Result(Validity.valid(), Map.of(), List.of(), null),
            List.of("fork-001", "fork-002"),
            complete));
    return store;
  }

  private static ForkRecord record(int number) {
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(0, 0, number, "2026-11-01T10:00:00Z"),
        ForkRecord.Messages.NONE,
        Validity.valid(),
        ForkRecord.Times.none(),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(Percentiles.empty("ns"), "none", List.of()),
            null,
            Map.of(),
            KernelView.none(List.of()),
            ForkRecord.Jvm.NONE),
        new ForkRecord.End(null, null));
  }

  @Test
  void shouldPromiseWhatTheLastOneTook() {
    Store store = stored(true);

    assertThat(PastStudies.aboutNs(store, plan(4, "virtual", "adaptive", "fixed:50")))
        .hasValue(12 * 20 * SECOND);
  }

  @Test
  void shouldNotGoByAnotherStudyAnInterruptedOneOrAnotherForm() {
    assertThat(PastStudies.aboutNs(stored(false), plan(4, "virtual"))).isEmpty();
    Store store = stored(true);
    assertThat(
            PastStudies.aboutNs(store, StudyPlans.plan(new RampUp(), StudyForm.TEST, 4, "virtual")))
        .isEmpty();
    assertThat(
            PastStudies.aboutNs(
                store, StudyPlans.plan(new Throughput(), StudyForm.QUICK, 4, "virtual")))
        .isEmpty();
    assertThat(PastStudies.aboutNs(Store.open(temp.resolve("none")), plan(4, "virtual"))).isEmpty();
  }
}
