package dev.foliot.store;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An interval of the measured load: a line of {@code series.csv}. Durations are in nanoseconds,
 * null if absent.
 *
 * @param startMs from the start of the measured load, in milliseconds
 * @param endMs the same
 * @param messages number of messages with their intended start in it
 * @param response the response times of its messages
 * @param service the service times of its messages
 * @param backlogMeanNs their mean backlog
 * @param latenessMaxNs their maximum lateness
 */
public record SeriesInterval(
    double startMs,
    double endMs,
    long messages,
    Response response,
    Service service,
    @Nullable Long backlogMeanNs,
    @Nullable Long latenessMaxNs) {
  /**
   * The response times of its messages.
   *
   * @param responseP50Ns their median response time
   * @param responseP99Ns the 99th percentile of the response time
   * @param responseMaxNs the greatest
   */
  public record Response(
      @Nullable Long responseP50Ns, @Nullable Long responseP99Ns, @Nullable Long responseMaxNs) {}

  /**
   * The service times of its messages.
   *
   * @param serviceP50Ns their median service time
   * @param serviceP99Ns the 99th percentile of the service time
   * @param serviceMaxNs the greatest
   */
  public record Service(
      @Nullable Long serviceP50Ns, @Nullable Long serviceP99Ns, @Nullable Long serviceMaxNs) {}

  /** Checks that nothing is missing. */
  public SeriesInterval {
    Objects.requireNonNull(response, "response");
    Objects.requireNonNull(service, "service");
  }

  static final CsvCodec<SeriesInterval> CODEC = CsvCodec.of(SeriesInterval.class);

  /** The columns of the file, in order. */
  public static final List<String> COLUMNS = CODEC.columns();
}
