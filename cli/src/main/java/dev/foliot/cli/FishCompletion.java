package dev.foliot.cli;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completion for fish: a line for each command and option. */
final class FishCompletion {
  private static final String COMPLETE = "complete -c foliot";

  private FishCompletion() {}

  /** The script for a command and all its subcommands. */
  static String of(CommandLine root) {
    StringBuilder script = new StringBuilder("# completion of foliot for fish\n");
    Map<String, CommandLine> commands = subcommands(root);
    String noneYet = "not __fish_seen_subcommand_from " + String.join(" ", commands.keySet());
    commands.forEach((name, command) ->
        script.append(line(noneYet, "-f -a " + quote(name), about(command.getCommandSpec()))));
    options(script, noneYet, root.getCommandSpec());
    commands.forEach((name, command) -> command(script, name, command));
    return script.toString();
  }

  private static void command(StringBuilder script, String name, CommandLine command) {
    String within = "__fish_seen_subcommand_from " + name;
    Map<String, CommandLine> nested = subcommands(command);
    String noneYet =
        nested.isEmpty()
            ? within
            : within + "; and not __fish_seen_subcommand_from " + String.join(" ", nested.keySet());
    options(script, noneYet, command.getCommandSpec());
    nested.forEach((inner, one) -> {
      script.append(line(noneYet, "-f -a " + quote(inner), about(one.getCommandSpec())));
      options(script, within + "; and __fish_seen_subcommand_from " + inner, one.getCommandSpec());
    });
  }

  private static Map<String, CommandLine> subcommands(CommandLine line) {
    return new TreeMap<>(line.getSubcommands());
  }

  private static void options(StringBuilder script, String condition, CommandSpec spec) {
    for (OptionSpec option : spec.options()) {
      if (!option.hidden()) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names()) {
          String flag = name.startsWith("--") ? "-l " : name.length() == 2 ? "-s " : "-o ";
          names.append(names.isEmpty() ? "" : " ").append(flag).append(name.replaceAll("^-+", ""));
        }
        String value = option.arity().min() > 0 ? " -r" : "";
        script.append(line(condition, names + value, first(option.description())));
      }
    }
  }

  private static String line(String condition, String what, String about) {
    return COMPLETE
        + " -n "
        + quote(condition)
        + " "
        + what
        + (about.isEmpty() ? "" : " -d " + quote(about))
        + "\n";
  }

  private static String about(CommandSpec spec) {
    return first(spec.usageMessage().description());
  }

  private static String first(String... lines) {
    return lines.length == 0 ? "" : List.of(lines).getFirst().replace("%%", "%");
  }

  /** As fish quotes: a backslash before quotes and backslashes. */
  private static String quote(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
