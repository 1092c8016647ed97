package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The verdict on a fleet's nodes, by one metric. */
public enum FleetVerdict {
  /** One population, however wide or skewed. */
  @JsonProperty("one-band")
  ONE_BAND("one-band"),
  /** Two or three groups, similar within and different from each other. */
  @JsonProperty("bands")
  BANDS("bands"),
  /** One population, with distant nodes too few for a band. */
  @JsonProperty("outliers")
  OUTLIERS("outliers"),
  /** Each node's level drifts in its own way, and levels cannot be compared. */
  @JsonProperty("drift")
  DRIFT("drift"),
  /** Some nodes changed their level at one time; without that they would be one population. */
  @JsonProperty("onset")
  ONSET("onset"),
  /** Groups that never ran at the same time: time and group cannot be told apart. */
  @JsonProperty("undecided")
  UNDECIDED("undecided"),
  /** Too few nodes to decide. */
  @JsonProperty("not-enough-nodes")
  NOT_ENOUGH_NODES("not-enough-nodes");

  private final String words;

  FleetVerdict(String words) {
    this.words = words;
  }

  /** The JSON form: {@code one-band}. */
  public String words() {
    return words;
  }
}
