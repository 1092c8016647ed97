package dev.foliot.store.comparison;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Arm;
import dev.foliot.store.Copies;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.Json;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.StoreException;
import dev.foliot.store.Validity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One side of a comparison: response times of one arm's forks under one load, with their
 * conditions. A file of its own is a baseline, small enough to live with the code it guards.
 *
 * @param schema {@link #SCHEMA}
 * @param origin the run that it is from
 * @param part the arm and the load of that run
 * @param environment the machine's fingerprint
 * @param validity the worst of the forks that are kept; the reasons name those that are not
 * @param figures the figures of the forks
 */
public record BaselineRecord(
    String schema,
    @JsonUnwrapped Origin origin,
    @JsonUnwrapped Part part,
    Map<String, Object> environment,
    Validity validity,
    @JsonUnwrapped Figures figures) {

  private static final int MOST_FORKS = 10_000;
  private static final long LONGEST_NS = 10_000 * 3_600_000_000_000L;

  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.baseline/1";

  /**
   * The run that it is from.
   *
   * @param id id of its source run
   * @param benchmark the class under test
   * @param startedAt start of the run, ISO 8601 in UTC
   */
  public record Origin(String id, String benchmark, String startedAt) {
    /** Checks that nothing is missing. */
    public Origin {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(benchmark, "benchmark");
      Objects.requireNonNull(startedAt, "started_at");
    }
  }

  /**
   * The arm and the load of that run.
   *
   * @param armIndex index of the arm in the run, from 0
   * @param arm the arm itself
   * @param loadIndex index of the load in the run, from 0
   * @param load the load itself
   */
  public record Part(int armIndex, Arm arm, int loadIndex, LoadRecord load) {
    /** Checks that nothing is missing. */
    public Part {
      Objects.requireNonNull(arm, "arm");
      Objects.requireNonNull(load, "load");
    }
  }

  /**
   * The figures of the forks.
   *
   * @param forks the response time of each fork that is not INVALID
   * @param achievedPerS the messages that each of these forks completed per second, in the same
   *     order; empty where one completed none
   * @param saturatedForks how many of these forks were SATURATED
   * @param wildForks those far slower than the others, by percentile
   */
  public record Figures(
      List<Percentiles> forks,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Double> achievedPerS,
      int saturatedForks,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<WildFork> wildForks) {
    /** Keeps copies and checks that nothing is missing. */
    public Figures {
      forks = List.copyOf(forks);
      wildForks = List.copyOf(wildForks);
      achievedPerS = List.copyOf(achievedPerS);
    }
  }

  /** Keeps copies and checks that nothing is missing. */
  public BaselineRecord {
    Objects.requireNonNull(schema, "schema");
    environment = Copies.facts(environment);
    Objects.requireNonNull(validity, "validity");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(part, "part");
    Objects.requireNonNull(figures, "figures");
  }

  /** The same with the forks that are far slower than the others. */
  public BaselineRecord with(List<WildFork> wildForks) {
    return new BaselineRecord(
        schema,
        origin,
        part,
        environment,
        validity,
        new Figures(figures.forks, figures.achievedPerS, figures.saturatedForks, wildForks));
  }

  /**
   * Reads a baseline.
   *
   * @throws StoreException of kind {@code UNREADABLE}
   */
  public static BaselineRecord read(Path file) {
    BaselineRecord baseline = Json.read(file, BaselineRecord.class, SCHEMA);
    if (baseline.figures().forks().size() > MOST_FORKS) {
      throw StoreException.unreadable(
          file, baseline.figures().forks().size() + " forks, at most " + MOST_FORKS, null);
    }
    if (!baseline.part().load().isClosed() && !(baseline.part().load().ratePerS() > 0)) {
      throw StoreException.unreadable(file, "its rate is not above 0", null);
    }
    for (int i = 0; i < baseline.figures().forks().size(); i++) {
      if (!isPossible(baseline.figures().forks().get(i))) {
        throw StoreException.unreadable(
            file, "forks[" + i + "] is impossible: counts, order or size of its figures", null);
      }
    }
    List<Double> achieved = baseline.figures().achievedPerS();
    if ((!achieved.isEmpty() && achieved.size() != baseline.figures().forks().size())
        || !achieved.stream().allMatch(rate -> rate > 0 && Double.isFinite(rate))) {
      throw StoreException.unreadable(file, "achieved_per_s is not a rate for each fork", null);
    }
    return baseline;
  }

  /** Whether the figures are possible: ascending, from 0 to 10,000 hours. */
  private static boolean isPossible(Percentiles figures) {
    long last = 0;
    for (String name : figures.names()) {
      Long value = ForkPercentile.value(figures, name);
      if (value != null) {
        if (value < last) {
          return false;
        }
        last = value;
      }
    }
    Long max = figures.max();
    return figures.count() > 0
        && last <= LONGEST_NS
        && (max == null || (max <= LONGEST_NS && last <= max))
        && figures.few().values().stream()
            .allMatch(few -> few.episodes() >= 0 && few.episodes() < ForkPercentile.ENOUGH);
  }

  /**
   * Writes the baseline in one step.
   *
   * @throws StoreException of kind {@code UNWRITABLE}; an earlier file then stays whole
   */
  public void write(Path file) {
    try {
      Json.write(file.toAbsolutePath(), this);
    } catch (IOException e) {
      throw StoreException.unwritableFile(file, e);
    }
  }
}
