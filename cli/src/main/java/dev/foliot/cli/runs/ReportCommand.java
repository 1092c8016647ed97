package dev.foliot.cli.runs;

import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.ReportPage;
import dev.foliot.store.Json;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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
      "RUN is an id, a unique prefix of one, a name, a path, or @1 for the latest, @2 for the one"
          + " before."
    })
public final class ReportCommand implements Callable<Integer> {
  private static final String SCHEMA = "foliot.report/1";
  private static final String LATEST = "@1";

  @Parameters(
      arity = "0..*",
      paramLabel = "RUN",
      description = "The runs, two to compare them (the latest).")
  private List<String> runs = List.of();

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where to write it (report.html in the first run's folder).")
  private @Nullable Path output;

  private final Foliot foliot;

  public ReportCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    Store store = Store.open(foliot.store());
    List<String> asked = runs.isEmpty() ? List.of(LATEST) : runs;
    List<StoredRun> stored = asked.stream().map(store::find).toList();
    Path file = output != null ? output : ReportPage.usual(stored.getFirst());
    String path = ReportPage.write(file, () -> ReportPage.html(stored, foliot.store()));
    foliot.console().out().println(foliot.json() ? json(stored, path) : path);
    return ExitCode.DONE;
  }

  private static String json(List<StoredRun> stored, String path) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("path", path);
    json.put("runs", stored.stream().map(StoredRun::id).toList());
    return Json.text(json);
  }
}
