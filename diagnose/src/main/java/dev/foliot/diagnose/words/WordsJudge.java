package dev.foliot.diagnose.words;

import dev.foliot.diagnose.reason.WordsReason;
import dev.foliot.diagnose.watch.Overlap.Answer;
import dev.foliot.diagnose.words.WordsObservations.Failed;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides which written words and failed checks are findings, by the thresholds named in each
 * finding. Pure.
 *
 * <p>Two threads in turns wait for nobody: they are no finding. Where it is unknown whether they
 * write at the same time, the finding is low.
 */
final class WordsJudge {
  /** A smaller sample says nothing about a share. */
  static final int FEWEST_SAMPLES = 60;

  /** Two threads met in this number of windows, or nobody knows. */
  private static final int FEWEST_MET = 2;

  private static final int MOST = 4;
  private static final int MOST_SHOWN = 4;
  private static final int MOST_MEMBERS = 6;
  private static final double SURE = 0.9;

  /** The threads wrote in the same windows, and waited for CPUs. */
  private static final double BUSY = 0.7;

  private static final double ONE_CPU = 0.6;
  private static final double DOUBT = 0.4;

  private WordsJudge() {}

  /** The findings, the most severe first. */
  static List<ResourceFinding> findings(WordsObservations observed) {
    if (observed.samples() < FEWEST_SAMPLES) {
      return List.of();
    }
    List<ResourceFinding> findings = new ArrayList<>();
    Set<String> contended = new HashSet<>();
    for (WordTraffic word : bySamples(observed.words())) {
      grade(observed, word, FindingKind.CONTENDED_WORD)
          .ifPresent(grade -> {
            contended.add(word.place());
            findings.add(finding(observed, word, FindingKind.CONTENDED_WORD, grade));
          });
    }
    for (WordTraffic line : bySamples(observed.lines())) {
      if (contended.stream().noneMatch(place -> isPart(place, line.place()))) {
        grade(observed, line, FindingKind.CONTENDED_LINE)
            .ifPresent(
                grade -> findings.add(finding(observed, line, FindingKind.CONTENDED_LINE, grade)));
      }
    }
    findings.sort(Comparator.comparing(ResourceFinding::severity));
    List<ResourceFinding> most =
        new ArrayList<>(findings.subList(0, Math.min(MOST, findings.size())));
    searches(observed).ifPresent(most::add);
    most.sort(Comparator.comparing(ResourceFinding::severity));
    return List.copyOf(most);
  }

  private static boolean isPart(String place, String line) {
    return List.of(line.split(", ")).contains(place);
  }

  private static List<WordTraffic> bySamples(List<WordTraffic> traffic) {
    return traffic.stream()
        .sorted(Comparator.comparingLong(WordTraffic::samples).reversed())
        .toList();
  }

  private record Graded(Grade grade, double confidence) {}

  private static Optional<Graded> grade(
      WordsObservations observed, WordTraffic traffic, FindingKind kind) {
    Set<Integer> writers = traffic.writers();
    if (writers.size() < 2 || traffic.metWindows() < FEWEST_MET) {
      return Optional.empty();
    }
    Answer answer = traffic.overlap().of(writers);
    double share = Math.min(1, (double) traffic.samples() / observed.samples());
    if (answer == Answer.IN_TURN) {
      return Optional.empty();
    }
    boolean isOneCpu = observed.cpus() == 1;
    boolean isTogether = answer == Answer.TOGETHER || traffic.wantsSeveralCpus();
    double sure = answer == Answer.TOGETHER ? SURE : BUSY;
    return kind.severity(share)
        .map(severity -> {
          Severity most = !isTogether ? Severity.LOW : isOneCpu ? Severity.MEDIUM : Severity.HIGH;
          Severity capped = severity.compareTo(most) < 0 ? most : severity;
          return new Graded(
              new Grade(
                  capped,
                  new WordsReason.WordWrites(
                      share, traffic.samples(), observed.samples(), isTogether, isOneCpu)),
              !isTogether ? DOUBT : isOneCpu ? ONE_CPU : sure);
        });
  }

  private static ResourceFinding finding(
      WordsObservations observed, WordTraffic traffic, FindingKind kind, Graded graded) {
    return new ResourceFinding(
        kind,
        graded.grade(),
        subject(traffic),
        evidence(observed, traffic),
        kind.advice(graded.confidence()));
  }

