package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
import dev.foliot.store.diagnosis.FindingKind.Subject;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A shared cache line: a HotSpot structure that makes threads wait for each other's caches. In
 * JSON, its parts are merged into one object.
 *
 * @param kind its kind; an assumption if no writer was observed
 * @param grade its severity
 * @param checked the Java class of the structure
 * @param traffic its writers and readers
 * @param placement its position
 * @param code the code that accesses it
 * @param advice its explanation and remedies
 * @param ancestry the class's supertypes; null if unknown
 */
public record SharingFinding(
    FindingKind kind,
    @JsonUnwrapped Grade grade,
    @JsonUnwrapped CheckedClass checked,
    @JsonUnwrapped WordTraffic traffic,
    @JsonUnwrapped Placement placement,
    @JsonUnwrapped CheckCode code,
    @JsonUnwrapped Advice advice,
    @Nullable Ancestry ancestry)
    implements Finding {
  /** Keeps a copy and checks that nothing is missing. */
  public SharingFinding {
    if (kind.subject() != Subject.CLASS) {
      throw new IllegalArgumentException("not about a class: " + kind);
    }
    Objects.requireNonNull(grade, "grade");
    Objects.requireNonNull(checked, "checked");
    Objects.requireNonNull(traffic, "traffic");
    Objects.requireNonNull(placement, "placement");
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(advice, "advice");
  }

  @Override
  public String title() {
    return isKindKnown() ? kind.words() : "sharing of unknown kind";
  }

  /** Whether a writer was observed; otherwise {@code kind} means nothing. */
  @JsonIgnore
  public boolean isKindKnown() {
    return traffic.writerThreads() > 0;
  }

  @Override
  public String subject() {
    return type().className();
  }

  /** The Java class of the structure. */
  public SharedClass type() {
    return checked.type();
  }

  /** The same finding, with another examination's observation after the explanation. */
  public SharingFinding confirmedBy(String evidence) {
    return with(placement, advice.explainedBy(evidence));
  }

  /** The same finding with its threads renamed. */
  SharingFinding withFields(List<SharingField> changed) {
    return with(placement.withFields(changed), advice);
  }

  private SharingFinding with(Placement placed, Advice advised) {
    return new SharingFinding(kind, grade, checked, traffic, placed, code, advised, ancestry);
  }

  /**
   * A class and what type checks ask about it.
   *
   * @param type the class
   * @param interfaces the field alternates between these
   */
  public record CheckedClass(@JsonUnwrapped SharedClass type, List<String> interfaces) {
    /** Keeps a copy and checks that nothing is missing. */
    public CheckedClass {
      Objects.requireNonNull(type, "type");
      interfaces = List.copyOf(interfaces);
    }
  }

  /**
   * A class with a structure that is written while the JVM runs.
   *
   * @param className as {@link Class#getName()} gives it
   * @param loader the class loader, as text
   * @param field the written field, by its name in HotSpot's sources
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
   * The rate of writes to a field of a class's structure, with its writers and readers.
   *
   * @param rate the rate of writes
   * @param writerThreads number of writing threads; 0 if no thread could be watched
   * @param readerThreads number of threads that only read a field of the structure, including the
   *     written one; without those in turn with the writers
   */
  public record WordTraffic(WriteRate rate, int writerThreads, int readerThreads) {
    /** Checks that nothing is missing. */
    public WordTraffic {
      Objects.requireNonNull(rate, "rate");
    }
  }

  /**
   * The fields of a class's structure on one cache line, and their threads.
   *
   * @param place position of the structure
   * @param sameLineFields the read fields on the written field's line
   * @param lucky for the most important pair; null for true sharing, which no address avoids
   * @param pairs all pairs of a written and a read field
   * @param fields fields of the structure up to the last relevant one, ascending by offset
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
   * The position of HotSpot's structure for a class.
   *
   * @param klassAddress in hexadecimal, {@code 0x7f…}
   * @param lineBytes the size of a cache line
   * @param lineOffset the structure's address modulo a line
   */
  public record StructurePlace(String klassAddress, int lineBytes, int lineOffset) {
    /** Checks that the position is valid. */
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
     * @return 0 if {@code klassAddress} is invalid
     */
    public long address() {
      try {
        return klassAddress.startsWith("0x")
            ? Long.parseUnsignedLong(klassAddress.substring(2), 16)
            : 0;
      } catch (NumberFormatException e) {
        // the file was edited by hand
        return 0;
      }
    }
  }

  /**
   * The code that accesses a shared line, and its cost.
   *
   * @param sites its sites, largest share first
   * @param costShare share of CPU samples at the check; null if not measured
   */
  public record CheckCode(List<CodeSite> sites, @Nullable Double costShare) {
    /** Keeps a copy and checks that JSON can hold it. */
    public CheckCode {
      sites = List.copyOf(sites);
      Copies.finiteOrNull(costShare, "cost_share");
    }
  }
}
