package dev.foliot.store.demo;

import dev.foliot.store.Examples;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Invented demos: a complete one, and one with an unavailable part. */
final class DemoExamples {
  private static final String SLOW = "unlucky address";
  private static final String FAST = "lucky address";

  private DemoExamples() {}

  /** All three parts. */
  static DemoRecord whole() {
    return new DemoRecord(
        DemoRecord.SCHEMA, "2026-12-01T15:00:00Z", 68.25, List.of(stall(), placement(), burst()));
  }

  /** One part, and one that cannot be shown. */
  static DemoRecord poor() {
    return new DemoRecord(
        DemoRecord.SCHEMA,
        "2026-12-01T16:00:00Z",
        30,
        List.of(
            stall(),
            DemoPart.unavailable(
                DemoPart.PLACEMENT,
                "Two JVMs that differ in one address alone",
                List.of("foliot diagnose PID"),
                new Reason.Plain("no JDK that is ill was found: install openjdk-17-jdk"))));
  }

  private static DemoPart stall() {
    return new DemoPart(
        DemoPart.STALL,
        "A stall that a closed loop leaves out",
        DemoPart.Status.DONE,
        null,
        new DemoPart.Shown(
            List.of("One message in 2,000 takes a millisecond.", "99 % wait up to 951 us."),
            List.of("closed loop", "users"),
            List.of(
                new DemoFigure(
                    "99 % take at most", "ns", by("closed loop", 1_051, "users", 951_295)),
                new DemoFigure("99.99 % take at most", "ns", Map.of("users", 1_052_671.0))),
            List.of(
                new DemoCurve(
                    "closed loop", List.of(0.0, 1.0, 2.0, 3.0), values(1_001, 1_031, 1_051)),
                new DemoCurve("users", List.of(0.0, 1.0, 2.0, 3.0), values(1_011, 1_051, 951_295))),
            Map.of()),
        List.of("20261201-150000-aaaa"),
        List.of("foliot bench com.example.YourTask --rate 10k/s"),
        Validity.valid());
  }

  private static List<Double> values(double first, double second, double third) {
    return List.of(first, second, third, 1_049_599.0);
  }

  private static DemoPart placement() {
    Map<String, StudyPrediction> places = new LinkedHashMap<>();
    places.put(SLOW, place("0x7f8ae0001c38", 56, true));
    places.put(FAST, place("0x7f8ae0001c18", 24, false));
    return new DemoPart(
        DemoPart.PLACEMENT,
        "Two JVMs that differ in one address alone",
        DemoPart.Status.DONE,
        null,
        new DemoPart.Shown(
            List.of("One program, twice: 2.9 times as many type checks a second."),
            List.of(SLOW, FAST),
            List.of(
                new DemoFigure("type checks of the reader", "/s", by(SLOW, 3.4e8, FAST, 9.9e8)),
                new DemoFigure("findings about the class", "", by(SLOW, 1, FAST, 0))),
            List.of(),
            places),
        List.of("20261201-150020-aaaa", "20261201-150031-aaaa"),
        List.of("foliot diagnose PID", "foliot compare SLOW FAST"),
        Validity.of(
            Verdict.SUSPECT, Reasons.plain(List.of("other processes took 7 % of the time"))));
  }

  private static StudyPrediction place(String address, int offset, boolean same) {
    return new StudyPrediction(
        "2026-12-01T15:00:22Z",
        "17.0.15+6",
        new StudyPrediction.LoadedClass(
            "dev.foliot.apps.lottery.Parcel",
            "dev.foliot.apps.lottery.TemplateLoader @0x1",
            address),
        new StudyPrediction.Line(64, offset, 32, 56, same),
        same ? StudyPrediction.SLOW : StudyPrediction.FAST,
        "at " + offset + " into a line of 64 bytes");
  }

  private static DemoPart burst() {
    List<Double> seconds = List.of(0.0, 1.0, 2.0, 3.0);
    return new DemoPart(
        DemoPart.BURST,
        "Virtual threads, a fixed pool and the self-tuning pool on one burst",
        DemoPart.Status.DONE,
        null,
        new DemoPart.Shown(
            List.of("200 users come at once."),
            List.of("virtual", "adaptive", "fixed:50"),
            List.of(
                new DemoFigure(
                    "answered within 2 s",
                    "",
                    Map.of("virtual", 1_800.0, "adaptive", 1_200.0, "fixed:50", 500.0)),
                new DemoFigure("95 % of the best after", "s", by("virtual", 0, "adaptive", 0.9))),
            List.of(
                new DemoCurve("virtual", seconds, List.of(950.0, 1_000.0, 990.0, 1_000.0)),
                new DemoCurve("adaptive", seconds, List.of(400.0, 960.0, 1_000.0, 990.0)),
                new DemoCurve("fixed:50", seconds, List.of(250.0, 250.0, 245.0, 250.0))),
            Map.of()),
        List.of("20261201-150042-aaaa"),
        List.of("foliot study ramp-up --quick"),
        Validity.valid());
  }

  private static Map<String, Double> by(String one, double first, String other, double second) {
    Map<String, Double> by = new LinkedHashMap<>();
    by.put(one, first);
    by.put(other, second);
    return by;
  }

  static StoredRun write(Store store, DemoRecord demo) {
    return DemoFiles.write(
        store,
        demo,
        List.of("foliot", "demo"),
        Instant.parse(demo.startedAt()).plusSeconds(68).toString(),
        Examples.environment());
  }

  /** Writes the golden examples; kept to show where they came from. */
  static void main(String[] args) {
    int number = 1;
    for (DemoRecord demo : List.of(whole(), poor())) {
      Path dir = Path.of(args[0]).resolve("demo-" + number++);
      write(new Store(dir, () -> Instant.parse(demo.startedAt()), new Random(6)), demo);
    }
  }
}
