package dev.foliot.cli;

import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code foliot completion SHELL}: a script that lets a shell complete commands and options. */
@Command(
    name = "completion",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Prints a script that lets a shell complete foliot's commands and options.",
    footer = {
      "",
      "Examples:",
      "  source <(foliot completion bash)",
      "  source <(foliot completion zsh)",
      "  foliot completion fish | source"
    })
final class CompletionCommand implements Callable<Integer> {
  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  private String shell = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Foliot foliot;

  CompletionCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    String script =
        switch (shell) {
          case "bash" -> AutoComplete.bash(root.getCommandName(), root);
          case "zsh" -> ofZsh(root);
          case "fish" -> FishCompletion.of(root);
          default ->
              throw FoliotException.usage(
                  "there is no completion for '"
                      + Shown.text(shell)
                      + "': choose bash, zsh or fish");
        };
    foliot.console().out().print(script);
    return ExitCode.DONE;
  }

  /** Zsh reads what is made for bash, once it is asked to. */
  private static String ofZsh(CommandLine root) {
    return "autoload -U +X compinit && compinit\n"
        + "autoload -U +X bashcompinit && bashcompinit\n"
        + AutoComplete.bash(root.getCommandName(), root);
  }
}
