package dev.foliot.study.lottery;

import dev.foliot.stats.ArmComparison;
import dev.foliot.stats.Median;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.study.ComparisonText;
import dev.foliot.study.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The answers of sharing-lottery: did the addresses predict the bands? Pure. */
final class LotteryAnswers {
  private static final double M = 1e6;
  private static final String LUCKY = "lucky";
  private static final String OTHER = "other";

  private final String on;
  private final List<Drawn> forks;

  /** A fork: the prediction and the result. */
  private record Drawn(int fork, StudyPrediction said, double perCpuS) {
    boolean isSaidFast() {
      return said.band().equals(StudyPrediction.FAST);
    }
  }

  /**
   * @param on the JDK, as a suffix of a question; empty for a single one
   */
  private LotteryAnswers(String on, List<Drawn> forks) {
    this.on = on;
    this.forks = forks;
  }

  static List<StudyAnswer> of(StudyFigures figures) {
    Map<String, List<Drawn>> byJdk = new LinkedHashMap<>();
    for (StudyArm arm : figures.study().arms()) {
      List<Drawn> forks = byJdk.computeIfAbsent(arm.jdk(), jdk -> new ArrayList<>());
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
          answers.addAll(new LotteryAnswers(on, forks).answers());
        });
    return answers.isEmpty()
        ? List.of(
            new StudyAnswer(
                "How many forks did the address predict?",
                "nothing is known: no fork counts",
                "no forks"))
        : answers;
  }

  private List<StudyAnswer> answers() {
    boolean cured = forks.stream().allMatch(fork -> fork.said.band().equals(StudyPrediction.ALIKE));
    return cured ? List.of(nothingToWin()) : List.of(predicted(), apart(), places());
  }

  private StudyAnswer nothingToWin() {
    String measured =
        ratio(fork -> !fork.said.sameLine(), LUCKY, OTHER)
            .map(ratio ->
                "forks at places where the two fields share no line do "
                    + ratio
                    + " what the others do")
            .orElse("all forks are at places of one kind");
    return new StudyAnswer(
        "Is there anything to win by the address" + on + "?",
        "nothing: " + forks.getFirst().said.reason() + "; " + measured,
        "by place in the line, medians of the reader: " + byPlace());
  }

  private StudyAnswer predicted() {
    String question = "How many forks did the address predict" + on + "?";
    long fast = forks.stream().filter(Drawn::isSaidFast).count();
    OptionalDouble border =
        LotteryBands.border(forks.stream().mapToDouble(Drawn::perCpuS).toArray());
    String said =
        Numbers.count(fast, "fork")
            + " predicted fast, "
            + (forks.size() - fast)
            + " predicted slow";
    if (fast == 0 || fast == forks.size()) {
      return new StudyAnswer(
          question,
          "undecided: all forks that count are at places of one kind, so there is nothing to tell"
              + " apart; play more places",
          said + "; " + byPlace());
    }
    if (border.isEmpty()) {
      return new StudyAnswer(
          question,
          "0 of "
              + forks.size()
              + " can be told right: the forks are in one band, whatever the address; see whether"
              + " the threads ran on two CPUs",
          said
              + "; no two bands: split where they fit best, their means are less than "
              + Numbers.fixed(LotteryBands.LEAST_RATIO, 1)
              + " times apart; "
              + byPlace());
    }
    List<Drawn> wrong =
        forks.stream()
            .filter(fork -> fork.isSaidFast() != (fork.perCpuS > border.getAsDouble()))
            .toList();
    return new StudyAnswer(
        question,
        (forks.size() - wrong.size())
            + " of "
            + forks.size()
            + " forks came out in the band that was predicted from the address before they were"
            + " measured"
            + (wrong.isEmpty() ? "" : "; not so: " + named(wrong)),
        said
            + "; the bands by throughput alone: the border is at "
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
                    + fork.said.lineOffset()
                    + ", predicted "
                    + fork.said.band()
                    + ", with "
                    + shown(fork.perCpuS))
            .toList());
  }

  private StudyAnswer apart() {
    ArmComparison bands = compared(Drawn::isSaidFast, StudyPrediction.FAST, StudyPrediction.SLOW);
    String question = "How far are the bands apart" + on + "?";
    String answer =
        ratio(Drawn::isSaidFast, StudyPrediction.FAST, StudyPrediction.SLOW)
            .map(ratio ->
                "a reader in the fast band makes "
                    + ratio
                    + " the type checks of one in the slow band: by medians "
                    + shown(bands.median(StudyPrediction.FAST))
                    + " against "
                    + shown(bands.median(StudyPrediction.SLOW)))
            .orElse("not known: the forks that count are of one band");
    return new StudyAnswer(
        question,
        answer,
        "bands as predicted; medians (least to greatest): "
            + new ComparisonText(bands, LotteryAnswers::shown).spreads());
  }

  private StudyAnswer places() {
    TreeMap<Integer, StudyPrediction> byPlace = new TreeMap<>();
    forks.forEach(fork -> byPlace.put(fork.said.lineOffset(), fork.said));
    StudyPrediction any = forks.getFirst().said;
    List<String> fast = new ArrayList<>();
    List<String> slow = new ArrayList<>();
    byPlace.forEach((place, said) ->
        (said.band().equals(StudyPrediction.FAST) ? fast : slow).add(place.toString()));
    return new StudyAnswer(
        "Which places are lucky" + on + "?",
        (fast.isEmpty()
                ? "none of those played"
                : "of those played " + String.join(", ", fast) + " bytes into a cache line")
            + ": _secondary_super_cache (+"
            + any.writtenOffset()
            + ") and what the reader reads (+"
            + any.readOffset()
            + (fast.isEmpty() ? ") are on one line" : ") are on different lines there")
            + (slow.isEmpty() ? "" : "; on one line at " + String.join(", ", slow))
            + "; a real program draws its place anew whenever other classes are loaded first:"
            + " foliot diagnose PID tells it",
        "by place in the line, medians of the reader: " + byPlace());
  }

  /** {@code 0: 443 M/s of CPU, slow; …}. */
  private String byPlace() {
    TreeMap<Integer, List<Double>> values = new TreeMap<>();
    Map<Integer, String> bands = new TreeMap<>();
    for (Drawn fork : forks) {
      int place = fork.said.lineOffset();
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
            : Numbers.times(ratio.estimate()) + " (no interval, too few forks)");
  }

  /** Type checks per second of CPU time. */
  private static String shown(double perCpuS) {
    return Numbers.fixed(perCpuS / M, 0) + " M checks per CPU-second";
  }
}
