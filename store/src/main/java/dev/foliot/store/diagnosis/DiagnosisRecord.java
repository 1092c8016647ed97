package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The findings in a live JVM: {@code diagnosis.json}, beside the {@code run.json} of its run.
 *
 * @param schema {@link #SCHEMA}
 * @param examined the process, and when
 * @param time where the time of its threads went; null if that was not examined
 * @param examinations by name, in running order
 * @param findings the most severe first
 * @param cleared classes examined closely without a finding; another process may have one there
 * @param cost cost of the diagnosis
 */
public record DiagnosisRecord(
    String schema,
    @JsonUnwrapped Examined examined,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ThreadTime time,
    Map<String, ExaminationRecord> examinations,
    List<Finding> findings,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ClearedClass> cleared,
    Cost cost) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.diagnosis/1";

  /** The examination that asks the JVM for a flight recording. */
  private static final String RECORDING = ExaminationKind.RECORDING.label();

  /**
   * A JVM, from its own memory.
   *
   * @param version such as {@code 17.0.15+6-Debian-1deb12u1}
   * @param vendor such as {@code Debian}
   * @param mainClass or the jar that started it; empty if unknown
   * @param cured whether its type checks leave the cache of a class's secondary supers unchanged,
   *     by its version and flags; null if unknown
   */
  public record Jvm(String version, String vendor, String mainClass, @Nullable Boolean cured) {
    /** Checks that nothing is missing. */
    public Jvm {
      Objects.requireNonNull(version, "version");
      Objects.requireNonNull(vendor, "vendor");
      Objects.requireNonNull(mainClass, "main_class");
    }
  }

  /**
   * The examined process, and the time of the diagnosis.
   *
   * @param pid the process id, in the observer's namespace
   * @param jvm its version and main class
   * @param startedAt start, ISO 8601 in UTC
   * @param durationS duration of the diagnosis
   * @param only names of the examinations that were chosen; empty if none was left out
   */
  public record Examined(
      long pid,
      Jvm jvm,
      String startedAt,
      double durationS,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> only) {
    /** Checks that nothing is missing. */
    public Examined {
      Objects.requireNonNull(jvm, "jvm");
      Objects.requireNonNull(startedAt, "started_at");
      Copies.finite(durationS, "duration_s");
      only = List.copyOf(only);
    }
  }

  /**
   * The cost of the diagnosis.
   *
   * @param cpuS of this process
   * @param watchpointHits in the target, of all threads
   * @param hitNs measured mean cost of a hit; 0 without hits
   * @param worstThreadShare share of time lost to hits, for the thread that lost most
   */
  public record Cost(double cpuS, long watchpointHits, double hitNs, double worstThreadShare) {
    /** Checks that JSON can hold it. */
    public Cost {
      Copies.finite(cpuS, "cpu_s");
      Copies.finite(hitNs, "hit_ns");
      Copies.finite(worstThreadShare, "worst_thread_share");
    }
  }

  /** Keeps copies. */
  public DiagnosisRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(examined, "examined");
    examinations = Copies.ordered(examinations);
    findings = List.copyOf(findings);
    cleared = List.copyOf(cleared);
    Objects.requireNonNull(cost, "cost");
  }

  /** The process id, in the observer's namespace. */
  public long pid() {
    return examined.pid();
  }

  /** The JVM. */
  public Jvm jvm() {
    return examined.jvm();
  }

  /** The start, ISO 8601 in UTC. */
  public String startedAt() {
    return examined.startedAt();
  }

  /** The duration of the diagnosis, in seconds. */
  public double durationS() {
    return examined.durationS();
  }

  /** Names of the examinations that were chosen; empty if none was left out. */
  public List<String> only() {
    return examined.only();
  }

  /** The findings on shared cache lines, in order. */
  public List<SharingFinding> sharing() {
    return findings.stream()
        .filter(SharingFinding.class::isInstance)
        .map(SharingFinding.class::cast)
        .toList();
  }

  /** The findings on CPUs and memory, in order. */
  public List<ResourceFinding> resources() {
    return findings.stream()
        .filter(ResourceFinding.class::isInstance)
        .map(ResourceFinding.class::cast)
        .toList();
  }

  /** Whether every examination finished. */
  public boolean sawAll() {
    return examinations.values().stream()
        .allMatch(one -> one.status() == ExaminationRecord.Status.DONE);
  }

  /** What only a flight recording examines; empty if there was one. */
  public String unrecorded() {
    return examinations.containsKey(RECORDING) ? "" : "exceptions, deoptimisation and blocking I/O";
  }

  /** Whether no examination had any result. */
  public boolean sawNothing() {
    return examinations.values().stream()
        .allMatch(one -> one.status() == ExaminationRecord.Status.UNAVAILABLE);
  }

  /** A short summary: {@code 2 findings: 1 high, 1 low}, {@code nothing found}. */
  public String headline() {
    if (findings.isEmpty()) {
      return sawNothing()
          ? "could not look"
          : sawAll() ? "nothing found" : "nothing found, but not all could be looked at";
    }
    List<String> counts = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      long count = findings.stream().filter(finding -> finding.severity() == severity).count();
      if (count > 0) {
        counts.add(count + " " + severity.words());
      }
    }
    return (findings.size() == 1 ? "1 finding: " : findings.size() + " findings: ")
        + String.join(", ", counts)
        + (sawAll() ? "" : "; not all could be looked at");
  }
}
