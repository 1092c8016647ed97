package dev.foliot.diagnose.sharing;

import dev.foliot.linux.Reading;
import java.util.Optional;

/**
 * Whether a JVM still writes on a type check (JDK-8180450). Decided from its flags, and for a JVM
 * that does not have the flag in question from its version. The writes that are seen, or not,
 * confirm it.
 *
 * @param text the state in words, as a sentence without its full stop
 */
record Cure(State state, String text) {
  /** The flag of the cure; a JVM that does not know it does not have it. */
  static final String FLAG = "UseSecondarySupersTable";

  /** The first release with the cure in code compiled by C2, for a type that stands in the code. */
  static final int C2_FEATURE = 23;

  /** The first release with the cure in all code. */
  static final int FULL_FEATURE = 24;

  /** What is known of the cure. */
  enum State {
    /** This JVM does not have it. */
    ILL,
    /** It has it, and uses it. */
    CURED,
    /** It has it, and it is switched off. */
    SWITCHED_OFF,
    /**
     * Its flags cannot be read: vendors bring the cure to old releases, and users switch it off.
     */
    UNKNOWN
  }

  /**
   * Of a JVM of feature release {@code feature}.
   *
   * @param table the value of the flag; empty where the JVM has no such flag
   */
  static Cure of(int feature, String version, Reading<Optional<Boolean>> table) {
    return switch (table) {
      case Reading.Value<Optional<Boolean>>(Optional<Boolean> value) ->
          known(feature, "JDK " + version, value);
      case Reading.Unavailable<Optional<Boolean>>(String reason, String remedy) ->
          new Cure(
              State.UNKNOWN,
              "whether JDK " + version + " writes on a type check is not known: " + reason);
    };
  }

  private static Cure known(int feature, String jdk, Optional<Boolean> table) {
    if (table.isPresent() && table.get()) {
      return new Cure(
          State.CURED,
          "cured: "
              + jdk
              + " looks interfaces up in a table ("
              + FLAG
              + " is on) and "
              + notWriting(feature));
    }
    if (table.isPresent()) {
      return new Cure(
          State.SWITCHED_OFF, jdk + " has the cure, but it is switched off (" + FLAG + " is off)");
    }
    if (feature >= C2_FEATURE) {
      return new Cure(
          State.CURED,
          "cured: "
              + jdk
              + " "
              + notWriting(feature)
              + ", by its version (it has no flag "
              + FLAG
              + ")");
    }
    return new Cure(
        State.ILL,
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
    return state == State.UNKNOWN ? Optional.empty() : Optional.of(state == State.CURED);
  }
}
