package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of one command: {@code run.json}.
 *
 * @param schema {@link #SCHEMA}
 * @param id the name of its folder
 * @param command the command, {@code bench}
 * @param commandLine the words of the command line, stored without secrets
 * @param benchmark the class under test
 * @param startedAt start, ISO 8601 in UTC
 * @param endedAt end in the same form, null while it runs
 * @param arms the arms, in the order of their index
 * @param load the requested load; the first of several
 * @param loads all requested loads, in the order of their index; forks refer to them
 * @param environment the machine's fingerprint: texts, numbers, booleans, and lists and maps of
 *     them
 * @param validity the reliability of the figures
 * @param summary over the forks, by kind ({@code response}, {@code probe NAME} …) and percentile
 * @param percentiles the names of the percentiles that the user asked to see, ascending; empty for
 *     the usual ones
 * @param rateSearch the result of a search for a rate, null without one
 * @param forks the folders of its forks
 * @param complete whether it finished
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
    Map<SummaryKey, Map<String, Spread>> summary,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> percentiles,
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
    percentiles = List.copyOf(percentiles);
    forks = List.copyOf(forks);
  }

  /** With the usual percentiles. */
  public RunRecord(
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
      Map<SummaryKey, Map<String, Spread>> summary,
      @Nullable RateSearch rateSearch,
      List<String> forks,
      boolean complete) {
    this(
        schema,
        id,
        command,
        commandLine,
        benchmark,
        startedAt,
        endedAt,
        arms,
        load,
        loads,
        environment,
        validity,
        summary,
        List.of(),
        rateSearch,
        forks,
        complete);
  }

  /**
   * The names of the percentiles for people, ascending: those that the user asked for; else {@link
   * Percentiles#NAMES}, with {@link Percentiles#RAREST} where response times have enough data.
   */
  public List<String> shownPercentiles() {
    if (!percentiles.isEmpty()) {
      return percentiles;
    }
    boolean isRarestKnown =
        summary.entrySet().stream()
            .filter(row -> row.getKey().kind().equals(SummaryKey.RESPONSE))
            .map(row -> row.getValue().get(Percentiles.RAREST))
            .anyMatch(spread -> spread != null && spread.median() != null);
    return isRarestKnown ? Percentiles.names(List.of(Percentiles.RAREST)) : Percentiles.NAMES;
  }

  /** The same record of none of its forks. */
  RunRecord withoutForks() {
    return new RunRecord(
        schema,
        id,
        command,
        commandLine,
        benchmark,
        startedAt,
        endedAt,
        arms,
        load,
        loads,
        environment,
        validity,
        summary,
        percentiles,
        rateSearch,
        List.of(),
        complete);
  }

  /** The summary's row of an arm under a load, by percentile; empty without one. */
  public Map<String, Spread> spreads(int arm, int load, String kind) {
    return summary.getOrDefault(
        SummaryKey.of(arm, arms.size(), load, loads.size(), kind), Map.of());
  }

  /** The combinations of the arms' parameters, each once; one empty one without parameters. */
  public List<Map<String, String>> combinations() {
    return arms.stream().map(Arm::params).distinct().toList();
  }

  /** The parameters whose values differ among the arms. */
  public List<String> varyingParams() {
    return arms.stream()
        .flatMap(arm -> arm.params().keySet().stream())
        .distinct()
        .filter(name ->
            arms.stream().map(arm -> arm.params().getOrDefault(name, "")).distinct().count() > 1)
        .toList();
  }

  private static Map<SummaryKey, Map<String, Spread>> copyOfSummary(
      Map<SummaryKey, Map<String, Spread>> summary) {
    Map<SummaryKey, Map<String, Spread>> copy = new LinkedHashMap<>();
    summary.forEach((key, spreads) -> copy.put(key, Copies.ordered(spreads)));
    return Collections.unmodifiableMap(copy);
  }
}
