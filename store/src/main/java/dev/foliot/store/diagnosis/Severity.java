package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The cost of a finding; the most severe first. */
public enum Severity {
  /** Worth acting on today. */
  @JsonProperty("high")
  HIGH,
  /** Worth acting on. */
  @JsonProperty("medium")
  MEDIUM,
  /** Worth knowing, not acting on. */
  @JsonProperty("low")
  LOW;

  /** The form in JSON. */
  public String words() {
    return switch (this) {
      case HIGH -> "high";
      case MEDIUM -> "medium";
      case LOW -> "low";
    };
  }
}
