package dev.foliot.store.diagnosis;

import java.util.List;

/**
 * A class's supertypes, from the JVM's own lists.
 *
 * @param superclasses the nearest first
 * @param interfaces all interfaces, including those of superclasses and interfaces
 */
public record Ancestry(List<String> superclasses, List<String> interfaces) {
  /** Keeps copies. */
  public Ancestry {
    superclasses = List.copyOf(superclasses);
    interfaces = List.copyOf(interfaces);
  }
}
