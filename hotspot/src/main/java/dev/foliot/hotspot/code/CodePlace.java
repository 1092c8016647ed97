package dev.foliot.hotspot.code;

import java.util.List;

/** What runs at an instruction pointer. Immutable. */
public sealed interface CodePlace {
  /**
   * A method that was compiled, with what was inlined into it.
   *
   * @param frames the innermost first; never empty. Where the compiler kept nothing for this code,
   *     the method alone
   * @param exact whether the compiler kept debug information for exactly this instruction; else the
   *     frames are those of the nearest one for which it did, and the innermost may be off
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
   * A piece of code that the JVM made for itself.
   *
   * @param name as HotSpot calls it
   */
  record Stub(String name) implements CodePlace {}

  /**
   * Code of a file, as of {@code libjvm.so}.
   *
   * @param file its name without directories; of any characters
   */
  record Library(String file) implements CodePlace {}

  /**
   * None of these, or it could not be read.
   *
   * @param ip the instruction pointer
   */
  record Unknown(long ip) implements CodePlace {}
}
