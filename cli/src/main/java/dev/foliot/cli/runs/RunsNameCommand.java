package dev.foliot.cli.runs;

import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.NameOption;
import dev.foliot.cli.screen.Words;
import dev.foliot.store.RunLabel;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.text.FoliotException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code foliot runs name}: what a person calls a run. */
@Command(
    name = "name",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description =
        "Names a run; commands take the name in place of its id. An empty one removes it.")
final class RunsNameCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "RUN", description = "The run.")
  private String ref = "";

  @Parameters(index = "1", paramLabel = "TEXT", description = "Its name.")
  private String text = "";

  private final Foliot foliot;

  RunsNameCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    Store store = Store.open(foliot.store());
    StoredRun run = store.find(ref);
    String name = text.isBlank() ? null : NameOption.checked(text);
    Optional<StoredRun> other =
        store.runs().stream()
            .filter(one -> name != null && name.equals(one.name()) && !one.id().equals(run.id()))
            .findFirst();
    if (other.isPresent()) {
      throw FoliotException.usage(
          "run "
              + Words.shown(other.get().id())
              + " has that name: choose another, or take it off first with foliot runs name "
              + Words.shown(other.get().id())
              + " ''");
    }
    RunLabel.of(run).named(name).write(run);
    return ExitCode.DONE;
  }
}
