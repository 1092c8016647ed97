package dev.foliot.cli.brief;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.stats.Comparison;
import dev.foliot.store.Validity;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import dev.foliot.store.diagnosis.DiagnosisDifference;
import dev.foliot.text.Numbers;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A comparison in a few lines: of two sides of response times, or of two diagnoses. */
public final class ComparisonBrief {
  private static final int MOST_FACTS = 4;
  private static final int FACT_WIDTH = 24;

  private final Brief brief;
  private final ComparisonRecord comparison;

  /** Prints a comparison with such a brief. */
  public ComparisonBrief(Brief brief, ComparisonRecord comparison) {
    this.brief = brief;
    this.comparison = comparison;
  }

  /**
   * Prints it.
   *
   * @param page the file with the page, null where there is none
   * @param report the command that writes it; empty where none can
   * @param next what to run next
   */
  public void print(@Nullable Path page, List<String> report, List<String> next) {
    DiagnosisComparison diagnoses = comparison.diagnoses();
    if (diagnoses == null) {
      brief.answer(sentence(comparison), 3);
      percentiles();
      side("A", comparison.a(), Numbers.count(comparison.a().forks(), "valid fork"));
      side("B", comparison.b(), Numbers.count(comparison.b().forks(), "valid fork"));
    } else {
      brief.answer(sentence(diagnoses), 3);
      differences(diagnoses);
      side("A", comparison.a(), diagnoses.a());
      side("B", comparison.b(), diagnoses.b());
    }
    environment();
    Validity validity = comparison.validity();
    brief.validity(validity);
    if (page != null || !report.isEmpty()) {
      brief.page(page, report);
    }
    brief.next(next);
  }

  /** The answer of a comparison of response times. */
  public static String sentence(ComparisonRecord comparison) {
    ComparisonRecord.Sustained sustained = comparison.sustained();
    return sustained == null ? ofResponses(comparison) : ofRates(sustained);
  }

  private static String ofRates(ComparisonRecord.Sustained sustained) {
    Double low = sustained.low();
    Double high = sustained.high();
    Long needed = sustained.forksNeeded();
    String rates =
        "B sustains "
            + about(sustained.bPerS())
            + ", A "
            + about(sustained.aPerS())
            + ": "
            + times(sustained.ratio())
            + " times as much"
            + (low == null || high == null
                ? ""
                : " (95 % interval " + times(low) + " to " + times(high) + ")");
    return switch (sustained.verdict()) {
      case WORSE -> "B is worse: " + rates + ".";
      case BETTER -> "B is better: " + rates + ".";
      case SAME -> "B and A sustain the same: " + rates + ".";
      case UNDECIDED ->
          "Inconclusive: "
              + rates
              + (needed == null
                  ? "."
                  : "; about " + Numbers.count(needed) + " forks of each side would decide.");
    };
  }

  private static String about(double perS) {
    return Numbers.significant(perS, 3) + "/s";
  }

  private static String ofResponses(ComparisonRecord comparison) {
    String name = Numbers.percentileName(comparison.primary());
    Optional<ComparisonRecord.Percentile> found =
        comparison.percentiles().stream()
            .filter(one -> one.percentile().equals(comparison.primary()))
            .findFirst();
    Double ratio = found.map(ComparisonRecord.Percentile::ratio).orElse(null);
    if (found.isEmpty() || ratio == null) {
      return "Inconclusive: " + reason(found, name, comparison) + ".";
    }
    String times = name + " of B is " + times(ratio) + " times that of A" + interval(found.get());
    return switch (comparison.verdict()) {
      case WORSE -> "B is worse: " + times + ".";
      case BETTER -> "B is better: " + times + ".";
      case SAME ->
          "B and A are the same within "
              + Numbers.percent(comparison.margin())
              + ": "
              + times
              + ".";
      case UNDECIDED -> "Inconclusive: " + times + "; " + reason(found, name, comparison) + ".";
    };
  }

