package dev.foliot.study.throughput;

import dev.foliot.diagnose.reason.LockReason;
import dev.foliot.judgement.answer.FigureList;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.stats.ArmComparison;
import dev.foliot.stats.ArmComparison.Shift;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRemedy;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.Headline;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.plan.ArmDifference;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Whether virtual threads help a server, and what the limit is where they do not. It answers where
 * a study has two commands that differ in their threads, in a closed loop, and virtual threads ran
 * in one of them. Pure.
 */
final class VirtualThreadsAnswer {
  private static final String QUESTION = "Do virtual threads help?";

  /** An arm whose CPUs are busy for this share of the time can do no more. */
  private static final double BUSY = 0.9;

  /** The part of the requests in progress that has to wait at a place that limits them all. */
  private static final double MOST = 0.5;

  /** An arm with carriers that has so many times the threads of the other serves on its own. */
  private static final double MORE_THREADS = 1.5;

  private static final int MOST_FORKS = 100;
  private static final int SUBJECT_WIDTH = 160;

  private final StudyFigures figures;
  private final int step;
  private final String virtual;
  private final String platform;
  private final FigureList list = new FigureList();

  private VirtualThreadsAnswer(StudyFigures figures, int step, String virtual, String platform) {
    this.figures = figures;
    this.step = step;
    this.virtual = virtual;
    this.platform = platform;
  }

  /** The answer of a study; empty where its arms are others, or a figure is missing. */
  static Optional<StudyAnswer> of(StudyFigures figures) {
    List<StudyArm> arms = figures.study().arms();
    List<StudyArm> virtual = arms.stream().filter(VirtualThreadsAnswer::isVirtual).toList();
    List<StudyArm> platform = arms.stream().filter(arm -> !isVirtual(arm)).toList();
    if (arms.stream().anyMatch(arm -> arm.command().isEmpty())
        || virtual.size() != 1
        || platform.size() != 1
        || !virtual.getFirst().jvm().jdk().equals(platform.getFirst().jvm().jdk())) {
      return Optional.empty();
    }
    return new VirtualThreadsAnswer(
            figures, figures.busiest(), virtual.getFirst().name(), platform.getFirst().name())
        .answer();
  }

  private static boolean isVirtual(StudyArm arm) {
    return new ArmDifference.Command(arm.name(), arm.command(), arm.environment())
        .asksForVirtualThreads();
  }

  private Optional<StudyAnswer> answer() {
    ArmComparison most = figures.at(step, Metric.THROUGHPUT);
    if (figures.step(step).load().clients() == null
        || !most.has(virtual)
        || !most.has(platform)
        || !hasCarriers(virtual)
        || !isOnPlatformThreads()) {
      return Optional.empty();
    }
    Shift gain = most.beside(virtual, platform);
    String answer =
        !gain.isBounded()
            ? "Too few forks for a verdict: "
                + compared(most, gain)
                + with()
                + ". "
                + ComparisonText.tooFewForks()
                + found()
            : gain.low() > 1 + ArmComparison.MARGIN
                ? "Yes: " + compared(most, gain) + with() + "."
                : gain.high() <= 1 + ArmComparison.MARGIN
                    ? "No: " + compared(most, gain) + ". " + limit() + "."
                    : "Inconclusive: " + compared(most, gain) + ". " + decides(most) + found();
    ComparisonText text =
        new ComparisonText(most, Numbers::rate, ComparisonText.Claim.ANSWERS, figures.names());
    return Optional.of(
        Basis.of(figures, step, Metric.THROUGHPUT)
            .answer(
                QUESTION,
                Headline.of(answer, list),
                List.of(answer),
                "at " + figures.step(step).name() + ": " + text.spreads()));
  }

  /** Whether virtual threads ran in an arm, as seen from outside. */
  private boolean hasCarriers(String arm) {
    return points(arm).stream()
        .map(StudyPoint::watch)
        .filter(Objects::nonNull)
        .anyMatch(watch -> watch.threads().peakCarriers() > 0);
  }

  /**
   * Whether platform threads served in the arm that should have them. A program may have a few
   * virtual threads for other work.
   */
  private boolean isOnPlatformThreads() {
    OptionalDouble less = median(virtual, Metric.THREADS);
    OptionalDouble more = median(platform, Metric.THREADS);
    return !hasCarriers(platform)
        || (less.isPresent()
            && more.isPresent()
            && more.getAsDouble() > MORE_THREADS * less.getAsDouble());
  }

