package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A shared cache line: a structure of HotSpot that makes threads wait for each other's caches.
 *
 * @param kind what it is; an assumption where {@code writerThreads} is 0
 * @param severity what it costs
 * @param severityReason the figures that the severity rests on, in words, with the thresholds
 * @param className the Java class whose structure it is, as {@link Class#getName()} gives it
 * @param loader the class loader, in words
 * @param field the written one, as HotSpot's sources name it
 * @param interfaces between which the field alternates
 * @param rate how often it is written
 * @param writerThreads how many threads write; 0 where nobody could be watched
 * @param readerThreads how many threads that do not write read a field of the same line, the
 *     written one too
 * @param klassAddress in hexadecimal, {@code 0x7f…}
 * @param lineBytes the size of a cache line
 * @param lineOffset the structure's address modulo a line
 * @param sameLineFields the read fields that share the written one's line
 * @param lucky for the pair that matters most; null for true sharing, where no address helps
 * @param pairs all of a written and a read field
 * @param fields of the structure up to the last one that matters, ascending by offset
 * @param sites the code, the largest share first
 * @param costShare of the CPU samples, at the check that does it; null when not measured
 * @param explanation in words, for a reader who has never heard of a Klass
 * @param remedies each with the way to prove it
 * @param confidence from 0 to 1
 * @param ancestry what the class extends and implements; null where that is not known
 */
public record SharingFinding(
    Kind kind,
    Severity severity,
    String severityReason,
    @JsonProperty("class") String className,
    String loader,
    String field,
    List<String> interfaces,
    WriteRate rate,
    int writerThreads,
    int readerThreads,
    String klassAddress,
    int lineBytes,
    int lineOffset,
    List<String> sameLineFields,
    @Nullable LuckyPlacements lucky,
    List<FieldPair> pairs,
    List<SharingField> fields,
    List<CodeSite> sites,
    @Nullable Double costShare,
    String explanation,
    List<String> remedies,
    double confidence,
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

  /** Keeps copies and checks that nothing is missing and that the place is one. */
  public SharingFinding {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(severityReason, "severity_reason");
    Objects.requireNonNull(className, "class");
    Objects.requireNonNull(loader, "loader");
    Objects.requireNonNull(field, "field");
    interfaces = List.copyOf(interfaces);
    Objects.requireNonNull(rate, "rate");
    Objects.requireNonNull(klassAddress, "klass_address");
    LuckyPlacements.checkPlace(lineBytes, lineOffset);
    sameLineFields = List.copyOf(sameLineFields);
    pairs = List.copyOf(pairs);
    fields = List.copyOf(fields);
    sites = List.copyOf(sites);
    Copies.finiteOrNull(costShare, "cost_share");
    Objects.requireNonNull(explanation, "explanation");
    remedies = List.copyOf(remedies);
    Copies.finite(confidence, "confidence");
  }

  /** A finding of a class of which it is not known what it extends and implements. */
  public SharingFinding(
      Kind kind,
      Severity severity,
      String severityReason,
      String className,
      String loader,
      String field,
      List<String> interfaces,
      WriteRate rate,
      int writerThreads,
      int readerThreads,
      String klassAddress,
      int lineBytes,
      int lineOffset,
      List<String> sameLineFields,
      @Nullable LuckyPlacements lucky,
      List<FieldPair> pairs,
      List<SharingField> fields,
      List<CodeSite> sites,
      @Nullable Double costShare,
      String explanation,
      List<String> remedies,
      double confidence) {
    this(
        kind,
        severity,
        severityReason,
        className,
        loader,
        field,
        interfaces,
        rate,
        writerThreads,
        readerThreads,
        klassAddress,
        lineBytes,
        lineOffset,
        sameLineFields,
        lucky,
        pairs,
        fields,
        sites,
        costShare,
        explanation,
        remedies,
        confidence,
        null);
  }

  @Override
  public String title() {
    return isKindKnown() ? kind.words() : "sharing of unknown kind";
  }

  /** Whether it was seen who writes; else {@code kind} says nothing. */
  @JsonIgnore
  public boolean isKindKnown() {
    return writerThreads > 0;
  }

  @Override
  public String subject() {
    return className;
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

  /** The same finding, with what another look saw of it behind the explanation. */
  public SharingFinding confirmedBy(String evidence) {
    return with(fields, explanation + " " + evidence);
  }

  /** The same finding whose threads and texts were changed. */
  SharingFinding withFields(List<SharingField> changed) {
    return with(changed, explanation);
  }

  private SharingFinding with(List<SharingField> changed, String explained) {
    return new SharingFinding(
        kind,
        severity,
        severityReason,
        className,
        loader,
        field,
        interfaces,
        rate,
        writerThreads,
        readerThreads,
        klassAddress,
        lineBytes,
        lineOffset,
        sameLineFields,
        lucky,
        pairs,
        changed,
        sites,
        costShare,
        explained,
        remedies,
        confidence,
        ancestry);
  }
}
