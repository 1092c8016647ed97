package dev.foliot.cli.runs;

import dev.foliot.cli.details.ComparisonTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.compare.Comparer;
import dev.foliot.judgement.compare.Gates;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that compares, and what follows from them. */
public final class Judgement {
  private static final Pattern PERCENT = Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,6})?) ?%");
  private static final Set<ComparisonVerdict> FAILURES =
      Set.of(ComparisonVerdict.WORSE, ComparisonVerdict.UNDECIDED);

  @Option(
      names = "--primary",
      paramLabel = "P",
      description = "The percentile that decides: p50, p90, p99, p99.9 or p99.99 (p99).")
  private String primary = Comparer.USUAL_PRIMARY;

  @Option(
      names = "--margin",
      paramLabel = "N%",
      description = "Differences below it do not matter (5%%).")
  private @Nullable String margin;

  @Option(
      names = "--fail-on",
      paramLabel = "VERDICT",
      description =
          "Exit with 3 on worse (any percentile), or on undecided (the primary); several with"
              + " commas.")
  private @Nullable String failOn;

  public Comparer comparer() {
    failures();
    return new Comparer(primary, marginShare());
  }

  /** The percentile that decides, as stored. */
  public String primary() {
    comparer();
    return primary.replace('.', '_');
  }

  /** Whether an option was given that makes sense only where something is compared. */
  public boolean given() {
    return margin != null || failOn != null || !primary.equals(Comparer.USUAL_PRIMARY);
  }

  /** Whether a margin was given. */
  public boolean hasMargin() {
    return margin != null;
  }

  /** Whether an option was given that makes sense only where there are percentiles. */
  boolean measures() {
    return margin != null || !primary.equals(Comparer.USUAL_PRIMARY);
  }

  /** Why a command must fail for these comparisons: a line for each; none where it need not. */
  public List<String> failures(List<ComparisonRecord> comparisons) {
    List<String> lines = new ArrayList<>();
    for (ComparisonRecord comparison : comparisons) {
      if (failures().contains(ComparisonVerdict.WORSE)) {
        DiagnosisComparison diagnoses = comparison.diagnoses();
        if (diagnoses != null && comparison.decision().verdict() == ComparisonVerdict.WORSE) {
          lines.add(
              "the diagnosis is worse: "
                  + Words.shown(diagnoses.b())
                  + ", where "
                  + Words.shown(comparison.a().id())
                  + " has: "
                  + Words.shown(diagnoses.a()));
        }
        ComparisonRecord.Sustained sustained = comparison.figures().sustained();
        if (sustained != null && sustained.verdict() == ComparisonVerdict.WORSE) {
          lines.add(
              "the sustained rate is worse: %s instead of %s%s"
                  .formatted(
                      Numbers.rate(sustained.bPerS()),
                      Numbers.rate(sustained.aPerS()),
                      doubt(comparison)));
        }
        comparison.figures().percentiles().stream()
            .filter(percentile -> sustained == null)
            .filter(percentile -> percentile.change().verdict() == ComparisonVerdict.WORSE)
            .forEach(percentile ->
                lines.add(
                    "%s is worse: %s times that of %s (%s)%s"
                        .formatted(
                            Numbers.percentileName(percentile.percentile()),
                            ComparisonTable.ratio(percentile.change().ratio()),
                            Words.shown(comparison.a().id()),
                            ComparisonTable.interval(percentile),
                            doubt(comparison))));
      }
      if (failures().contains(ComparisonVerdict.UNDECIDED)
          && comparison.decision().verdict() == ComparisonVerdict.UNDECIDED) {
        lines.add(
            comparison.decision().pairs() != null
                ? "the comparison is undecided"
                : Numbers.percentileName(comparison.decision().primary()) + " is undecided");
      }
    }
    return lines;
  }

  /** Why a command must fail for what pairs of forks decide; none where it need not. */
  public List<String> failures(ComparisonRecord.Decision pairs) {
    return failures().contains(pairs.verdict())
        ? List.of("the comparison in pairs is " + pairs.verdict().words())
        : List.of();
  }

  /** Why a gate that was asked for can never fail: a line for each. */
  public List<String> warnings(List<ComparisonRecord> comparisons) {
    if (!failures().contains(ComparisonVerdict.WORSE)) {
      return List.of();
    }
    return comparisons.stream()
        .filter(comparison -> comparison.diagnoses() == null)
        .flatMap(comparison -> Gates.cannotFail(comparison).stream())
        .distinct()
        .toList();
  }

  /** The same before anything is measured, where it is known then. */
  public Optional<String> warning(int forks) {
    return failures().contains(ComparisonVerdict.WORSE) && forks < Gates.LEAST_FORKS
        ? Optional.of(Gates.cannotFail(forks))
        : Optional.empty();
  }

  private static String doubt(ComparisonRecord comparison) {
    Verdict verdict = comparison.validity().verdict();
    return verdict == Verdict.VALID ? "" : "; but forks are " + verdict;
  }

  private Set<ComparisonVerdict> failures() {
    Set<ComparisonVerdict> wanted = EnumSet.noneOf(ComparisonVerdict.class);
    if (failOn != null) {
      for (String word : failOn.split(",", -1)) {
        String asked = word.strip();
        wanted.add(
            FAILURES.stream()
                .filter(verdict -> verdict.words().equals(asked))
                .findFirst()
                .orElseThrow(() ->
                    usage("--fail-on takes worse, undecided or both with a comma, not " + failOn)));
      }
    }
    return wanted;
  }

  private double marginShare() {
    if (margin == null) {
      return Comparer.USUAL_MARGIN;
    }
    Matcher matcher = PERCENT.matcher(margin);
    if (!matcher.matches()) {
      throw usage("--margin takes a percentage, as in 5%, not " + margin);
    }
    return Double.parseDouble(matcher.group(1)) / 100;
  }

  private static FoliotException usage(String message) {
    return new FoliotException(FoliotException.Cause.USAGE, message);
  }
}