  private static String subject(WordTraffic traffic) {
    String at = most(traffic.code());
    return traffic.place() + (at.isEmpty() ? "" : " at " + at);
  }

  /** The most frequent known place; empty for none. */
  private static String most(Map<String, Integer> places) {
    return places.entrySet().stream()
        .filter(one -> !one.getKey().isEmpty())
        .max(
            Map.Entry.<String, Integer>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
        .map(Map.Entry::getKey)
        .orElse("");
  }

  private static List<Evidence> evidence(WordsObservations observed, WordTraffic traffic) {
    List<Evidence> evidence = new ArrayList<>();
    evidence.add(
        new Evidence(
            "CPU samples at this code",
            100.0 * traffic.samples() / observed.samples(),
            "%",
            Numbers.count(traffic.samples()) + " of " + Numbers.count(observed.samples())));
    evidence.add(
        new Evidence(
            "writes while watched, at least",
            traffic.writesPerS(),
            "a second",
            "two threads or more wrote in "
                + traffic.metWindows()
                + " of "
                + Numbers.count(traffic.windows(), "window")));
    evidence.add(
        new Evidence(
            "writing threads",
            (double) traffic.writers().size(),
            "",
            traffic.writes().entrySet().stream()
                .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed())
                .limit(MOST_SHOWN)
                .map(one ->
                    observed.names().getOrDefault(one.getKey(), "?") + " (" + one.getKey() + ")")
                .collect(Collectors.joining(", "))));
    if (!traffic.members().isEmpty()) {
      evidence.add(
          new Evidence(
              "words",
              (double) traffic.members().size(),
              "",
              traffic.members().stream().limit(MOST_MEMBERS).collect(Collectors.joining(", "))));
    }
    evidence.addAll(places(traffic.code()));
    return evidence;
  }

  private static List<Evidence> places(Map<String, Integer> code) {
    int all = code.values().stream().mapToInt(Integer::intValue).sum();
    return code.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MOST_SHOWN)
        .map(one ->
            new Evidence(
                one.getKey().isEmpty() ? "code of an unknown place" : "in " + one.getKey(),
                100.0 * one.getValue() / all,
                "%",
                "of " + Numbers.count(all, "observed write")))
        .toList();
  }

  private static Optional<ResourceFinding> searches(WordsObservations observed) {
    long samples = observed.searches().stream().mapToLong(Failed::samples).sum();
    double share = (double) samples / observed.samples();
    return FindingKind.FAILED_TYPE_CHECKS
        .severity(share)
        .map(severity ->
            new ResourceFinding(
                FindingKind.FAILED_TYPE_CHECKS,
                new Grade(
                    severity,
                    new WordsReason.ChecksFailed(
                        share, samples, observed.samples(), observed.found())),
                checkSubject(observed.searches()),
                checkEvidence(observed),
                FindingKind.FAILED_TYPE_CHECKS.advice(SURE)));
  }

  private static String checkSubject(List<Failed> searches) {
    Failed first = searches.getFirst();
    String at = most(first.places());
    return first.searched().type()
        + " checked for "
        + first.searched().sought()
        + (at.isEmpty() ? "" : " at " + at);
  }

  private static List<Evidence> checkEvidence(WordsObservations observed) {
    List<Evidence> evidence = new ArrayList<>();
    for (Failed failed : observed.searches().stream().limit(MOST_SHOWN).toList()) {
      evidence.add(
          new Evidence(
              failed.searched().type() + " is no " + failed.searched().sought(),
              100.0 * failed.samples() / observed.samples(),
              "% of the CPU samples",
              Numbers.count(failed.threads(), "thread")));
    }
    Map<String, Integer> places = new HashMap<>();
    observed
        .searches()
        .forEach(failed ->
            failed.places().forEach((place, count) -> places.merge(place, count, Integer::sum)));
    long all = places.values().stream().mapToInt(Integer::intValue).sum();
    places.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MOST_SHOWN)
        .forEach(one ->
            evidence.add(
                new Evidence(
                    one.getKey().isEmpty() ? "code of an unknown place" : "in " + one.getKey(),
                    100.0 * one.getValue() / all,
                    "%",
                    "of " + Numbers.count(all, "sample") + " in such searches")));
    return evidence;
  }
}
