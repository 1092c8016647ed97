package dev.foliot.cli.diagnose;

import dev.foliot.cli.frame.Foliot;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code foliot counters}: what hardware counters say. */
@Command(
    name = "counters",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "What hardware counters say of a slow and of a fast node.")
public final class CountersCommand {
  private CountersCommand() {}

  /** The command with its subcommands. */
  public static CommandLine line(Foliot foliot) {
    return new CommandLine(new CountersCommand())
        .addSubcommand(new CountersRecordCommand(foliot))
        .addSubcommand(new CountersCompareCommand(foliot));
  }
}
