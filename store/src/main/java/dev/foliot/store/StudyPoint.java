package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One arm under one load in one fork, in numbers. One that failed has empty figures and says under
 * {@code failure} why.
 *
 * @param arm its name
 * @param step index of its load, from 0
 * @param ratePerS requests a second that were asked for, null in a closed loop
 * @param clients of a closed loop, null in an open one
 * @param fork the number of the fork in the run, that of its folder
 * @param throughputPerS requests answered as they should, or tasks done, per second of the load
 * @param response what those who asked waited; failed requests are not in it
 * @param errors failed requests by kind
 * @param cpuCores CPU time of the service per time under load, in CPUs; null if not known
 * @param rssBytes the most memory in RAM under load, null if not known
 * @param threads the most platform threads under load, null if not known
 * @param measures what the study reads off the fork beside that, by name with its unit: {@code
 *     time_to_95_s}, {@code peak_per_s}, {@code per_cpu_s}; what is not known is absent
 * @param watch the service as seen from outside, over warm-up and load, null where not watched
 * @param flight what the flight recorder saw in its JVM, null without a recording
 * @param collection what a full collection after the load left, null without one
 * @param unavailable what could not be measured, with reasons and remedies
 * @param validity how far the figures can be relied upon
 * @param failure why it has no figures, null where it has
 * @param prediction what was said of it before, null where nothing was
 * @param remedy what it had of a remedy, null outside the study of remedies
 */
public record StudyPoint(
    String arm,
    int step,
    @Nullable Double ratePerS,
    @Nullable Integer clients,
    int fork,
    double throughputPerS,
    Percentiles response,
    Map<String, Long> errors,
    @Nullable Double cpuCores,
    @Nullable Long rssBytes,
    @Nullable Integer threads,
    Map<String, Double> measures,
    @Nullable StudyWatch watch,
    @Nullable StudyFlight flight,
    @Nullable StudyCollection collection,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> unavailable,
    Validity validity,
    @Nullable String failure,
    @Nullable StudyPrediction prediction,
    @Nullable StudyRemedy remedy) {
  /** One without a remedy. */
  public StudyPoint(
      String arm,
      int step,
      @Nullable Double ratePerS,
      @Nullable Integer clients,
      int fork,
      double throughputPerS,
      Percentiles response,
      Map<String, Long> errors,
      @Nullable Double cpuCores,
      @Nullable Long rssBytes,
      @Nullable Integer threads,
      Map<String, Double> measures,
      @Nullable StudyWatch watch,
      @Nullable StudyFlight flight,
      @Nullable StudyCollection collection,
      List<String> unavailable,
      Validity validity,
      @Nullable String failure,
      @Nullable StudyPrediction prediction) {
    this(
        arm,
        step,
        ratePerS,
        clients,
        fork,
        throughputPerS,
        response,
        errors,
        cpuCores,
        rssBytes,
        threads,
        measures,
        watch,
        flight,
        collection,
        unavailable,
        validity,
        failure,
        prediction,
        null);
  }

  /** One of which nothing was said before. */
  public StudyPoint(
      String arm,
      int step,
      @Nullable Double ratePerS,
      @Nullable Integer clients,
      int fork,
      double throughputPerS,
      Percentiles response,
      Map<String, Long> errors,
      @Nullable Double cpuCores,
      @Nullable Long rssBytes,
      @Nullable Integer threads,
      Map<String, Double> measures,
      @Nullable StudyWatch watch,
      @Nullable StudyFlight flight,
      @Nullable StudyCollection collection,
      List<String> unavailable,
      Validity validity,
      @Nullable String failure) {
    this(
        arm,
        step,
        ratePerS,
        clients,
        fork,
        throughputPerS,
        response,
        errors,
        cpuCores,
        rssBytes,
        threads,
        measures,
        watch,
        flight,
        collection,
        unavailable,
        validity,
        failure,
        null,
        null);
  }

  /** Keeps copies and checks that nothing is missing. */
  public StudyPoint {
    Objects.requireNonNull(arm, "arm");
    Copies.finiteOrNull(ratePerS, "rate_per_s");
    Copies.finite(throughputPerS, "throughput_per_s");
    Objects.requireNonNull(response, "response");
    errors = Copies.ordered(errors);
    Copies.finiteOrNull(cpuCores, "cpu_cores");
    measures = Copies.ordered(measures);
    measures.forEach((name, value) -> Copies.finite(value, name));
    unavailable = List.copyOf(unavailable);
    Objects.requireNonNull(validity, "validity");
  }
}
