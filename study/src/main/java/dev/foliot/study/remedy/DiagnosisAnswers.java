package dev.foliot.study.remedy;

import dev.foliot.store.Verdict;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRemedy;
import dev.foliot.text.Shown;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answers from {@code diagnose} in the study of remedies. These are its findings for each arm,
 * and the next bottleneck. An empty list of findings counts only within the limits of the
 * examination. Pure.
 */
final class DiagnosisAnswers {
  private static final int MOST_FINDINGS = 3;
  private static final int LONGEST_REASON = 200;

  private final List<String> arms;
  private final List<StudyPoint> points;

  /**
   * @param arms in their order
   * @param points all of them; the diagnoses of INVALID ones do not count
   */
  DiagnosisAnswers(List<String> arms, List<StudyPoint> points) {
    this.arms = arms;
    this.points = List.copyOf(points);
  }

  /** The answers for the arms that were played under a load. */
  List<StudyAnswer> answers(int step, String load) {
    List<String> sights = new ArrayList<>();
    List<String> headlines = new ArrayList<>();
    for (String arm : arms) {
      looked(arm, step)
          .ifPresentOrElse(
              remedy -> {
                sights.add(arm + ": " + sight(remedy));
                headlines.add(arm + ": " + remedy.headline());
              },
              () -> why(arm, step).ifPresent(why -> sights.add(arm + ": not known, " + why)));
    }
    if (sights.isEmpty()) {
      return List.of();
    }
    return List.of(
        new StudyAnswer(
            "What does diagnose see under " + load + "?",
            String.join("; ", sights),
            headlines.isEmpty()
                ? "it looked at no fork that counts"
                : "of one fork of each arm, before it is measured: "
                    + String.join("; ", headlines)),
        next(step, load));
  }

  private Optional<StudyRemedy> looked(String arm, int step) {
    for (StudyPoint point : points) {
      StudyRemedy remedy = point.remedy();
      if (isOf(point, arm, step)
          && point.validity().verdict() != Verdict.INVALID
          && remedy != null
          && remedy.headline() != null) {
        return Optional.of(remedy);
      }
    }
    return Optional.empty();
  }

  private static boolean isOf(StudyPoint point, String arm, int step) {
    return point.step() == step && point.arm().equals(arm);
  }

  /** Why an arm has no diagnosis, by its first fork; empty if none was played. */
  private Optional<String> why(String arm, int step) {
    return points.stream()
        .filter(point -> isOf(point, arm, step))
        .min(Comparator.comparingInt(StudyPoint::fork))
        .map(DiagnosisAnswers::why);
  }

  private static String why(StudyPoint first) {
    if (first.validity().verdict() == Verdict.INVALID) {
      String reasons = String.join(", ", first.validity().reasons());
      return "the fork that it looks at is INVALID (" + Shown.text(reasons, LONGEST_REASON) + ")";
    }
    return first.unavailableCodes().stream()
        .filter(StudyReason.NotDiagnosed.class::isInstance)
        .map(reason -> ((StudyReason.NotDiagnosed) reason).why().sentence())
        .findFirst()
        .map(reason -> "it could not look (" + Shown.text(reason, LONGEST_REASON) + ")")
        .orElse("it did not look");
  }

