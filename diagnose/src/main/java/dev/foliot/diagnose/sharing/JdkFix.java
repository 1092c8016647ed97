package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.WriteChecks;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.Watchpoints.Hit;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whether a JVM still writes on a type check (JDK-8180450). Decided from its flags, and for a JVM
 * that does not have the flag in question from its version. The writes that are observed, or not,
 * confirm it.
 *
 * @param text the state in words, as a sentence without its full stop
 */
record JdkFix(State state, String text) {
  /** The flag of the fix; a JVM that does not know it does not have it. */
  static final String FLAG = "UseSecondarySupersTable";

  /** The first release with the fix in code compiled by C2, for a type that stands in the code. */
  static final int C2_FEATURE = 23;

  /** The first release with the fix in all code. */
  static final int FULL_FEATURE = 24;

  /** What is known of the fix. */
  enum State {
    /** This JVM does not have it. */
    AFFECTED,
    /** It has it, and uses it. */
    FIXED,
    /** It has it, and it is switched off. */
    SWITCHED_OFF,
    /** Its flags cannot be read: vendors bring the fix to old releases, and users switch it off. */
    UNKNOWN
  }

  /**
   * Of a JVM of feature release {@code feature}.
   *
   * @param table the value of the flag; empty where the JVM has no such flag
   */
  static JdkFix of(int feature, String version, Reading<Optional<Boolean>> table) {
    return switch (table) {
      case Reading.Value<Optional<Boolean>>(Optional<Boolean> value) ->
          known(feature, "JDK " + version, value);
      case Reading.Unavailable<Optional<Boolean>> none ->
          new JdkFix(
              State.UNKNOWN,
              "whether JDK " + version + " writes on a type check is not known: " + none.reason());
    };
  }

  private static JdkFix known(int feature, String jdk, Optional<Boolean> table) {
    if (table.isPresent() && table.get()) {
      return new JdkFix(
          State.FIXED,
          "cured: "
              + jdk
              + " looks interfaces up in a table ("
              + FLAG
              + " is on) and "
              + notWriting(feature));
    }
    if (table.isPresent()) {
      return new JdkFix(
          State.SWITCHED_OFF, jdk + " has the cure, but it is switched off (" + FLAG + " is off)");
    }
    if (feature >= C2_FEATURE) {
      return new JdkFix(
          State.FIXED,
          "cured: "
              + jdk
              + " "
              + notWriting(feature)
              + ", by its version (it has no flag "
              + FLAG
              + ")");
    }
    return new JdkFix(
        State.AFFECTED,
        jdk
            + " writes to a class's structure on every type check that alternates; releases from "
            + FULL_FEATURE
            + " on do not");
  }

  private static String notWriting(int feature) {
    return feature < FULL_FEATURE
        ? "does not write on a type check in code compiled by C2 whose type stands in the code;"
            + " other code may"
        : "does not write on a type check";
  }

  /** Whether it is; empty where that is not known. */
  Optional<Boolean> cured() {
    return state == State.UNKNOWN ? Optional.empty() : Optional.of(state == State.FIXED);
  }

  /**
   * What kind of code writes on a check. The fix came in two steps: first to code compiled by C2,
   * for a type that stands in it (JDK 23, 21.0.8), then to all the rest (JDK 24).
   */
  enum CodeKind {
    /** Compiled by C2, for a type that stands in the code. */
    CONSTANT("code compiled by C2 for a type that stands in it"),
    /** Compiled, for a type that only the running program knows. */
    VARIABLE(
        "compiled code that has the type out of a variable, as in Class.isInstance and in stores"
            + " into arrays"),
    /** Compiled by C1. */
    C1("code compiled by C1"),
    /** The interpreter. */
    INTERPRETER("the interpreter"),
    /** A stub, or libjvm. */
    JVM("code of the JVM's own, as in System.arraycopy"),
    /** It is not known. */
    UNKNOWN("code of an unknown kind");

    private final String words;

    CodeKind(String words) {
      this.words = words;
    }

    /** The kind of the code at a place, for what its checks are. */
    static CodeKind of(CodePlace place, WriteChecks checks) {
      return switch (place) {
        case CodePlace.Compiled compiled -> compiled(compiled.compiler(), checks.type());
        case CodePlace.Interpreter interpreter -> INTERPRETER;
        case CodePlace.Stub stub -> JVM;
        case CodePlace.Library library -> JVM;
        case CodePlace.Unknown unknown -> UNKNOWN;
      };
    }

    private static CodeKind compiled(String compiler, WriteChecks.Type type) {
      if (compiler.equals("C1")) {
        return C1;
      }
      return switch (type) {
        case CONSTANT -> compiler.equals("C2") ? CONSTANT : UNKNOWN;
        case VARIABLE -> VARIABLE;
        case UNKNOWN -> UNKNOWN;
      };
    }

    /** Whether only the second step of the fix reaches it. */
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

  /**
   * How far the first step of the fix would reach into the code that was observed to write.
   * Immutable.
   *
   * @param hits that were examined, by the kind of code that made them
   */
  record Reach(Map<CodeKind, Integer> hits) {
    /** With this share of the hits beyond it, the first step is no remedy. */
    private static final double MUCH = 0.1;

    Reach {
      Map<CodeKind, Integer> copy = new EnumMap<>(CodeKind.class);
      copy.putAll(hits);
      hits = Collections.unmodifiableMap(copy);
    }

    /** Of writes, each by its code. */
    static Reach of(Collection<Hit> writes, Function<Hit, CodeKind> code) {
      Map<CodeKind, Integer> hits = new EnumMap<>(CodeKind.class);
      for (Hit write : writes) {
        hits.merge(code.apply(write), 1, Integer::sum);
      }
      return new Reach(hits);
    }

    /** Whether it would leave much as it is. */
    boolean isShort() {
      return share(beyond()) >= MUCH;
    }

    /** Whether it would fix nearly all. */
    boolean isEnough() {
      return share(hits.getOrDefault(CodeKind.CONSTANT, 0)) > 1 - MUCH;
    }

    /** The commonest code that it would leave as it is. */
    Optional<CodeKind> commonestBeyond() {
      return hits.entrySet().stream()
          .filter(one -> one.getKey().isBeyondC2())
          .max(Map.Entry.comparingByValue())
          .map(Map.Entry::getKey);
    }

    /** The share of the hits that one kind of code made. */
    double share(CodeKind code) {
      return share(hits.getOrDefault(code, 0));
    }

    private int beyond() {
      int beyond = 0;
      for (Map.Entry<CodeKind, Integer> one : hits.entrySet()) {
        beyond += one.getKey().isBeyondC2() ? one.getValue() : 0;
      }
      return beyond;
    }

    private double share(int some) {
      int all = 0;
      for (int count : hits.values()) {
        all += count;
      }
      return all == 0 ? 0 : (double) some / all;
    }
  }
}
