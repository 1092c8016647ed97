package dev.foliot.cli;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.Environment;
import dev.foliot.report.DemoReport;
import dev.foliot.store.DemoFiles;
import dev.foliot.store.DemoPart;
import dev.foliot.store.DemoRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.text.LabException;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One demo: its parts played one after the other, kept, shown and made a page. A part that this
 * machine cannot play says so, and the others are played.
 */
final class DemoRun {
  private static final double NS_PER_S = 1e9;
  private static final int LONGEST = 500;

  private final List<DemoExperiment> experiments;
  private final Store store;
  private final Console console;
  private final boolean json;
  private final List<String> commandLine;
  private final @Nullable Path output;
  private final NanoClock clock;
  private final Cancellation cancellation = new Cancellation();

  /**
   * @param output where the page goes, null for the run's folder
   */
  DemoRun(
      List<DemoExperiment> experiments,
      Store store,
      Console console,
      boolean json,
      List<String> commandLine,
      @Nullable Path output,
      NanoClock clock) {
    this.experiments = List.copyOf(experiments);
    this.store = store;
    this.console = console;
    this.json = json;
    this.commandLine = List.copyOf(commandLine);
    this.output = output;
    this.clock = clock;
  }

  /** Ends it early; called by another thread. */
  void cancel() {
    cancellation.cancel();
  }

  /**
   * Plays it and answers the exit code.
   *
   * @throws StoreException if the store cannot be written; what is whole stays
   * @throws InterruptedException if interrupted by somebody else
   */
  int play() throws InterruptedException {
    String startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
    long startNs = clock.nanoTime();
    List<DemoPart> parts = new ArrayList<>();
    try {
      play(parts);
    } catch (InterruptedException | LabException | StoreException e) {
      // who cancels interrupts, and an interrupt closes the file that is being written, too
      if (!cancellation.isCancelled()) {
        throw e;
      }
      return interrupted(parts);
    }
    double durationS = (clock.nanoTime() - startNs) / NS_PER_S;
    return ended(
        DemoFiles.redacted(new DemoRecord(DemoRecord.SCHEMA, startedAt, durationS, parts)));
  }

  private void play(List<DemoPart> parts) throws InterruptedException {
    List<DemoExperiment.Topic> topics = experiments.stream().map(DemoExperiment::topic).toList();
    try (DemoProgressLine progress = new DemoProgressLine(console, topics, clock)) {
      for (DemoExperiment experiment : experiments) {
        progress.begin(parts.size());
        parts.add(part(experiment, progress));
      }
      cancellation.stepEnded();
    }
  }

  private DemoPart part(DemoExperiment experiment, DemoProgressLine progress)
      throws InterruptedException {
    cancellation.stepEnded();
    try {
      return experiment.play(progress::step, cancellation);
    } catch (LabException e) {
      cancellation.stepEnded();
      DemoExperiment.Topic topic = experiment.topic();
      return DemoPart.unavailable(
          topic.name(), topic.title(), topic.commands(), String.valueOf(e.getMessage()));
    }
  }

  private int interrupted(List<DemoPart> parts) {
    Thread.interrupted();
    String whole =
        parts.stream().flatMap(part -> part.runs().stream()).collect(Collectors.joining(", "));
    console.error(
        "interrupted; "
            + (whole.isEmpty() ? "no part was whole yet" : "whole parts are kept: " + whole));
    return ExitCode.INTERRUPTED;
  }

  private int ended(DemoRecord demo) {
    StoredRun stored = null;
    String page = null;
    String problem = null;
    try {
      stored =
          DemoFiles.write(
              store,
              demo,
              commandLine,
              Instant.now().toString(),
              Environment.read(Path.of("/"), ProcessHandle.current().pid()));
      StoredRun run = stored;
      page =
          ReportPage.write(
              output == null ? ReportPage.usual(run) : output, () -> DemoReport.html(List.of(run)));
    } catch (StoreException | LabException e) {
      problem = Shown.text(e.getMessage(), LONGEST);
    }
    show(demo, stored, page);
    if (problem != null) {
      console.error(problem);
      return ExitCode.ENVIRONMENT;
    }
    return exitCode(demo);
  }

  private static int exitCode(DemoRecord demo) {
    if (demo.parts().stream().noneMatch(DemoPart::wasShown)) {
      return ExitCode.ENVIRONMENT;
    }
    return DemoFiles.validity(demo).verdict() == Verdict.INVALID ? ExitCode.INVALID : ExitCode.DONE;
  }

  private void show(DemoRecord demo, @Nullable StoredRun stored, @Nullable String page) {
    if (json) {
      String id = stored == null ? null : stored.id();
      console.out().println(DemoJson.of(demo, id, stored == null ? null : store.dir(), page));
      return;
    }
    new DemoText(console.out(), demo).print();
    if (stored != null) {
      console.out().printf("%nstored: %s%n", stored.path());
    }
    if (page != null) {
      console.out().println("page: " + page);
    }
  }
}
