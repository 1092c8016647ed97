package dev.foliot.cli.diagnose;

import dev.foliot.cli.brief.DiagnosisBrief;
import dev.foliot.cli.details.DiagnosisText;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Output;
import dev.foliot.cli.json.DiagnosisJson;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.Words;
import dev.foliot.diagnose.Diagnosis;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.judgement.answer.DiagnosisAnswer;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Environment;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileKind;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One diagnosis: made, kept and shown. What was seen is shown even where it cannot be kept. */
final class DiagnoseRun {
  private static final Path ROOT = Path.of("/");
  private static final int LONGEST = 500;

  /** Who looks. */
  interface Examiner {
    Reading<DiagnosisRecord> of(long pid, Diagnosis.Request request, Target.Progress progress);
  }

  /** Who profiles the JVM meanwhile. */
  interface Profiling {
    /** Does not. */
    Profiling NONE = pid -> Reading.of(Map::of);

    /** Begins; the result ends it. */
    Reading<Running> start(long pid) throws InterruptedException;

    /** A profile that is being made. */
    interface Running extends AutoCloseable {
      /** Ends it. */
      Map<ProfileKind, Profile> stop() throws InterruptedException;

      @Override
      default void close() {}
    }
  }

  private final Examiner examiner;
  private final Profiling profiling;
  private final long pid;
  private final Diagnosis.Request request;
  private final @Nullable Store store;
  private final Console console;
  private final Output output;
  private @Nullable Thread examining;
  private boolean cancelled;
  private Map<ProfileKind, Profile> profiles = Map.of();

  /**
   * @param store where it is kept, null for nowhere
   */
  DiagnoseRun(
      Examiner examiner,
      Profiling profiling,
      long pid,
      Diagnosis.Request request,
      @Nullable Store store,
      Output output) {
    this.examiner = examiner;
    this.profiling = profiling;
    this.pid = pid;
    this.request = request;
    this.store = store;
    this.console = output.console();
    this.output = output;
  }

  /** Ends it early; called by another thread. */
  synchronized void cancel() {
    cancelled = true;
    if (examining != null) {
      examining.interrupt();
    }
  }

  /** Plays it and answers the exit code. */
  int play() {
    Reading<DiagnosisRecord> reading = examine();
    boolean interrupted = wasCancelled();
    return switch (reading) {
      case Reading.Unavailable<DiagnosisRecord> none ->
          interrupted ? interrupted("nothing was seen yet") : refused(none.reason(), none.remedy());
      case Reading.Value<DiagnosisRecord>(DiagnosisRecord seen) ->
          ended(DiagnosisFiles.redacted(seen), interrupted);
    };
  }

  private Reading<DiagnosisRecord> examine() {
    synchronized (this) {
      if (cancelled) {
        return Reading.unavailable(new SystemReason.Interrupted(SystemReason.Interruption.BEFORE));
      }
      examining = Thread.currentThread();
    }
    try (DiagnoseProgressLine progress =
        new DiagnoseProgressLine(console, request.duration().toMillis() / 1e3)) {
      return switch (profiling.start(pid)) {
        case Reading.Unavailable<Profiling.Running> none -> none.retyped();
        case Reading.Value<Profiling.Running>(Profiling.Running running) -> {
          try (running) {
            Reading<DiagnosisRecord> seen = examiner.of(pid, request, progress);
            if (!wasCancelled()) {
              profiles = running.stop();
            }
            yield seen;
          }
        }
      };
    } catch (InterruptedException e) {
      return Reading.unavailable(new SystemReason.Interrupted(SystemReason.Interruption.BEFORE));
    } finally {
      synchronized (this) {
        examining = null;
        // what is kept and shown from here on is not to be interrupted
        Thread.interrupted();
      }
    }
  }

  private synchronized boolean wasCancelled() {
    return cancelled;
  }

  private int refused(String reason, String remedy) {
    console.error(Shown.text(reason, LONGEST) + "; " + Shown.text(remedy, LONGEST));
    return ExitCode.ENVIRONMENT;
  }

  private int interrupted(String kept) {
    console.error("interrupted; " + kept);
    return ExitCode.INTERRUPTED;
  }

  private int ended(DiagnosisRecord seen, boolean early) {
    StoredRun stored = null;
    String problem = null;
    if (store != null) {
      try {
        stored = keep(store, seen, early);
      } catch (StoreException e) {
        problem = Shown.text(e.getMessage(), LONGEST);
      }
    }
    if (early) {
      return interrupted(
          stored == null
              ? problem == null ? "nothing is kept" : problem
              : "what was seen until then is kept in " + stored.path());
    }
    show(seen, stored);
    if (problem != null) {
      console.error(problem);
      return ExitCode.ENVIRONMENT;
    }
    return seen.sawNothing() || DiagnosisAnswer.hasEnded(seen)
        ? ExitCode.ENVIRONMENT
        : ExitCode.DONE;
  }

  private StoredRun keep(Store where, DiagnosisRecord seen, boolean early) {
    return DiagnosisFiles.write(
        where,
        seen,
        output.commandLine(),
        Instant.now().toString(),
        Environment.read(ROOT, pid),
        !early,
        profiles);
  }

  private void show(DiagnosisRecord seen, @Nullable StoredRun stored) {
    DiagnosisAnswer answer = DiagnosisAnswer.of(seen, output.next(), stored != null);
    if (output.json()) {
      String id = stored == null ? null : stored.id();
      Path where = stored == null || store == null ? null : store.dir();
      console.out().println(DiagnosisJson.of(seen, profiles, answer, id, where));
      return;
    }
    if (!output.details()) {
      new DiagnosisBrief(output.brief(), seen, profiles, output.next()).print(stored != null);
      return;
    }
    new DiagnosisText(console.out(), seen, answer).print();
    if (stored != null) {
      console
          .out()
          .printf(
              "%nstored: %s; foliot report %s draws it%n", stored.path(), Words.shown(stored.id()));
    }
  }
}
