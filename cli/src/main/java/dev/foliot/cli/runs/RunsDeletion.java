package dev.foliot.cli.runs;

import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.Words;
import dev.foliot.store.Json;
import dev.foliot.store.RunLabel;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Deletes runs, after a person has agreed. */
final class RunsDeletion {
  private static final String SCHEMA = "foliot.runs_deleted/1";
  private static final int MOST_NAMED = 5;

  private final Foliot foliot;

  RunsDeletion(Foliot foliot) {
    this.foliot = foliot;
  }

  /** Why a run is never deleted; empty where it may be. */
  static Optional<String> obstacle(StoredRun run) {
    if (run.isInProgress()) {
      return Optional.of("is in progress");
    }
    try {
      List<Path> baselines = RunLabel.of(run).kept();
      return baselines.isEmpty()
          ? Optional.empty()
          : Optional.of("is the baseline " + Words.shown(baselines.getFirst().toString()));
    } catch (StoreException e) {
      // its label cannot be read, and names no baseline that anybody could find
      return Optional.empty();
    }
  }

  /**
   * Deletes runs.
   *
   * @param agreed whether a person agreed already
   * @return the exit code
   * @throws FoliotException where nobody has agreed and nobody can be asked
   */
  int delete(List<StoredRun> runs, boolean agreed) {
    Console console = foliot.console();
    long bytes = runs.stream().mapToLong(StoredRun::sizeBytes).sum();
    String what = Numbers.count(runs.size(), "run") + " (" + Numbers.bytes(bytes) + ")";
    if (!runs.isEmpty() && !agreed) {
      if (!console.canAsk()) {
        throw FoliotException.usage(
            "this would delete " + what + ": " + names(runs) + "; add --yes to do it");
      }
      if (!console.isConfirmed("Delete " + what + ": " + names(runs) + "?")) {
        console.error("nothing was deleted");
        return ExitCode.DONE;
      }
    }
    runs.forEach(StoredRun::delete);
    if (foliot.json()) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("schema", SCHEMA);
      json.put("deleted", runs.stream().map(StoredRun::id).toList());
      json.put("freed_bytes", bytes);
      console.out().println(Json.text(json));
    } else {
      console.out().println(runs.isEmpty() ? "nothing to delete" : "deleted " + what);
    }
    return ExitCode.DONE;
  }

  private static String names(List<StoredRun> runs) {
    String some =
        String.join(
            ", ",
            runs.stream()
                .limit(MOST_NAMED)
                .map(run -> run.name() == null ? run.id() : run.id() + " " + run.name())
                .map(Words::shown)
                .toList());
    return runs.size() > MOST_NAMED ? some + " and " + (runs.size() - MOST_NAMED) + " more" : some;
  }
}
