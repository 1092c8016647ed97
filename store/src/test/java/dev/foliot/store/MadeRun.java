package dev.foliot.store;

import dev.foliot.text.Reasons;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A bench with made-up percentiles and no forks, for what reads many runs. */
public final class MadeRun {
  private final Instant at;
  private @Nullable String name;
  private String command = "bench";
  private String benchmark = "com.acme.Hop";
  private String commit = "";
  private String jdk = "25.0.1";
  private String host = "ci-1";
  private String cpu = "Example CPU @ 2.80GHz";
  private Verdict verdict = Verdict.VALID;
  private boolean complete = true;
  private final Map<String, Double> response = new LinkedHashMap<>();

  /** A run of 10, 20, 50, 100 and 200 us that began then. */
  public MadeRun(Instant at) {
    this.at = at;
    double us = 10;
    for (String percentile : Percentiles.NAMES) {
      response.put(percentile, us * 1_000);
      us = percentile.equals("p90") ? us * 2.5 : us * 2;
    }
  }

  public MadeRun named(String text) {
    name = text;
    return this;
  }

  public MadeRun of(String made, String measured) {
    command = made;
    benchmark = measured;
    return this;
  }

  public MadeRun from(String id, String version) {
    commit = id;
    jdk = version;
    return this;
  }

  public MadeRun on(String machine, String model) {
    host = machine;
    cpu = model;
    return this;
  }

  public MadeRun with(Verdict other) {
    verdict = other;
    return this;
  }

  public MadeRun unfinished() {
    complete = false;
    return this;
  }

  /** All percentiles take as much longer. */
  public MadeRun times(double factor) {
    response.replaceAll((percentile, ns) -> ns * factor);
    return this;
  }

  /** One percentile takes as much longer. */
  public MadeRun times(String percentile, double factor) {
    response.computeIfPresent(percentile, (key, ns) -> ns * factor);
    return this;
  }

  public MadeRun without(String percentile) {
    response.remove(percentile);
    return this;
  }

  /** Writes it into a store. */
  public StoredRun write(Path dir) {
    Store store = new Store(dir, () -> at, new SplittableRandom(at.toEpochMilli()));
    RunFolder folder = store.begin(command);
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("cpu_model", cpu);
    environment.put("cpus_granted", 4);
    environment.put("host", host);
    if (!commit.isEmpty()) {
      environment.put("commit", commit);
    }
    folder.write(
        new RunRecord(
            RunRecord.SCHEMA,
            new RunRecord.Origin(
                folder.id(),
                command,
                List.of("foliot", command, benchmark),
                benchmark,
                at.toString(),
                at.plusSeconds(60).toString()),
            new RunRecord.Setup(
                List.of(new Arm("/opt/jdk", jdk, List.of(), null)), List.of(load()), environment),
            new RunRecord.Result(
                verdict == Verdict.VALID
                    ? Validity.valid()
                    : Validity.of(verdict, Reasons.plain(List.of("made up"))),
                Map.of(new SummaryKey(null, null, SummaryKey.RESPONSE), spreads()),
                List.of(),
                null),
            List.of(),
            complete));
    StoredRun stored = store.find(folder.path().toString());
    if (name != null) {
      RunLabel.of(stored).named(name).write(stored);
    }
    return stored;
  }

  private Map<String, Spread> spreads() {
    Map<String, Spread> spreads = new LinkedHashMap<>();
    response.forEach((percentile, ns) ->
        spreads.put(
            percentile,
            new Spread(
                Math.round(ns),
                Math.round(ns * 0.9),
                Math.round(ns * 1.15),
                Math.round(ns * 0.95),
                Math.round(ns * 1.06))));
    return spreads;
  }

  private static LoadRecord load() {
    return new LoadRecord(
        new LoadRecord.Schedule(10_000, "10k/s", "constant", 1),
        0,
        1_000_000_000,
        new LoadRecord.Work("inline", 1, "auto", 1_000_000_000),
        null,
        null);
  }
}
