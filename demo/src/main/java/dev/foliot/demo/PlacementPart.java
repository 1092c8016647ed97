package dev.foliot.demo;

import dev.foliot.demo.DemoExperiment.Topic;
import dev.foliot.demo.PlacementExperiment.Patient;
import dev.foliot.diagnose.compare.DiagnosisComparer;
import dev.foliot.service.Jdk;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.demo.DemoFigure;
import dev.foliot.store.demo.DemoPart;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import dev.foliot.store.diagnosis.DiagnosisDifference;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import dev.foliot.text.StudyReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of two JVMs at two addresses.
 *
 * @param slow the one at an unfavourable address
 * @param fast the one at a favourable address
 * @param jdk of both
 * @param cureOff whether the JDK's fix was switched off
 */
record PlacementPart(Topic topic, Patient slow, Patient fast, Jdk jdk, boolean cureOff) {
  static final String SLOW = "A: unlucky address";
  static final String FAST = "B: lucky address";
  private static final double MILLION = 1e6;

  /** Below this ratio two speeds count as equal, as in the study sharing-lottery. */
  private static final double APART = 1.2;

  /**
   * The part to store.
   *
   * @param store its folder
   */
  DemoPart part(Path store) {
    ComparisonRecord comparison = DiagnosisComparer.compare(slow.run(), fast.run(), store);
    Optional<DiagnosisDifference> told = told(comparison.diagnoses());
    return new DemoPart(
        topic.name(),
        topic.title(),
        DemoPart.Status.DONE,
        null,
        new DemoPart.Shown(says(told), List.of(SLOW, FAST), figures(), List.of(), places()),
        List.of(slow.run().id(), fast.run().id()),
        topic.commands(),
        validity(told.isPresent()));
  }

  private Optional<DiagnosisDifference> told(@Nullable DiagnosisComparison diagnoses) {
    return diagnoses == null
        ? Optional.empty()
        : diagnoses.differences().stream()
            .filter(one -> one.kind() == DiagnosisDifference.Kind.PLACEMENT)
            .filter(one -> slow.place().type().className().equals(one.className()))
            .findFirst();
  }

  private List<String> says(Optional<DiagnosisDifference> told) {
    double factor = fast.speeds().readerPerS() / Math.max(1, slow.speeds().readerPerS());
    List<String> says = new ArrayList<>();
    says.add(
        ("One program in two JVMs, A and B, on JDK %s%s: one class begins %d bytes into a cache"
                + " line in A and %d in B. A thread of it did %s million type checks a second in A"
                + " and %s in B%s.")
            .formatted(
                jdk.version(),
                cureOff ? " with its cure switched off" : "",
                slow.place().line().lineOffset(),
                fast.place().line().lineOffset(),
                Numbers.fixed(slow.speeds().readerPerS() / MILLION, 0),
                Numbers.fixed(fast.speeds().readerPerS() / MILLION, 0),
                factor >= APART
                    ? ": " + Numbers.times(factor) + " as many"
                    : ", which other work on this machine has blurred"));
    String found =
        "foliot diagnose looked into both from outside, without an agent or hardware counters: "
            + found(slow)
            + " in A, "
            + found(fast)
            + " in B. ";
    says.add(
        found
            + told.map(one -> "What differs, says foliot compare: " + one.meaning() + ".")
                .orElse("It did not tell them apart this time."));
    return says;
  }

  /** The findings about the class, in a few words. */
  private static String found(Patient one) {
    return one.seen().sharing().stream()
        .filter(finding -> finding.type().className().equals(one.place().type().className()))
        .findFirst()
        .map(finding -> finding.title() + " (" + finding.severity().words() + ")")
        .orElse("nothing");
  }

  private List<DemoFigure> figures() {
    return List.of(
        figure(
            "the class begins in its cache line at",
            "bytes",
            slow.place().line().lineOffset(),
            fast.place().line().lineOffset()),
        figure(
            "type checks of the reader",
            "/s",
            slow.speeds().readerPerS(),
            fast.speeds().readerPerS()),
        figure(
            "type checks of the writer",
            "/s",
            slow.speeds().writerPerS(),
            fast.speeds().writerPerS()),
        figure("findings about the class", "", findings(slow), findings(fast)));
  }

  private static double findings(Patient one) {
    return one.seen().sharing().stream()
        .filter(finding -> finding.type().className().equals(one.place().type().className()))
        .count();
  }

  private static DemoFigure figure(String name, String unit, double ofSlow, double ofFast) {
    Map<String, Double> bySide = new LinkedHashMap<>();
    bySide.put(SLOW, ofSlow);
    bySide.put(FAST, ofFast);
    return new DemoFigure(name, unit, bySide);
  }

  private Map<String, StudyPrediction> places() {
    Map<String, StudyPrediction> places = new LinkedHashMap<>();
    places.put(SLOW, slow.place());
    places.put(FAST, fast.place());
    return places;
  }

  private Validity validity(boolean toldApart) {
    List<Reason> suspect = new ArrayList<>(Reasons.in(SLOW, slow.speeds().suspect()));
    suspect.addAll(Reasons.in(FAST, fast.speeds().suspect()));
    if (!toldApart) {
      suspect.add(new StudyReason.PlacementsAlike());
    }
    List<Validity> all =
        new ArrayList<>(
            List.of(DiagnosisFiles.validity(slow.seen()), DiagnosisFiles.validity(fast.seen())));
    if (!suspect.isEmpty()) {
      all.add(Validity.of(Verdict.SUSPECT, suspect));
    }
    return Validity.worst(all);
  }
}
