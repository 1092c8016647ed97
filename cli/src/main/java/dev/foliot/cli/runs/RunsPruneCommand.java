package dev.foliot.cli.runs;

import dev.foliot.cli.frame.Foliot;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.text.FoliotException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code foliot runs prune}: old runs go. */
@Command(
    name = "prune",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = {
      "Deletes runs that are neither among the newest (--keep) nor young (--older).",
      "Baselines and runs in progress are never deleted."
    })
final class RunsPruneCommand implements Callable<Integer> {
  @Option(names = "--keep", paramLabel = "N", description = "The newest N runs stay.")
  private @Nullable Integer keep;

  @Option(
      names = "--older",
      paramLabel = "AGE",
      description = "Only runs older than that go, as in 12h, 30d or 8w.")
  private @Nullable String older;

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  private final Foliot foliot;

  RunsPruneCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    if (keep == null && older == null) {
      throw FoliotException.usage(
          "say what stays: --keep N for the newest, --older AGE for the young, or both");
    }
    if (keep != null && keep < 0) {
      throw FoliotException.usage("--keep is 0 or more: as in --keep 20");
    }
    Instant latest =
        older == null ? Instant.MAX : Instant.now().minus(Moments.age("--older", older));
    List<StoredRun> runs = Store.open(foliot.store()).runs();
    List<StoredRun> old = new ArrayList<>();
    for (StoredRun run :
        runs.subList(Math.min(runs.size(), keep == null ? 0 : keep), runs.size())) {
      if (isBefore(run, latest) && RunsDeletion.obstacle(run).isEmpty()) {
        old.add(run);
      }
    }
    return new RunsDeletion(foliot).delete(old, yes);
  }

  /** By its record; a run that cannot be read has no age, and stays where one is asked for. */
  private static boolean isBefore(StoredRun run, Instant latest) {
    if (latest.equals(Instant.MAX)) {
      return true;
    }
    try {
      return run.problem() == null && Instant.parse(run.run().startedAt()).isBefore(latest);
    } catch (DateTimeException e) {
      return false;
    }
  }
}
