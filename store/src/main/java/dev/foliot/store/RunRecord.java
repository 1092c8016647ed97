package dev.foliot.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one command produced: {@code run.json}.
 *
 * @param schema {@link #SCHEMA}
 * @param id the name of its folder
 * @param command the command, {@code bench}
 * @param commandLine the words of the command line; secrets are taken out when a run is stored
 * @param benchmark the class under test
 * @param startedAt ISO 8601 in UTC
 * @param endedAt the same, null while it runs
 * @param arms the ways to run the system, in the order of their index
 * @param load what was asked for; the first of several
 * @param loads all that were asked for, in the order of their index; forks refer to them
 * @param environment the machine's fingerprint: text, numbers, truths, and lists and maps of them
 * @param validity how far the figures can be relied upon
 * @param summary by kind ({@code response}, {@code probe NAME} …), by percentile: over the forks
 * @param rateSearch what a search for a rate found, null where there was none
 * @param forks the folders of its forks
 * @param complete whether it came to its end
 */
public record RunRecord(
    String schema,
    String id,
    String command,
    List<String> commandLine,
    String benchmark,
    String startedAt,
    @Nullable String endedAt,
    List<Arm> arms,
    LoadRecord load,
    List<LoadRecord> loads,
    Map<String, Object> environment,
    Validity validity,
    Map<String, Map<String, Spread>> summary,
    @Nullable RateSearch rateSearch,
    List<String> forks,
    boolean complete) {

  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.run/1";

  /** Keeps copies and checks that nothing is missing. */
  public RunRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(command, "command");
    commandLine = List.copyOf(commandLine);
    Objects.requireNonNull(benchmark, "benchmark");
    Objects.requireNonNull(startedAt, "started_at");
    arms = List.copyOf(arms);
    Objects.requireNonNull(load, "load");
    loads = loads.isEmpty() ? List.of(load) : List.copyOf(loads);
    environment = Copies.facts(environment);
    Objects.requireNonNull(validity, "validity");
    summary = copyOfSummary(summary);
    forks = List.copyOf(forks);
  }

  private static Map<String, Map<String, Spread>> copyOfSummary(
      Map<String, Map<String, Spread>> summary) {
    Map<String, Map<String, Spread>> copy = new LinkedHashMap<>();
    summary.forEach((kind, spreads) -> copy.put(kind, Copies.ordered(spreads)));
    return Copies.ordered(copy);
  }
}
