package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
import dev.foliot.store.Json;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Redaction;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.Reason;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The additional file of a fleet's run. Stateless. */
public final class FleetFiles {
  static final String FLEET_FILE = "fleet.json";
  private static final String COMMAND = "fleet";
  private static final String NONE = "none";

  /** What the file holds. */
  private record Stored(@JsonUnwrapped FleetRecord fleet, @JsonUnwrapped FleetWords words) {}

  private FleetFiles() {}

  /**
   * Stores a fleet as a run without arms and forks; secrets are removed first.
   *
   * @param words the same in words, for those who read its file
   * @param seed seed of all random choices in the analysis
   * @param commandLine the words of the command
   * @param endedAt start, ISO 8601 in UTC
   * @param environment of the analysing machine, which does not belong to the fleet
   * @throws dev.foliot.store.StoreException if the store is not writable; no part of it then
   *     remains
   */
  public static StoredRun write(
      Store store,
      FleetRecord fleet,
      FleetWords words,
      long seed,
      List<String> commandLine,
      String endedAt,
      Map<String, Object> environment) {
    FleetRecord kept = redacted(fleet);
    return RunFolder.keep(
        store,
        COMMAND,
        FLEET_FILE,
        new Stored(kept, new FleetWords(Redaction.text(words.words()), texts(words.next()))),
        id -> run(id, kept, seed, commandLine, endedAt, environment));
  }

  private static RunRecord run(
      String id,
      FleetRecord fleet,
      long seed,
      List<String> commandLine,
      String endedAt,
      Map<String, Object> environment) {
    return new RunRecord(
        RunRecord.SCHEMA,
        new RunRecord.Origin(
            id,
            COMMAND,
            commandLine,
            fleet.metric() + " in " + source(fleet.input().files()),
            fleet.startedAt(),
            endedAt),
        new RunRecord.Setup(
            List.of(),
            List.of(
                new LoadRecord(
                    new LoadRecord.Schedule(0, NONE, NONE, seed),
                    0,
                    0,
                    new LoadRecord.Work(NONE, 0, NONE, 0),
                    null,
                    null)),
            environment),
        new RunRecord.Result(validity(fleet), Map.of(), List.of(), null),
        List.of(),
        true);
  }

  /** The first file without its folders, and the number of further ones. */
  private static String source(List<String> files) {
    if (files.isEmpty()) {
      return "no file";
    }
    String first = files.getFirst();
    String name = first.substring(Math.max(first.lastIndexOf('/'), first.lastIndexOf('\\')) + 1);
    return files.size() == 1 ? name : name + " and " + (files.size() - 1) + " more";
  }

  /** The reliability of a fleet's verdict: with too few nodes it is SUSPECT. */
  public static Validity validity(FleetRecord fleet) {
    Reason few = fleet.finding().reasonCode();
    return few == null ? Validity.valid() : Validity.of(Verdict.SUSPECT, few);
  }

  /**
   * A fleet as stored, without secrets. It redacts file names, values of labels, sentences, and
   * nodes named by a URL or an assignment. If two nodes' names become equal, {@code assignments}
   * gets apostrophes. A second redaction changes nothing.
   */
  public static FleetRecord redacted(FleetRecord fleet) {
    FleetInput input = fleet.input();
    return new FleetRecord(
        fleet.schema(),
        fleet.startedAt(),
        new FleetInput(
            texts(input.files()), input.format(), input.columns(), texts(input.guesses())),
        redacted(fleet.finding()),
        redacted(fleet.groups()),
        fleet.steps().stream()
            .map(step -> new FleetStep(step.name(), Redaction.text(step.said())))
            .toList(),
        redacted(fleet.data()),
        redacted(fleet.plots()));
  }

  private static FleetFinding redacted(FleetFinding finding) {
    return new FleetFinding(
        finding.nodes(),
        finding.lifetimes(),
        finding.verdict(),
        finding.confidence(),
        finding.reasonCode(),
        finding.limits(),
        redacted(finding.ceiling()),
        finding.onsets().stream().map(FleetFiles::redacted).toList());
  }

