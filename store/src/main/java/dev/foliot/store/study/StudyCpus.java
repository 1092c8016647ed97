package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The CPUs of each role in a study, such as {@code 0,2-3}. JSON has the texts of the reasons too.
 *
 * @param service CPUs of the arm under load
 * @param driver CPUs of the load driver, null if the service loads itself
 * @param remote CPUs of the remote system, null without one
 * @param suspectCodes reasons that make all measurements SUSPECT; may be empty
 */
@JsonPropertyOrder({"service", "driver", "remote", "suspect", "suspect_codes"})
public record StudyCpus(
    String service,
    @Nullable String driver,
    @Nullable String remote,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Reason> suspectCodes) {
  /** Keeps a copy and checks that nothing is missing. */
  public StudyCpus {
    Objects.requireNonNull(service, "service");
    suspectCodes = List.copyOf(suspectCodes);
  }

  @JsonCreator
  static StudyCpus stored(
      @JsonProperty("service") String service,
      @JsonProperty("driver") @Nullable String driver,
      @JsonProperty("remote") @Nullable String remote,
      @JsonProperty("suspect") List<String> texts,
      @JsonProperty("suspect_codes") List<Reason> codes) {
    return new StudyCpus(service, driver, remote, Reasons.ofStored(texts, codes));
  }

  /** The reasons with their remedies, as texts. */
  @JsonProperty("suspect")
  public List<String> suspect() {
    return Reasons.sentences(suspectCodes);
  }
}
