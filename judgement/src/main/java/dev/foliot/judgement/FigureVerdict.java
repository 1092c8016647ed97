package dev.foliot.judgement;

import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.FigureKind;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * How far the figures of one kind can be relied upon: a fork keeps all its reasons, and each reason
 * limits the figures that it harms. Pure.
 *
 * <p>A load generator that is late or short of CPU time measures response times that are too long,
 * and does not keep the schedule of an open loop. In a closed loop a client that asks a little
 * later hardly changes throughput, CPU time or memory.
 */
public final class FigureVerdict {
  /**
   * A load generator that waits for a CPU for more of the time than this harms comparisons of the
   * throughput of a closed loop too. docs/evidence/study-validity.md has the measurement.
   */
  public static final double STARVED = 0.25;

  /** The same for memory, where no harm was found up to 0.33. */
  private static final double STARVED_MEMORY = 0.5;

  /** The same for its lateness, as a share of the response time. */
  private static final double LATE = 0.25;

  /** A load generator that is late at this percentile makes response times INVALID. */
  private static final double LATE_PERCENTILE = 99;

  /** What makes all figures of a load INVALID. */
  private static final List<Class<? extends Reason>> FATAL =
      List.of(
          Reason.Plain.class,
          LoadReason.MessagesLost.class,
          LoadReason.MessagesUnstarted.class,
          LoadReason.EndsRefused.class,
          LoadReason.TimesContradict.class,
          LoadReason.NothingSucceeded.class);

  private FigureVerdict() {}

  /** How far a fork's figures of a kind can be relied upon, with the reasons that harm them. */
  public static Validity of(StudyPoint point, FigureKind kind) {
    return of(point.validity(), point.clients() != null && point.ratePerS() == null, kind);
  }

  /**
   * The same of a validity.
   *
   * @param all the fork's own, with all its reasons
   * @param isClosed whether the load is a closed loop
   */
  public static Validity of(Validity all, boolean isClosed, FigureKind kind) {
    if (all.verdict() == Verdict.INVALID) {
      return all;
    }
    List<Reason> harming = new ArrayList<>();
    Verdict worst = Verdict.VALID;
    for (Reason reason : all.reasonCodes()) {
      Verdict verdict = verdict(reason, all.verdict(), isClosed, kind);
      if (verdict != Verdict.VALID) {
        harming.add(reason);
        worst = verdict.compareTo(worst) > 0 ? verdict : worst;
      }
    }
    boolean isUnexplained = all.verdict() == Verdict.SUSPECT && all.reasonCodes().isEmpty();
    return Validity.of(isUnexplained ? Verdict.SUSPECT : worst, harming);
  }

  /** The worst of several kinds; with the reasons of all, each once. */
  public static Validity of(Validity all, boolean isClosed, Collection<FigureKind> kinds) {
    return Validity.worst(kinds.stream().map(kind -> of(all, isClosed, kind)).toList());
  }

  /**
   * Whether nothing of a load can be relied upon. A load generator that was only late has measured
   * the throughput of a closed loop all the same.
   *
   * @param ofLoad as its driver judges it, by its response times too
   */
  public static boolean isLost(Validity ofLoad, boolean isClosed) {
    boolean isLate = ofLoad.has(LoadReason.LoadGeneratorLate.class);
    return ofLoad.verdict() == Verdict.INVALID
        && !(isClosed
            && isLate
            && FATAL.stream().noneMatch(ofLoad::has)
            && ofLoad.reasonCodes().stream().noneMatch(reason -> reason.code().isEmpty()));
  }

  private static Verdict verdict(Reason reason, Verdict ofFork, boolean isClosed, FigureKind kind) {
    if (reason.is(LoadReason.GeneratorTrouble.class)) {
      return ofGenerator(reason, isClosed, kind);
    }
    // a reason that a valid fork has is a note
    return ofFork == Verdict.VALID || !harms(reason, kind) ? Verdict.VALID : Verdict.SUSPECT;
  }

  private static Verdict ofGenerator(Reason reason, boolean isClosed, FigureKind kind) {
    boolean isSensitive = !isClosed || kind == FigureKind.RESPONSE_TIME;
    return switch (reason) {
      case Reason.In in -> ofGenerator(in.reason(), isClosed, kind);
      case LoadReason.LoadGeneratorStarved starved ->
          suspectIf(
              isSensitive
                  || starved.share() > (kind == FigureKind.MEMORY ? STARVED_MEMORY : STARVED));
      case LoadReason.LoadGeneratorLate late ->
          isSensitive && late.percentile() <= LATE_PERCENTILE
              ? Verdict.INVALID
              : suspectIf(isSensitive || late.latenessNs() > LATE * late.responseNs());
      // who has no time left decides on the throughput, and not on the memory
      case LoadReason.LoadGeneratorBusy _ -> suspectIf(isSensitive || kind != FigureKind.MEMORY);
      // a newer version's, whose figure is not known
      default -> Verdict.SUSPECT;
    };
  }

  private static Verdict suspectIf(boolean isSuspect) {
    return isSuspect ? Verdict.SUSPECT : Verdict.VALID;
  }

  private static boolean harms(Reason reason, FigureKind kind) {
    boolean isOfMemory = reason.is(StudyReason.MemoryUnattributed.class);
    boolean isOfSpeed =
        reason.is(StudyReason.ThroughputDrifted.class)
            || reason.is(StudyReason.NotSteady.class)
            || reason.is(StudyReason.WarmUpNotSteady.class)
            || reason.is(StudyReason.TasksNeverSteady.class)
            || reason.is(LoadReason.NeverSteady.class);
    return kind == FigureKind.MEMORY ? !isOfSpeed : !isOfMemory;
  }
}
