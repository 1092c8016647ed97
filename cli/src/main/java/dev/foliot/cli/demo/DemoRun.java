package dev.foliot.cli.demo;

import dev.foliot.bench.NanoClock;
import dev.foliot.cli.brief.DemoBrief;
import dev.foliot.cli.details.DemoText;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Output;
import dev.foliot.cli.frame.ReportPage;
import dev.foliot.cli.json.DemoJson;
import dev.foliot.cli.screen.Console;
import dev.foliot.demo.Demo;
import dev.foliot.judgement.answer.DemoAnswer;
import dev.foliot.report.DemoReport;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.store.demo.DemoFiles;
import dev.foliot.store.demo.DemoPart;
import dev.foliot.store.demo.DemoRecord;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plays a demo, shows it and makes its page. */
final class DemoRun {
  private static final int LONGEST = 500;

  private final Demo demo;
  private final Store store;
  private final Console console;
  private final Output how;
  private final @Nullable Path output;
  private final NanoClock clock;

  /**
   * @param output where the page goes, null for the run's folder
   */
  DemoRun(Demo demo, Store store, Output how, @Nullable Path output, NanoClock clock) {
    this.demo = demo;
    this.store = store;
    this.console = how.console();
    this.how = how;
    this.output = output;
    this.clock = clock;
  }

  /** Ends it early; called by another thread. */
  void cancel() {
    demo.cancel();
  }

  /**
   * Plays it and answers the exit code.
   *
   * @throws StoreException if the store cannot be written; what is whole stays
   * @throws InterruptedException if interrupted by somebody else
   */
  int play() throws InterruptedException {
    Demo.Result result;
    try (DemoProgressLine progress = new DemoProgressLine(console, demo.topics(), clock)) {
      result = demo.play(progress);
    }
    return switch (result) {
      case Demo.Result.Whole(DemoRecord whole) -> ended(whole);
      case Demo.Result.Interrupted(List<String> runs) -> {
        console.error(
            "interrupted; "
                + (runs.isEmpty()
                    ? "no part was whole yet"
                    : "whole parts are kept: " + String.join(", ", runs)));
        yield ExitCode.INTERRUPTED;
      }
    };
  }

  private int ended(DemoRecord whole) {
    StoredRun stored = null;
    String page = null;
    String problem = null;
    try {
      stored = Demo.keep(whole, store, how.commandLine());
      StoredRun run = stored;
      page =
          ReportPage.write(
              output == null ? ReportPage.usual(run) : output, () -> DemoReport.html(List.of(run)));
    } catch (StoreException | FoliotException e) {
      problem = Shown.text(e.getMessage(), LONGEST);
    }
    show(whole, stored, page);
    if (problem != null) {
      console.error(problem);
      return ExitCode.ENVIRONMENT;
    }
    return exitCode(whole);
  }

  private static int exitCode(DemoRecord whole) {
    if (whole.parts().stream().noneMatch(DemoPart::wasShown)) {
      return ExitCode.ENVIRONMENT;
    }
    return DemoFiles.validity(whole).verdict() == Verdict.INVALID
        ? ExitCode.INVALID
        : ExitCode.DONE;
  }

  private void show(DemoRecord whole, @Nullable StoredRun stored, @Nullable String page) {
    if (how.json()) {
      String id = stored == null ? null : stored.id();
      console
          .out()
          .println(DemoJson.of(whole, how.next(), id, stored == null ? null : store.dir(), page));
      return;
    }
    if (!how.details()) {
      new DemoBrief(how.brief(), whole, how.next()).print(page == null ? null : Path.of(page));
      return;
    }
    new DemoText(console.out(), whole, DemoAnswer.of(whole, how.next())).print();
    if (stored != null) {
      console.out().printf("%nstored: %s%n", stored.path());
    }
    if (page != null) {
      console.out().println("page: " + page);
    }
  }
}
