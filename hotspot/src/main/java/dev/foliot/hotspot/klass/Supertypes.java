package dev.foliot.hotspot.klass;

import java.util.List;

/**
 * What a class extends and implements, as the JVM's own lists have it. Immutable.
 *
 * @param superclasses the nearest first, Object last; of an interface Object alone
 * @param interfaces all, those of superclasses and of interfaces too, in HotSpot's order; of an
 *     array of objects also the arrays of its elements' interfaces
 * @param couldNot what of it could not be read, in words with the reason
 */
public record Supertypes(
    List<LoadedClass> superclasses, List<LoadedClass> interfaces, List<String> couldNot) {
  /** Keeps copies. */
  public Supertypes {
    superclasses = List.copyOf(superclasses);
    interfaces = List.copyOf(interfaces);
    couldNot = List.copyOf(couldNot);
  }
}
