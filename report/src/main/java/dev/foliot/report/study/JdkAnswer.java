package dev.foliot.report.study;

import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import dev.foliot.store.StudyArm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the JDK makes of the same arm, in all studies that have it on several. */
final class JdkAnswer {
  private static final int MOST_SENTENCES = 6;
  private static final int MOST_NAMES = 8;
  private static final double WRONG_BY_CHANCE = 0.05;

  private final List<StudyView> studies;
  private final List<Beside> all = new ArrayList<>();

  JdkAnswer(List<StudyView> studies) {
    this.studies = studies;
    studies.forEach(this::compare);
  }

  /**
   * An arm on a JDK beside the same on the first one.
   *
   * @param words which arms, under which load
   */
  private record Beside(StudyView study, String words, Ratio ratio) {
    String sentence() {
      return words + " " + ratio.times();
    }
  }

  /** All in which an arm may differ but its JDK. */
  private record AllButJdk(
      String strategy,
      List<String> jvmArgs,
      @Nullable String cpus,
      @Nullable Double quotaCpus,
      @Nullable Long memoryBytes,
      Map<String, String> environment) {
    static AllButJdk of(StudyArm arm) {
      return new AllButJdk(
          arm.strategy(),
          arm.jvmArgs(),
          arm.cpus(),
          arm.quotaCpus(),
          arm.memoryBytes(),
          arm.environment());
    }
  }

  private void compare(StudyView study) {
    Ways ways = new Ways(study);
    if (ways.hasCommands()) {
      return;
    }
    Map<AllButJdk, ArmView> first = new LinkedHashMap<>();
    for (ArmView arm : study.arms()) {
      ArmView base = first.putIfAbsent(AllButJdk.of(ways.of(arm)), arm);
      if (base != null && !ways.of(base).jdk().equals(ways.of(arm).jdk())) {
        compare(study, ways, arm, base);
      }
    }
  }

  private void compare(StudyView study, Ways ways, ArmView arm, ArmView base) {
    StudyMeasure measure =
        switch (study.study().study()) {
          case "ramp-up" -> StudyMeasure.PEAK;
          case "memory" -> StudyMeasure.RSS_END;
          default -> StudyMeasure.THROUGHPUT;
        };
    for (int step = 0; step < study.study().steps().size(); step++) {
      List<Double> own = study.values(arm, step, measure);
      List<Double> others = study.values(base, step, measure);
      if (!own.isEmpty() && !others.isEmpty()) {
        String words =
            study.name()
                + ", "
                + ways.words(arm)
                + ", "
                + study.stepName(step)
                + ", "
                + measure.name()
                + ": "
                + ways.jdk(arm)
                + " beside "
                + ways.jdk(base);
        all.add(new Beside(study, words, Ratio.of(own, others)));
      }
    }
  }

  /** Those that differ by more than the margin, the largest difference first. */
  private List<Beside> apart() {
    return all.stream()
        .filter(beside -> beside.ratio.isApart())
        .sorted(Comparator.comparingDouble((Beside beside) -> -beside.ratio.distance()))
        .toList();
  }

  private boolean isUnknown() {
    return all.stream().noneMatch(beside -> beside.ratio.isBounded());
  }

  private String comparisons() {
    return Units.count(all.size(), "comparison").replace('\u00a0', ' ');
  }

  /** Whether anything was compared. */
  boolean isAsked() {
    return !all.isEmpty();
  }

  /** The study to look at first: with the largest difference. */
  StudyView study() {
    return apart().isEmpty() ? all.getFirst().study : apart().getFirst().study;
  }

  /** All that something was compared in; that of {@link #study} is among them. */
  List<StudyView> studies() {
    return all.stream().map(Beside::study).distinct().toList();
  }

  /** For the joint sentence; only where it was asked. */
  String clause() {
    List<Beside> apart = apart();
    return isUnknown()
        ? "whether the JDK matters the forks do not tell: they are too few"
        : apart.isEmpty()
            ? "between the JDKs no way differs by more than 5 % with confidence, in "
                + comparisons()
            : "the JDK makes more than 5 % in "
                + apart.size()
                + " of "
                + comparisons()
                + ", most of all in "
                + apart.getFirst().sentence();
  }

  /** Why nothing was compared, and what would ask it. */
  String gap() {
    List<String> versions = versions(studies);
    return "whether the JDK makes a difference ("
        + (versions.isEmpty()
            ? "the arms are commands, which start their own)"
            : (versions.size() == 1 ? "all was played on JDK " : "no arm is there on two, only on ")
                + String.join(", ", versions)
                + ", --jdk given twice asks)");
  }

  /** The JDKs of the built-in services: a command starts whichever it likes. */
  static List<String> versions(List<StudyView> studies) {
    return studies.stream()
        .flatMap(study -> study.study().arms().stream())
        .filter(arm -> !arm.app().equals(StudyArm.COMMAND))
        .map(arm -> Foreign.text(arm.jdkVersion(), 40))
        .distinct()
        .limit(MOST_NAMES)
        .toList();
  }

  List<String> answer() {
    if (!isAsked()) {
      List<String> versions = versions(studies);
      return List.of(
          versions.isEmpty()
              ? "not asked: the arms are commands, which start their own JDK, give each command two"
                  + " arms to ask"
              : "not asked: no arm is there on two JDKs, only on "
                  + String.join(", ", versions)
                  + ", give --jdk twice to ask");
    }
    List<Beside> apart = apart();
    List<String> answer = new ArrayList<>(List.of(clause()));
    apart.stream().skip(1).limit(MOST_SENTENCES).map(Beside::sentence).forEach(answer::add);
    if (apart.size() - 1 > MOST_SENTENCES) {
      answer.add("and " + (apart.size() - 1 - MOST_SENTENCES) + " more");
    }
    return answer;
  }

  List<String> evidence() {
    return isAsked()
        ? List.of(
            comparisons()
                + ", each with 95 % for itself, so that about "
                + Math.round(all.size() * WRONG_BY_CHANCE)
                + " may be wrong by chance; arms with platform threads are the control")
        : List.of();
  }
}
