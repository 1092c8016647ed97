package dev.foliot.cli;

import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code foliot help COMMAND}: what a command does, and its options. */
@Command(
    name = "help",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Shows the help of a command.")
final class HelpCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "As in bench, or runs prune (all commands).")
  private List<String> names = List.of();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Foliot foliot;

  HelpCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    CommandLine line = spec.root().commandLine();
    for (String name : names) {
      CommandLine next = line.getSubcommands().get(name);
      if (next == null) {
        throw Foliot.unknownCommand(name, line);
      }
      line = next;
    }
    line.usage(foliot.console().out());
    return ExitCode.DONE;
  }
}
