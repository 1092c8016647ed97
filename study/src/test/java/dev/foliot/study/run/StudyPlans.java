package dev.foliot.study.run;

import dev.foliot.linux.CpuList;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.store.Validity;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.Study;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.burn.BurnCpus;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.StudyForm;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Plans for tests. */
public final class StudyPlans {
  public static final Jdk JDK_25 = new Jdk(Path.of("jdk-25"), "25.0.3", 25);
  public static final Jdk JDK_17 = new Jdk(Path.of("jdk-17"), "17.0.19", 17);

  private StudyPlans() {}

  public static StudyPlan plan(Study study, StudyForm form, int forks, String... strategies) {
    return plan(study, form, forks, 1, JDK_25, strategies);
  }

  public static StudyPlan plan(
      Study study, StudyForm form, int forks, long seed, Jdk jdk, String... strategies) {
    return plan(
        study,
        form,
        ArmPlan.builtIn(List.of(strategies), List.of(jdk), List.of()),
        new StudyPlan.Sample(forks, seed),
        new CpuPartition(CpuList.of(0), CpuList.of(1), CpuList.of(1), List.of()));
  }

  /** A plan in its usual form on a machine with separate cores. */
  public static StudyPlan usual(Study study, StudyForm form, int cpus) {
    return plan(
        study,
        form,
        ArmPlan.builtIn(study.usualArms(form), List.of(JDK_25), List.of()),
        new StudyPlan.Sample(study.forks(form), 1),
        CpuPartition.of(CpuList.of(IntStream.range(0, cpus).toArray()), List.of()));
  }

  private static StudyPlan plan(
      Study study, StudyForm form, List<ArmPlan> arms, StudyPlan.Sample sample, CpuPartition cpus) {
    return new StudyPlan(
        study,
        form,
        arms,
        study.loads(form, cpus.service().size(), BurnCpus.most(cpus)),
        sample,
        new StudyPlan.Machine(cpus, new ClassPath(List.of())),
        StudyPlan.Asked.usual(study),
        StudyPlan.Origin.of(List.of("study", study.label())));
  }

  /** The answers of a study with some points. */
  public static List<StudyAnswer> answers(
      StudyPlan plan, List<StudyPoint> points, Map<Integer, StudyCourse> courses) {
    return StudyAnswers.answered(plan.study(), figures(plan, points, courses)).verdict();
  }

  /** The figures without the answers common to all studies. */
  public static StudyFigures figures(
      StudyPlan plan, List<StudyPoint> points, Map<Integer, StudyCourse> courses) {
    return new StudyFigures(
        new StudyRecord(
            StudyRecord.SCHEMA,
            "id",
            new StudyRecords(plan).design(points),
            points,
            List.of(),
            Validity.valid(),
            true),
        courses);
  }
}