  private static String sight(StudyRemedy remedy) {
    if (remedy.findings().isEmpty()) {
      return "nothing" + asFarAs(remedy);
    }
    int more = remedy.findings().size() - MOST_FINDINGS;
    return remedy.findings().stream()
            .limit(MOST_FINDINGS)
            .map(DiagnosisAnswers::named)
            .collect(Collectors.joining(", "))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static String named(StudyRemedy.Seen one) {
    return one.title() + " of " + one.subject() + " (" + one.severity().words() + ")";
  }

  /** The limits of an empty list of findings; empty for none. */
  private static String asFarAs(StudyRemedy remedy) {
    Optional<String> blind = blind(remedy);
    List<String> others =
        unseen(remedy).stream()
            .map(StudyRemedy.Unseen::examination)
            .filter(name -> !name.equals(StudyRemedy.Unseen.SHARING))
            .toList();
    List<String> limits = new ArrayList<>();
    blind.ifPresent(limits::add);
    if (!others.isEmpty()) {
      limits.add("not all of " + String.join(", ", others));
    }
    return limits.isEmpty()
        ? ""
        : ", as far as it could look (" + String.join("; and ", limits) + ")";
  }

  /** Why a shared cache line may have been missed; empty if not. */
  private static Optional<String> blind(StudyRemedy remedy) {
    if (remedy.unseen() == null) {
      return Optional.of("what it could not look at was not kept");
    }
    return unseen(remedy).stream()
        .filter(one -> one.examination().equals(StudyRemedy.Unseen.SHARING))
        .map(one -> "not all of sharing: " + Shown.text(one.reason(), LONGEST_REASON))
        .findFirst();
  }

  private static List<StudyRemedy.Unseen> unseen(StudyRemedy remedy) {
    List<StudyRemedy.Unseen> unseen = remedy.unseen();
    return unseen == null ? List.of() : unseen;
  }

  /** One bottleneck hides another: which is the largest after the first is fixed? */
  private StudyAnswer next(int step, String load) {
    String question = "Which bottleneck is next under " + load + "?";
    Optional<StudyRemedy> looked = looked(RemedyPlan.AS_IS, step);
    if (looked.isEmpty()) {
      return new StudyAnswer(
          question,
          "not known: nothing is known of the program as it is",
          why(RemedyPlan.AS_IS, step).orElse("no fork of it was played"));
    }
    StudyRemedy before = looked.get();
    String headline = String.valueOf(before.headline());
    if (before.findings().isEmpty()) {
      return new StudyAnswer(
          question,
          "not known: nothing was found in the program as it is" + asFarAs(before),
          headline);
    }
    Optional<StudyRemedy.Seen> shared =
        before.findings().stream().filter(one -> one.sharing() != null).findFirst();
    if (shared.isEmpty()) {
      return new StudyAnswer(
          question,
          "not known: no class that threads share was found in the program as it is"
              + blind(before).map(why -> ", as far as it could look (" + why + ")").orElse("")
              + "; the largest finding is "
              + named(before.findings().getFirst()),
          headline);
    }
    StudyRemedy.Seen first = shared.get();
    List<String> after = new ArrayList<>();
    for (String arm : arms) {
      if (!arm.equals(RemedyPlan.AS_IS)) {
        looked(arm, step)
            .ifPresentOrElse(
                remedy -> after.add(arm + after(first, remedy)),
                () -> why(arm, step).ifPresent(why -> after.add(arm + ": not known, " + why)));
      }
    }
    return new StudyAnswer(
        question,
        after.isEmpty() ? "not known: diagnose looked at no remedy" : String.join("; ", after),
        "what the remedies are for: " + named(first) + ", " + first.severityReason());
  }

  private static String after(StudyRemedy.Seen first, StudyRemedy remedy) {
    Optional<StudyRemedy.Seen> still =
        remedy.findings().stream().filter(one -> isSame(one, first)).findFirst();
    Optional<String> next =
        remedy.findings().stream()
            .filter(one -> !isSame(one, first))
            .findFirst()
            .map(DiagnosisAnswers::named);
    if (still.isPresent()) {
      return " leaves " + named(still.get()) + next.map(other -> ", beside " + other).orElse("");
    }
    Optional<String> blind = blind(remedy);
    if (blind.isPresent()) {
      return ": whether it ends it is not known ("
          + blind.get()
          + ")"
          + next.map(other -> ", what is found is " + other).orElse("");
    }
    return next.map(other -> " ends it, and behind it is " + other)
        .orElse(" ends it, and nothing else is found behind it" + asFarAs(remedy));
  }

  /** Whether both may be the same shared line: of one class, and not of two known kinds. */
  private static boolean isSame(StudyRemedy.Seen one, StudyRemedy.Seen first) {
    return one.subject().equals(first.subject())
        && one.sharing() != null
        && (one.sharing() == first.sharing() || isUnknown(one) || isUnknown(first));
  }

  private static boolean isUnknown(StudyRemedy.Seen one) {
    return one.sharing() == StudyRemedy.Sharing.UNKNOWN;
  }
}
