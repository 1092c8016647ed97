package dev.foliot.report;

import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetCeiling;
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
import dev.foliot.store.fleet.FleetObjection;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetPair;
import dev.foliot.store.fleet.FleetPlaces;
import dev.foliot.store.fleet.FleetPlots;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.store.fleet.FleetVerdict;
import dev.foliot.store.fleet.FleetWords;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A fleet that has something evil in every field that holds a text, and odd numbers. */
final class HostileFleet {
  private static final String EVIL = HostileRun.EVIL;

  private HostileFleet() {}

  public static StoredRun write(Path dir) {
    return FleetFiles.write(
        Store.open(dir.resolve("hostile-fleet")),
        record(),
        new FleetWords(EVIL, List.of(EVIL)),
        Long.MIN_VALUE,
        List.of(EVIL, "'", EVIL),
        EVIL,
        Map.of(EVIL, EVIL));
  }

  private static FleetRecord record() {
    List<String> texts = Collections.nCopies(8, EVIL);
    return new FleetRecord(
        FleetRecord.SCHEMA,
        EVIL,
        new FleetInput(
            texts, EVIL, new FleetInput.Columns(EVIL, EVIL, EVIL, EVIL, EVIL, texts), texts),
        new FleetFinding(
            -1,
            Integer.MAX_VALUE,
            FleetVerdict.BANDS,
            1e300,
            null,
            new FleetLimits(
                new FleetObjection(FleetObjection.Kind.LOAD, 1e300, -1.0),
                1e300,
                true,
                1e300,
                EVIL,
                Integer.MIN_VALUE),
            new FleetCeiling(EVIL, 1e300, -1, texts, texts, -1e300, explanations(texts)),
            List.of(
                new FleetOnset(
                    FleetOnset.Kind.ONSET,
                    texts,
                    -1,
                    new FleetOnset.Time(Long.MAX_VALUE, Long.MIN_VALUE, 0, -1L),
                    new FleetOnset.Level(1e300, 1e-300, null),
                    5,
                    explanations(texts)))),
        new FleetGroups(
            List.of(
                new FleetBand(0, -1, 1e300, -5, 1e300, 1e300, -1e300),
                new FleetBand(-7, 1, 0, 5, -5, 0, 0),
                new FleetBand(1_000_000, 1, 0.5, 0.9, 0.1, -1e-300, 1e-300)),
            1e300,
            -1e300,
            new FleetEighths(List.of(-1, 0, 8, 99), 1e300),
            new FleetLoyalty(1e300, -1, -1, -1e300, 1e300, FleetLoyalty.Verdict.ANEW),
            explanations(texts),
            new FleetPlaces(
                Map.of(EVIL, 0, EVIL + "2", -9, EVIL + "3", 77),
                texts,
                texts,
                List.of(),
                new FleetPair(EVIL, EVIL, texts, 1e300))),
        List.of(new FleetStep(FleetStep.Name.GROUPS, EVIL)),
        new FleetData(
            new FleetData.Points(-1, -1, -1, -1, true, -1),
            new FleetData.Period(Long.MIN_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, Long.MIN_VALUE),
            texts,
            texts),
        new FleetPlots(
            List.of(Long.MAX_VALUE, 0L, Long.MIN_VALUE, 5L),
            List.of(
                new FleetPlots.Line(EVIL, 0, Arrays.asList(1e300, null, -1e300, 1.0, 2.0, 3.0)),
                new FleetPlots.Line(EVIL, -9, Arrays.asList(1e308, -1e308)),
                new FleetPlots.Line(EVIL, 500, List.of())),
            List.of(
                new FleetPlots.Course(
                    0, Arrays.asList(1e308, null), List.of(-1e308), Arrays.asList(0.0, 1.0, 2.0)),
                new FleetPlots.Course(44, List.of(), List.of(), List.of())),
            List.of(
                new FleetPlots.Dot(EVIL, 0, 1e308, -1e308, 1e308),
                new FleetPlots.Dot(EVIL, 3, -1e308, 0, 0),
                new FleetPlots.Dot(EVIL, -2, null, 0, 0)),
            List.of(1e308, -1e308, 0.0, 0.0),
            List.of(
                new FleetPlots.Component(-1, 0, 1),
                new FleetPlots.Component(1e300, 1e308, 1e-300),
                new FleetPlots.Component(1e-300, -1e308, 1e308))));
  }

  private static FleetExplanations explanations(List<String> texts) {
    return new FleetExplanations(
        List.of(
            new FleetExplanation(
                EVIL, EVIL, FleetExplanation.Kind.LABEL, 99, 1e300, 1e300, -1, texts)),
        List.of(
            new FleetExplanation(
                EVIL, EVIL, FleetExplanation.Kind.METRIC, -5, -1, null, 0, List.of())),
        true,
        null);
  }
}
