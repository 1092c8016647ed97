package dev.foliot.report.page;

import dev.foliot.store.StoredRun;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a reader sees first: the answer, one picture, one table, and what to do.
 *
 * @param kind of page, and of what: {@code Study: ramp-up · orders service}
 * @param sentence the answer in one sentence
 * @param facts by which figures are compared, a line for each run
 * @param blocks how far the figures can be relied upon, the picture, the table
 * @param next what to do now
 */
public record Cover(
    String kind, String sentence, List<List<String>> facts, List<Block> blocks, List<Step> next) {
  /**
   * Something to do.
   *
   * @param text what it is for
   * @param command to be copied; null where there is none
   */
  public record Step(String text, @Nullable String command) {
    /** Something to do without a command. */
    public static Step of(String text) {
      return new Step(text, null);
    }
  }

  /** Keeps copies. */
  public Cover {
    facts = List.copyOf(facts);
    blocks = List.copyOf(blocks);
    next = List.copyOf(next);
  }

  /** The same with the names that a person gave these runs. */
  public Cover named(List<StoredRun> runs) {
    String names =
        runs.stream()
            .map(StoredRun::name)
            .filter(Objects::nonNull)
            .distinct()
            .map(Foreign::name)
            .collect(Collectors.joining(" and "));
    return names.isEmpty() ? this : new Cover(names + " · " + kind, sentence, facts, blocks, next);
  }

  /** The title of the document. */
  public String title() {
    return kind + " · Foliot";
  }
}
