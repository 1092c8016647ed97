package dev.foliot.checks.specimens;

import dev.foliot.apps.lottery.FillerClass;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The parsed command line.
 *
 * @param specimen the specimen
 * @param isTruthOnly to print its truth without playing it
 * @param isTold to print the operations every second
 * @param seconds how long to play; 0 for until standard input ends
 */
record Asked(Specimen specimen, boolean isTruthOnly, boolean isTold, int seconds) {
  static final String USAGE =
      "usage: Specimens --list | NAME [--truth] [--ops] [SECONDS] | lottery K [--truth] [SECONDS]"
          + " | dose|dose-cured|dose-apart STEPS [--truth] [--ops] [SECONDS]";

  private static final int MOST_SECONDS = 86_400;

  /**
   * Parses the command line.
   *
   * @throws IllegalArgumentException with the reason, if it is invalid
   */
  static Asked of(List<String> words) {
    Deque<String> left = new ArrayDeque<>(words);
    String name = next(left);
    boolean isLottery = name.equals(Lottery.NAME);
    Specimen specimen =
        isLottery
            ? Specimens.lottery(number(next(left), FillerClass.MOST_METHODS))
            : Dose.isOne(name) ? Dose.of(name, number(next(left), Dose.MOST_STEPS)) : named(name);
    boolean isTruthOnly = false;
    boolean isTold = isLottery;
    int seconds = 0;
    while (!left.isEmpty()) {
      String word = left.remove();
      switch (word) {
        case "--truth" -> isTruthOnly = true;
        case "--ops" -> isTold = true;
        default -> seconds = number(word, MOST_SECONDS);
      }
    }
    return new Asked(specimen, isTruthOnly, isTold, seconds);
  }

  private static Specimen named(String name) {
    return Specimens.named(name)
        .orElseThrow(() -> new IllegalArgumentException("no specimen " + name));
  }

  private static String next(Deque<String> left) {
    String word = left.poll();
    if (word == null) {
      throw new IllegalArgumentException(USAGE);
    }
    return word;
  }

  private static int number(String word, int most) {
    try {
      int number = Integer.parseInt(word);
      if (number >= 0 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a number: " + word + "; " + USAGE, e);
    }
    throw new IllegalArgumentException("not from 0 to " + most + ": " + word);
  }
}
