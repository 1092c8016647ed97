package dev.foliot.hotspot.code;

import java.util.List;

/**
 * The type checks one of which made a write in compiled code. Immutable.
 *
 * @param candidates each with its callers in that code, the innermost first; empty where they are
 *     not known
 * @param type where the check has from what it asks for
 */
public record WriteChecks(List<List<JavaFrame>> candidates, Type type) {
  /** Nothing is known. */
  public static final WriteChecks NONE = new WriteChecks(List.of(), Type.UNKNOWN);

  /** Where a check has its type from. */
  public enum Type {
    /** It stands in the compiled code, as that of {@code instanceof} and of casts. */
    CONSTANT,
    /** Only the running program knows it, as mostly in {@code Class.isInstance} and in stores. */
    VARIABLE,
    /** Not known. */
    UNKNOWN
  }

  /** Keeps a copy. */
  public WriteChecks {
    candidates = List.copyOf(candidates);
  }
}
