package dev.foliot.study.lottery;

import dev.foliot.judgement.answer.FigureList;
import dev.foliot.stats.ArmComparison;
import dev.foliot.stats.Median;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.Headline;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What sharing-lottery answers: does the address of a class predict its speed? Pure. */
final class LotteryAnswers {
  private static final double M = 1e6;
  private static final String SEPARATE = "separate";
  private static final String OTHER = "other";

  private static final String PREDICTED = "How many forks did the address predict?";

  private final String on;
  private final List<Drawn> forks;
  private final Verdict verdict;

  /** A fork: the prediction and the result. */
  private record Drawn(int fork, StudyPrediction said, double perCpuS) {
    boolean isSaidFast() {
      return said.band().equals(StudyPrediction.FAST);
    }
  }

  /**
   * @param on the JDK, as a suffix of a question; empty for a single one
   */
  private LotteryAnswers(String on, List<Drawn> forks, Verdict verdict) {
    this.on = on;
    this.forks = forks;
    this.verdict = verdict;
  }

  static List<StudyAnswer> of(StudyFigures figures) {
    Map<String, List<Drawn>> byJdk = new LinkedHashMap<>();
    Basis basis = Basis.ofAll(figures, Metric.READER_PER_CPU);
    for (StudyArm arm : figures.study().arms()) {
      List<Drawn> forks = byJdk.computeIfAbsent(arm.jvm().jdk(), jdk -> new ArrayList<>());
      for (StudyPoint point : figures.points(arm.name())) {
        StudyPrediction said = point.prediction();
        Double perCpuS = Metric.READER_PER_CPU.of(point);
        if (said != null && perCpuS != null && perCpuS > 0) {
          forks.add(new Drawn(point.fork(), said, perCpuS));
        }
      }
    }
    List<StudyAnswer> answers = new ArrayList<>();
    byJdk.values().stream()
        .filter(forks -> !forks.isEmpty())
        .forEach(forks -> {
          String jdk = forks.getFirst().said.jvm();
          String on = byJdk.size() == 1 ? "" : " on JDK " + jdk;
          answers.addAll(new LotteryAnswers(on, forks, basis.validity().verdict()).answers());
        });
    return answers.isEmpty() ? List.of(basis.nothing(PREDICTED)) : answers;
  }

  private List<StudyAnswer> answers() {
    boolean cured = forks.stream().allMatch(fork -> fork.said.band().equals(StudyPrediction.ALIKE));
    return cured ? List.of(nothingToWin()) : List.of(predicted(), apart(), places());
  }

  private StudyAnswer answer(String question, String headline, String more, String evidence) {
    return answer(question, Headline.of(headline), more, evidence);
  }

  private StudyAnswer answer(String question, Headline headline, String more, String evidence) {
    return new StudyAnswer(
        question,
        headline.text(),
        more.isEmpty() ? headline.text() : headline.text() + " " + more,
        evidence,
        verdict,
        forks.size(),
        headline.figures());
  }

  private StudyAnswer nothingToWin() {
    String measured =
        ratio(fork -> !fork.said.line().sameLine(), SEPARATE, OTHER)
            .map(ratio ->
                "Forks with the two fields on separate cache lines make "
                    + ratio
                    + " the type checks of the others.")
            .orElse("All forks have the same alignment.");
    return answer(
        "Does the address matter" + on + "?",
        "No: " + forks.getFirst().said.reason() + ".",
        measured,
        "by alignment, medians of the reader: " + byPlace());
  }

  private StudyAnswer predicted() {
    String question = PREDICTED.replace("?", on + "?");
    long fast = forks.stream().filter(Drawn::isSaidFast).count();
    OptionalDouble border =
        LotteryBands.border(forks.stream().mapToDouble(Drawn::perCpuS).toArray());
    String said =
        Numbers.count(fast, "fork")
            + " predicted fast, "
            + (forks.size() - fast)
            + " predicted slow";
    if (fast == 0 || fast == forks.size()) {
      return answer(
          question,
          "Inconclusive: the prediction is the same for all valid forks.",
          "Use more alignments.",
          said + "; " + byPlace());
    }
    if (border.isEmpty()) {
      return answer(
          question,
          "0 of " + forks.size() + ": all forks are in one performance group.",
          "Check that the two threads ran on two CPUs.",
          said
              + "; no two groups: split where they fit best, their means differ by less than "
              + Numbers.fixed(LotteryBands.LEAST_RATIO, 1)
              + " times; "
              + byPlace());
    }
    List<Drawn> wrong =
        forks.stream()
            .filter(fork -> fork.isSaidFast() != (fork.perCpuS > border.getAsDouble()))
            .toList();
    FigureList figures = new FigureList();
    return answer(
        question,
        Headline.of(
            figures.count("predicted", forks.size() - wrong.size())
                + " of "
                + figures.count("forks", forks.size())
                + " forks are in the performance group that their address predicted.",
            figures),
        "The predictions were stored before the measurement."
            + (wrong.isEmpty() ? "" : " The others: " + named(wrong) + "."),
        said
            + "; the groups by throughput alone: the border is at "
            + shown(border.getAsDouble())
            + " of the reader");
  }

