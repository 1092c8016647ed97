package dev.foliot.store.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** The verdict on B, as stored and printed. */
public enum ComparisonVerdict {
  /** Any difference is too small to matter. */
  @JsonProperty("same")
  SAME,
  /** It is slower, or its most severe finding is more severe. */
  @JsonProperty("worse")
  WORSE,
  /** It is faster, or its most severe finding is less severe. */
  @JsonProperty("better")
  BETTER,
  /** The data does not decide. */
  @JsonProperty("undecided")
  UNDECIDED;

  /** The JSON form: {@code same}. */
  public String words() {
    return name().toLowerCase(Locale.ROOT);
  }
}
