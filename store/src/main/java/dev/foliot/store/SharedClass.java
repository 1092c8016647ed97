package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;

/**
 * A class whose structure is written while the JVM runs.
 *
 * @param className as {@link Class#getName()} gives it
 * @param loader the class loader, in words
 * @param field the written field, as HotSpot's sources name it
 */
public record SharedClass(@JsonProperty("class") String className, String loader, String field) {
  /** Checks that nothing is missing. */
  public SharedClass {
    Objects.requireNonNull(className, "class");
    Objects.requireNonNull(loader, "loader");
    Objects.requireNonNull(field, "field");
  }
}
