package dev.foliot.report;

import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.demo.DemoCurve;
import dev.foliot.store.demo.DemoFigure;
import dev.foliot.store.demo.DemoFiles;
import dev.foliot.store.demo.DemoPart;
import dev.foliot.store.demo.DemoRecord;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A demo that has something evil in every field that holds a text, and odd numbers. */
final class HostileDemo {
  private static final String EVIL = HostileRun.EVIL;
  private static final List<String> TEXTS = Collections.nCopies(60, EVIL);

  private HostileDemo() {}

  public static StoredRun write(Path dir) {
    return DemoFiles.write(
        Store.open(dir.resolve("hostile-demo")),
        new DemoRecord(
            DemoRecord.SCHEMA,
            EVIL,
            1e300,
            List.of(
                part(DemoPart.STALL, Map.of()),
                part(
                    DemoPart.PLACEMENT,
                    Map.of(
                        EVIL,
                        place(64, 56, 32, 56),
                        EVIL + "2",
                        place(0, -1, -5, Integer.MAX_VALUE),
                        EVIL + "3",
                        place(Integer.MAX_VALUE, 3, 32, 56))),
                part(DemoPart.PLACEMENT, Map.of(EVIL, place(7, 99, 1, 2))),
                part(DemoPart.BURST, Map.of()),
                part(EVIL, Map.of()),
                DemoPart.unavailable(EVIL, EVIL, TEXTS, new Reason.Plain(EVIL)))),
        List.of(EVIL, "'", EVIL),
        EVIL,
        Map.of(EVIL, EVIL, "cpu_model", EVIL, "cpus_granted", EVIL));
  }

  private static DemoPart part(String name, Map<String, StudyPrediction> places) {
    return new DemoPart(
        name,
        EVIL,
        DemoPart.Status.DONE,
        null,
        new DemoPart.Shown(
            TEXTS,
            TEXTS,
            Collections.nCopies(
                50, new DemoFigure(EVIL, EVIL, Map.of(EVIL, 1e300, EVIL + "2", -1e300))),
            List.of(
                new DemoCurve(
                    EVIL, List.of(0.0, 1.0, 1e300, -1e300), List.of(1e308, -1.0, 0.0, 5.0)),
                new DemoCurve(EVIL, List.of(0.0, 1e14, 1e13), List.of(0.0, 1e14, 7.0)),
                new DemoCurve(EVIL, List.of(0.5, 0.5), List.of(3.0, 4.0)),
                new DemoCurve(EVIL, List.of(), List.of())),
            places),
        TEXTS,
        TEXTS,
        Validity.of(Verdict.INVALID, Reasons.plain(TEXTS)));
  }

  private static StudyPrediction place(int lineBytes, int offset, int written, int read) {
    return new StudyPrediction(
        EVIL,
        EVIL,
        new StudyPrediction.LoadedClass(EVIL, EVIL, EVIL),
        new StudyPrediction.Line(lineBytes, offset, written, read, true),
        StudyPrediction.SLOW,
        EVIL);
  }
}
