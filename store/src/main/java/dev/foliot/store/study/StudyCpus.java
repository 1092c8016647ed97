package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The CPUs of each role in a study, such as {@code 0,2-3}.
 *
 * @param service CPUs of the arm under load
 * @param driver CPUs of the load driver, null if the service loads itself
 * @param remote CPUs of the remote system, null without one
 * @param suspect reasons that make all measurements SUSPECT, as texts; may be empty
 * @param suspectCodes the same as data, in the same order
 */
public record StudyCpus(
    String service,
    @Nullable String driver,
    @Nullable String remote,
    List<String> suspect,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Reason> suspectCodes) {
  /** Copies the lists; texts stay as stored. */
  public StudyCpus {
    Objects.requireNonNull(service, "service");
    suspect = List.copyOf(suspect);
    suspectCodes = Reasons.ofStored(suspect, suspectCodes);
  }

  /** Makes CPUs with reasons given as data. */
  public static StudyCpus of(
      String service,
      @Nullable String driver,
      @Nullable String remote,
      List<? extends Reason> suspect) {
    return new StudyCpus(service, driver, remote, Reasons.sentences(suspect), List.copyOf(suspect));
  }
}
