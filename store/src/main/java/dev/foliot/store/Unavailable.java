package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.List;

/**
 * Why figures are missing. JSON has the texts of the reasons too.
 *
 * @param unavailableCodes the reasons; empty if nothing is missing
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonPropertyOrder({"unavailable", "unavailable_codes"})
public record Unavailable(List<Reason> unavailableCodes) {
  /** Nothing is missing. */
  public static final Unavailable NOTHING = new Unavailable(List.of());

  /** Keeps a copy. */
  public Unavailable {
    unavailableCodes = List.copyOf(unavailableCodes);
  }

  /** Figures that are missing for these reasons. */
  public static Unavailable of(List<? extends Reason> reasons) {
    return new Unavailable(List.copyOf(reasons));
  }

  @JsonCreator
  static Unavailable stored(
      @JsonProperty("unavailable") List<String> texts,
      @JsonProperty("unavailable_codes") List<Reason> codes) {
    return new Unavailable(Reasons.ofStored(texts, codes));
  }

  /** The reasons as texts. */
  @JsonProperty("unavailable")
  public List<String> unavailable() {
    return Reasons.texts(unavailableCodes);
  }

  /** The same without secrets. */
  public Unavailable redacted() {
    return new Unavailable(Redaction.reasons(unavailableCodes));
  }
}
