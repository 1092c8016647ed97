package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Redaction;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One arm under one load in one fork, in numbers. A fork that failed has empty figures and a {@code
 * failure}. JSON has all of it side by side, without the parts that it has here.
 *
 * @param cell which arm, load and fork
 * @param answered what the load got
 * @param used what the service took under load
 * @param measures what the study reads off the fork beside that
 * @param observed the service from outside and from within its JVM
 * @param trust how far the figures can be relied upon
 * @param placement where a class lay; empty outside of the studies that ask
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
   * Which fork it is.
   *
   * @param arm the arm's name
   * @param step index of the load, from 0
   * @param ratePerS requests a second that were asked for, null in a closed loop
   * @param clients of a closed loop, null in an open one
   * @param fork the number of the fork in the run, that of its folder
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
   * What a load got.
   *
   * @param throughputPerS requests answered as they should, or tasks done, per second of the load
   * @param response response times; failed requests are not in it
   * @param errors failed requests by kind
   */
  public record Answered(double throughputPerS, Percentiles response, Map<String, Long> errors) {
    /** Of a load that got nothing. */
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
   * What the service took.
   *
   * @param cpuCores CPU time per time under load, in CPUs; null if not known
   * @param rssBytes the greatest RSS under load, null if not known
   * @param threads the greatest number of platform threads under load, null if not known
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
   * The service as observed.
   *
   * @param watch from outside, over warm-up and load, null where not watched
   * @param flight what the flight recorder saw in its JVM, null without a recording
   * @param collection what a full collection after the load left, null without one
   */
  public record Observed(
      @Nullable StudyWatch watch,
      @Nullable StudyFlight flight,
      @Nullable StudyCollection collection) {
    /** Nothing was observed. */
    public static final Observed NOTHING = new Observed(null, null, null);
  }

  /**
   * How far figures can be relied upon.
   *
   * @param unavailable what could not be measured, with reasons and remedies, as texts
   * @param unavailableCodes the same as data, in the same order
   * @param validity the verdict
   * @param failure why there are no figures, null where there are
   */
  public record Trust(
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> unavailable,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Reason> unavailableCodes,
      Validity validity,
      @Nullable String failure) {
    /** Keeps copies; the texts are those of the codes where there are some. */
    public Trust {
      unavailableCodes = Reasons.ofStored(unavailable, unavailableCodes);
      unavailable = Reasons.texts(unavailableCodes);
      Objects.requireNonNull(validity, "validity");
    }

    /** The same without secrets. */
    private Trust redacted() {
      List<Reason> codes = Redaction.reasons(unavailableCodes);
      return new Trust(
          Reasons.texts(codes),
          codes,
          Redaction.validity(validity),
          failure == null ? null : Redaction.text(failure));
    }

    /** Of figures that are all there. */
    public static Trust of(Validity validity) {
      return new Trust(List.of(), List.of(), validity, null);
    }

    /** Of figures of which some are not there. */
    public static Trust of(Validity validity, List<? extends Reason> unavailable) {
      return new Trust(Reasons.texts(unavailable), List.copyOf(unavailable), validity, null);
    }
  }

  /**
   * Where a class lay.
   *
   * @param prediction what that said of the fork before it was measured, null where nothing did
   * @param remedy what the fork had of a remedy, null outside of the study of remedies
   */
  public record Placement(@Nullable StudyPrediction prediction, @Nullable StudyRemedy remedy) {
    /** Nobody asked. */
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

  /** Whether its figures count: it is not INVALID. */
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

  /** Requests a second that were asked for, null in a closed loop. */
  public @Nullable Double ratePerS() {
    return cell.ratePerS;
  }

  /** Of a closed loop, null in an open one. */
  public @Nullable Integer clients() {
    return cell.clients;
  }

  /** Requests answered as they should, or tasks done, a second. */
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

  /** CPU time per time, null if not known. */
  public @Nullable Double cpuCores() {
    return used.cpuCores;
  }

  /** The greatest RSS, null if not known. */
  public @Nullable Long rssBytes() {
    return used.rssBytes;
  }

  /** The greatest number of platform threads, null if not known. */
  public @Nullable Integer threads() {
    return used.threads;
  }

  /** The service from outside, null where not watched. */
  public @Nullable StudyWatch watch() {
    return observed.watch;
  }

  /** What the flight recorder saw, null without a recording. */
  public @Nullable StudyFlight flight() {
    return observed.flight;
  }

  /** What a full collection left, null without one. */
  public @Nullable StudyCollection collection() {
    return observed.collection;
  }

  /** What could not be measured. */
  public List<String> unavailable() {
    return trust.unavailable;
  }

  /** The same as data. */
  public List<Reason> unavailableCodes() {
    return trust.unavailableCodes;
  }

  /** How far it can be relied upon. */
  public Validity validity() {
    return trust.validity;
  }

  /** Why it has no figures, null where it has. */
  public @Nullable String failure() {
    return trust.failure;
  }

  /** What was said of it before, null where nothing was. */
  public @Nullable StudyPrediction prediction() {
    return placement.prediction;
  }

  /** What it had of a remedy, null outside of the study of remedies. */
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
        observed,
        trust.redacted(),
        new Placement(placement.prediction, remedy == null ? null : remedy.redacted()));
  }
}
