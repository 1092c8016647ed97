package dev.foliot.steer;

import java.util.Optional;

/**
 * Finds the hidden field of {@link Class} objects that holds the Klass's address. HotSpot does not
 * publish its place, and it is found by example. An object's header holds its class's address too,
 * less a base and shifted. Only this field differs between classes in the same way as the headers.
 * Pure.
 */
final class MirrorField {
  private static final int MOST_SHIFT = 10;

  private MirrorField() {}

  /**
   * Returns the index of the word; empty if no word fits, or several do.
   *
   * @param headers the class parts of object headers, at least three, all different
   * @param words for each class the words of its mirror, in the same order
   */
  static Optional<Integer> among(long[] headers, long[][] words) {
    Optional<Integer> found = Optional.empty();
    for (int word = 0; word < words[0].length; word++) {
      if (fits(headers, words, word)) {
        if (found.isPresent()) {
          return Optional.empty();
        }
        found = Optional.of(word);
      }
    }
    return found;
  }

  private static boolean fits(long[] headers, long[][] words, int word) {
    for (int shift = 0; shift <= MOST_SHIFT; shift++) {
      if (fits(headers, words, word, shift)) {
        return true;
      }
    }
    return false;
  }

  private static boolean fits(long[] headers, long[][] words, int word, int shift) {
    for (int i = 0; i < headers.length; i++) {
      long address = words[i][word];
      boolean isAddress = address != 0 && address % 8 == 0;
      if (!isAddress || address - words[0][word] != (headers[i] - headers[0]) << shift) {
        return false;
      }
    }
    return true;
  }
}
