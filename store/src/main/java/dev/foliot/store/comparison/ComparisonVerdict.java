package dev.foliot.store.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What a comparison says of B, as it is stored and printed. */
public enum ComparisonVerdict {
  /** Whatever the difference is, it does not matter. */
  @JsonProperty("same")
  SAME,
  /** It is slower, or its gravest finding is graver. */
  @JsonProperty("worse")
  WORSE,
  /** It is faster, or its gravest finding is less grave. */
  @JsonProperty("better")
  BETTER,
  /** Nobody can tell. */
  @JsonProperty("undecided")
  UNDECIDED;

  /** As it stands in JSON: {@code same}. */
  public String words() {
    return name().toLowerCase(Locale.ROOT);
  }
}
