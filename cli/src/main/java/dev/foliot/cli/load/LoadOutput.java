package dev.foliot.cli.load;

import dev.foliot.cli.brief.LoadBrief;
import dev.foliot.cli.details.ComparisonTable;
import dev.foliot.cli.details.LoadTable;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.ReportPage;
import dev.foliot.cli.json.LoadJson;
import dev.foliot.judgement.ServerText;
import dev.foliot.judgement.load.LoadAssertion;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.loadrun.LoadTest;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.load.ServerRecord;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a load test, as asked for, and the exit code. */
final class LoadOutput {
  private final Foliot foliot;
  private final Store store;
  private final LoadTest test;
  private final LoadComparison comparison;

  /** For a test that has not run. */
  LoadOutput(Foliot foliot, Store store, LoadTest test, LoadComparison comparison) {
    this.foliot = foliot;
    this.store = store;
    this.test = test;
    this.comparison = comparison;
  }

  /** Prints it, and gives the exit code. */
  int show(LoadTestResult result) {
    if (result.interrupted()) {
      boolean none = result.forks().isEmpty();
      if (!none) {
        print(result, List.of(), List.of());
        foliot.console().out().flush();
      }
      foliot
          .console()
          .error(
              "interrupted; "
                  + (none ? "nothing was measured yet" : "what was measured is kept")
                  + " in "
                  + result.folder());
      return ExitCode.INTERRUPTED;
    }
    List<ComparisonRecord> compared = comparison.of(result, store);
    List<LoadAssertion.Judged> judged = judged(result);
    print(result, compared, judged);
    ServerRecord gone = result.endedServer().orElse(null);
    if (gone != null) {
      foliot.console().out().flush();
      foliot.console().error(ServerText.end(gone));
      return ExitCode.INVALID;
    }
    if (result.run().validity().verdict() == Verdict.INVALID) {
      return ExitCode.INVALID;
    }
    List<String> failures = new ArrayList<>(comparison.failures(compared));
    judged.stream()
        .filter(one -> one.outcome() != LoadAssertion.Outcome.HELD)
        .forEach(one ->
            failures.add(
                (one.outcome() == LoadAssertion.Outcome.MISSED ? "missed: " : "undecided: ")
                    + one.text()));
    failures.forEach(line -> foliot.console().error(line));
    return failures.isEmpty() ? ExitCode.DONE : ExitCode.MISSED;
  }

  private List<LoadAssertion.Judged> judged(LoadTestResult result) {
    List<LoadAssertion.Judged> all = new ArrayList<>();
    int loads = result.run().loads().size();
    for (int load = 0; load < loads; load++) {
      String at = loads == 1 ? "" : " at " + result.run().loads().get(load).rateText();
      for (LoadAssertion assertion : test.assertions()) {
        LoadAssertion.Judged one = assertion.judge(result.forksOf(load), result.failedShare(load));
        all.add(new LoadAssertion.Judged(one.outcome(), one.text() + at));
      }
    }
    return all;
  }

  private void print(
      LoadTestResult result, List<ComparisonRecord> compared, List<LoadAssertion.Judged> judged) {
    PrintStream out = foliot.console().out();
    if (foliot.json()) {
      out.println(LoadJson.of(result, compared, judged));
      return;
    }
    Path page = page(store.find(result.folder().toString()));
    if (foliot.details()) {
      new LoadTable(out, result).print();
      compared.forEach(comparison -> {
        out.println();
        new ComparisonTable(out).print(comparison);
      });
      if (page != null) {
        out.println("page: " + page);
      }
    } else {
      new LoadBrief(foliot.brief(), result, compared, judged, foliot.next()).print(page);
    }
  }

  private @Nullable Path page(StoredRun run) {
    return ReportPage.beside(ReportPage.usual(run), List.of(run), foliot.store());
  }
}
