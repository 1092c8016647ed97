package dev.foliot.hotspot.code;

import java.util.List;

/**
 * The type checks that may have made a write in compiled code. Immutable.
 *
 * @param candidates each with its callers in that code, the innermost first; empty where they are
 *     not known
 * @param type where the check takes its type from
 */
public record WriteChecks(List<List<JavaFrame>> candidates, Type type) {
  /** Nothing is known. */
  public static final WriteChecks NONE = new WriteChecks(List.of(), Type.UNKNOWN);

  /** Where a check takes its type from. */
  public enum Type {
    /** The compiled code contains it, as for {@code instanceof} and casts. */
    CONSTANT,
    /** Known at run time only, as mostly in {@code Class.isInstance} and in stores. */
    VARIABLE,
    /** Not known. */
    UNKNOWN
  }

  /** Keeps a copy. */
  public WriteChecks {
    candidates = List.copyOf(candidates);
  }
}
