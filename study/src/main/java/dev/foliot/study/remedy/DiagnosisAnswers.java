package dev.foliot.study.remedy;

import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRemedy;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.text.Shown;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the study of remedies answers from the reports of {@code diagnose}: what it finds in each
 * arm, and which bottleneck is next. An empty list of findings counts only as far as the
 * examination was complete. Pure.
 */
public final class DiagnosisAnswers {
  private static final int MOST_FINDINGS = 3;
  private static final int LONGEST_REASON = 200;

  private final StudyFigures figures;
  private final List<String> arms;
  private final List<StudyPoint> points;

  /** Diagnoses of INVALID forks are left out. */
  public DiagnosisAnswers(StudyFigures figures) {
    this.figures = figures;
    this.arms = figures.arms();
    this.points = figures.study().points();
  }

  /** The answers for the arms that were played under a load. */
  public List<StudyAnswer> answers(int step, String load) {
    List<String> findings = new ArrayList<>();
    List<String> headlines = new ArrayList<>();
    for (String arm : arms) {
      looked(arm, step)
          .ifPresentOrElse(
              remedy -> {
                findings.add(arm + ": " + sight(remedy) + ".");
                headlines.add(arm + ": " + remedy.headline());
              },
              () ->
                  why(arm, step).ifPresent(why -> findings.add(arm + ": not known, " + why + ".")));
    }
    if (findings.isEmpty()) {
      return List.of();
    }
    return List.of(
        answer(
            step,
            "What does diagnose find under " + load + "?",
            findings,
            headlines.isEmpty()
                ? "it examined no valid fork"
                : "of one fork of each arm, before the measurement: "
                    + String.join("; ", headlines)),
        next(step, load));
  }

  /** The first sentence is the headline. */
  private StudyAnswer answer(int step, String question, List<String> answer, String evidence) {
    Validity validity = Basis.of(figures, step, Metric.THROUGHPUT).validity();
    int looked = (int) arms.stream().filter(arm -> looked(arm, step).isPresent()).count();
    return new StudyAnswer(
        question,
        answer.getFirst(),
        String.join(" ", answer),
        evidence,
        validity.verdict(),
        looked,
        List.of());
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
      return "the fork that it examined is INVALID (" + Shown.text(reasons, LONGEST_REASON) + ")";
    }
    return first.unavailableCodes().stream()
        .filter(StudyReason.NotDiagnosed.class::isInstance)
        .map(reason -> ((StudyReason.NotDiagnosed) reason).why().sentence())
        .findFirst()
        .map(reason -> "diagnose failed (" + Shown.text(reason, LONGEST_REASON) + ")")
        .orElse("diagnose did not run");
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
    return one.title() + " of " + one.subject() + " (" + one.grade().severity().words() + ")";
  }

  /** The limits of an empty list of findings; empty for none. */
  public static String asFarAs(StudyRemedy remedy) {
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
    return limits.isEmpty() ? "" : " (incomplete: " + String.join("; and ", limits) + ")";
  }

  /** Why a shared cache line may have been missed; empty if not. */
  private static Optional<String> blind(StudyRemedy remedy) {
    if (remedy.unseen() == null) {
      return Optional.of("what it could not examine was not stored");
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
      return answer(
          step,
          question,
          List.of("Not known: there is no diagnosis of the program as it is."),
          why(RemedyPlan.AS_IS, step).orElse("no fork of it was measured"));
    }
    StudyRemedy before = looked.get();
    String headline = String.valueOf(before.headline());
    if (before.findings().isEmpty()) {
      return answer(
          step,
          question,
          List.of("Not known: nothing was found in the program as it is" + asFarAs(before) + "."),
          headline);
    }
    Optional<StudyRemedy.Seen> shared =
        before.findings().stream().filter(one -> one.sharing() != null).findFirst();
    if (shared.isEmpty()) {
      return answer(
          step,
          question,
          List.of(
              "Not known: no class that threads share was found in the program as it is"
                  + blind(before).map(why -> " (incomplete: " + why + ")").orElse("")
                  + ".",
              "The largest finding is " + named(before.findings().getFirst()) + "."),
          headline);
    }
    StudyRemedy.Seen first = shared.get();
    List<String> after = new ArrayList<>();
    for (String arm : arms) {
      if (!arm.equals(RemedyPlan.AS_IS)) {
        looked(arm, step)
            .ifPresentOrElse(
                remedy -> after.add(arm + after(first, remedy) + "."),
                () ->
                    why(arm, step).ifPresent(why -> after.add(arm + ": not known, " + why + ".")));
      }
    }
    return answer(
        step,
        question,
        after.isEmpty() ? List.of("Not known: diagnose examined no remedy.") : after,
        "the remedies are for: " + named(first) + ", " + first.grade().severityReason());
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
      return ": not known whether it ends it ("
          + blind.get()
          + ")"
          + next.map(other -> ", found is " + other).orElse("");
    }
    return next.map(other -> " ends it; next is " + other)
        .orElse(" ends it; nothing else is found" + asFarAs(remedy));
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
