package dev.foliot.cli.fleet;

import dev.foliot.cli.brief.FleetBrief;
import dev.foliot.cli.details.FleetText;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Output;
import dev.foliot.cli.frame.ReportPage;
import dev.foliot.cli.json.FleetJson;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.ProgressLine;
import dev.foliot.cli.screen.Words;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.judgement.answer.FleetAnswer;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetWords;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One fleet: analysed, kept and shown. What was found is shown even where it cannot be kept. */
final class FleetRun {
  private static final int LONGEST = 500;

  /** Who looks. */
  interface Analyst {
    /**
     * Reads a fleet and looks for bands. It ends early, by whatever exception, where its thread is
     * interrupted.
     *
     * @param seed of all chance
     * @param step is told what is being done
     */
    FleetRecord of(FleetRequest request, long seed, Consumer<String> step);
  }

  private final Analyst analyst;
  private final FleetRequest request;
  private final long seed;
  private final @Nullable Store store;
  private final Console console;
  private final Output output;
  private volatile String step = "";
  private @Nullable Thread analysing;
  private boolean cancelled;

  /**
   * @param store where it is kept, null for nowhere
   */
  FleetRun(Analyst analyst, FleetRequest request, long seed, @Nullable Store store, Output output) {
    this.analyst = analyst;
    this.request = request;
    this.seed = seed;
    this.store = store;
    this.console = output.console();
    this.output = output;
  }

  /** Ends it early; called by another thread. */
  synchronized void cancel() {
    cancelled = true;
    if (analysing != null) {
      analysing.interrupt();
    }
  }

  /** Plays it and answers the exit code. */
  int play() {
    FleetRecord found;
    try {
      found = analyse();
    } catch (RuntimeException e) {
      if (wasCancelled()) {
        // however the analyst words it
        return interrupted();
      }
      throw e;
    }
    return found == null || wasCancelled() ? interrupted() : ended(FleetFiles.redacted(found));
  }

  /** Null where it was cancelled before it began. */
  private @Nullable FleetRecord analyse() {
    synchronized (this) {
      if (cancelled) {
        return null;
      }
      analysing = Thread.currentThread();
    }
    ProgressLine progress = new ProgressLine(console, () -> Words.shown(step));
    try (progress) {
      return analyst.of(request, seed, now -> step = now);
    } finally {
      synchronized (this) {
        analysing = null;
        // what is kept and shown from here on is not to be interrupted
        Thread.interrupted();
      }
    }
  }

  private synchronized boolean wasCancelled() {
    return cancelled;
  }

  private int interrupted() {
    console.error("interrupted; nothing is kept");
    return ExitCode.INTERRUPTED;
  }

  private int ended(FleetRecord found) {
    StoredRun stored = null;
    String problem = null;
    if (store != null) {
      FleetAnswer answer = FleetAnswer.of(found, output.next(), true);
      try {
        stored =
            FleetFiles.write(
                store,
                found,
                new FleetWords(answer.sentence(), answer.steps()),
                seed,
                output.commandLine(),
                Instant.now().toString(),
                machine());
      } catch (StoreException e) {
        problem = Shown.text(e.getMessage(), LONGEST);
      }
    }
    show(found, stored);
    if (problem != null) {
      console.error(problem);
      return ExitCode.ENVIRONMENT;
    }
    return ExitCode.DONE;
  }

  /** Of which the result is independent, but for how long it took. */
  private static Map<String, Object> machine() {
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("os_name", System.getProperty("os.name", ""));
    machine.put("os_arch", System.getProperty("os.arch", ""));
    machine.put("cpu_count", Runtime.getRuntime().availableProcessors());
    machine.put("jdk_version", Runtime.version().toString());
    return machine;
  }

  private void show(FleetRecord found, @Nullable StoredRun stored) {
    FleetAnswer answer = FleetAnswer.of(found, output.next(), stored != null);
    if (output.json()) {
      String id = stored == null ? null : stored.id();
      Path where = stored == null || store == null ? null : store.dir();
      console.out().println(FleetJson.of(found, answer, seed, id, where));
      return;
    }
    if (!output.details()) {
      Path page =
          stored == null || store == null
              ? null
              : ReportPage.beside(ReportPage.usual(stored), List.of(stored), store.dir());
      new FleetBrief(output.brief(), found, answer, output.next()).print(page, stored != null);
      return;
    }
    new FleetText(console.out(), found, answer).print();
    if (stored != null) {
      console
          .out()
          .printf(
              "%nstored: %s; foliot report %s draws it%n", stored.path(), Words.shown(stored.id()));
    }
  }
}
