package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import java.util.List;

/**
 * The answer on a fleet, for those who read its file. Foliot words it again from the record.
 *
 * @param words the verdict in some sentences
 * @param next the next actions, each a sentence
 */
public record FleetWords(String words, List<String> next) {
  /** Keeps copies. */
  public FleetWords {
    words = Copies.unicode(words);
    next = next.stream().map(Copies::unicode).toList();
  }
}
