package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A difference between two diagnoses.
 *
 * @param kind the differing fact
 * @param className its class; null for the JVM or the examination
 * @param a its value in A, as text
 * @param b its value in B, as text
 * @param meaning the conclusion
 */
public record DiagnosisDifference(
    Kind kind,
    @JsonProperty("class") @Nullable String className,
    String a,
    String b,
    String meaning) {
  /** What differs. */
  public enum Kind {
    /** The position of a class's structure on its cache lines. */
    @JsonProperty("placement")
    PLACEMENT,
    /** Only one side has the finding. */
    @JsonProperty("only_in_one")
    ONLY_IN_ONE,
    /** True sharing on one side, false sharing on the other. */
    @JsonProperty("sharing")
    SHARING,
    /** The rate of writes to the word. */
    @JsonProperty("rate")
    RATE,
    /** What it costs. */
    @JsonProperty("severity")
    SEVERITY,
    /** The number of threads that write or read. */
    @JsonProperty("threads")
    THREADS,
    /** Whether the JVM still has the problem. */
    @JsonProperty("cure")
    CURE,
    /** The identity of the JVM. */
    @JsonProperty("jvm")
    JVM,
    /** The completeness of an examination. */
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
