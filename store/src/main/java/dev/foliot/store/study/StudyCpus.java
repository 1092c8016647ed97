package dev.foliot.store.study;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who has which CPUs in a study, as {@code 0,2-3}.
 *
 * @param service of the arm under load
 * @param driver of the load driver, null where the load comes from the service itself
 * @param remote of what the service calls, null where it calls nothing
 * @param suspect why what is measured so is SUSPECT; empty where it is not
 */
public record StudyCpus(
    String service, @Nullable String driver, @Nullable String remote, List<String> suspect) {
  /** Keeps a copy and checks that nothing is missing. */
  public StudyCpus {
    Objects.requireNonNull(service, "service");
    suspect = List.copyOf(suspect);
  }
}
