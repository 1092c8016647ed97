package dev.foliot.diagnose.counters.access;

import dev.foliot.hotspot.klass.KlassMap;
import java.util.Optional;

/**
 * What lies at a data address of a JVM. Immutable.
 *
 * @param kind of memory
 * @param detail more of it, where there is more to tell: a class and its field, a method, a thread,
 *     a file; of any characters, and of bounded length
 * @param klass the place in the structure of a class
 */
public record DataPlace(Kind kind, String detail, Optional<KlassMap.Place> klass) {
  private static final int LONGEST = 120;
  private static final int HEAD = 30;

  /** Kinds of memory, by whose it is. */
  public enum Kind {
    /** HotSpot's own description of a class. */
    CLASS_STRUCTURE("structures of classes (Klass)"),
    /** Constants, methods and their profiles. */
    METASPACE("other metaspace"),
    /** What classes share with other JVMs, but their structures. */
    CLASS_ARCHIVE("the archive of shared classes"),
    /** Compiled and generated code, with the constants in it. */
    CODE_CACHE("the code cache"),
    /** Objects that a collection of young ones looks at. */
    YOUNG_HEAP("the Java heap, young"),
    /** Old objects, humongous ones too. */
    OLD_HEAP("the Java heap, old"),
    /** Objects of which that is not known. */
    JAVA_HEAP("the Java heap"),
    /** Of platform threads. */
    STACK("thread stacks"),
    /** Where stores of references are noted. */
    CARD_TABLE("the collector's card table"),
    /** What malloc manages, whoever took it. */
    C_HEAP("the C heap"),
    /** Variables of libraries and programs, libjvm's too. */
    LIBRARY("data of libraries"),
    /** Other files. */
    FILE("mapped files"),
    /** The collector's tables, what malloc maps on its own, stacks of the JVM's own threads. */
    REST("memory without a name"),
    /** Addresses that no program has. */
    KERNEL("the kernel"),
    /** Nothing is mapped there, any more or as yet. */
    UNMAPPED("memory that is no longer mapped");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }

  /** A place of which no more is known than its kind. */
  static DataPlace of(Kind kind) {
    return new DataPlace(kind, "", Optional.empty());
  }

  /** In words: its kind, or what is known beyond that. */
  public String words() {
    return detail.isEmpty() ? kind.words() : detail;
  }

  /** A foreign name that is not too long for a sentence; names differ mostly at their end. */
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
