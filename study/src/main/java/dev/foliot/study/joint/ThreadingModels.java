package dev.foliot.study.joint;

import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The arms of a study as threading models of a service: which are on the same JDK, and which of the
 * three that users choose among are missing. Immutable.
 */
final class ThreadingModels {
  private final Map<String, StudyArm> stored = new LinkedHashMap<>();

  ThreadingModels(StudyRecord study) {
    study.arms().forEach(arm -> stored.put(arm.name(), arm));
  }

  /**
   * Arms on one JDK, which are compared with each other.
   *
   * @param jdk its description; empty if all arms are on it, or are commands that choose their own
   */
  record Group(String jdk, List<String> arms) {}

  List<Group> groups() {
    Map<String, List<String>> byHome = new LinkedHashMap<>();
    stored.forEach(
        (arm, own) -> byHome.computeIfAbsent(own.jvm().jdk(), home -> new ArrayList<>()).add(arm));
    if (byHome.size() == 1 || hasCommands()) {
      return List.of(new Group("", List.copyOf(stored.keySet())));
    }
    return byHome.values().stream().map(arms -> new Group(jdk(arms.getFirst()), arms)).toList();
  }

  boolean hasCommands() {
    return stored.values().stream().anyMatch(arm -> arm.app().equals(StudyArm.COMMAND));
  }

  /**
   * An arm's JDK by its version, and by its folder if another one of the study has the same
   * version.
   */
  String jdk(String arm) {
    StudyArm own = of(arm);
    boolean isEnough =
        stored.values().stream()
            .filter(other -> other.jvm().jdkVersion().equals(own.jvm().jdkVersion()))
            .allMatch(other -> other.jvm().jdk().equals(own.jvm().jdk()));
    return "JDK "
        + Shown.text(own.jvm().jdkVersion(), 40)
        + (isEnough ? "" : " (" + Shown.text(own.jvm().jdk()) + ")");
  }

  StudyArm of(String arm) {
    StudyArm own = stored.get(arm);
    if (own == null) {
      throw new IllegalArgumentException("not an arm of the study: " + arm);
    }
    return own;
  }

  /** Those of the three models that the study does not have; none are missing beside commands. */
  List<String> missing() {
    if (hasCommands()) {
      return List.of();
    }
    List<String> missing = new ArrayList<>();
    if (lacks("virtual"::equals)) {
      missing.add("virtual threads");
    }
    if (lacks(strategy -> strategy.startsWith("fixed:"))) {
      missing.add("a fixed pool");
    }
    if (lacks("adaptive"::equals)) {
      missing.add("the adaptive pool");
    }
    return List.copyOf(missing);
  }

  private boolean lacks(Predicate<String> strategy) {
    return stored.values().stream().map(StudyArm::strategy).noneMatch(strategy);
  }
}
