package dev.foliot.cli;

import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code foliot help COMMAND}: what a command does, and its options. */
@Command(
    name = "help",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Shows the help of a command.",
    footer = {
      "",
      "Examples:",
      "  foliot help bench",
      "  foliot help --man-pages ~/.local/share/man/man1"
    })
final class HelpCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "As in bench, or runs prune (all commands).")
  private List<String> names = List.of();

  @Option(
      names = "--man-pages",
      paramLabel = "DIR",
      description = "Write a man page of each command into this folder.")
  private @Nullable Path manPages;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Foliot foliot;

  HelpCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    CommandLine line = spec.root().commandLine();
    if (manPages != null) {
      write(manPages, line);
      return ExitCode.DONE;
    }
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

  private static void write(Path folder, CommandLine root) {
    try {
      Files.createDirectories(folder);
      for (Map.Entry<String, String> page : ManPage.all(root).entrySet()) {
        Files.writeString(folder.resolve(page.getKey()), page.getValue());
      }
    } catch (IOException e) {
      throw new FoliotException(
          FoliotException.Cause.ENVIRONMENT,
          "the man pages cannot be written to %s (%s): name another folder"
              .formatted(folder, e.getClass().getSimpleName()));
    }
  }
}
