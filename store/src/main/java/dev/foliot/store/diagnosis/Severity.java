package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How much a finding costs; the gravest first. */
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

  /** As JSON has it. */
  public String words() {
    return switch (this) {
      case HIGH -> "high";
      case MEDIUM -> "medium";
      case LOW -> "low";
    };
  }
}