  private static String reason(
      Optional<ComparisonRecord.Percentile> found, String name, ComparisonRecord comparison) {
    String stored = found.map(ComparisonRecord.Percentile::reason).orElse(null);
    if (stored != null) {
      return Words.shown(stored);
    }
    int forks = Math.min(comparison.a().forks(), comparison.b().forks());
    if (forks < Comparison.LEAST_FORKS) {
      return "at least "
          + Comparison.LEAST_FORKS
          + " valid forks of each side are needed, and one has "
          + forks;
    }
    Long needed = found.map(ComparisonRecord.Percentile::forksNeeded).orElse(null);
    return needed == null
        ? "no number of forks would decide about " + name
        : "about " + Numbers.count(needed) + " forks of each side would decide";
  }

  private static String interval(ComparisonRecord.Percentile one) {
    Double low = one.low();
    Double high = one.high();
    return low == null || high == null
        ? ""
        : " (95 % interval " + times(low) + " to " + times(high) + ")";
  }

  private static String times(double ratio) {
    return Numbers.digits(ratio);
  }

  private void percentiles() {
    TextTable table = new TextTable("", "A", "B", "B/A", "<interval", "<");
    for (ComparisonRecord.Percentile one : comparison.percentiles()) {
      Double ratio = one.ratio();
      Double low = one.low();
      Double high = one.high();
      boolean decides = one.percentile().equals(comparison.primary());
      table.row(
          Numbers.percentileName(one.percentile()) + (decides ? " *" : ""),
          Numbers.durationOrNone(one.aNs()),
          Numbers.durationOrNone(one.bNs()),
          ratio == null ? "-" : times(ratio),
          low == null || high == null ? "-" : times(low) + " to " + times(high),
          one.verdict() == ComparisonVerdict.UNDECIDED ? "inconclusive" : one.verdict().words());
    }
    brief.table(table);
    if (table.isEmpty()) {
      brief.gap();
    }
  }

  private void side(String name, ComparisonRecord.Side side, String what) {
    brief.line(
        name, Words.shown(side.id()) + ", " + Words.shown(side.label()) + ": " + Words.shown(what));
  }

  private void environment() {
    List<ComparisonRecord.Difference> differences = comparison.environmentDifferences();
    if (differences.isEmpty()) {
      return;
    }
    String some =
        differences.stream()
            .limit(MOST_FACTS)
            .map(one -> Words.shown(one.name()) + " " + fact(one.a()) + " / " + fact(one.b()))
            .collect(Collectors.joining("; "));
    int more = differences.size() - MOST_FACTS;
    brief.line("differ in", some + (more > 0 ? "; " + more + " more: --details" : ""));
  }

  private static String fact(String text) {
    return text.isEmpty() ? "-" : Words.end(Words.shown(text), FACT_WIDTH);
  }

  private String sentence(DiagnosisComparison diagnoses) {
    String which =
        switch (comparison.verdict()) {
          case WORSE -> "B is worse: its most severe finding is more severe.";
          case BETTER -> "B is better: its most severe finding is less severe.";
          case SAME -> "Both have findings of the same severity.";
          case UNDECIDED -> "Inconclusive: not all could be examined.";
        };
    List<DiagnosisDifference> differences = diagnoses.differences();
    return which
        + (differences.isEmpty()
            ? " Nothing differs."
            : " " + upper(differences.getFirst().meaning()));
  }

  private static String upper(String text) {
    return text.isEmpty()
        ? ""
        : text.substring(0, 1).toUpperCase(Locale.ROOT)
            + text.substring(1)
            + (text.endsWith(".") ? "" : ".");
  }

  private void differences(DiagnosisComparison diagnoses) {
    TextTable table = new TextTable("differs", "<A", "<B");
    diagnoses.differences().stream()
        .limit(6)
        .forEach(one ->
            table.row(
                one.kind().words()
                    + (one.className() == null
                        ? ""
                        : ": " + Words.end(Words.shown(one.className()), 30)),
                Words.shown(one.a()),
                Words.shown(one.b())));
    if (table.isEmpty()) {
      brief.gap();
    }
    brief.table(table);
    if (diagnoses.differences().size() > 6) {
      brief.line("", (diagnoses.differences().size() - 6) + " more differences: --details");
    }
  }
}
