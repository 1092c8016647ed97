package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How much a finding costs. */
public enum Severity {
  /** Worth acting on today. */
  @JsonProperty("high")
  HIGH,
  /** Worth acting on. */
  @JsonProperty("medium")
  MEDIUM,
  /** Worth knowing, not acting on. */
  @JsonProperty("low")
  LOW
}