  private static String named(List<Drawn> wrong) {
    return String.join(
        ", ",
        wrong.stream()
            .map(fork ->
                "fork "
                    + fork.fork
                    + " at "
                    + fork.said.line().lineOffset()
                    + ", predicted "
                    + fork.said.band()
                    + ", with "
                    + shown(fork.perCpuS))
            .toList());
  }

  private StudyAnswer apart() {
    ArmComparison bands = compared(Drawn::isSaidFast, StudyPrediction.FAST, StudyPrediction.SLOW);
    String question = "How far apart are the fast and the slow group" + on + "?";
    String evidence =
        "groups as predicted, medians (least to greatest): "
            + new ComparisonText(
                    bands, LotteryAnswers::shown, ComparisonText.Claim.TASKS, ArmNames.NONE)
                .spreads();
    return ratio(Drawn::isSaidFast, StudyPrediction.FAST, StudyPrediction.SLOW)
        .map(ratio ->
            answer(
                question,
                "A reader in the fast group makes "
                    + ratio
                    + " the type checks of one in the slow group.",
                "By the medians: "
                    + shown(bands.median(StudyPrediction.FAST))
                    + " and "
                    + shown(bands.median(StudyPrediction.SLOW))
                    + ".",
                evidence))
        .orElseGet(
            () -> answer(question, "Not known: the valid forks are in one group.", "", evidence));
  }

  private StudyAnswer places() {
    TreeMap<Integer, StudyPrediction> byPlace = new TreeMap<>();
    forks.forEach(fork -> byPlace.put(fork.said.line().lineOffset(), fork.said));
    StudyPrediction any = forks.getFirst().said;
    List<String> fast = new ArrayList<>();
    List<String> slow = new ArrayList<>();
    byPlace.forEach((place, said) ->
        (said.band().equals(StudyPrediction.FAST) ? fast : slow).add(place.toString()));
    String fields =
        "_secondary_super_cache (+"
            + any.line().writtenOffset()
            + ") and the field that the reader reads (+"
            + any.line().readOffset()
            + ") are on ";
    return answer(
        "Which alignments are fast" + on + "?",
        fast.isEmpty()
            ? "None of those measured: " + fields + "one cache line."
            : "A class that begins "
                + Numbers.and(fast)
                + " bytes into a cache line: "
                + fields
                + "separate lines there.",
        (slow.isEmpty() ? "" : "They are on one line at " + Numbers.and(slow) + ". ")
            + "The address of a class changes with the classes loaded before it:"
            + " foliot diagnose PID reports it.",
        "by alignment, medians of the reader: " + byPlace());
  }

  /** {@code 0: 443 M/s of CPU, slow; …}. */
  private String byPlace() {
    TreeMap<Integer, List<Double>> values = new TreeMap<>();
    Map<Integer, String> bands = new TreeMap<>();
    for (Drawn fork : forks) {
      int place = fork.said.line().lineOffset();
      values.computeIfAbsent(place, at -> new ArrayList<>()).add(fork.perCpuS);
      bands.put(place, fork.said.band());
    }
    List<String> words = new ArrayList<>();
    values.forEach((place, all) -> {
      words.add("at " + place + " (" + bands.get(place) + ") " + shown(Median.of(all)));
    });
    return String.join(", ", words);
  }

  private ArmComparison compared(Predicate<Drawn> isFirst, String first, String second) {
    Map<String, List<Double>> values = new LinkedHashMap<>();
    for (Drawn fork : forks) {
      values
          .computeIfAbsent(isFirst.test(fork) ? first : second, band -> new ArrayList<>())
          .add(fork.perCpuS);
    }
    return new ArmComparison(values, ArmComparison.Better.HIGH);
  }

  /** The ratio of the first to the second, with its interval; empty without forks of both. */
  private Optional<String> ratio(Predicate<Drawn> isFirst, String first, String second) {
    ArmComparison both = compared(isFirst, first, second);
    if (!both.has(first) || !both.has(second)) {
      return Optional.empty();
    }
    ArmComparison.Shift ratio = both.ratio(first, second);
    return Optional.of(
        ratio.isBounded()
            ? ComparisonText.times(ratio)
            : Numbers.times(ratio.estimate()) + " (too few forks for an interval)");
  }

  /** Type checks per second of CPU time. */
  private static String shown(double perCpuS) {
    return Numbers.fixed(perCpuS / M, 0) + " M checks per CPU-second";
  }
}
