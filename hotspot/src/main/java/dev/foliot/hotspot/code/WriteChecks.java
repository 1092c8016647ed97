package dev.foliot.hotspot.code;

import java.util.List;

/**
 * The checks of types one of which made a write in compiled code. Immutable.
 *
 * @param candidates each with its callers in that code, the innermost first; none where that cannot
 *     be told
 * @param type where the check has from what it asks for
 */
public record WriteChecks(List<List<JavaFrame>> candidates, Type type) {
  /** Where nothing can be told. */
  public static final WriteChecks NONE = new WriteChecks(List.of(), Type.UNKNOWN);

  /** Where a check has its type from. */
  public enum Type {
    /** It stands in the compiled code, as that of {@code instanceof} and of casts. */
    CONSTANT,
    /** Only the running program knows it, as mostly in {@code Class.isInstance} and in stores. */
    VARIABLE,
    /** It cannot be told. */
    UNKNOWN
  }

  /** Keeps a copy. */
  public WriteChecks {
    candidates = List.copyOf(candidates);
  }
}
