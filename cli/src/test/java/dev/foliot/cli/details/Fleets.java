package dev.foliot.cli.details;

import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetEighths;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.store.fleet.FleetFinding;
import dev.foliot.store.fleet.FleetGroups;
import dev.foliot.store.fleet.FleetInput;
import dev.foliot.store.fleet.FleetLimits;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetPair;
import dev.foliot.store.fleet.FleetPlaces;
import dev.foliot.store.fleet.FleetPlots;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.store.fleet.FleetVerdict;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Fleets that nobody has: those of the store's tests, and one of their kind. */
public final class Fleets {
  public static final String HOSTILE = "\u001b[2J</script>\u202e\r\n\u2028" + "x".repeat(10_000);

  private static final Path GOLDEN = Path.of("..", "store", "src", "test", "resources", "golden");

  private Fleets() {}

  /** Two bands and an outlier, with all that can be said of them. */
  public static FleetRecord bands() {
    return FleetFiles.fleet(stored(1));
  }

  /** One band, of data without times, load and labels. */
  public static FleetRecord oneBand() {
    return FleetFiles.fleet(stored(2));
  }

  private static StoredRun stored(int number) {
    return Store.open(GOLDEN.resolve("none")).find(GOLDEN.resolve("fleet-" + number).toString());
  }

  /** Something evil in every text. */
  public static FleetRecord hostile() {
    List<String> texts = Collections.nCopies(50, HOSTILE);
    return new FleetRecord(
        FleetRecord.SCHEMA,
        HOSTILE,
        new FleetInput(
            texts,
            HOSTILE,
            new FleetInput.Columns(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, texts),
            texts),
        new FleetFinding(2, 2, FleetVerdict.BANDS, 1, null, FleetLimits.NONE, null, List.of()),
        new FleetGroups(
            List.of(new FleetBand(0, 1, 1e300, -1e300, 1e300, 1e300, 1e-300)),
            1e300,
            0.0,
            new FleetEighths(List.of(1), 1),
            new FleetLoyalty(1.0, 1, 1, 1, 1.0, FleetLoyalty.Verdict.ANEW),
            new FleetExplanations(
                List.of(
                    new FleetExplanation(
                        HOSTILE, HOSTILE, FleetExplanation.Kind.LABEL, 0, 1, 1.0, 0, texts)),
                List.of(
                    new FleetExplanation(
                        HOSTILE, HOSTILE, FleetExplanation.Kind.METRIC, 0, 1, null, 0, List.of())),
                true,
                null),
            new FleetPlaces(
                Map.of(HOSTILE, 0),
                texts,
                texts,
                List.of(),
                new FleetPair(HOSTILE, HOSTILE, texts, null))),
        List.of(new FleetStep(FleetStep.Name.GROUPS, HOSTILE)),
        new FleetData(
            new FleetData.Points(1, 1, 1, 1, true, 1),
            new FleetData.Period(1, 1, 1, 1),
            texts,
            texts),
        new FleetPlots(List.of(), List.of(), List.of(), List.of(), List.of(), List.of()));
  }
}
