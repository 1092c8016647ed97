package dev.foliot.load;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.TimeSpan;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * How long a user pauses between an answer and the next request. Immutable.
 *
 * <p>Pauses of the clients of a closed loop are exponential unless asked otherwise: clients that
 * all think for the same time never part, and measure each other instead of the server. The first
 * pauses come before the first requests, so that clients do not start together.
 *
 * @param leastNs the shortest pause where they are uniform, else the mean; 0 to 1 h
 * @param mostNs the longest pause where they are uniform, else the mean
 * @param spread how they are distributed
 */
public record Think(long leastNs, long mostNs, Spread spread) {
  /** Without a pause. */
  public static final Think NONE = new Think(0, true);

  private static final String BETWEEN = "..";

  /** How pauses are distributed. */
  public enum Spread {
    /** Each is the mean. */
    CONSTANT,
    /** Most are short, and some are long. */
    EXPONENTIAL,
    /** Any between two lengths, equally often. */
    UNIFORM;

    private String prefix() {
      return name().toLowerCase(Locale.ROOT) + ":";
    }
  }

  /**
   * Pauses of a mean.
   *
   * @param isConstant whether each is the mean; else they are exponential
   */
  public Think(long meanNs, boolean isConstant) {
    this(meanNs, meanNs, isConstant ? Spread.CONSTANT : Spread.EXPONENTIAL);
  }

  /**
   * Checks the range.
   *
   * @throws FoliotException if it is out of range, with the remedy
   */
  public Think {
    if (leastNs < 0 || mostNs < leastNs || mostNs > Traffic.LONGEST_THINK_NS) {
      throw FoliotException.usage(
          "a think time of "
              + TimeSpan.format(leastNs)
              + (mostNs == leastNs ? "" : BETWEEN + TimeSpan.format(mostNs))
              + " is out of range; from 0s to "
              + TimeSpan.format(Traffic.LONGEST_THINK_NS));
    }
    if (leastNs == mostNs && (mostNs == 0 || spread == Spread.UNIFORM)) {
      spread = Spread.CONSTANT;
    }
  }

  /** The mean pause, in nanoseconds. */
  public long meanNs() {
    return leastNs + (mostNs - leastNs) / 2;
  }

  /**
   * Parses {@code exponential:10ms}, {@code constant:10ms} or {@code uniform:5ms..20ms}.
   *
   * @param usual how {@code 10ms} alone is distributed
   * @throws BadOptionException for any other text, with the fix
   */
  public static Think parse(String text, Spread usual) {
    String asked = text.strip();
    for (Spread spread : Spread.values()) {
      if (asked.startsWith(spread.prefix())) {
        return of(asked.substring(spread.prefix().length()), spread, text);
      }
    }
    return of(asked, usual, text);
  }

  /** The same, where {@code 10ms} alone is exponential. */
  public static Think parse(String text) {
    return parse(text, Spread.EXPONENTIAL);
  }

  private static Think of(String times, Spread spread, String text) {
    int between = times.indexOf(BETWEEN);
    if (spread == Spread.UNIFORM && between > 0) {
      long leastNs = TimeSpan.parseNs(times.substring(0, between));
      long mostNs = TimeSpan.parseNs(times.substring(between + BETWEEN.length()));
      if (leastNs <= mostNs) {
        return new Think(leastNs, mostNs, spread);
      }
    }
    if (spread == Spread.UNIFORM || between >= 0) {
      throw new BadOptionException(
          "'" + Shown.text(text) + "' is no think time: write 10ms or uniform:5ms..20ms");
    }
    long meanNs = TimeSpan.parseNs(times);
    return new Think(meanNs, meanNs, spread);
  }

  /** The next pause, in nanoseconds. */
  public long nextNs(RandomGenerator random) {
    return switch (spread) {
      case CONSTANT -> leastNs;
      case EXPONENTIAL -> exponential(random);
      case UNIFORM -> random.nextLong(leastNs, mostNs + 1);
    };
  }

  private long exponential(RandomGenerator random) {
    return (long) Math.min(Traffic.LONGEST_THINK_NS, -Math.log(1 - random.nextDouble()) * meanNs());
  }

  /**
   * The pause before a client's first request: the rest of a pause that began before the load. Of
   * constant pauses the clients have equal parts, one after the other.
   *
   * @param client its number, from 0
   * @param clients their number
   */
  long firstNs(int client, int clients, RandomGenerator random) {
    return switch (spread) {
      case CONSTANT -> Math.multiplyExact(leastNs, (long) client) / clients;
      case EXPONENTIAL -> exponential(random);
      case UNIFORM -> {
        // a moment lies within a long pause more often, in proportion to its length
        double least = (double) leastNs;
        double most = (double) mostNs;
        double around =
            Math.sqrt(least * least + random.nextDouble() * (most * most - least * least));
        yield (long) (random.nextDouble() * around);
      }
    };
  }

  /** As it is parsed. */
  @Override
  public String toString() {
    return switch (spread) {
      case CONSTANT -> (mostNs == 0 ? "" : spread.prefix()) + TimeSpan.format(mostNs);
      case EXPONENTIAL -> TimeSpan.format(mostNs);
      case UNIFORM ->
          spread.prefix() + TimeSpan.format(leastNs) + BETWEEN + TimeSpan.format(mostNs);
    };
  }

  /** As a sentence has it. */
  String shown() {
    if (mostNs == 0) {
      return "";
    }
    return ", thinking "
        + switch (spread) {
          case CONSTANT -> TimeSpan.format(mostNs) + " each time";
          case EXPONENTIAL -> TimeSpan.format(mostNs) + " on average (exponential)";
          case UNIFORM -> TimeSpan.format(leastNs) + " to " + TimeSpan.format(mostNs);
        }
        + ", starts staggered";
  }
}
