package dev.foliot.store.watch;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.explain.TimelineSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a watch watches: {@code watch.json}, beside the folders of its JVMs.
 *
 * @param schema {@link #SCHEMA}
 * @param host the name of the machine, or of the pod; empty if unknown
 * @param keepBytes how much of each JVM's log is kept, about
 * @param jvms in the order in which they were found
 */
public record WatchRecord(String schema, String host, long keepBytes, List<Jvm> jvms) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.watch/1";

  /**
   * A JVM.
   *
   * @param folder of its log, within the run's
   * @param pid the process id
   * @param program what it runs
   * @param fromMs since when it is watched, in milliseconds since 1970
   * @param toMs until when; null while it is
   * @param sources where stops are looked for, and where they cannot be
   */
  public record Jvm(
      String folder,
      long pid,
      Program program,
      long fromMs,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long toMs,
      List<TimelineSource> sources) {
    /** Keeps a copy. */
    public Jvm {
      Objects.requireNonNull(folder, "folder");
      Objects.requireNonNull(program, "program");
      sources = List.copyOf(sources);
    }

    /** The same, no longer watched. */
    public Jvm until(long ms, List<TimelineSource> seen) {
      return new Jvm(folder, pid, program, fromMs, ms, seen);
    }
  }

  /**
   * What a process runs.
   *
   * @param main its main class or jar; empty if unknown
   * @param version of the JVM
   * @param vendor of the JVM
   */
  public record Program(String main, String version, String vendor) {}

  /** Keeps a copy. */
  public WatchRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(host, "host");
    jvms = List.copyOf(jvms);
  }
}
