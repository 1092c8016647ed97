package dev.foliot.cli.runs;

import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.store.RunLabel;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.text.FoliotException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code foliot runs note}: what a person wants to remember of a run. */
@Command(
    name = "note",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Writes a note to a run. An empty one removes it.")
final class RunsNoteCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "RUN", description = "The run.")
  private String ref = "";

  @Parameters(index = "1", paramLabel = "TEXT", description = "The note.")
  private String text = "";

  private final Foliot foliot;

  RunsNoteCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    if (text.length() > RunLabel.LONGEST_NOTE) {
      throw FoliotException.usage(
          "a note has at most " + RunLabel.LONGEST_NOTE + " characters: write a shorter one");
    }
    StoredRun run = Store.open(foliot.store()).find(ref);
    RunLabel.of(run).noted(text.isBlank() ? null : text.strip()).write(run);
    return ExitCode.DONE;
  }
}
