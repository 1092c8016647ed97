package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One thing in which two diagnoses differ.
 *
 * @param kind what differs
 * @param className of which class; null where it is the JVM or the examination
 * @param a how it is in A, in words
 * @param b how it is in B
 * @param meaning what that tells
 */
public record DiagnosisDifference(
    Kind kind,
    @JsonProperty("class") @Nullable String className,
    String a,
    String b,
    String meaning) {
  /** What differs. */
  public enum Kind {
    /** Where a class's structure lies on its cache lines. */
    @JsonProperty("placement")
    PLACEMENT,
    /** Only one of them has the finding. */
    @JsonProperty("only_in_one")
    ONLY_IN_ONE,
    /** True sharing in one, false sharing in the other. */
    @JsonProperty("sharing")
    SHARING,
    /** How often the word is written. */
    @JsonProperty("rate")
    RATE,
    /** What it costs. */
    @JsonProperty("severity")
    SEVERITY,
    /** How many threads write or read. */
    @JsonProperty("threads")
    THREADS,
    /** Whether the JVM still has the illness. */
    @JsonProperty("cure")
    CURE,
    /** Which JVM it is. */
    @JsonProperty("jvm")
    JVM,
    /** How far an examination came. */
    @JsonProperty("seen")
    SEEN;

    /** For people. */
    public String words() {
      return switch (this) {
        case PLACEMENT -> "placement";
        case ONLY_IN_ONE -> "only in one";
        case SHARING -> "kind";
        case RATE -> "rate";
        case SEVERITY -> "severity";
        case THREADS -> "threads";
        case CURE -> "cure";
        case JVM -> "JVM";
        case SEEN -> "what was seen";
      };
    }
  }

  /** Checks that nothing is missing. */
  public DiagnosisDifference {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(a, "a");
    Objects.requireNonNull(b, "b");
    Objects.requireNonNull(meaning, "meaning");
  }
}
