package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
 * @param origin the command
 * @param setup what it compares, under which loads and where
 * @param result the figures over the forks
 * @param forks the folders of its forks
 * @param complete whether it finished
 */
public record RunRecord(
    String schema,
    @JsonUnwrapped Origin origin,
    @JsonUnwrapped Setup setup,
    @JsonUnwrapped Result result,
    List<String> forks,
    boolean complete) {

  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.run/1";

  /**
   * The command.
   *
   * @param id the name of its folder
   * @param command the command, {@code bench}
   * @param commandLine the words of the command line, stored without secrets
   * @param benchmark the class under test
   * @param startedAt start, ISO 8601 in UTC
   * @param endedAt end in the same form, null while it runs
   */
  public record Origin(
      String id,
      String command,
      List<String> commandLine,
      String benchmark,
      String startedAt,
      @Nullable String endedAt) {
    /** Keeps copies and checks that nothing is missing. */
    public Origin {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(command, "command");
      commandLine = List.copyOf(commandLine);
      Objects.requireNonNull(benchmark, "benchmark");
      Objects.requireNonNull(startedAt, "started_at");
    }
  }

  /**
   * What it compares, under which loads and where.
   *
   * @param arms the arms, in the order of their index
   * @param loads the requested loads, in the order of their index; forks refer to them. JSON has
   *     the first one too
   * @param environment the machine's fingerprint: texts, numbers, booleans, and lists and maps of
   *     them
   * @param gate what pairs of forks were to decide; null where forks are no pairs
   */
  @JsonPropertyOrder({"arms", "load", "loads", "environment", "gate"})
  public record Setup(
      List<Arm> arms,
      List<LoadRecord> loads,
      Map<String, Object> environment,
      @Nullable GateRecord gate) {
    /** Keeps copies and checks that nothing is missing. */
    public Setup {
      arms = List.copyOf(arms);
      loads = List.copyOf(loads);
      if (loads.isEmpty()) {
        throw new IllegalArgumentException("a run has no load");
      }
      environment = Copies.facts(environment);
      if (gate != null && arms.size() != 2) {
        throw new IllegalArgumentException("a gate of " + arms.size() + " arms");
      }
    }

    /** Of forks that are no pairs. */
    public Setup(List<Arm> arms, List<LoadRecord> loads, Map<String, Object> environment) {
      this(arms, loads, environment, null);
    }

    /** The first load. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public LoadRecord load() {
      return loads.getFirst();
    }
  }

  /**
   * The figures over the forks.
   *
   * @param validity the reliability of the figures
   * @param summary over the forks, by kind ({@code response}, {@code probe NAME} …) and percentile
   * @param percentiles the names of the percentiles that the user asked to see, ascending; empty
   *     for the usual ones
   * @param rateSearch the result of a search for a rate, null without one
   */
  public record Result(
      Validity validity,
      Map<SummaryKey, Map<String, Spread>> summary,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> percentiles,
      @Nullable RateSearch rateSearch) {
    /** Keeps copies and checks that nothing is missing. */
    public Result {
      Objects.requireNonNull(validity, "validity");
      summary = copyOfSummary(summary);
      percentiles = List.copyOf(percentiles);
    }
  }

  /** Keeps copies and checks that nothing is missing. */
  public RunRecord {
    Objects.requireNonNull(schema, "schema");
    forks = List.copyOf(forks);
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(setup, "setup");
    Objects.requireNonNull(result, "result");
  }

  /** The name of its folder. */
  public String id() {
    return origin.id();
  }

  /** The command, {@code bench}. */
  public String command() {
    return origin.command();
  }

  /** The words of the command line, without secrets. */
  public List<String> commandLine() {
    return origin.commandLine();
  }

  /** The class under test. */
  public String benchmark() {
    return origin.benchmark();
  }

  /** Its start, ISO 8601 in UTC. */
  public String startedAt() {
    return origin.startedAt();
  }

  /** Its end in the same form, null while it runs. */
  public @Nullable String endedAt() {
    return origin.endedAt();
  }

  /** The arms, in the order of their index. */
  public List<Arm> arms() {
    return setup.arms();
  }

  /** The first load. */
  public LoadRecord load() {
    return setup.load();
  }

  /** The loads, in the order of their index. */
  public List<LoadRecord> loads() {
    return setup.loads();
  }

  /** The machine's fingerprint. */
  public Map<String, Object> environment() {
    return setup.environment();
  }

  /** What pairs of forks were to decide; null where forks are no pairs. */
  public @Nullable GateRecord gate() {
    return setup.gate();
  }

  /** The reliability of the figures. */
  public Validity validity() {
    return result.validity();
  }

  /** The figures over the forks, by kind and percentile. */
  public Map<SummaryKey, Map<String, Spread>> summary() {
    return result.summary();
  }

  /** The percentiles that the user asked to see; empty for the usual ones. */
  public List<String> percentiles() {
    return result.percentiles();
  }

  /** The result of a search for a rate, null without one. */
  public @Nullable RateSearch rateSearch() {
    return result.rateSearch();
  }

  /**
   * The names of the percentiles for people, ascending: those that the user asked for; else {@link
   * Percentiles#NAMES}, with {@link Percentiles#RAREST} where response times have enough data.
   */
  public List<String> shownPercentiles() {
    if (!percentiles().isEmpty()) {
      return percentiles();
    }
    boolean isRarestKnown =
        summary().entrySet().stream()
            .filter(row -> row.getKey().kind().equals(SummaryKey.RESPONSE))
            .map(row -> row.getValue().get(Percentiles.RAREST))
            .anyMatch(spread -> spread != null && spread.median() != null);
    return isRarestKnown ? Percentiles.names(List.of(Percentiles.RAREST)) : Percentiles.NAMES;
  }

  /** The same record of none of its forks. */
  RunRecord withoutForks() {
    return new RunRecord(schema, origin, setup, result, List.of(), complete);
  }

  /** The summary's row of an arm under a load, by percentile; empty without one. */
  public Map<String, Spread> spreads(int arm, int load, String kind) {
    return summary()
        .getOrDefault(SummaryKey.of(arm, arms().size(), load, loads().size(), kind), Map.of());
  }

  /** The combinations of the arms' parameters, each once; one empty one without parameters. */
  public List<Map<String, String>> combinations() {
    return arms().stream().map(Arm::params).distinct().toList();
  }

  /**
   * The parameters whose values differ among the arms, and that tell them apart: the operations of
   * a message follow from the others.
   */
  public List<String> varyingParams() {
    return arms().stream()
        .flatMap(arm -> arm.params().keySet().stream())
        .distinct()
        .filter(name -> !name.equals(Arm.OPERATIONS))
        .filter(name ->
            arms().stream().map(arm -> arm.params().getOrDefault(name, "")).distinct().count() > 1)
        .toList();
  }

  /** The same without secrets. */
  RunRecord redacted() {
    return new RunRecord(
        schema,
        new Origin(
            id(), command(), Redaction.command(commandLine()), benchmark(), startedAt(), endedAt()),
        new Setup(
            arms().stream().map(Redaction::arm).toList(),
            loads(),
            Redaction.facts(environment()),
            gate()),
        new Result(Redaction.validity(validity()), summary(), percentiles(), rateSearch()),
        forks,
        complete);
  }

  private static Map<SummaryKey, Map<String, Spread>> copyOfSummary(
      Map<SummaryKey, Map<String, Spread>> summary) {
    Map<SummaryKey, Map<String, Spread>> copy = new LinkedHashMap<>();
    summary.forEach((key, spreads) -> copy.put(key, Copies.ordered(spreads)));
    return Collections.unmodifiableMap(copy);
  }
}
