package dev.foliot.store.diagnosis;

import java.util.List;

/**
 * What a class extends and implements, as the JVM's own lists have it.
 *
 * @param superclasses the nearest first
 * @param interfaces all of them, those of superclasses and of interfaces too
 */
public record Ancestry(List<String> superclasses, List<String> interfaces) {
  /** Keeps copies. */
  public Ancestry {
    superclasses = List.copyOf(superclasses);
    interfaces = List.copyOf(interfaces);
  }
}
