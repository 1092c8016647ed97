package dev.foliot.cli.runs;

import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.ResultFile;
import dev.foliot.cli.markdown.JunitXml;
import dev.foliot.cli.markdown.RunMarkdown;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.FleetMembers;
import dev.foliot.judgement.watch.WatchMinutes;
import dev.foliot.report.WatchReport;
import dev.foliot.store.Csv;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.demo.DemoFiles;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.export.Export;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foliot export}: a run in the formats of other tools. */
@Command(
    name = "export",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Writes a run in the format of another tool.",
    footer = {
      "",
      "hgrm and hlog are HdrHistogram's, jmh is JMH's JSON, smaller is what",
      "github-action-benchmark calls customSmallerIsBetter, teamcity its statistics",
      "of a build, prometheus its text format, k6 the summary of a load test, junit its",
      "limits as test cases, csv has a line per percentile, markdown the answer and its",
      "table. INVALID forks are left out.",
      "",
      "Examples:",
      "  foliot export @1 --format hlog --output run.hlog"
    })
public final class ExportCommand implements Callable<Integer> {
  /** The formats, by the names that users write. */
  public enum Format {
    HGRM,
    HLOG,
    JMH,
    SMALLER,
    TEAMCITY,
    PROMETHEUS,
    K6,
    JUNIT,
    CSV,
    MARKDOWN
  }

  @Parameters(paramLabel = "RUN", description = "An id, a unique prefix of one, a path, or @1.")
  private String ref = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      required = true,
      description = "hgrm, hlog, jmh, smaller, teamcity, prometheus, k6, junit, csv or markdown.")
  private String format = "";

  @Option(
      names = "--output",
      paramLabel = "PATH",
      description =
          "The file to write (standard output); with hgrm a folder gets one for each kind.")
  private @Nullable Path output;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "With hgrm, what to write, as in response or probe-0 (response).")
  private @Nullable String kind;

  private final Foliot foliot;

  public ExportCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    Format chosen = format();
    if (foliot.json()) {
      throw usage("an export has a format of its own: leave --json out, or take --format jmh");
    }
    if (kind != null && chosen != Format.HGRM) {
      throw usage("--kind goes with --format hgrm: the others hold every kind");
    }
    StoredRun run = Store.open(foliot.store()).find(ref);
    if (WatchReport.isFor(run)) {
      if (chosen != Format.CSV) {
        throw usage(
            "run "
                + run.id()
                + " is a watch: --format csv has its minutes, and foliot explain "
                + run.id()
                + " --json its answer");
      }
      write(output, out -> WatchMinutes.write(List.of(run), out));
      return ExitCode.DONE;
    }
    if (DiagnosisFiles.isDiagnosis(run)) {
      throw usage(
          "run " + run.id() + " is a diagnosis, which measures no load: read its diagnosis.json");
    }
    if (FleetFiles.isFleet(run)) {
      if (chosen != Format.CSV) {
        throw usage("run " + run.id() + " is a fleet: --format csv has its nodes");
      }
      FleetRecord fleet = FleetFiles.fleet(run);
      write(output, out -> Csv.write(out, FleetMembers.HEADER, FleetMembers.table(fleet)));
      return ExitCode.DONE;
    }
    if (DemoFiles.isDemo(run)) {
      throw usage("run " + run.id() + " is a demo: export the runs that its demo.json names");
    }
    Export export = Export.of(run);
    boolean hasWords = chosen == Format.MARKDOWN || chosen == Format.JUNIT;
    if (export.series().isEmpty() && !hasWords) {
      foliot.console().error("the run has no fork that is not INVALID: nothing to export");
      return ExitCode.INVALID;
    }
    Path path = output;
    if (chosen == Format.HGRM && kind == null && path != null && Files.isDirectory(path)) {
      for (int i = 0; i < export.series().size(); i++) {
        int series = i;
        write(path.resolve(export.fileName(i) + ".hgrm"), out -> export.hgrm(series, out));
      }
    } else if (path != null && Files.isDirectory(path)) {
      throw usage("--output " + path + " is a folder: name a file in it");
    } else {
      write(path, content(chosen, export, run));
    }
    if (!export.leftOut().isEmpty() && !hasWords) {
      foliot.console().error("left out, since they are INVALID: forks " + numbers(export));
    }
    return ExitCode.DONE;
  }

  private static String numbers(Export export) {
    return String.join(", ", export.leftOut().stream().map(String::valueOf).toList());
  }

  private Format format() {
    try {
      return Format.valueOf(format.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw usage(
          "--format is hgrm, hlog, jmh, smaller, teamcity, prometheus, k6, junit, csv or markdown,"
              + " not "
              + format);
    }
  }

  private static ResultFile.Content markdown(StoredRun run) {
    String text =
        switch (run.run().command()) {
          case "bench", "load" -> RunMarkdown.of(run);
          case "study" -> RunMarkdown.ofStudy(run);
          default ->
              throw usage(
                  "--format markdown is for a bench, a load or a study, and "
                      + run.id()
                      + " is none of them");
        };
    return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private ResultFile.Content content(Format chosen, Export export, StoredRun run) {
    return switch (chosen) {
      case HGRM -> {
        int series = series(export);
        yield out -> export.hgrm(series, out);
      }
      case HLOG -> export::hlog;
      case JMH -> export::jmh;
      case SMALLER -> export::smaller;
      case TEAMCITY -> export::teamCity;
      case PROMETHEUS -> export::prometheus;
      case K6 -> {
        if (!export.hasRequests()) {
          throw usage("k6 is the format of a load test, and this run is none: choose another one");
        }
        yield export::k6;
      }
      case JUNIT -> {
        if (!run.run().command().equals("load")) {
          throw usage("junit is for a load test, and this run is none: choose another format");
        }
        String text = JunitXml.of(run);
        yield out -> out.write(text.getBytes(StandardCharsets.UTF_8));
      }
      case CSV -> export::csv;
      case MARKDOWN -> markdown(run);
    };
  }

  private int series(Export export) {
    String wanted = kind == null ? "response" : kind;
    return export
        .find(wanted)
        .orElseThrow(() ->
            usage(
                "there is no "
                    + Words.shown(wanted)
                    + " in this run: choose with --kind one of "
                    + Words.shown(String.join(", ", export.series()))));
  }

  private void write(@Nullable Path path, ResultFile.Content content) {
    if (path != null) {
      ResultFile.write(path, content);
      return;
    }
    try {
      content.write(foliot.console().out());
      foliot.console().out().flush();
    } catch (IOException e) {
      throw new FoliotException(
          FoliotException.Cause.ENVIRONMENT, "the result cannot be written: " + e.getMessage());
    }
  }

  private static FoliotException usage(String message) {
    return new FoliotException(FoliotException.Cause.USAGE, message);
  }
}