  /** {@code virtual threads answer 1.54 times as much as platform threads at 400 clients (…)}. */
  private String compared(ArmComparison most, Shift gain) {
    return figures.names().of(virtual).does("answer")
        + " "
        + list.add(
            ComparisonText.figure(
                "ratio of " + virtual, "ratio", gain, Numbers.times(gain.estimate())))
        + " as much as "
        + figures.names().of(platform).text()
        + " at "
        + figures.step(step).name()
        + " ("
        + perS(most, virtual)
        + " and "
        + perS(most, platform)
        + ")";
  }

  private String perS(ArmComparison most, String arm) {
    return list.add(
        new AnswerFigure(
            Metric.THROUGHPUT.label() + " of " + arm,
            most.median(arm),
            "per_s",
            most.least(arm),
            most.greatest(arm),
            Numbers.rate(most.median(arm))));
  }

  /** {@code , with 27 threads instead of 223 and 3 MB more memory}; without what is unknown. */
  private String with() {
    List<String> parts = new ArrayList<>();
    OptionalDouble less = median(virtual, Metric.THREADS);
    OptionalDouble more = median(platform, Metric.THREADS);
    if (less.isPresent() && more.isPresent()) {
      parts.add(
          list.count("threads of " + virtual, Math.round(less.getAsDouble()))
              + " threads instead of "
              + list.count("threads of " + platform, Math.round(more.getAsDouble())));
    }
    OptionalDouble mine = median(virtual, Metric.RSS);
    OptionalDouble other = median(platform, Metric.RSS);
    if (mine.isPresent() && other.isPresent()) {
      double bytes = mine.getAsDouble() - other.getAsDouble();
      parts.add(
          list.add(
                  AnswerFigure.of(
                      "rss_bytes more of " + virtual,
                      bytes,
                      "bytes",
                      Numbers.shortBytes(Math.abs(bytes))))
              + (bytes < 0 ? " less" : " more")
              + " memory");
    }
    return parts.isEmpty() ? "" : ", with " + Numbers.and(parts);
  }

  private OptionalDouble median(String arm, Metric metric) {
    ArmComparison all = figures.at(step, metric);
    return all.has(arm) ? OptionalDouble.of(all.median(arm)) : OptionalDouble.empty();
  }

  private String decides(ArmComparison most) {
    String open = most.best().equals(virtual) ? platform : virtual;
    OptionalInt forks = most.forksToDecide(open, MOST_FORKS);
    return forks.isPresent()
        ? "About " + forks.getAsInt() + " forks of each arm would decide it."
        : "The forks of one arm differ too much to decide it.";
  }

  /** What the limit is, where virtual threads do not help. */
  private String limit() {
    return pinned()
        .or(this::cpu)
        .or(this::place)
        .or(this::enoughThreads)
        .orElseGet(this::elsewhere);
  }

  /** What {@code diagnose} found, where throughput decides nothing; empty for nothing. */
  private String found() {
    return pinned().or(this::place).map(limit -> " " + limit + ".").orElse("");
  }

  private Optional<String> place() {
    return place(virtual).or(() -> place(platform));
  }

  /** {@code Carriers at shop.Shop.order:41 are pinned: …}. */
  private Optional<String> pinned() {
    return findings(virtual).stream()
        .filter(seen -> seen.grade().severityReasonCode() instanceof LockReason.CarriersPinned)
        .findFirst()
        .map(seen ->
            "Virtual threads are pinned to their "
                + shown(seen)
                + ": they wait there, and no other virtual thread runs meanwhile");
  }

  private Optional<String> cpu() {
    List<String> parts = new ArrayList<>();
    for (String arm : List.of(virtual, platform)) {
      OptionalDouble used = median(arm, Metric.CPU_CORES);
      OptionalDouble may = mayUse(arm);
      if (used.isEmpty() || may.isEmpty() || used.getAsDouble() < BUSY * may.getAsDouble()) {
        return Optional.empty();
      }
      parts.add(
          list.add(
                  AnswerFigure.of(
                      Metric.CPU_CORES.label() + " of " + arm,
                      used.getAsDouble(),
                      "cpus",
                      Numbers.digits(used.getAsDouble())))
              + " of "
              + Numbers.count(Math.round(may.getAsDouble()), "CPU"));
    }
    return Optional.of(
        "The CPU is the limit: the arms use "
            + Numbers.and(parts)
            + ", which more threads"
            + " cannot share out better");
  }

