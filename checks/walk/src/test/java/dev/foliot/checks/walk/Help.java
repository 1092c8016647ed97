package dev.foliot.checks.walk;

import dev.foliot.checks.endtoend.FoliotProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code foliot COMMAND --help} shows: the commands, their options and their examples.
 *
 * @param texts the help of each command by its words
 */
record Help(Map<String, String> texts) {
  private static final Pattern OPTION =
      Pattern.compile("(?m)^ +(?:(-\\w+), )?(--[a-z][a-z0-9-]+)\\b");
  private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z]+) {2,}\\S");
  private static final String EXAMPLES = "\nExamples:\n";
  private static final String COMMANDS = "\nCommands:\n";

  /** Reads all of it. */
  static Help read(Path folder) {
    Map<String, String> texts = new LinkedHashMap<>();
    read(folder, List.of(), texts);
    return new Help(texts);
  }

  private static void read(Path folder, List<String> command, Map<String, String> texts) {
    List<String> words = new ArrayList<>(command);
    words.add("--help");
    String text =
        FoliotProcess.call(folder, words.removeFirst(), words.toArray(String[]::new)).out();
    texts.put(String.join(" ", command), text);
    int at = text.indexOf(COMMANDS);
    if (at >= 0) {
      int end = text.indexOf("\n\n", at);
      Matcher names = COMMAND.matcher(text.substring(at, end < 0 ? text.length() : end));
      while (names.find()) {
        List<String> below = new ArrayList<>(command);
        below.add(names.group(1));
        read(folder, below, texts);
      }
    }
  }

  /** The words of the command that a command line calls. */
  String command(List<String> words) {
    String command = "";
    for (String word : words) {
      String longer = command.isEmpty() ? word : command + " " + word;
      if (texts.containsKey(longer)) {
        command = longer;
      }
    }
    return command;
  }

  /** The options of a command: each by its long name, and by its short one if it has one. */
  Map<String, String> options(String command) {
    Map<String, String> options = new TreeMap<>();
    Matcher matcher = OPTION.matcher(texts.getOrDefault(command, ""));
    while (matcher.find()) {
      options.put(matcher.group(2), matcher.group(2));
      if (matcher.group(1) != null) {
        options.put(matcher.group(1), matcher.group(2));
      }
    }
    return options;
  }

  /** The options that a command line uses, by their long names. */
  Set<String> used(Line line) {
    Map<String, String> options = options(command(line.own()));
    Set<String> used = new TreeSet<>();
    for (String word : line.own()) {
      String option = word.startsWith("--") ? word.replaceFirst("=.*", "") : word;
      String name = options.get(option);
      if (name != null) {
        used.add(name);
      }
    }
    return used;
  }

  /** The examples of all commands. */
  List<Line> examples() {
    List<Line> examples = new ArrayList<>();
    texts.forEach((command, text) -> {
      int at = text.indexOf(EXAMPLES);
      if (at < 0) {
        return;
      }
      int end = text.indexOf("\n\n", at + EXAMPLES.length());
      String shown =
          text.substring(at + EXAMPLES.length(), end < 0 ? text.length() : end)
              .replaceAll("source <\\((.*?)\\)", "$1");
      if (shown.lines().anyMatch(line -> !line.startsWith(" "))) {
        throw new AssertionError(
            "an example of foliot " + command + " --help is wider than the help: shorten it");
      }
      for (List<String> words : DocumentedShell.simpleCommands(shown)) {
        if (words.getFirst().equals("foliot")) {
          examples.add(new Line("foliot " + command + " --help", words.subList(1, words.size())));
        }
      }
    });
    return examples;
  }
}
