package dev.foliot.store.beside;

import dev.foliot.store.Json;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What JLBH reports of the program of a run, in forks that took turns with those of the run: {@code
 * foliot.beside/1}.
 *
 * @param schema {@link #SCHEMA}
 * @param jar the file name of JLBH's jar
 * @param forks one for each fork of the run, in order
 */
public record BesideRecord(String schema, String jar, List<Fork> forks) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.beside/1";

  /** The maximum among the percentiles. */
  public static final String MAX = "max";

  private static final String FILE = "beside.json";

  /** Keeps a copy. */
  public BesideRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(jar, "jar");
    forks = List.copyOf(forks);
  }

  /**
   * A fork with JLBH.
   *
   * @param fork the number of the run's fork beside which it ran
   * @param first whether it ran before that fork
   * @param achievedPerS messages that it sent in a second; null without a result
   * @param percentilesNs by name, {@code p99_9} or {@code max}: the median over its runs, and the
   *     largest maximum
   * @param jitterThread whether JLBH's jitter thread ran
   * @param pinnedTo the CPU to which one of its threads was pinned; null for none
   * @param failure why it has no result; null where it has one
   */
  public record Fork(
      int fork,
      boolean first,
      @Nullable Double achievedPerS,
      Map<String, Long> percentilesNs,
      boolean jitterThread,
      @Nullable String pinnedTo,
      @Nullable String failure) {
    /** Keeps a copy. */
    public Fork {
      percentilesNs = Collections.unmodifiableMap(new LinkedHashMap<>(percentilesNs));
    }
  }

  /**
   * Keeps it with a run.
   *
   * @param run the run's folder
   */
  public void write(Path run) {
    try {
      Json.write(run.resolve(FILE), this);
    } catch (IOException e) {
      throw StoreException.unwritableFile(run.resolve(FILE), e);
    }
  }

  /** What JLBH reported beside a run; empty where it did not run. */
  public static Optional<BesideRecord> of(StoredRun run) {
    Path file = run.path().resolve(FILE);
    return Files.exists(file)
        ? Optional.of(Json.read(file, BesideRecord.class, SCHEMA))
        : Optional.empty();
  }
}