  /** The CPUs that an arm may use; empty if that is not known. */
  private OptionalDouble mayUse(String arm) {
    StudyArm.Limits limits =
        figures.study().arms().stream()
            .filter(one -> one.name().equals(arm))
            .findFirst()
            .orElseThrow()
            .limits();
    String cpus = limits.cpus();
    if (cpus == null
        || !(CpuList.parse(cpus) instanceof Reading.Value<CpuList>(CpuList list))
        || list.isEmpty()) {
      return OptionalDouble.empty();
    }
    Double quota = limits.quotaCpus();
    return OptionalDouble.of(quota == null ? list.size() : Math.min(quota, list.size()));
  }

  /** Where most requests in progress wait. */
  private Optional<String> place(String arm) {
    return findings(arm).stream().flatMap(seen -> place(arm, seen).stream()).findFirst();
  }

  private Optional<String> place(String arm, StudyRemedy.Seen seen) {
    return switch (seen.grade().severityReasonCode()) {
      case LockReason.LockContended lock when lock.waitingThreads() >= MOST * inProgress(arm) ->
          Optional.of(waiting(arm, lock.waitingThreads()) + " wait for one lock: " + shown(seen));
      case LockReason.TasksWait tasks when tasks.shareOfTasks() >= MOST ->
          Optional.of(waiting(arm, tasks.waitingTasks()) + scarce(seen));
      case LockReason.PlaceWaits place when place.share() >= MOST ->
          Optional.of(waiting(arm, place.threads()) + scarce(seen));
      default -> Optional.empty();
    };
  }

  private String waiting(String arm, double threads) {
    return "With "
        + figures.names().of(arm).text()
        + ", "
        + list.add(
            AnswerFigure.of(
                "waiting of " + arm, threads, "count", Numbers.count(Math.round(threads))))
        + " requests on average";
  }

  private static String scarce(StudyRemedy.Seen seen) {
    return " wait at " + shown(seen) + " for something scarce, such as a free connection";
  }

  private static String shown(StudyRemedy.Seen seen) {
    return Shown.end(seen.subject(), SUBJECT_WIDTH);
  }

  /** The requests that an arm works on at a time, at most. */
  private double inProgress(String arm) {
    double clients = Objects.requireNonNull(figures.step(step).load().clients());
    OptionalDouble threads = median(arm, Metric.THREADS);
    return arm.equals(virtual) || threads.isEmpty()
        ? clients
        : Math.min(clients, threads.getAsDouble());
  }

  private Optional<String> enoughThreads() {
    Integer clients = figures.step(step).load().clients();
    OptionalDouble threads = median(platform, Metric.THREADS);
    return clients != null && threads.isPresent() && threads.getAsDouble() >= clients
        ? Optional.of(
                figures.names().of(platform).does("have")
                    + " a thread for each client already ("
                    + list.count("threads of " + platform, Math.round(threads.getAsDouble()))
                    + ")")
            .map(VirtualThreadsAnswer::capital)
        : Optional.empty();
  }

  private String elsewhere() {
    boolean isDiagnosed =
        points(virtual).stream().anyMatch(point -> point.findings() != null)
            || points(platform).stream().anyMatch(point -> point.findings() != null);
    return isDiagnosed
        ? "Neither the CPU nor a lock is the limit: requests wait elsewhere, such as for a remote"
            + " system that answers no faster"
        : "What the limit is was not examined: the measure diagnosis of a study file names it";
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** What diagnose found under this load, the most severe first; without what costs little. */
  private List<StudyRemedy.Seen> findings(String arm) {
    return points(arm).stream()
        .map(VirtualThreadsAnswer::findings)
        .flatMap(List::stream)
        .filter(seen -> seen.grade().severity() != Severity.LOW)
        .toList();
  }

  private static List<StudyRemedy.Seen> findings(StudyPoint point) {
    @Nullable List<StudyRemedy.Seen> findings = point.findings();
    return findings == null ? List.of() : findings;
  }

  private List<StudyPoint> points(String arm) {
    return figures.points(arm).stream().filter(point -> point.step() == step).toList();
  }
}
