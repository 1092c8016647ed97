package dev.foliot.load.yaml;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the intended word for a mistyped one. Pure. */
public final class Nearest {
  private static final int LONGEST = 40;

  private Nearest() {}

  /** The nearest word, if it is near enough. */
  public static Optional<String> to(String written, List<String> known) {
    if (written.length() > LONGEST) {
      return Optional.empty();
    }
    String word = plain(written);
    return known.stream()
        .filter(one -> distance(word, plain(one)) <= Math.max(1, one.length() / 3))
        .min(
            Comparator.comparingInt((String one) -> distance(word, plain(one)))
                .thenComparing(one -> !plain(one).startsWith(word)));
  }

  /** Without variable parts of the spelling. */
  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
  }

  /** The number of inserted, deleted or changed letters, by Wagner and Fischer. */
  private static int distance(String a, String b) {
    int[] before = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      before[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = before[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(before[j], row[j - 1]) + 1);
      }
      before = row;
    }
    return before[b.length()];
  }
}
