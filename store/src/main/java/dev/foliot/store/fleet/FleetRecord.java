package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Objects;

/**
 * The findings among the nodes of a fleet: {@code fleet.json}, beside the {@code run.json} of its
 * run. In JSON, its parts are merged into one object.
 *
 * @param schema {@link #SCHEMA}
 * @param startedAt time of the analysis, ISO 8601 in UTC
 * @param input the source of the data
 * @param finding the verdict, and what limits it
 * @param groups the groups, and what separates them
 * @param steps the steps of the analysis, in order
 * @param data properties of the data
 * @param plots data of the page's plots
 */
@JsonPropertyOrder({"schema", "started_at", "input", "metric"})
public record FleetRecord(
    String schema,
    String startedAt,
    FleetInput input,
    @JsonUnwrapped FleetFinding finding,
    @JsonUnwrapped FleetGroups groups,
    List<FleetStep> steps,
    FleetData data,
    FleetPlots plots) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.fleet/1";

  /** Keeps copies. */
  public FleetRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(startedAt, "started_at");
    Objects.requireNonNull(input, "input");
    Objects.requireNonNull(finding, "finding");
    Objects.requireNonNull(groups, "groups");
    steps = List.copyOf(steps);
    Objects.requireNonNull(data, "data");
    Objects.requireNonNull(plots, "plots");
  }

  /** The same with these changes of level. */
  public FleetRecord with(List<FleetOnset> onsets) {
    return new FleetRecord(
        schema,
        startedAt,
        input,
        new FleetFinding(
            finding.nodes(),
            finding.lifetimes(),
            finding.verdict(),
            finding.confidence(),
            finding.reasonCode(),
            finding.limits(),
            finding.ceiling(),
            onsets),
        groups,
        steps,
        data,
        plots);
  }

  /** The expression that nodes are compared by, such as {@code cpu/rps}. */
  @JsonProperty("metric")
  public String metric() {
    return input.columns().metric();
  }

  /** The verdict on the nodes. */
  public FleetVerdict verdict() {
    return finding.verdict();
  }

  /** The groups, lowest centre first. */
  public List<FleetBand> bands() {
    return groups.bands();
  }

  /** Whether the load is known and the metric follows it, so that its effect is removed. */
  public boolean takesLoadOut() {
    return input.columns().load() != null
        && steps.stream().noneMatch(step -> step.name() == FleetStep.Name.LOAD_LEFT);
  }
}
