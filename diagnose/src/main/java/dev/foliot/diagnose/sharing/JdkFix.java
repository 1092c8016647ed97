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
 * Whether a JVM still writes on a type check (JDK-8180450).
 *
 * <p>Decided by its flags, or by its version if it lacks the flag. The observed writes, or their
 * absence, confirm it.
 *
 * @param text the state in words, as a sentence without its full stop
 */
record JdkFix(State state, String text) {
  /** The flag of the fix; a JVM without the flag lacks the fix. */
  static final String FLAG = "UseSecondarySupersTable";

  /** The first release with the fix in C2-compiled code for constant types. */
  static final int C2_FEATURE = 23;

  /** The first release with the fix in all code. */
  static final int FULL_FEATURE = 24;

  /** The known state of the fix. */
  enum State {
    /** This JVM lacks it. */
    AFFECTED,
    /** It has the fix, and uses it. */
    FIXED,
    /** It has the fix, switched off. */
    SWITCHED_OFF,
    /** Its flags are unreadable: vendors backport the fix, and users switch it off. */
    UNKNOWN
  }

  /**
   * The state for a JVM of feature release {@code feature}.
   *
   * @param table the value of the flag; empty if the JVM lacks it
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

  /** Whether the JVM uses the fix; empty if unknown. */
  Optional<Boolean> cured() {
    return state == State.UNKNOWN ? Optional.empty() : Optional.of(state == State.FIXED);
  }

  /**
   * The kind of code that writes on a check.
   *
   * <p>The fix came in two steps: first for C2-compiled code with a constant type (JDK 23, 21.0.8),
   * then for all other code (JDK 24).
   */
  enum CodeKind {
    /** Compiled by C2, for a constant type. */
    CONSTANT("code compiled by C2 for a type that stands in it"),
    /** Compiled, for a type known only at run time. */
    VARIABLE(
        "compiled code that has the type out of a variable, as in Class.isInstance and in stores"
            + " into arrays"),
    /** Compiled by C1. */
    C1("code compiled by C1"),
    /** The interpreter. */
    INTERPRETER("the interpreter"),
    /** A stub, or libjvm. */
    JVM("code of the JVM's own, as in System.arraycopy"),
    /** Unknown. */
    UNKNOWN("code of an unknown kind");

    private final String words;

    CodeKind(String words) {
      this.words = words;
    }

    /** The kind of the code at a place, by its checks. */
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

    /** Whether only the second step of the fix covers it. */
    boolean isBeyondC2() {
      return this != CONSTANT && this != UNKNOWN;
    }

    /** Whether the JIT compiler replaces it if it stays hot. */
    boolean isYoung() {
      return this == C1 || this == INTERPRETER;
    }

    /** The name for people. */
    String words() {
      return words;
    }
  }

  /**
   * The coverage of the observed writing code by the first step of the fix. Immutable.
   *
   * @param hits the examined hits, by the kind of code that made them
   */
  record Reach(Map<CodeKind, Integer> hits) {
    /** With this share of uncovered hits, the first step is no remedy. */
    private static final double MUCH = 0.1;

    Reach {
      Map<CodeKind, Integer> copy = new EnumMap<>(CodeKind.class);
      copy.putAll(hits);
      hits = Collections.unmodifiableMap(copy);
    }

    /** The coverage of writes, by their code. */
    static Reach of(Collection<Hit> writes, Function<Hit, CodeKind> code) {
      Map<CodeKind, Integer> hits = new EnumMap<>(CodeKind.class);
      for (Hit write : writes) {
        hits.merge(code.apply(write), 1, Integer::sum);
      }
      return new Reach(hits);
    }

    /** Whether it would leave many writes. */
    boolean isShort() {
      return share(beyond()) >= MUCH;
    }

    /** Whether it would fix nearly all. */
    boolean isEnough() {
      return share(hits.getOrDefault(CodeKind.CONSTANT, 0)) > 1 - MUCH;
    }

    /** The most frequent kind of code that it does not cover. */
    Optional<CodeKind> commonestBeyond() {
      return hits.entrySet().stream()
          .filter(one -> one.getKey().isBeyondC2())
          .max(Map.Entry.comparingByValue())
          .map(Map.Entry::getKey);
    }

    /** The share of the hits by one kind of code. */
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
