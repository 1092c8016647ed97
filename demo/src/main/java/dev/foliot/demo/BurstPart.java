package dev.foliot.demo;

import dev.foliot.demo.DemoExperiment.Topic;
import dev.foliot.store.StoredRun;
import dev.foliot.store.demo.DemoCurve;
import dev.foliot.store.demo.DemoFigure;
import dev.foliot.store.demo.DemoPart;
import dev.foliot.store.study.StudyFiles;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The results of the arms for one burst. Reads the run, otherwise pure. */
final class BurstPart {
  private static final double SOON_S = 2;
  private static final double SHARE = 0.95;
  private static final double NS_PER_S = 1e9;
  private static final double NS_PER_MS = 1e6;

  private final Topic topic;
  private final StepPlan burst;
  private final StoredRun run;
  private final StudyRecord study;
  private final Map<String, BurstCurve> curves = new LinkedHashMap<>();
  private final Map<String, StudyPoint> points = new LinkedHashMap<>();

  /**
   * @param run of the study, with complete forks
   */
  BurstPart(Topic topic, StepPlan burst, StoredRun run) {
    this.topic = topic;
    this.burst = burst;
    this.run = run;
    this.study = StudyFiles.study(run);
    for (String arm :
        List.of(BurstExperiment.VIRTUAL, BurstExperiment.ADAPTIVE, BurstExperiment.FIXED)) {
      for (StudyPoint point : study.points()) {
        if (point.arm().equals(arm) && point.failure() == null) {
          points.put(arm, point);
          curves.put(
              arm,
              BurstCurve.of(
                  StudyFiles.course(run, point.fork()).intervals(),
                  burst.durationNs() / NS_PER_MS,
                  2 * burst.delayNs() / NS_PER_MS));
        }
      }
    }
  }

  DemoPart part() {
    if (points.isEmpty()) {
      throw FoliotException.environment(
          new DemoReason.NoServiceLoaded(
              study.points().stream()
                  .map(StudyPoint::failure)
                  .filter(Objects::nonNull)
                  .findFirst()
                  .orElse("see foliot report " + run.id())));
    }
    return new DemoPart(
        topic.name(),
        topic.title(),
        DemoPart.Status.DONE,
        null,
        new DemoPart.Shown(says(), List.copyOf(points.keySet()), figures(), curves(), Map.of()),
        List.of(run.id()),
        topic.commands(),
        study.validity());
  }

  private double best() {
    return curves.values().stream().mapToDouble(BurstCurve::peakPerS).max().orElse(0);
  }

  private List<String> says() {
    double possible = burst.connections() * NS_PER_S / burst.delayNs();
    List<String> says = new ArrayList<>();
    says.add(
        ("%d users come at once, and each of their requests waits %s for a remote system:"
                + " %s answers a second are possible.")
            .formatted(
                burst.connections(),
                Numbers.shortDuration((double) burst.delayNs()),
                Numbers.fixed(possible, 0)));
    List<String> arms = new ArrayList<>();
    points.forEach(
        (arm, point) -> arms.add(named(arm, point) + " " + Numbers.count(answeredSoon(arm))));
    says.add(
        "Answered within " + Numbers.fixed(soonS(), 0) + " s: " + String.join(", ", arms) + ".");
    return says;
  }

  private static String named(String arm, StudyPoint point) {
    Integer threads = point.threads();
    String with = threads == null ? "" : " (" + threads + " platform threads)";
    return switch (arm) {
      case BurstExperiment.VIRTUAL -> "virtual threads";
      case BurstExperiment.ADAPTIVE -> "the self-tuning pool" + with;
      default -> "a fixed pool of 50";
    };
  }

  private double soonS() {
    return Math.min(SOON_S, Math.floor(burst.durationNs() / NS_PER_S));
  }

  private long answeredSoon(String arm) {
    return Objects.requireNonNull(curves.get(arm)).answeredBy(soonS());
  }

  private List<DemoFigure> figures() {
    Map<String, Double> soon = new LinkedHashMap<>();
    Map<String, Double> peak = new LinkedHashMap<>();
    Map<String, Double> until = new LinkedHashMap<>();
    Map<String, Double> threads = new LinkedHashMap<>();
    Map<String, Double> median = new LinkedHashMap<>();
    points.forEach((arm, point) -> {
      BurstCurve curve = Objects.requireNonNull(curves.get(arm));
      put(soon, arm, (double) answeredSoon(arm));
      put(peak, arm, curve.peakPerS());
      curve.secondsTo(SHARE * best()).ifPresent(s -> until.put(arm, s));
      put(threads, arm, number(point.threads()));
      put(median, arm, number(point.response().p50()));
    });
    return List.of(
        new DemoFigure("answered within " + Numbers.fixed(soonS(), 0) + " s", "", soon),
        new DemoFigure("most answers a second", "/s", peak),
        new DemoFigure("95 % of the best after", "s", until),
        new DemoFigure("platform threads, the most", "", threads),
        new DemoFigure("median response", "ns", median));
  }

  private static @Nullable Double number(@Nullable Number number) {
    return number == null ? null : (Double) number.doubleValue();
  }

  private static void put(Map<String, Double> by, String arm, @Nullable Double value) {
    if (value != null) {
      by.put(arm, value);
    }
  }

  private List<DemoCurve> curves() {
    List<DemoCurve> drawn = new ArrayList<>();
    curves.forEach((arm, curve) -> drawn.add(new DemoCurve(arm, curve.seconds(), curve.perS())));
    return drawn;
  }
}
