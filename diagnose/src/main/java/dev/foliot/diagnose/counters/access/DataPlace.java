package dev.foliot.diagnose.counters.access;

import dev.foliot.hotspot.klass.KlassMap;
import java.util.Optional;

/**
 * The content at a data address of a JVM. Immutable.
 *
 * @param kind of memory
 * @param detail more, if known: a class and its field, a method, a thread, a file; of any
 *     characters, and of bounded length
 * @param klass the place in the structure of a class
 */
public record DataPlace(Kind kind, String detail, Optional<KlassMap.Place> klass) {
  private static final int LONGEST = 120;
  private static final int HEAD = 30;

  /** Kinds of memory, by owner. */
  public enum Kind {
    /** HotSpot's own description of a class. */
    CLASS_STRUCTURE("structures of classes (Klass)"),
    /** Constants, methods and their profiles. */
    METASPACE("other metaspace"),
    /** The archive of shared classes, without their structures. */
    CLASS_ARCHIVE("the archive of shared classes"),
    /** Compiled and generated code, with its constants. */
    CODE_CACHE("the code cache"),
    /** Objects that young collections visit. */
    YOUNG_HEAP("the Java heap, young"),
    /** Old objects, humongous ones included. */
    OLD_HEAP("the Java heap, old"),
    /** Objects of unknown age. */
    JAVA_HEAP("the Java heap"),
    /** Stacks of platform threads. */
    STACK("thread stacks"),
    /** Notes stores of references. */
    CARD_TABLE("the collector's card table"),
    /** Memory that malloc manages, for any user. */
    C_HEAP("the C heap"),
    /** Variables of libraries and programs, libjvm included. */
    LIBRARY("data of libraries"),
    /** Other files. */
    FILE("mapped files"),
    /** The collector's tables, malloc's separate mappings, stacks of the JVM's own threads. */
    REST("memory without a name"),
    /** Addresses of the kernel. */
    KERNEL("the kernel"),
    /** No mapping, either no longer or not yet. */
    UNMAPPED("memory that is no longer mapped");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** The name for people. */
    public String words() {
      return words;
    }
  }

  /** A place with a kind only. */
  static DataPlace of(Kind kind) {
    return new DataPlace(kind, "", Optional.empty());
  }

  /** A description: the detail, or else the kind. */
  public String words() {
    return detail.isEmpty() ? kind.words() : detail;
  }

  /** Shortens a foreign name for a sentence, keeping its end, where names differ most. */
  static String brief(String name) {
    int length = name.codePointCount(0, name.length());
    if (length <= LONGEST) {
      return name;
    }
    int tail = LONGEST - HEAD - 1;
    return name.substring(0, name.offsetByCodePoints(0, HEAD))
        + '…'
        + name.substring(name.offsetByCodePoints(name.length(), -tail));
  }
}
