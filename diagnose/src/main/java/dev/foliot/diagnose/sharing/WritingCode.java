package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.WriteChecks;

/**
 * What kind of code writes on a check. The cure came in two steps: first to code compiled by C2,
 * for a type that stands in it (JDK 23, 21.0.8), then to all the rest (JDK 24).
 */
enum WritingCode {
  /** Compiled by C2, for a type that stands in the code. */
  CONSTANT("code compiled by C2 for a type that stands in it"),
  /** Compiled, for a type that only the running program knows. */
  VARIABLE(
      "compiled code that has the type out of a variable, as in Class.isInstance and in stores into"
          + " arrays"),
  /** Compiled by C1. */
  C1("code compiled by C1"),
  /** The interpreter. */
  INTERPRETER("the interpreter"),
  /** A stub, or libjvm. */
  JVM("code of the JVM's own, as in System.arraycopy"),
  /** It cannot be told. */
  UNKNOWN("code of an unknown kind");

  private final String words;

  WritingCode(String words) {
    this.words = words;
  }

  /** The kind of the code at a place, for what its checks are. */
  static WritingCode of(CodePlace place, WriteChecks checks) {
    return switch (place) {
      case CodePlace.Compiled compiled -> compiled(compiled.compiler(), checks.type());
      case CodePlace.Interpreter interpreter -> INTERPRETER;
      case CodePlace.Stub stub -> JVM;
      case CodePlace.Library library -> JVM;
      case CodePlace.Unknown unknown -> UNKNOWN;
    };
  }

  private static WritingCode compiled(String compiler, WriteChecks.Type type) {
    if (compiler.equals("C1")) {
      return C1;
    }
    return switch (type) {
      case CONSTANT -> compiler.equals("C2") ? CONSTANT : UNKNOWN;
      case VARIABLE -> VARIABLE;
      case UNKNOWN -> UNKNOWN;
    };
  }

  /** Whether only the second step of the cure reaches it. */
  boolean isBeyondC2() {
    return this != CONSTANT && this != UNKNOWN;
  }

  /** Whether the JIT compiler replaces it by other code where it stays hot. */
  boolean isYoung() {
    return this == C1 || this == INTERPRETER;
  }

  /** For people. */
  String words() {
    return words;
  }
}
