package dev.foliot.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Collections;
import java.util.Objects;

/**
 * What was found in a live JVM: {@code diagnosis.json}.
 *
 * @param schema {@link #SCHEMA}
 * @param pid the process, in the namespace of who looked
 * @param jvm which it is
 * @param startedAt ISO 8601 in UTC
 * @param durationS how long was looked
 * @param examinations by name, in the order in which they were made
 * @param findings the gravest first
 * @param cost what the looking took
 */
public record DiagnosisRecord(
    String schema,
    long pid,
    Jvm jvm,
    String startedAt,
    double durationS,
    Map<String, ExaminationRecord> examinations,
    List<Finding> findings,
    Cost cost) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.diagnosis/1";

  /**
   * A JVM, as its own memory tells.
   *
   * @param version as {@code 17.0.15+6-Debian-1deb12u1}
   * @param vendor as {@code Debian}
   * @param mainClass or the jar that it was started with; empty when not known
   */
  public record Jvm(String version, String vendor, String mainClass) {
    /** Checks that nothing is missing. */
    public Jvm {
      Objects.requireNonNull(version, "version");
      Objects.requireNonNull(vendor, "vendor");
      Objects.requireNonNull(mainClass, "main_class");
    }
  }

  /**
   * What the looking took.
   *
   * @param cpuS of this process
   * @param watchpointHits in the target, of all threads
   * @param hitNs what one hit cost, as measured
   * @param worstThreadShare of the time, lost to hits by the thread that lost most
   */
  public record Cost(double cpuS, long watchpointHits, double hitNs, double worstThreadShare) {}

  /** Keeps copies. */
  public DiagnosisRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(jvm, "jvm");
    Objects.requireNonNull(startedAt, "started_at");
    examinations = Collections.unmodifiableMap(new LinkedHashMap<>(examinations));
    findings = List.copyOf(findings);
    Objects.requireNonNull(cost, "cost");
  }
}
