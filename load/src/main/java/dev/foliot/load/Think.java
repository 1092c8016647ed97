package dev.foliot.load;

import dev.foliot.bench.TimeSpan;
import dev.foliot.text.FoliotException;
import java.util.random.RandomGenerator;

/**
 * How long a client of a closed loop pauses between an answer and its next request. Immutable.
 *
 * <p>Pauses are exponential unless they are asked to be constant: clients that all think for the
 * same time never part, and measure each other instead of the server. The first pauses come before
 * the first requests, so that clients do not start together.
 *
 * @param meanNs the mean, 0 to 1 h
 * @param isConstant whether each pause is the mean
 */
public record Think(long meanNs, boolean isConstant) {
  /** Without a pause. */
  public static final Think NONE = new Think(0, true);

  private static final String CONSTANT = "constant:";

  /** Checks the range. */
  public Think {
    if (meanNs < 0 || meanNs > Traffic.LONGEST_THINK_NS) {
      throw FoliotException.usage(
          "a think time of "
              + TimeSpan.format(meanNs)
              + " is out of range; from 0s to "
              + TimeSpan.format(Traffic.LONGEST_THINK_NS));
    }
    isConstant |= meanNs == 0;
  }

  /**
   * Parses {@code 10ms}, exponential, or {@code constant:10ms}.
   *
   * @throws dev.foliot.bench.BadOptionException for any other text, with the fix
   */
  public static Think parse(String text) {
    String asked = text.strip();
    return asked.startsWith(CONSTANT)
        ? new Think(TimeSpan.parseNs(asked.substring(CONSTANT.length())), true)
        : new Think(TimeSpan.parseNs(asked), false);
  }

  /** The next pause, in nanoseconds. */
  public long nextNs(RandomGenerator random) {
    return isConstant ? meanNs : exponential(random);
  }

  private long exponential(RandomGenerator random) {
    return (long) Math.min(Traffic.LONGEST_THINK_NS, -Math.log(1 - random.nextDouble()) * meanNs);
  }

  /**
   * The pause before a client's first request: part of a pause that began before the load. Of
   * constant pauses the clients have equal parts, one after the other.
   *
   * @param client its number, from 0
   * @param clients their number
   */
  long firstNs(int client, int clients, RandomGenerator random) {
    return isConstant ? Math.multiplyExact(meanNs, (long) client) / clients : exponential(random);
  }

  /** As it is parsed. */
  @Override
  public String toString() {
    return (isConstant && meanNs > 0 ? CONSTANT : "") + TimeSpan.format(meanNs);
  }

  /** As a sentence has it. */
  String shown() {
    return meanNs == 0
        ? ""
        : ", thinking "
            + TimeSpan.format(meanNs)
            + (isConstant ? " each time" : " on average (exponential)")
            + ", starts staggered";
  }
}
