package dev.foliot.cli.bench;

import dev.foliot.benchrun.BenchResult;
import dev.foliot.cli.brief.BenchBrief;
import dev.foliot.cli.brief.BesideBrief;
import dev.foliot.cli.details.BenchTable;
import dev.foliot.cli.details.ComparisonTable;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.frame.ReportPage;
import dev.foliot.cli.json.BenchJson;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.beside.BesideResult;
import dev.foliot.judgement.explain.Explanations;
import dev.foliot.store.RateSearch;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.store.beside.BesideRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.explain.ExplanationRecord;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a bench, as asked for, and the exit code. */
final class BenchOutput {
  private final Foliot foliot;
  private final Store store;
  private final BenchComparisons comparisons;

  BenchOutput(Foliot foliot, Store store, BenchComparisons comparisons) {
    this.foliot = foliot;
    this.store = store;
    this.comparisons = comparisons;
  }

  /** Prints it, and gives the exit code. */
  int show(BenchResult result) {
    if (result.interrupted()) {
      int whole = result.forks().size();
      String kept = Interruption.kept(whole);
      RateSearch search = result.run().rateSearch();
      String known = whole == 0 || search == null ? "" : "; " + Words.shown(search.answer());
      if (whole > 0) {
        print(result, List.of());
        foliot.console().out().flush();
      }
      foliot.console().error("interrupted; " + kept + " in " + result.folder() + known);
      return ExitCode.INTERRUPTED;
    }
    List<ComparisonRecord> compared = comparisons.of(result, store);
    print(result, compared);
    if (result.run().validity().verdict() == Verdict.INVALID
        || compared.stream().anyMatch(one -> one.validity().verdict() == Verdict.INVALID)) {
      return ExitCode.INVALID;
    }
    comparisons.warnings(compared).forEach(line -> foliot.console().error(line));
    List<String> failures = comparisons.failures(compared);
    failures.forEach(line -> foliot.console().error(line));
    return failures.isEmpty() ? ExitCode.DONE : ExitCode.MISSED;
  }

  private void print(BenchResult result, List<ComparisonRecord> compared) {
    PrintStream out = foliot.console().out();
    StoredRun stored = store.find(result.folder().toString());
    ExplanationRecord explanation = Explanations.of(stored).orElse(null);
    BesideResult beside =
        BesideRecord.of(stored)
            .map(record -> BesideResult.of(result.run(), result.forks(), record))
            .orElse(null);
    if (foliot.json()) {
      out.println(BenchJson.of(result, compared, explanation, beside));
      return;
    }
    Path page = ReportPage.beside(ReportPage.usual(stored), List.of(stored), foliot.store());
    Path older = comparison(stored, compared);
    if (foliot.details()) {
      new BenchTable(out, result).print();
      compared.forEach(comparison -> {
        out.println();
        new ComparisonTable(out).print(comparison);
      });
      if (beside != null) {
        new BesideBrief(beside).print(foliot.brief());
        new BesideBrief(beside).pairs().forEach(out::println);
      }
      if (page != null) {
        out.println("page: " + page);
      }
      if (older != null) {
        out.println("comparison: " + older);
      }
    } else {
      new BenchBrief(foliot.brief(), result, compared, explanation, foliot.next())
          .beside(beside)
          .print(page, older);
    }
  }

  /** The page of one comparison with an older run; null for none. */
  private @Nullable Path comparison(StoredRun run, List<ComparisonRecord> compared) {
    if (compared.size() != 1 || compared.getFirst().a().id().equals(run.run().id())) {
      return null;
    }
    List<StoredRun> runs = new ArrayList<>();
    store.runs().stream()
        .filter(other -> other.id().equals(compared.getFirst().a().id()))
        .forEach(runs::add);
    runs.add(run);
    return ReportPage.ofComparison(runs, compared.getFirst());
  }
}
