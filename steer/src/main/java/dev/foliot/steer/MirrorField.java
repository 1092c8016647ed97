package dev.foliot.steer;

import java.util.Optional;

/**
 * The field of {@link Class} objects, not one of Java's, in which HotSpot keeps the address of the
 * Klass. Its place is not told, so it is found by example: an object's header has its class's
 * address too, less a base and shifted, and of all fields this one alone differs from class to
 * class as the headers do. Pure.
 */
final class MirrorField {
  private static final int MOST_SHIFT = 10;

  private MirrorField() {}

  /**
   * Which word it is; empty where none fits, or several do.
   *
   * @param headers what the objects' headers have for their classes, at least three, all different
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
