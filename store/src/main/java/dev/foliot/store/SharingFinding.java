package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A shared cache line: a structure of HotSpot that makes threads wait for each other's caches. In
 * JSON its parts have no names of their own: all of their fields are in one object.
 *
 * @param kind what it is; an assumption where nobody was seen to write
 * @param grade what it costs
 * @param type the Java class whose structure it is
 * @param interfaces between which the field alternates
 * @param traffic who writes and reads it
 * @param placement where it lies
 * @param code that touches it
 * @param advice what it means and what to do
 * @param ancestry what the class extends and implements; null where that is not known
 */
public record SharingFinding(
    Kind kind,
    @JsonUnwrapped Grade grade,
    @JsonUnwrapped SharedClass type,
    List<String> interfaces,
    @JsonUnwrapped WordTraffic traffic,
    @JsonUnwrapped Placement placement,
    @JsonUnwrapped CheckCode code,
    @JsonUnwrapped Advice advice,
    @Nullable Ancestry ancestry)
    implements Finding {
  /** What is shared. */
  public enum Kind {
    /** Two threads or more write the same word, or one does and others read that very word. */
    @JsonProperty("true-sharing")
    TRUE_SHARING,
    /** One thread at a time writes a word, another reads a different one on the same line. */
    @JsonProperty("false-sharing")
    FALSE_SHARING;

    /** For people. */
    public String words() {
      return switch (this) {
        case TRUE_SHARING -> "true sharing";
        case FALSE_SHARING -> "false sharing";
      };
    }
  }

  /** Keeps a copy and checks that nothing is missing. */
  public SharingFinding {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(grade, "grade");
    Objects.requireNonNull(type, "type");
    interfaces = List.copyOf(interfaces);
    Objects.requireNonNull(traffic, "traffic");
    Objects.requireNonNull(placement, "placement");
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(advice, "advice");
  }

  @Override
  public String title() {
    return isKindKnown() ? kind.words() : "sharing of unknown kind";
  }

  /** Whether it was seen who writes; else {@code kind} says nothing. */
  @JsonIgnore
  public boolean isKindKnown() {
    return traffic.writerThreads() > 0;
  }

  @Override
  public String subject() {
    return type.className();
  }

  /** The same finding, with what another examination observed of it behind the explanation. */
  public SharingFinding confirmedBy(String evidence) {
    return with(placement, advice.explainedBy(evidence));
  }

  /** The same finding whose threads were renamed. */
  SharingFinding withFields(List<SharingField> changed) {
    return with(placement.withFields(changed), advice);
  }

  private SharingFinding with(Placement placed, Advice advised) {
    return new SharingFinding(
        kind, grade, type, interfaces, traffic, placed, code, advised, ancestry);
  }
}
