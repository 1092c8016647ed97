package dev.foliot.cli.frame;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Words that a person may have meant. */
public final class Suggestions {
  private static final int MOST = 3;

  /** Of three letters one may be wrong. */
  private static final int LETTERS_OF_ERROR = 3;

  private Suggestions() {}

  /** The known words that are nearest to a mistyped one; none where all are too far. */
  public static List<String> of(String mistyped, Collection<String> known) {
    int most = Math.max(1, mistyped.length() / LETTERS_OF_ERROR);
    int least =
        known.stream().mapToInt(word -> distance(mistyped, word)).min().orElse(Integer.MAX_VALUE);
    if (least <= most) {
      return known.stream()
          .filter(word -> distance(mistyped, word) == least)
          .sorted()
          .limit(MOST)
          .toList();
    }
    return known.stream()
        .filter(word -> mistyped.length() > LETTERS_OF_ERROR && word.startsWith(mistyped))
        .sorted(Comparator.naturalOrder())
        .limit(MOST)
        .toList();
  }

  /** How many letters must be added, left out, changed, or swapped with the next one. */
  static int distance(String from, String to) {
    int[][] table = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          table[i][j] = i + j;
          continue;
        }
        boolean isSame = from.charAt(i - 1) == to.charAt(j - 1);
        int least =
            Math.min(
                Math.min(table[i - 1][j], table[i][j - 1]) + 1,
                table[i - 1][j - 1] + (isSame ? 0 : 1));
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          least = Math.min(least, table[i - 2][j - 2] + 1);
        }
        table[i][j] = least;
      }
    }
    return table[from.length()][to.length()];
  }
}
