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
import dev.foliot.judgement.answer.FleetAlarm;
import dev.foliot.judgement.answer.FleetAnswer;
import dev.foliot.judgement.answer.FleetMembers;
import dev.foliot.store.Csv;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetWords;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One fleet: analysed, kept and shown. What was found is shown even where it cannot be kept. */
final class FleetRun {
  private static final int LONGEST = 500;

  /** Who looks. */
  interface Analyst {
    /**
     * Reads one fleet or several and looks for bands. It ends early, by whatever exception, where
     * its thread is interrupted.
     *
     * @param seed of all chance
     * @param step is told what is being done
     */
    List<FleetRecord> of(FleetRequest request, long seed, Consumer<String> step);
  }

  private final Analyst analyst;
  private final FleetRequest request;
  private final long seed;
  private final @Nullable Store store;
  private final Console console;
  private final Output output;
  private final Wanted wanted;
  private final List<String> objects = new ArrayList<>();
  private volatile String step = "";
  private @Nullable Thread analysing;
  private boolean cancelled;

  /**
   * What is shown, and what the exit code tells.
   *
   * @param members whether the nodes are shown
   * @param failOn what ends with another exit code
   * @param baseline an earlier run, whose findings are no news; null for none
   * @param by the label whose values are fleets of their own; null for one fleet
   */
  record Wanted(
      boolean members,
      Set<FleetAlarm> failOn,
      @Nullable FleetRecord baseline,
      @Nullable String by) {
    static final Wanted USUAL = new Wanted(false, Set.of(), null, null);
  }

  /**
   * @param store where it is kept, null for nowhere
   */
  FleetRun(
      Analyst analyst,
      FleetRequest request,
      long seed,
      @Nullable Store store,
      Output output,
      Wanted wanted) {
    this.wanted = wanted;
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
    List<FleetRecord> found;
    try {
      found = analyse();
    } catch (RuntimeException e) {
      if (wasCancelled()) {
        // however the analyst words it
        return interrupted();
      }
      throw e;
    }
    if (found == null || wasCancelled()) {
      return interrupted();
    }
    int worst = ExitCode.DONE;
    String before = "";
    for (FleetRecord one : found) {
      if (found.size() > 1 && !output.json() && !wanted.members()) {
        console.out().println(before + Words.shown(source(one)));
        before = "\n";
      }
      worst = Math.max(worst, ended(FleetFiles.redacted(one)));
    }
    if (output.json()) {
      String by = wanted.by();
      console.out().println(by == null ? objects.getFirst() : FleetJson.of(by, objects));
    }
    return worst;
  }

  private static String source(FleetRecord fleet) {
    String file = fleet.input().files().isEmpty() ? "" : fleet.input().files().getFirst();
    int from = file.lastIndexOf(" (");
    return from < 0 ? file : file.substring(from + 2, file.length() - 1);
  }

  /** Null where it was cancelled before it began. */
  private @Nullable List<FleetRecord> analyse() {
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
    return FleetAlarm.of(found, wanted.baseline()).stream().anyMatch(wanted.failOn()::contains)
        ? ExitCode.MISSED
        : ExitCode.DONE;
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

  private Map<String, Object> more(FleetRecord found) {
    Map<String, Object> more = new LinkedHashMap<>();
    more.put(
        "alarms", FleetAlarm.of(found, wanted.baseline()).stream().map(FleetAlarm::words).toList());
    if (wanted.members()) {
      more.put("members", FleetMembers.of(found));
    }
    return more;
  }

  private void members(FleetRecord found) {
    try {
      Csv.write(console.out(), FleetMembers.HEADER, FleetMembers.table(found));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void show(FleetRecord found, @Nullable StoredRun stored) {
    FleetAnswer answer = FleetAnswer.of(found, output.next(), stored != null);
    if (output.json()) {
      String id = stored == null ? null : stored.id();
      Path where = stored == null || store == null ? null : store.dir();
      objects.add(FleetJson.of(found, answer, seed, id, where, more(found)));
      return;
    }
    if (wanted.members()) {
      members(found);
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
