package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
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

  /**
   * A class whose structure is written while the JVM runs.
   *
   * @param className as {@link Class#getName()} gives it
   * @param loader the class loader, in words
   * @param field the written field, as HotSpot's sources name it
   */
  public record SharedClass(@JsonProperty("class") String className, String loader, String field) {
    /** Checks that nothing is missing. */
    public SharedClass {
      Objects.requireNonNull(className, "class");
      Objects.requireNonNull(loader, "loader");
      Objects.requireNonNull(field, "field");
    }
  }

  /**
   * Who writes a field of a class's structure, how often, and who reads beside it.
   *
   * @param rate how often it is written
   * @param writerThreads how many threads write; 0 where nobody could be watched
   * @param readerThreads how many threads that do not write read a field of the structure, the
   *     written one too, but for those that do so in turn with the writers
   */
  public record WordTraffic(WriteRate rate, int writerThreads, int readerThreads) {
    /** Checks that nothing is missing. */
    public WordTraffic {
      Objects.requireNonNull(rate, "rate");
    }
  }

  /**
   * Which fields of a class's structure share a cache line, and with whom.
   *
   * @param place where the structure lies
   * @param sameLineFields the read fields that share the written one's line
   * @param lucky for the pair that matters most; null for true sharing, where no address helps
   * @param pairs all of a written and a read field
   * @param fields of the structure up to the last one that matters, ascending by offset
   */
  public record Placement(
      @JsonUnwrapped StructurePlace place,
      List<String> sameLineFields,
      @Nullable LuckyPlacements lucky,
      List<FieldPair> pairs,
      List<SharingField> fields) {
    /** Keeps copies. */
    public Placement {
      Objects.requireNonNull(place, "place");
      sameLineFields = List.copyOf(sameLineFields);
      pairs = List.copyOf(pairs);
      fields = List.copyOf(fields);
    }

    /** The same place with other fields. */
    Placement withFields(List<SharingField> changed) {
      return new Placement(place, sameLineFields, lucky, pairs, changed);
    }
  }

  /**
   * Where HotSpot's structure for a class lies.
   *
   * @param klassAddress in hexadecimal, {@code 0x7f…}
   * @param lineBytes the size of a cache line
   * @param lineOffset the structure's address modulo a line
   */
  public record StructurePlace(String klassAddress, int lineBytes, int lineOffset) {
    /** Checks that it is a place. */
    public StructurePlace {
      Objects.requireNonNull(klassAddress, "klass_address");
      if (lineBytes < 1 || lineOffset < 0 || lineOffset >= lineBytes) {
        throw new IllegalArgumentException(
            "no place: " + lineOffset + " bytes into a line of " + lineBytes);
      }
    }

    /**
     * The structure's address.
     *
     * @return 0 where {@code klassAddress} is none
     */
    public long address() {
      try {
        return klassAddress.startsWith("0x")
            ? Long.parseUnsignedLong(klassAddress.substring(2), 16)
            : 0;
      } catch (NumberFormatException e) {
        // a file that was changed by hand
        return 0;
      }
    }
  }

  /**
   * The code that touches a shared line, and what it costs.
   *
   * @param sites where it is, the largest share first
   * @param costShare of the CPU samples, at the check that does it; null when not measured
   */
  public record CheckCode(List<CodeSite> sites, @Nullable Double costShare) {
    /** Keeps a copy and checks that JSON can hold it. */
    public CheckCode {
      sites = List.copyOf(sites);
      Copies.finiteOrNull(costShare, "cost_share");
    }
  }
}
