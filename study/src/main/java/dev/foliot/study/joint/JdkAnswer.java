package dev.foliot.study.joint;

import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.StudyArm;
import dev.foliot.study.answer.AllButJdk;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The effect of the JDK on the same arm, in all studies with several JDKs. */
final class JdkAnswer {
  private static final int MOST_SENTENCES = 6;
  private static final int MOST_NAMES = 8;
  private static final double WRONG_BY_CHANCE = 0.05;

  private final List<JointStudy> studies;
  private final List<Beside> all = new ArrayList<>();

  JdkAnswer(List<JointStudy> studies) {
    this.studies = studies;
    studies.forEach(this::compare);
  }

  /**
   * An arm on a JDK compared with the same on the first one.
   *
   * @param words the arms and the load
   */
  private record Beside(JointStudy study, String words, ArmComparison.Shift ratio) {
    String text() {
      return words + " " + ComparisonText.times(ratio);
    }
  }

  private void compare(JointStudy study) {
    ThreadingModels models = new ThreadingModels(study.record());
    if (models.hasCommands()) {
      return;
    }
    Map<AllButJdk, StudyArm> first = new LinkedHashMap<>();
    for (StudyArm arm : study.record().arms()) {
      StudyArm base = first.putIfAbsent(AllButJdk.of(arm), arm);
      if (base != null && !base.jvm().jdk().equals(arm.jvm().jdk())) {
        compare(study, models, arm.name(), base.name());
      }
    }
  }

  private void compare(JointStudy study, ThreadingModels models, String arm, String base) {
    for (int step = 0; step < study.record().steps().size(); step++) {
      ArmComparison compared = study.figures().at(step, study.question().jdks());
      if (compared.has(arm) && compared.has(base)) {
        String words =
            study.name()
                + ", "
                + study.figures().names().withoutJdk(arm).text()
                + ", "
                + study.figures().step(step).name()
                + ", "
                + study.question().jdksBy()
                + ": "
                + models.jdk(arm)
                + " beside "
                + models.jdk(base);
        all.add(new Beside(study, words, compared.ratio(arm, base)));
      }
    }
  }

  /** The ones that differ by more than the margin, the largest difference first. */
  private List<Beside> apart() {
    return all.stream()
        .filter(beside -> beside.ratio.isApart(ArmComparison.MARGIN))
        .sorted(Comparator.comparingDouble((Beside beside) -> -beside.ratio.distance()))
        .toList();
  }

  private boolean isUnknown() {
    return all.stream().noneMatch(beside -> beside.ratio.isBounded());
  }

  private String comparisons() {
    return all.size() + (all.size() == 1 ? " comparison" : " comparisons");
  }

  /** Whether anything was compared. */
  boolean isAsked() {
    return !all.isEmpty();
  }

  /** The most relevant study: with the largest difference. */
  JointStudy study() {
    return apart().isEmpty() ? all.getFirst().study : apart().getFirst().study;
  }

  /** All studies with a comparison, {@link #study} included. */
  List<JointStudy> studies() {
    return all.stream().map(Beside::study).distinct().toList();
  }

  /** In one sentence; only where it was asked. */
  String headline() {
    List<Beside> apart = apart();
    return isUnknown()
        ? "There are too few forks to say whether the JDK matters."
        : apart.isEmpty()
            ? "The JDK makes no significant difference in " + comparisons() + "."
            : "The JDK makes more than 5 % difference in "
                + apart.size()
                + " of "
                + comparisons()
                + ", most in "
                + apart.getFirst().text()
                + ".";
  }

  /** Why nothing was compared, and how to do it. */
  String gap() {
    List<String> versions = versions(studies);
    return "whether the JDK makes a difference ("
        + (versions.isEmpty()
            ? "the arms are commands, which start their own)"
            : "measured on JDK "
                + String.join(", ", versions)
                + (versions.size() == 1 ? " only" : ", no arm on two")
                + "; --jdk given twice compares)");
  }

  /** The JDKs of the built-in services: a command may start any. */
  static List<String> versions(List<JointStudy> studies) {
    return studies.stream()
        .flatMap(study -> study.record().arms().stream())
        .filter(arm -> !arm.app().equals(StudyArm.COMMAND))
        .map(arm -> Shown.text(arm.jvm().jdkVersion(), 40))
        .distinct()
        .limit(MOST_NAMES)
        .toList();
  }

  List<String> answer() {
    if (!isAsked()) {
      List<String> versions = versions(studies);
      return List.of(
          versions.isEmpty()
              ? "Not measured: the arms are commands, which start their own JDK. Give each command"
                  + " two arms to compare."
              : "Not measured: no arm is there on two JDKs, only on "
                  + String.join(", ", versions)
                  + ". Give --jdk twice to compare.");
    }
    List<Beside> apart = apart();
    List<String> answer = new ArrayList<>(List.of(headline()));
    apart.stream()
        .skip(1)
        .limit(MOST_SENTENCES)
        .map(beside -> ArmNames.sentence(beside.text()))
        .forEach(answer::add);
    if (apart.size() - 1 > MOST_SENTENCES) {
      answer.add("And " + (apart.size() - 1 - MOST_SENTENCES) + " more.");
    }
    return answer;
  }

  List<String> evidence() {
    return isAsked()
        ? List.of(
            comparisons()
                + " with 95 % confidence each, so about "
                + Math.round(all.size() * WRONG_BY_CHANCE)
                + " may be wrong by chance; arms with platform threads are the control")
        : List.of();
  }
}