  private static FleetOnset redacted(FleetOnset onset) {
    return new FleetOnset(
        onset.kind(),
        nodes(onset.nodes()),
        onset.of(),
        onset.time(),
        onset.level(),
        onset.restarted(),
        redacted(onset.explanations()));
  }

  private static @Nullable FleetCeiling redacted(@Nullable FleetCeiling ceiling) {
    return ceiling == null
        ? null
        : new FleetCeiling(
            ceiling.metric(),
            ceiling.level(),
            ceiling.of(),
            nodes(ceiling.nodes()),
            nodes(ceiling.always()),
            ceiling.share(),
            redacted(ceiling.explanations()));
  }

  private static FleetGroups redacted(FleetGroups groups) {
    FleetPlaces places = groups.places();
    FleetPair pair = places.pair();
    return new FleetGroups(
        groups.bands(),
        groups.separation(),
        groups.dipP(),
        groups.eighths(),
        groups.loyalty(),
        redacted(groups.explanations()),
        new FleetPlaces(
            redacted(places.assignments()),
            nodes(places.outliers()),
            nodes(places.typical()),
            places.members().stream()
                .map(one -> new FleetMember(node(one.node()), one.level(), one.error()))
                .toList(),
            pair == null
                ? null
                : new FleetPair(
                    node(pair.slow()), node(pair.fast()), pair.same(), pair.loadRatio())));
  }

  private static FleetExplanations redacted(FleetExplanations explanations) {
    return new FleetExplanations(
        explanations.explainedBy().stream().map(FleetFiles::redacted).toList(),
        explanations.goesWith().stream().map(FleetFiles::redacted).toList(),
        explanations.labelled(),
        explanations.almost() == null ? null : redacted(explanations.almost()));
  }

  private static FleetExplanation redacted(FleetExplanation one) {
    return new FleetExplanation(
        one.label(),
        one.tellsLabel() ? Redaction.named(one.label(), one.value()) : one.value(),
        one.kind(),
        one.band(),
        one.effect(),
        one.riskRatio(),
        one.pAdjusted(),
        texts(one.alike()));
  }

  private static Map<String, Integer> redacted(Map<String, Integer> assignments) {
    Map<String, Integer> redacted = new LinkedHashMap<>();
    assignments.forEach((name, band) -> redacted.put(Copies.free(node(name), redacted), band));
    return redacted;
  }

  private static FleetData redacted(FleetData data) {
    return new FleetData(
        data.points(), data.period(), nodes(data.nodesWithout()), texts(data.notes()));
  }

  private static FleetPlots redacted(FleetPlots plots) {
    return new FleetPlots(
        plots.windowStartsUs(),
        plots.lines().stream()
            .map(line -> new FleetPlots.Line(node(line.node()), line.band(), line.values()))
            .toList(),
        plots.courses(),
        plots.dots().stream()
            .map(dot ->
                new FleetPlots.Dot(
                    node(dot.node()), dot.band(), dot.load(), dot.before(), dot.after()))
            .toList(),
        plots.centers(),
        plots.mixture());
  }

  /** A node's name must stay recognisable: {@code keycloak:8080} contains no secret. */
  private static String node(String name) {
    return name.indexOf('@') < 0 && name.indexOf('=') < 0 ? name : Redaction.text(name);
  }

  private static List<String> nodes(List<String> names) {
    return names.stream().map(FleetFiles::node).toList();
  }

  private static List<String> texts(List<String> texts) {
    return texts.stream().map(Redaction::text).toList();
  }

  /** Whether a run is a fleet. */
  public static boolean isFleet(StoredRun run) {
    return Files.isRegularFile(run.path().resolve(FLEET_FILE));
  }

  /**
   * A run's fleet.
   *
   * @throws dev.foliot.store.StoreException if it is missing, corrupt or too new
   */
  public static FleetRecord fleet(StoredRun run) {
    return Json.read(run.path().resolve(FLEET_FILE), FleetRecord.class, FleetRecord.SCHEMA);
  }
}
