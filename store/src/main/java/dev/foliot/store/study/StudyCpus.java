package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who has which CPUs in a study, as {@code 0,2-3}.
 *
 * @param service of the arm under load
 * @param driver of the load driver, null where the load comes from the service itself
 * @param remote of what the service calls, null where it calls nothing
 * @param suspect why what is measured so is SUSPECT, as texts; empty where it is not
 * @param suspectCodes the same as data, in the same order
 */
public record StudyCpus(
    String service,
    @Nullable String driver,
    @Nullable String remote,
    List<String> suspect,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Reason> suspectCodes) {
  /** Keeps copies; the texts stay as they were stored. */
  public StudyCpus {
    Objects.requireNonNull(service, "service");
    suspect = List.copyOf(suspect);
    suspectCodes = Reasons.ofStored(suspect, suspectCodes);
  }

  /** One whose reasons are data. */
  public static StudyCpus of(
      String service,
      @Nullable String driver,
      @Nullable String remote,
      List<? extends Reason> suspect) {
    return new StudyCpus(service, driver, remote, Reasons.sentences(suspect), List.copyOf(suspect));
  }
}
