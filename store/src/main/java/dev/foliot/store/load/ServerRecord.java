package dev.foliot.store.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.foliot.store.study.StudySample;
import dev.foliot.store.study.StudyWatch;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The server under a load test, watched from outside during one fork: {@code server.json}. Times
 * count from the start of the measured load.
 *
 * @param schema {@link #SCHEMA}
 * @param process what was watched
 * @param watch its use of CPUs and memory during the load; null if it ended before
 * @param samples the same by time, the first at 0
 * @param throttledNs how long it was throttled, summed over CPUs; null without a CPU quota
 * @param unavailableCodes what could not be watched, and why
 * @param end how it ended during the load; null if it lives
 */
@JsonPropertyOrder({
  "schema",
  "process",
  "watch",
  "samples",
  "throttled_ns",
  "unavailable",
  "unavailable_codes",
  "end"
})
public record ServerRecord(
    String schema,
    Program process,
    @Nullable StudyWatch watch,
    List<StudySample> samples,
    @Nullable Long throttledNs,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Reason> unavailableCodes,
    @Nullable End end) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.server/1";

  /**
   * What was watched.
   *
   * @param pid of its first process; its children are watched too
   * @param command that started it, without secrets; empty for a process that ran already
   * @param jvm its JVM, as in {@code HotSpot 25.0.1+8}; null if it has none, or it is not readable
   * @param cpus on which it may run
   */
  public record Program(long pid, List<String> command, @Nullable String jvm, int cpus) {
    /** Keeps a copy. */
    public Program {
      command = List.copyOf(command);
    }
  }

  /**
   * An end during the load.
   *
   * @param atMs from the start of the measured load, in milliseconds
   * @param how exit code and last output, where they are known; else empty
   */
  public record End(double atMs, String how) {
    /** Checks that nothing is missing. */
    public End {
      Objects.requireNonNull(how, "how");
    }
  }

  /** Keeps copies and checks that nothing is missing. */
  public ServerRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(process, "process");
    samples = List.copyOf(samples);
    unavailableCodes = List.copyOf(unavailableCodes);
  }

  /** What could not be watched, in words. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public List<String> unavailable() {
    return Reasons.texts(unavailableCodes);
  }

  /** The CPUs that it used on average; null if unknown. */
  public @Nullable Double cpus() {
    return watch == null
        ? null
        : (Double) (watch.cpu().cpuUserCores() + watch.cpu().cpuSystemCores());
  }
}
