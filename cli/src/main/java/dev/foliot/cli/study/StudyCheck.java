package dev.foliot.cli.study;

import dev.foliot.cli.screen.Words;
import dev.foliot.store.Json;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.text.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a study file would do, as far as that is known before anything starts. */
final class StudyCheck {
  private static final long SECOND_NS = 1_000_000_000;

  private StudyCheck() {}

  /**
   * It in a line and one for each arm, or as JSON.
   *
   * @param aboutNs how long it will take
   * @param file as the user named it
   */
  static String of(StudyPlan plan, long aboutNs, String file, boolean json) {
    List<String> arms = plan.arms().stream().map(ArmPlan::name).toList();
    List<String> loads = plan.steps().stream().map(StepPlan::name).toList();
    long aboutS = aboutNs / SECOND_NS;
    if (json) {
      Map<String, Object> check = new LinkedHashMap<>();
      check.put("schema", "foliot.study_check/1");
      check.put("file", file);
      check.put("study", plan.study().label());
      check.put("arms", arms);
      check.put("jdks", plan.arms().stream().map(StudyCheck::jdk).toList());
      check.put("loads", loads);
      check.put("measures", plan.measures().labels());
      check.put("forks", plan.forks());
      check.put("all_forks", plan.allForks());
      if (plan.gate() != null) {
        check.put("gate", plan.gate());
      }
      check.put("about_s", aboutS);
      if (!plan.warnings().isEmpty()) {
        check.put("warnings", plan.warnings().stream().map(Reason::sentence).toList());
        check.put("warning_codes", plan.warnings());
      }
      return Json.text(check);
    }
    return "%s is in order: study %s, %d %s (%s), %d %s (%s), %s about %d s%n%s"
        .formatted(
            Words.shown(file),
            plan.study().label(),
            arms.size(),
            arms.size() == 1 ? "arm" : "arms",
            Words.shown(String.join(", ", arms)),
            loads.size(),
            loads.size() == 1 ? "load" : "loads",
            Words.shown(String.join(", ", loads)),
            plan.gate() == null
                ? plan.allForks() + " forks,"
                : "pairs of forks until they decide, at most",
            aboutS,
            plan.arms().stream().map(StudyCheck::line).collect(Collectors.joining("\n")));
  }

  /** {@code virtual threads: JDK 17.0.15 in /usr/lib/jvm/java-17}. */
  private static String line(ArmPlan arm) {
    return Words.shown(arm.name())
        + ": "
        + arm.start()
            .runsOn()
            .map(jdk ->
                "JDK " + Words.shown(jdk.version()) + " in " + Words.shown(jdk.home().toString()))
            .orElse("its command starts no java itself: its JDK is read while it runs");
  }

  private static Map<String, Object> jdk(ArmPlan arm) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("arm", arm.name());
    arm.start()
        .runsOn()
        .ifPresent(jdk -> {
          json.put("jdk", jdk.home().toString());
          json.put("jdk_version", jdk.version());
        });
    return json;
  }
}
