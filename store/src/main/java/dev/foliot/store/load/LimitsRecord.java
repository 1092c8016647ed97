package dev.foliot.store.load;

import dev.foliot.store.Json;
import dev.foliot.store.RunFolder;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * What must hold in a load test: {@code limits.json} in the run's folder.
 *
 * @param schema {@link #SCHEMA}
 * @param limits as on the command line, one each
 */
public record LimitsRecord(String schema, List<String> limits) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.limits/1";

  private static final String FILE = "limits.json";

  /** Keeps a copy and checks that nothing is missing. */
  public LimitsRecord {
    Objects.requireNonNull(schema, "schema");
    limits = List.copyOf(limits);
  }

  /** Of such limits. */
  public LimitsRecord(List<String> limits) {
    this(SCHEMA, limits);
  }

  /**
   * Writes it into a run that begins.
   *
   * @throws StoreException if it is not writable
   */
  public void write(RunFolder run) {
    try {
      Json.write(run.path().resolve(FILE), this);
    } catch (IOException e) {
      throw StoreException.unwritable(run.path(), e);
    }
  }

  /**
   * The limits of a run; none where none were given.
   *
   * @throws StoreException if the file is corrupt, too big or too new
   */
  public static LimitsRecord of(StoredRun run) {
    Path file = run.path().resolve(FILE);
    return Files.exists(file)
        ? Json.read(file, LimitsRecord.class, SCHEMA)
        : new LimitsRecord(List.of());
  }
}
