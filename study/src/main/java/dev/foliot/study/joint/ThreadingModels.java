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
 * The arms of a study as threading models of a service. Immutable.
 *
 * <p>It has their descriptions, their groups by JDK, and the common models that are missing.
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
        (arm, own) -> byHome.computeIfAbsent(own.jdk(), home -> new ArrayList<>()).add(arm));
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
            .filter(other -> other.jdkVersion().equals(own.jdkVersion()))
            .allMatch(other -> other.jdk().equals(own.jdk()));
    return "JDK "
        + Shown.text(own.jdkVersion(), 40)
        + (isEnough ? "" : " (" + Shown.text(own.jdk()) + ")");
  }

  StudyArm of(String arm) {
    StudyArm own = stored.get(arm);
    if (own == null) {
      throw new IllegalArgumentException("not an arm of the study: " + arm);
    }
    return own;
  }

  /**
   * A description of an arm, or its name if that is more informative. The description has its
   * strategy and JDK.
   */
  String words(String arm) {
    String strategy = of(arm).strategy();
    boolean saysMore = !arm.equals(strategy) && !arm.startsWith(strategy + " on ");
    if (saysMore) {
      return arm;
    }
    return switch (strategy) {
      case "virtual" -> "virtual threads";
      case "adaptive" -> "the self-tuning pool";
      case "adaptive-virtual" -> "self-tuned virtual threads";
      case "cached" -> "a cached pool";
      case "fixed:cpus" -> "a fixed pool of a thread per CPU";
      default ->
          strategy.startsWith("fixed:")
              ? "a fixed pool of " + Shown.text(strategy.substring("fixed:".length()), 40)
              : arm;
    };
  }

  /** The three common models that the study lacks; empty with commands. */
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
      missing.add("the self-tuning pool");
    }
    return List.copyOf(missing);
  }

  private boolean lacks(Predicate<String> strategy) {
    return stored.values().stream().map(StudyArm::strategy).noneMatch(strategy);
  }
}
