package dev.foliot.cli;

import dev.foliot.benchrun.Comparer;
import dev.foliot.benchrun.Side;
import dev.foliot.diagnose.compare.DiagnosisComparer;
import dev.foliot.report.DemoReport;
import dev.foliot.report.DiagnosisReport;
import dev.foliot.report.FleetReport;
import dev.foliot.report.Report;
import dev.foliot.report.StudyReport;
import dev.foliot.store.Json;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foliot report}: runs as one HTML file. */
@Command(
    name = "report",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = {
      "Writes runs as one HTML file that needs no network.",
      "Several studies make one page, and so do several diagnoses, and several fleets.",
      "RUN is an id, a unique prefix of one, a path, or @1 for the latest, @2 for the one before."
    })
final class ReportCommand implements Callable<Integer> {
  private static final String SCHEMA = "foliot.report/1";

  @Parameters(arity = "1..*", paramLabel = "RUN", description = "The runs, two to compare them.")
  private List<String> runs = List.of();

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where to write it (report.html in the first run's folder).")
  private @Nullable Path output;

  private final Foliot foliot;

  ReportCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    Store store = Store.open(foliot.store());
    List<StoredRun> stored = runs.stream().map(store::find).toList();
    Path file = output != null ? output : ReportPage.usual(stored.getFirst());
    String path = ReportPage.write(file, () -> html(stored));
    foliot.console().out().println(foliot.json() ? json(stored, path) : path);
    return ExitCode.DONE;
  }

  private String html(List<StoredRun> stored) {
    if (DemoReport.isFor(stored)) {
      return DemoReport.html(stored);
    }
    if (FleetReport.isFor(stored)) {
      return FleetReport.html(stored);
    }
    if (DiagnosisReport.isFor(stored)) {
      return DiagnosisReport.html(stored, diagnoses(stored));
    }
    return StudyReport.isFor(stored)
        ? ReportPage.html(stored)
        : Report.html(stored, comparison(stored));
  }

  private @Nullable ComparisonRecord diagnoses(List<StoredRun> stored) {
    return stored.size() == 2
        ? DiagnosisComparer.compare(stored.getFirst(), stored.getLast(), foliot.store())
        : null;
  }

  /** Two runs, or the two arms of one, where it is plain which figures to compare. */
  private @Nullable ComparisonRecord comparison(List<StoredRun> stored) {
    boolean oneLoad = stored.stream().allMatch(run -> run.run().loads().size() == 1);
    List<BaselineRecord> sides =
        stored.size() <= 2 && oneLoad
            ? stored.stream().flatMap(run -> sides(run).stream()).toList()
            : List.of();
    return sides.size() == 2
        ? new Comparer(Comparer.USUAL_PRIMARY, Comparer.USUAL_MARGIN)
            .compare(sides.getFirst(), sides.getLast(), foliot.store())
        : null;
  }

  private static List<BaselineRecord> sides(StoredRun run) {
    return IntStream.range(0, run.run().arms().size())
        .mapToObj(arm -> Side.of(run, arm, 0))
        .toList();
  }

  private static String json(List<StoredRun> stored, String path) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("path", path);
    json.put("runs", stored.stream().map(StoredRun::id).toList());
    return Json.text(json);
  }
}
