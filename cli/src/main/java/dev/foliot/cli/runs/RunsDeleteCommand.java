package dev.foliot.cli.runs;

import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.screen.Words;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.text.FoliotException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foliot runs delete}: some runs are no longer needed. */
@Command(
    name = "delete",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Deletes runs. Baselines and runs in progress are never deleted.")
final class RunsDeleteCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "RUN", description = "The runs.")
  private List<String> refs = List.of();

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  private final Foliot foliot;

  RunsDeleteCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    Store store = Store.open(foliot.store());
    Map<String, StoredRun> runs = new LinkedHashMap<>();
    for (String ref : refs) {
      StoredRun run = store.find(ref);
      RunsDeletion.obstacle(run)
          .ifPresent(why -> {
            throw FoliotException.usage(
                "run " + Words.shown(run.id()) + " " + why + ": leave it out");
          });
      runs.put(run.id(), run);
    }
    return new RunsDeletion(foliot).delete(List.copyOf(runs.values()), yes);
  }
}
