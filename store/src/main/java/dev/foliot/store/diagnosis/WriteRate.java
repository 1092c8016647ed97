package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.foliot.store.Copies;
import dev.foliot.text.Numbers;
import java.util.Objects;

/**
 * How often a word of memory changes.
 *
 * @param perS a second, from 0
 * @param bound how {@code perS} is to be read
 */
public record WriteRate(double perS, Bound bound) {
  /** What a figure says about the truth. */
  public enum Bound {
    /**
     * In the windows that were watched each one was counted, and the windows differ no more than
     * chance has it: right to a tenth, as long as it goes on like this.
     */
    @JsonProperty("exact")
    EXACT,
    /**
     * From samples that were fast enough to see nearly every one, or from windows in which each was
     * counted, but which are few or differ.
     */
    @JsonProperty("estimate")
    ESTIMATE,
    /** From samples that were not: the truth may be far above. */
    @JsonProperty("at_least")
    AT_LEAST
  }

  /** Checks the rate. */
  public WriteRate {
    Copies.finite(perS, "per_s");
    if (perS < 0) {
      throw new IllegalArgumentException("a rate is not negative: " + perS);
    }
    Objects.requireNonNull(bound, "bound");
  }

  /**
   * In words, with what the figure says about the truth: {@code at least 43,210 times a second}.
   */
  public String words() {
    String number = Numbers.fixed(perS, perS < 10 ? 1 : 0) + " times a second";
    return switch (bound) {
      case EXACT -> number;
      case ESTIMATE -> "about " + number;
      case AT_LEAST -> "at least " + number;
    };
  }
}
