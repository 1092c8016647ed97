package dev.foliot.report.page;

import dev.foliot.store.RunRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Tables of what was so: names and values out of a run. */
public final class Facts {
  private static final int MOST_FACTS = 200;

  private Facts() {}

  /** A table of names and values. */
  public static Block table(String id, String title, Map<String, ?> facts) {
    List<List<Block.Cell>> rows = new ArrayList<>();
    facts.forEach((name, value) -> {
      if (rows.size() < MOST_FACTS) {
        rows.add(
            List.of(
                Block.Cell.text(Foreign.name(name)), Block.Cell.text(Foreign.exact(fact(value)))));
      }
    });
    return new Block.Table(id, title, "", List.of(), rows, "facts", false);
  }

  private static String fact(Object value) {
    return switch (value) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> entry.getKey() + ": " + fact(entry.getValue()))
              .collect(Collectors.joining("; "));
      case List<?> list -> list.stream().map(Facts::fact).collect(Collectors.joining(" "));
      default -> String.valueOf(value);
    };
  }

  /** The command that made a run. */
  public static Block command(RunRecord run) {
    return new Block.Code("Command", line(run));
  }

  /** The same as a line for a shell. */
  public static String line(RunRecord run) {
    return line(run.commandLine());
  }

  /** The command with other options: {@code --json} is left out. */
  public static String command(RunRecord run, List<String> added, List<String> removed) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < run.commandLine().size(); i++) {
      String word = run.commandLine().get(i);
      if (removed.contains(word)) {
        i++;
      } else if (!word.equals("--json")) {
        words.add(word);
      }
    }
    words.addAll(added);
    return line(words);
  }

  /** A command as a line for a shell. */
  public static String line(List<String> words) {
    return Foreign.exact(words.stream().map(Facts::word).collect(Collectors.joining(" ")));
  }

  /** A word of a command line as a shell would take it. */
  public static String word(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** Which run it is, and when it was. */
  public static Map<String, Object> run(RunRecord run) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("id", run.id());
    facts.put("benchmark", run.benchmark());
    facts.put("started_at", run.startedAt());
    facts.put("ended_at", run.endedAt() == null ? "it did not end" : run.endedAt());
    facts.put("complete", run.complete());
    return facts;
  }
}
