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
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.load.ServerRecord;
import dev.foliot.text.LoadReason;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The result of a load test, as asked for, and the exit code. */
final class LoadOutput {
  private final Foliot foliot;
  private final Store store;
  private final LoadComparison comparison;

  /** For a test that has not run. */
  LoadOutput(Foliot foliot, Store store, LoadComparison comparison) {
    this.foliot = foliot;
    this.store = store;
    this.comparison = comparison;
  }

  /**
   * Prints it, and gives the exit code.
   *
   * @param aborted the limit that ended it early
   */
  int show(LoadTestResult result, Optional<LoadReason.Aborted> aborted) {
    if (result.interrupted()) {
      boolean none = result.forks().isEmpty();
      if (!none) {
        print(result, List.of());
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
    if (aborted.isPresent()) {
      if (!result.forks().isEmpty()) {
        print(result, List.of());
        foliot.console().out().flush();
      }
      foliot.console().error(aborted.get().text());
      return ExitCode.MISSED;
    }
    List<ComparisonRecord> compared = comparison.of(result, store);
    List<LoadAssertion.Judged> judged = result.judged();
    print(result, compared);
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

  private void print(LoadTestResult result, List<ComparisonRecord> compared) {
    PrintStream out = foliot.console().out();
    if (foliot.json()) {
      out.println(LoadJson.of(result, compared));
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
      new LoadBrief(foliot.brief(), result, compared, foliot.next()).print(page);
    }
  }

  private @Nullable Path page(StoredRun run) {
    return ReportPage.beside(ReportPage.usual(run), List.of(run), foliot.store());
  }
}
