package dev.foliot.cli.runs;

import dev.foliot.cli.brief.HistoryBrief;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.ReportPage;
import dev.foliot.cli.json.HistoryJson;
import dev.foliot.cli.markdown.HistoryMarkdown;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.HistoryAnswer;
import dev.foliot.judgement.history.RunHistory;
import dev.foliot.report.HistoryReport;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.text.FoliotException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code foliot runs} that draw a store over time, and what follows from them. */
final class HistoryOptions {
  private static final String USUAL_FILE = "history.html";
  private static final String MARKDOWN = "markdown";

  @Option(
      names = "--page",
      description = "Draw the runs of each name over time, with their changes, in one HTML file.")
  private boolean page;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where to write the page (history.html in the store).")
  private @Nullable Path output;

  @Option(
      names = "--name",
      paramLabel = "TEXT",
      description = "Only the runs that have this name, or that measured this.")
  private @Nullable String name;

  @Option(names = "--format", paramLabel = "FORMAT", description = "Print the history as markdown.")
  private @Nullable String format;

  /** Whether the history is asked for, in place of a list. */
  boolean asked() {
    return page || output != null || name != null || format != null;
  }

  /** Prints the history of a store, and writes its page. */
  void print(Foliot foliot) {
    check(foliot);
    Store store = Store.open(foliot.store());
    List<StoredRun> all = store.runs();
    List<StoredRun> runs = name == null ? all : RunHistory.named(all, name);
    if (name != null && runs.isEmpty()) {
      throw FoliotException.usage(
          "no run is called '" + Words.shown(name) + "': foliot runs lists them");
    }
    RunHistory history = RunHistory.of(runs);
    HistoryAnswer answer = HistoryAnswer.of(history, foliot.next());
    // a store that does not exist has nothing to draw, and no folder for the page
    boolean hasPlace = output != null || Files.isDirectory(store.dir());
    String written = page && hasPlace ? write(store, history, answer) : null;
    if (foliot.json()) {
      foliot.console().out().println(HistoryJson.of(history, answer, store.dir(), written));
    } else if (format != null) {
      foliot.console().out().print(HistoryMarkdown.of(history, answer));
    } else {
      new HistoryBrief(foliot.brief())
          .print(history, answer, written == null ? null : Path.of(written));
    }
  }

  private void check(Foliot foliot) {
    if (format != null && !format.equals(MARKDOWN)) {
      throw FoliotException.usage(
          "--format is markdown here, not '" + Words.shown(format) + "'; --json prints an object");
    }
    if (format != null && foliot.json()) {
      throw FoliotException.usage("--json and --format are two forms: give one of them");
    }
    if (!page && (output != null || (format == null && !foliot.json()))) {
      throw FoliotException.usage("--name and --output go with --page: add it");
    }
  }

  private String write(Store store, RunHistory history, HistoryAnswer answer) {
    Path file = output != null ? output : store.dir().resolve(USUAL_FILE);
    return ReportPage.write(
        file, () -> HistoryReport.html(history, answer, id -> address(file, store, id)));
  }

  /** The address of a run's page from the page of all; empty where it has none. */
  private static Optional<String> address(Path file, Store store, String id) {
    Path page = store.dir().resolve(id).resolve(ReportPage.USUAL_FILE).toAbsolutePath().normalize();
    Path folder = file.toAbsolutePath().normalize().getParent();
    if (folder == null || !Files.isRegularFile(page)) {
      return Optional.empty();
    }
    try {
      String path = folder.relativize(page).toString().replace('\\', '/');
      // with a dot in front, no first part of a path is taken for a scheme
      return Optional.of(new URI(null, null, "./" + path, null).getRawPath());
    } catch (IllegalArgumentException | URISyntaxException e) {
      // on another drive
      return Optional.empty();
    }
  }
}
