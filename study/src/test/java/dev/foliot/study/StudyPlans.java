package dev.foliot.study;

import dev.foliot.linux.CpuList;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import java.nio.file.Path;
import java.util.List;

/** Plans for tests. */
final class StudyPlans {
  static final Jdk JDK_25 = new Jdk(Path.of("jdk-25"), "25.0.3", 25);
  static final Jdk JDK_17 = new Jdk(Path.of("jdk-17"), "17.0.19", 17);

  private StudyPlans() {}

  static StudyPlan plan(StudyName study, StudyForm form, int forks, String... strategies) {
    return plan(study, form, forks, 1, JDK_25, strategies);
  }

  static StudyPlan plan(
      StudyName study, StudyForm form, int forks, long seed, Jdk jdk, String... strategies) {
    return new StudyPlan(
        study,
        form,
        StudyPlan.arms(List.of(strategies), List.of(jdk), List.of()),
        StudyLoads.of(study, form, 1, 2),
        forks,
        seed,
        new CpuPartition(CpuList.of(0), CpuList.of(1), CpuList.of(1), List.of()),
        new ClassPath(List.of()),
        List.of("study", study.label()));
  }
}
