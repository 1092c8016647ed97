package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import dev.foliot.store.Copies;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Redaction;
import dev.foliot.store.Unavailable;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.Reason;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one fork: an arm under a load. A failed fork has empty figures and a {@code
 * failure}. In JSON, all parts are merged into one object.
 *
 * @param cell arm, load and fork
 * @param answered results of the load
 * @param used the service's use of resources under load
 * @param measures the study's own figures of the fork
 * @param observed the service from outside and inside its JVM
 * @param trust the reliability of the figures
 * @param placement position of a class; empty outside of the studies that need it
 */
public record StudyPoint(
    @JsonUnwrapped Cell cell,
    @JsonUnwrapped Answered answered,
    @JsonUnwrapped Used used,
    MetricValues measures,
    @JsonUnwrapped Observed observed,
    @JsonUnwrapped Trust trust,
    @JsonUnwrapped Placement placement) {
  /**
   * Identifies a fork.
   *
   * @param arm the arm's name
   * @param step index of the load, from 0
   * @param ratePerS requested rate, requests a second; null in a closed loop
   * @param clients clients of a closed loop, null in an open one
   * @param fork the number of the fork in the run, which names its folder
   */
  public record Cell(
      String arm, int step, @Nullable Double ratePerS, @Nullable Integer clients, int fork) {
    /** Checks that nothing is missing. */
    public Cell {
      Objects.requireNonNull(arm, "arm");
      Copies.finiteOrNull(ratePerS, "rate_per_s");
    }
  }

  /**
   * The results of a load.
   *
   * @param throughputPerS requests with the expected answer, or tasks done, per second of the load
   * @param response response times without failed requests
   * @param errors failed requests by kind
   */
  public record Answered(double throughputPerS, Percentiles response, Map<String, Long> errors) {
    /** A load without results. */
    public static final Answered NOTHING = of(0);

    /** Keeps a copy and checks that nothing is missing. */
    public Answered {
      Copies.finite(throughputPerS, "throughput_per_s");
      Objects.requireNonNull(response, "response");
      errors = Copies.ordered(errors);
    }

    /** A throughput without response times and errors. */
    public static Answered of(double throughputPerS) {
      return new Answered(throughputPerS, Percentiles.empty("ns"), Map.of());
    }
  }

  /**
   * The service's use of resources.
   *
   * @param cpuCores CPU use under load, in CPUs; null if unknown
   * @param rssBytes the maximum RSS under load, null if unknown
   * @param threads the maximum number of platform threads under load, null if unknown
   */
  public record Used(
      @Nullable Double cpuCores, @Nullable Long rssBytes, @Nullable Integer threads) {
    /** Nothing is known. */
    public static final Used UNKNOWN = new Used(null, null, null);

    /** Checks that it is finite. */
    public Used {
      Copies.finiteOrNull(cpuCores, "cpu_cores");
    }
  }

  /**
   * Observations of the service.
   *
   * @param watch from outside, over warm-up and load; null if not watched
   * @param flight flight recorder figures of its JVM, null without a recording
   * @param collection memory after a full collection that followed the load, null without one
   * @param jvm its JVM; null if it has none, or none that can be read
   * @param findings those of {@code diagnose} under a further load; null if it was not diagnosed
   */
  public record Observed(
      @Nullable StudyWatch watch,
      @Nullable StudyFlight flight,
      @Nullable StudyCollection collection,
      @Nullable StudyJvm jvm,
      @JsonSetter(nulls = Nulls.SET) @Nullable List<StudyRemedy.Seen> findings) {
    /** Nothing was observed. */
    public static final Observed NOTHING = new Observed(null, null, null, null, null);

    /** Keeps a copy. */
    public Observed {
      findings = findings == null ? null : List.copyOf(findings);
    }

    /** The same with its JVM. */
    public Observed in(@Nullable StudyJvm other) {
      return new Observed(watch, flight, collection, other, findings);
    }

    /** The same with the findings of a diagnosis. */
    public Observed diagnosed(List<StudyRemedy.Seen> found) {
      return new Observed(watch, flight, collection, jvm, found);
    }

    private Observed redacted() {
      return new Observed(
          watch,
          flight,
          collection,
          jvm == null ? null : jvm.redacted(),
          findings == null ? null : findings.stream().map(StudyRemedy.Seen::redacted).toList());
    }
  }

  /**
   * The reliability of figures.
   *
   * @param missing measurements that are missing, with reasons and remedies
   * @param validity the verdict
   * @param failure why figures are missing, or null
   */
  public record Trust(
      @JsonUnwrapped Unavailable missing, Validity validity, @Nullable String failure) {
    /** Checks that nothing is missing. */
    public Trust {
      Objects.requireNonNull(missing, "missing");
      Objects.requireNonNull(validity, "validity");
    }

    /** The same without secrets. */
    private Trust redacted() {
      return new Trust(
          missing.redacted(),
          Redaction.validity(validity),
          failure == null ? null : Redaction.text(failure));
    }

    /** Figures without any missing. */
    public static Trust of(Validity validity) {
      return new Trust(Unavailable.NOTHING, validity, null);
    }

    /** Makes the trust in figures with some missing. */
    public static Trust of(Validity validity, List<? extends Reason> unavailable) {
      return new Trust(Unavailable.of(unavailable), validity, null);
    }
  }

  /**
   * The position of a class.
   *
   * @param prediction the prediction made before the measurement, or null
   * @param remedy the fork's part of a remedy, null outside of the study of remedies
   */
  public record Placement(@Nullable StudyPrediction prediction, @Nullable StudyRemedy remedy) {
    /** A study without placement. */
    public static final Placement NONE = new Placement(null, null);
  }

  /** Checks that nothing is missing. */
  public StudyPoint {
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(answered, "answered");
    Objects.requireNonNull(used, "used");
    Objects.requireNonNull(measures, "measures");
    Objects.requireNonNull(observed, "observed");
    Objects.requireNonNull(trust, "trust");
    Objects.requireNonNull(placement, "placement");
  }

  /**
   * The same with a measure that all forks of its study decide on.
   *
   * @param value empty to leave it out
   */
  public StudyPoint measured(Metric metric, OptionalDouble value) {
    return new StudyPoint(
        cell, answered, used, measures.with(metric, value), observed, trust, placement);
  }

  /** Whether the fork is valid: it is not INVALID. */
  public boolean counts() {
    return validity().verdict() != Verdict.INVALID;
  }

  /** Name of its arm. */
  public String arm() {
    return cell.arm;
  }

  /** Index of its load, from 0. */
  public int step() {
    return cell.step;
  }

  /** Number of the fork in the run. */
  public int fork() {
    return cell.fork;
  }

  /** Requested rate, requests a second; null in a closed loop. */
  public @Nullable Double ratePerS() {
    return cell.ratePerS;
  }

  /** Clients of a closed loop, null in an open one. */
  public @Nullable Integer clients() {
    return cell.clients;
  }

  /** Requests with the expected answer, or tasks done, per second. */
  public double throughputPerS() {
    return answered.throughputPerS;
  }

  /** Response times. */
  public Percentiles response() {
    return answered.response;
  }

  /** Failed requests by kind. */
  public Map<String, Long> errors() {
    return answered.errors;
  }

  /** CPU use in CPUs, null if unknown. */
  public @Nullable Double cpuCores() {
    return used.cpuCores;
  }

  /** The maximum RSS, null if unknown. */
  public @Nullable Long rssBytes() {
    return used.rssBytes;
  }

  /** The maximum number of platform threads, null if unknown. */
  public @Nullable Integer threads() {
    return used.threads;
  }

  /** The service from outside, null if not watched. */
  public @Nullable StudyWatch watch() {
    return observed.watch;
  }

  /** Flight recorder figures, null without a recording. */
  public @Nullable StudyFlight flight() {
    return observed.flight;
  }

  /** Memory after a full collection, null without one. */
  public @Nullable StudyCollection collection() {
    return observed.collection;
  }

  /** Its JVM as read from the process; null if it has none, or none that can be read. */
  public @Nullable StudyJvm jvm() {
    return observed.jvm;
  }

  /** What {@code diagnose} found under a further load; null if it was not diagnosed. */
  public @Nullable List<StudyRemedy.Seen> findings() {
    return observed.findings;
  }

  /** The missing measurements. */
  public List<String> unavailable() {
    return trust.missing.unavailable();
  }

  /** The same as data. */
  public List<Reason> unavailableCodes() {
    return trust.missing.unavailableCodes();
  }

  /** The reliability of the fork. */
  public Validity validity() {
    return trust.validity;
  }

  /** Why figures are missing, or null. */
  public @Nullable String failure() {
    return trust.failure;
  }

  /** The prediction made before the measurement, or null. */
  public @Nullable StudyPrediction prediction() {
    return placement.prediction;
  }

  /** The fork's part of a remedy, null outside of the study of remedies. */
  public @Nullable StudyRemedy remedy() {
    return placement.remedy;
  }

  /** The same without secrets. */
  StudyPoint redacted() {
    StudyRemedy remedy = placement.remedy;
    return new StudyPoint(
        cell,
        answered,
        used,
        measures,
        observed.redacted(),
        trust.redacted(),
        new Placement(placement.prediction, remedy == null ? null : remedy.redacted()));
  }
}
