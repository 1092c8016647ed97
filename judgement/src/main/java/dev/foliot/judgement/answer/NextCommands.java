package dev.foliot.judgement.answer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Commands that continue what was asked for, in the same store.
 *
 * @param asked the words of the command line, {@code foliot} first
 * @param store the folder that {@code --store} named; null where it was not given
 */
public record NextCommands(List<String> asked, @Nullable Path store) {
  private static final String STORE = "--store";

  /** What stands in a stored command line for a secret. */
  private static final String REDACTED = "***";

  /** They concern a result's form, not its content. */
  private static final Set<String> FORM = Set.of("--details", "--json", "--verbose");

  /** Options without a value, among those that {@link #again} may leave out. */
  private static final Set<String> FLAGS = Set.of("--explain");

  /** Keeps a copy. */
  public NextCommands {
    asked = List.copyOf(asked);
  }

  /** Commands that continue a stored command line. */
  public static NextCommands after(List<String> commandLine) {
    String prefix = STORE + "=";
    for (int i = 1; i < commandLine.size(); i++) {
      String word = commandLine.get(i);
      if (word.equals("--")) {
        break;
      }
      if (word.startsWith(prefix)) {
        return new NextCommands(commandLine, Path.of(word.substring(prefix.length())));
      }
      if (word.equals(STORE) && i + 1 < commandLine.size()) {
        return new NextCommands(commandLine, Path.of(commandLine.get(i + 1)));
      }
    }
    return new NextCommands(commandLine, null);
  }

  /** A command on the same store. */
  public List<String> of(String... words) {
    List<String> command = new ArrayList<>(List.of("foliot"));
    command.addAll(Arrays.asList(words));
    if (store != null) {
      command.addAll(List.of("--store", store.toString()));
    }
    return command;
  }

  /** A rate as an option takes it: {@code 400/s}, or {@code 30/h} below one a second. */
  static String rate(double perS) {
    return perS >= 1 ? Math.round(perS) + "/s" : Math.max(1, Math.round(perS * 3_600)) + "/h";
  }

  /**
   * What was asked for, once more; empty where a secret was removed from it.
   *
   * @param without options that are left out with their values
   * @param added what stands there instead
   */
  public List<String> again(Set<String> without, String... added) {
    List<String> command = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      String word = asked.get(i);
      String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      if (word.equals("--")) {
        command.addAll(Arrays.asList(added));
        command.addAll(asked.subList(i, asked.size()));
        return whole(command);
      }
      if (without.contains(name)) {
        i += word.equals(name) && !FLAGS.contains(name) ? 1 : 0;
      } else if (!FORM.contains(word)) {
        command.add(word);
      }
    }
    command.addAll(Arrays.asList(added));
    return whole(command);
  }

  private static List<String> whole(List<String> command) {
    return command.stream().anyMatch(word -> word.contains(REDACTED)) ? List.of() : command;
  }
}
