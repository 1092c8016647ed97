package dev.foliot.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a person calls a run: {@code label.json}, beside its {@code run.json}. A run without one has
 * no name. Any text may be in it.
 *
 * @param schema {@link #SCHEMA}
 * @param name null without one
 * @param note null without one
 * @param baselines the files of the baselines that were taken from the run
 */
public record RunLabel(
    String schema, @Nullable String name, @Nullable String note, List<String> baselines) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.label/1";

  /** How many characters a name has at most. */
  public static final int LONGEST_NAME = 80;

  /** How many characters a note has at most. */
  public static final int LONGEST_NOTE = 2_000;

  /** Of a run without a name. */
  public static final RunLabel NONE = new RunLabel(SCHEMA, null, null, List.of());

  private static final String FILE = "label.json";

  /** Keeps a copy and checks that nothing is missing. */
  public RunLabel {
    Objects.requireNonNull(schema, "schema");
    baselines = List.copyOf(baselines);
  }

  /**
   * The label of a run; {@link #NONE} where it has none.
   *
   * @throws StoreException of kind {@code UNREADABLE}
   */
  public static RunLabel of(StoredRun run) {
    Path file = run.path().resolve(FILE);
    return Files.exists(file) ? Json.read(file, RunLabel.class, SCHEMA) : NONE;
  }

  /** The same with another name; null takes it off. */
  public RunLabel named(@Nullable String other) {
    return new RunLabel(schema, other, note, baselines);
  }

  /** The same with another note; null takes it off. */
  public RunLabel noted(@Nullable String other) {
    return new RunLabel(schema, name, other, baselines);
  }

  /** The same with one more baseline. */
  public RunLabel baseline(Path file) {
    List<String> all = new ArrayList<>(baselines);
    String path = file.toAbsolutePath().normalize().toString();
    if (!all.contains(path)) {
      all.add(path);
    }
    return new RunLabel(schema, name, note, all);
  }

  /** The baselines that still exist. */
  public List<Path> kept() {
    return baselines.stream().map(Path::of).filter(Files::exists).toList();
  }

  /**
   * Replaces the label of a run in one step.
   *
   * @throws StoreException of kind {@code UNWRITABLE}
   */
  public void write(StoredRun run) {
    Path file = run.path().resolve(FILE);
    try {
      Json.write(file, this);
    } catch (IOException e) {
      throw StoreException.unwritableFile(file, e);
    }
  }
}
