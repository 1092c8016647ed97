package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a fleet's nodes are, by one metric. */
public enum FleetVerdict {
  /** One population, however wide or skewed. */
  @JsonProperty("one-band")
  ONE_BAND("one-band"),
  /** Two or three groups, each alike in itself and apart from the others. */
  @JsonProperty("bands")
  BANDS("bands"),
  /** One population, and nodes far from it that are too few for a band. */
  @JsonProperty("outliers")
  OUTLIERS("outliers"),
  /** The nodes do not keep to a level, each its own way, so there is none to compare. */
  @JsonProperty("drift")
  DRIFT("drift"),
  /** Too few to tell. */
  @JsonProperty("not-enough-nodes")
  NOT_ENOUGH_NODES("not-enough-nodes");

  private final String words;

  FleetVerdict(String words) {
    this.words = words;
  }

  /** As it stands in JSON: {@code one-band}. */
  public String words() {
    return words;
  }
}
