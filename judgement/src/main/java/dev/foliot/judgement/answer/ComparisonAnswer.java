package dev.foliot.judgement.answer;

import dev.foliot.stats.Comparison;
import dev.foliot.store.RunRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import dev.foliot.store.diagnosis.DiagnosisDifference;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a comparison, of response times or of diagnoses. Pure.
 *
 * @param kind the verdict
 * @param sentence one or two sentences
 * @param figures those of the sentence; of two diagnoses none
 * @param next what to do next
 */
public record ComparisonAnswer(
    ComparisonVerdict kind, String sentence, List<AnswerFigure> figures, NextAction next)
    implements Answer {
  private static final int LONGEST = 300;
  private static final long USUAL_FORKS = 10;

  /** With more than these, other means than more forks are of use. */
  private static final long MOST_FORKS = 40;

  /** Keeps a copy and checks that nothing is missing. */
  public ComparisonAnswer {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(sentence, "sentence");
    figures = List.copyOf(figures);
    Objects.requireNonNull(next, "next");
  }

  /** The answer without a next action, for a comparison beside another answer. */
  public static ComparisonAnswer of(ComparisonRecord comparison) {
    return of(comparison, NextAction.NONE);
  }

  /**
   * The answer.
   *
   * @param runs the two that were compared; others have no next action
   * @param commands that continue the comparison
   */
  public static ComparisonAnswer of(
      ComparisonRecord comparison, List<RunRecord> runs, NextCommands commands) {
    return of(comparison, next(comparison, runs, commands));
  }

  private static ComparisonAnswer of(ComparisonRecord comparison, NextAction next) {
    FigureList figures = new FigureList();
    DiagnosisComparison diagnoses = comparison.diagnoses();
    ComparisonRecord.Sustained sustained = comparison.figures().sustained();
    String sentence =
        diagnoses != null
            ? ofDiagnoses(comparison.decision().verdict(), diagnoses)
            : comparison.decision().pairs() != null
                ? new PairsAnswer(comparison.decision(), figures).sentence(comparison)
                : sustained != null
                    ? ofRates(sustained, figures)
                    : ofResponses(comparison, figures)
                        + ComparisonWords.wildForks(comparison, figures)
                        + ComparisonWords.earlierRuns(comparison, figures);
    return new ComparisonAnswer(comparison.decision().verdict(), sentence, figures.all(), next);
  }

  private static String ofRates(ComparisonRecord.Sustained sustained, FigureList figures) {
    String rates =
        "B sustains "
            + figures.significantRate("sustained_rate_b", sustained.bPerS())
            + ", A "
            + figures.significantRate("sustained_rate_a", sustained.aPerS())
            + ": "
            + figures.ratio("ratio", sustained.ratio())
            + " times as much"
            + interval(sustained.low(), sustained.high(), figures);
    return switch (sustained.verdict()) {
      case WORSE -> "B is worse: " + rates + ".";
      case BETTER -> "B is better: " + rates + ".";
      case SAME -> "B and A sustain the same: " + rates + ".";
      case UNDECIDED ->
          "Inconclusive: " + rates + hides(sustained.low(), sustained.high(), figures) + ".";
    };
  }

  private static String ofResponses(ComparisonRecord comparison, FigureList figures) {
    String name = Numbers.percentileName(comparison.decision().primary());
    Optional<ComparisonRecord.Percentile> found = primary(comparison);
    Double ratio = found.map(one -> one.change().ratio()).orElse(null);
    if (found.isEmpty() || ratio == null) {
      String reason = reason(comparison);
      return "Inconclusive: " + (reason.isEmpty() ? "nothing is known of " + name : reason) + ".";
    }
    String times =
        name
            + " of B is "
            + figures.ratio("ratio", ratio)
            + " times that of A"
            + interval(found.get().change().low(), found.get().change().high(), figures);
    return switch (comparison.decision().verdict()) {
      case WORSE -> "B is worse: " + times + ".";
      case BETTER -> "B is better: " + times + ".";
      case SAME ->
          "B and A are the same within "
              + figures.share("margin", comparison.decision().margin())
              + ": "
              + times
              + ".";
      case UNDECIDED -> {
        String reason = reason(comparison);
        yield "Inconclusive: "
            + times
            + (reason.isEmpty()
                ? hides(found.get().change().low(), found.get().change().high(), figures)
                : "; " + reason)
            + ".";
      }
    };
  }

  private static Optional<ComparisonRecord.Percentile> primary(ComparisonRecord comparison) {
    return comparison.figures().percentiles().stream()
        .filter(one -> one.percentile().equals(comparison.decision().primary()))
        .findFirst();
  }

  private static boolean hasTooFewForks(ComparisonRecord comparison) {
    return comparison.decision().history() == null
        && Math.min(comparison.a().forks(), comparison.b().forks()) < Comparison.LEAST_FORKS;
  }

  /** Why nothing can be said; empty where the interval says what can. */
  private static String reason(ComparisonRecord comparison) {
    String stored = primary(comparison).map(ComparisonRecord.Percentile::reason).orElse(null);
    if (stored != null) {
      return Shown.text(stored, LONGEST);
    }
    if (hasTooFewForks(comparison)) {
      return "at least "
          + Comparison.LEAST_FORKS
          + " valid forks of each side are needed, and one has "
          + Math.min(comparison.a().forks(), comparison.b().forks());
    }
    return "";
  }

  /** What the forks rule out all the same. */
  private static String hides(@Nullable Double low, @Nullable Double high, FigureList figures) {
    return low == null || high == null
        ? ""
        : ". No difference above "
            + figures.ratio("may_hide", ComparisonWords.mayHide(low, high))
            + " times can hide in this";
  }

  private static String interval(@Nullable Double low, @Nullable Double high, FigureList figures) {
    return low == null || high == null
        ? ""
        : " (95 % interval "
            + figures.ratio("ratio_low", low)
            + " to "
            + figures.ratio("ratio_high", high)
            + ")";
  }

  private static String ofDiagnoses(ComparisonVerdict verdict, DiagnosisComparison diagnoses) {
    String which =
        switch (verdict) {
          case WORSE -> "B is worse: its most severe finding is more severe.";
          case BETTER -> "B is better: its most severe finding is less severe.";
          case SAME -> "Both have findings of the same severity.";
          case UNDECIDED -> "Inconclusive: not all could be examined.";
        };
    List<DiagnosisDifference> differences = diagnoses.differences();
    return which
        + (differences.isEmpty()
            ? " Nothing differs."
            : " " + whole(Shown.text(differences.getFirst().meaning(), LONGEST)));
  }

  /** With a capital letter and a full stop. */
  private static String whole(String text) {
    return text.isEmpty()
        ? ""
        : text.substring(0, 1).toUpperCase(Locale.ROOT)
            + text.substring(1)
            + (text.endsWith(".") ? "" : ".");
  }

  /** More forks where these do not decide; else what to do with the result. */
  private static NextAction next(
      ComparisonRecord comparison, List<RunRecord> runs, NextCommands commands) {
    if (comparison.diagnoses() != null) {
      return new NextAction("See which remedies help.", commands.of("study", "remedy", "--quick"));
    }
    ComparisonRecord.History history = comparison.decision().history();
    if (history != null) {
      return new NextAction(
          "See all runs of that name.", commands.of("runs", "--page", "--name", history.name()));
    }
    if (runs.size() < 2) {
      return NextAction.NONE;
    }
    String first = runs.getFirst().id();
    String last = runs.getLast().id();
    return switch (comparison.decision().verdict()) {
      case UNDECIDED -> again(comparison, runs, commands);
      case WORSE ->
          new NextAction(
              "Let a build fail where it is worse.",
              commands.of("compare", first, last, "--fail-on", "worse"));
      case BETTER, SAME ->
          new NextAction(
              "Keep B as the baseline of later comparisons.",
              commands.of("compare", first, last, "--save-baseline", "baseline.json"));
    };
  }

  private static NextAction again(
      ComparisonRecord comparison, List<RunRecord> runs, NextCommands commands) {
    RunRecord last = runs.getLast();
    if (!last.command().equals("bench")
        || !runs.stream().allMatch(run -> run.arms().size() == 1 && run.loads().size() == 1)) {
      return NextAction.NONE;
    }
    // of so few the number that decides is not known
    Long needed =
        hasTooFewForks(comparison)
            ? null
            : primary(comparison).map(one -> one.change().forksNeeded()).orElse(null);
    if (needed != null && needed > MOST_FORKS) {
      return new NextAction(
          "See what made its slow messages slow.", commands.of("explain", last.id()));
    }
    List<String> command =
        new NextCommands(last.commandLine(), null)
            .again(
                Set.of("--forks", "--against", "--name"),
                "--forks",
                Long.toString(needed == null ? USUAL_FORKS : Math.max(needed, USUAL_FORKS)),
                "--against",
                runs.getFirst().id());
    return command.isEmpty()
        ? NextAction.NONE
        : new NextAction("Measure more forks, which decide it.", command);
  }
}
