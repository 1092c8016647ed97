package dev.foliot.checks.walk;

import dev.foliot.checks.endtoend.FoliotProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The fenced blocks of the pages that users start with, and the commands in them. */
final class DocumentedShell {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
  private static final String OUTPUT = "<!-- output of: ";
  private static final String LAUNCHER = "foliot";

  /** What starts Foliot in a container: its command is played without that. */
  private static final Set<String> CONTAINERS = Set.of("docker", "kubectl");

  private DocumentedShell() {}

  /**
   * A command line of Foliot.
   *
   * @param page where it stands
   * @param words its words without the launcher
   */
  record Command(String page, List<String> words) {
    @Override
    public String toString() {
      return page + ": foliot " + String.join(" ", words);
    }
  }

  /** README, start and the guides. */
  static List<String> pages() throws IOException {
    List<String> pages = new ArrayList<>(List.of("README.md", "docs/start.md"));
    try (Stream<Path> guides = Files.list(FoliotProcess.inTree("docs/guide"))) {
      guides
          .map(guide -> "docs/guide/" + guide.getFileName())
          .filter(guide -> guide.endsWith(".md"))
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }

  /** Every command of Foliot on these pages. */
  static List<Command> commands() throws IOException {
    List<Command> commands = new ArrayList<>();
    for (String page : pages()) {
      for (String language : List.of("", "sh")) {
        for (String block : blocks(page, language)) {
          for (List<String> words : simpleCommands(block)) {
            int launcher = launcher(words);
            if (launcher >= 0) {
              commands.add(new Command(page, words.subList(launcher + 1, words.size())));
            }
          }
        }
      }
    }
    return commands;
  }

  /** The blocks of a page in one language, without those that show output. */
  static List<String> blocks(String page, String language) throws IOException {
    String text = Files.readString(FoliotProcess.inTree(page));
    List<String> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      String before = text.substring(0, matcher.start()).stripTrailing();
      boolean isOutput = before.substring(before.lastIndexOf('\n') + 1).startsWith(OUTPUT);
      if (matcher.group(1).equals(language) && !isOutput) {
        blocks.add(matcher.group(2));
      }
    }
    return blocks;
  }

  /**
   * Where a command has the launcher: first, or in a container that it starts; negative without.
   */
  private static int launcher(List<String> words) {
    if (isLauncher(words.getFirst())) {
      return 0;
    }
    if (!CONTAINERS.contains(words.getFirst()) || words.contains("build")) {
      return -1;
    }
    int command = words.indexOf("--") + 1;
    return command > 0 && command < words.size() && isLauncher(words.get(command))
        ? command
        : words.indexOf(LAUNCHER);
  }

  private static boolean isLauncher(String word) {
    return word.equals(LAUNCHER) || word.endsWith("/" + LAUNCHER);
  }

  /**
   * The words of each simple command: quotes are taken off, comments and what pipes are left out.
   */
  static List<List<String>> simpleCommands(String block) {
    List<List<String>> commands = new ArrayList<>();
    for (String line : block.replace("\\\n", " ").lines().toList()) {
      List<String> words = new ArrayList<>();
      Matcher matcher =
          Pattern.compile(" +|(#.*)|(&&|\\|\\||[;|&])|((?:'[^']*'|\"[^\"]*\"|[^ ;|&'\"])+)")
              .matcher(line);
      while (matcher.find()) {
        if (matcher.group(1) != null) {
          break;
        }
        if (matcher.group(2) != null) {
          add(words, commands);
          words = new ArrayList<>();
        }
        if (matcher.group(3) != null) {
          words.add(matcher.group(3).replaceAll("'([^']*)'|\"([^\"]*)\"", "$1$2"));
        }
      }
      add(words, commands);
    }
    return commands;
  }

  private static void add(List<String> words, List<List<String>> commands) {
    if (!words.isEmpty()) {
      commands.add(words);
    }
  }
}
