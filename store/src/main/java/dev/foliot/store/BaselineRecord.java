package dev.foliot.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One side of a comparison: the response times of the forks of one arm under one load, with all
 * that they were measured in. In a file of its own it is a baseline, small enough to be kept with
 * the code that it watches.
 *
 * @param schema {@link #SCHEMA}
 * @param id of the run that it was taken from
 * @param benchmark the class under test
 * @param startedAt when the run began, ISO 8601 in UTC
 * @param armIndex which of the run's arms, from 0
 * @param arm the same, whole
 * @param loadIndex which of the run's loads, from 0
 * @param load the same, whole
 * @param environment the machine's fingerprint
 * @param validity the worst of the forks that are kept; the reasons name those that are not
 * @param forks the response time of each fork that is not INVALID
 */
public record BaselineRecord(
    String schema,
    String id,
    String benchmark,
    String startedAt,
    int armIndex,
    Arm arm,
    int loadIndex,
    LoadRecord load,
    Map<String, Object> environment,
    Validity validity,
    List<Percentiles> forks) {

  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.baseline/1";

  /** Keeps copies and checks that nothing is missing. */
  public BaselineRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(benchmark, "benchmark");
    Objects.requireNonNull(startedAt, "started_at");
    Objects.requireNonNull(arm, "arm");
    Objects.requireNonNull(load, "load");
    environment = Copies.facts(environment);
    Objects.requireNonNull(validity, "validity");
    forks = List.copyOf(forks);
  }

  /**
   * Reads a baseline.
   *
   * @throws StoreException of kind {@code UNREADABLE}
   */
  public static BaselineRecord read(Path file) {
    return Json.read(file, BaselineRecord.class, SCHEMA);
  }

  /**
   * Writes it, in one step.
   *
   * @throws StoreException of kind {@code UNWRITABLE}; a file that was there is still whole then
   */
  public void write(Path file) {
    try {
      Json.write(file.toAbsolutePath(), this);
    } catch (IOException e) {
      throw StoreException.unwritableFile(file, e);
    }
  }
}
