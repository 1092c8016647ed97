package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.foliot.store.Copies;
import dev.foliot.text.Numbers;
import java.util.Objects;

/**
 * The rate of changes of a word of memory.
 *
 * @param perS changes a second, from 0
 * @param bound the precision of {@code perS}
 */
public record WriteRate(double perS, Bound bound) {
  /** How a figure relates to the true value. */
  public enum Bound {
    /**
     * Each write in the watched windows was counted, and windows differ only by chance. The rate is
     * right to a tenth, as long as the load stays the same.
     */
    @JsonProperty("exact")
    EXACT,
    /**
     * An estimate: from samples fast enough for nearly every write, or from few or differing
     * windows.
     */
    @JsonProperty("estimate")
    ESTIMATE,
    /** From slower samples: the true rate may be much higher. */
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

  /** The rate as text, with its precision: {@code at least 43,210 times a second}. */
  public String words() {
    String number = Numbers.fixed(perS, perS < 10 ? 1 : 0) + " times a second";
    return switch (bound) {
      case EXACT -> number;
      case ESTIMATE -> "about " + number;
      case AT_LEAST -> "at least " + number;
    };
  }
}
