package dev.foliot.hotspot.code;

import java.util.List;

/** The code at an instruction pointer. Immutable. */
public sealed interface CodePlace {
  /**
   * A compiled method, with the methods inlined into it.
   *
   * @param frames the innermost first; never empty. The method alone where the compiler kept
   *     nothing for this code
   * @param exact whether the compiler kept debug information for exactly this instruction;
   *     otherwise the frames are those of the nearest instruction with some, and the innermost may
   *     be wrong
   * @param compiler {@code C1}, {@code C2} or {@code native wrapper}; empty when not known
   */
  record Compiled(List<JavaFrame> frames, boolean exact, String compiler) implements CodePlace {
    /** Keeps a copy. */
    public Compiled {
      frames = List.copyOf(frames);
    }
  }

  /** The interpreter; which method it runs is not known. */
  record Interpreter() implements CodePlace {}

  /**
   * Code that the JVM generated for itself.
   *
   * @param name HotSpot's name for it
   */
  record Stub(String name) implements CodePlace {}

  /**
   * Code of a mapped file, such as {@code libjvm.so}.
   *
   * @param file its name without directories; of any characters
   */
  record Library(String file) implements CodePlace {}

  /**
   * Unknown or unreadable code.
   *
   * @param ip the instruction pointer
   */
  record Unknown(long ip) implements CodePlace {}
}
