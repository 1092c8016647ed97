package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Outcome.Besides;
import dev.foliot.diagnose.examination.Outcome.WatchCost;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.diagnose.reason.SharingReason;
import dev.foliot.diagnose.watch.ActiveThreads;
import dev.foliot.diagnose.watch.TargetThreads;
import dev.foliot.diagnose.watch.ThreadRotation;
import dev.foliot.diagnose.watch.WatchBudget;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.ClearedClass;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.text.Examined;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Derives findings, ruled out classes and limits from all observations. Used once. */
final class SharingReport {
  private final TargetJvm jvm;
  private final ActiveThreads active;
  private final MemorySampler sampler;
  private final JdkFix fix;
  private final SharingObservations observations;
  private final FindingWriter writer;
  private final List<SharingFinding> findings = new ArrayList<>();
  private final List<ClearedClass> cleared = new ArrayList<>();
  private final List<String> harmless = new ArrayList<>();
  private final List<Reason> limits;
  private int missing;

  /**
   * A report on one examination.
   *
   * @param limits the limits so far
   */
  SharingReport(
      TargetJvm jvm,
      TargetThreads threads,
      ActiveThreads active,
      MemorySampler sampler,
      JdkFix fix,
      SharingObservations observations,
      List<Reason> limits) {
    this.jvm = jvm;
    this.active = active;
    this.sampler = sampler;
    this.fix = fix;
    this.observations = observations;
    this.writer = new FindingWriter(jvm, threads, fix, observations);
    this.limits = new ArrayList<>(limits);
  }

  /** The outcome of an examination without readable classes. */
  static Outcome<SharingFinding> unavailable(
      JdkFix fix, List<Reason> limits, Reading.Unavailable<?> why) {
    Outcome<SharingFinding> none = Outcome.unavailable(why.why(), limits.toArray(Reason[]::new));
    return none.with(knownOf(fix));
  }

  /**
   * The outcome for a JVM that does not export the word that type checks may write. Its fix is
   * known; the absence of writes is not.
   */
  static Outcome<SharingFinding> wordUnknown(
      JdkFix fix, List<Reason> limits, Reading.Unavailable<?> why) {
    if (fix.state() != JdkFix.State.FIXED) {
      return unavailable(fix, limits, why);
    }
    List<Reason> all = new ArrayList<>(limits);
    all.add(notExamined(Examined.TYPE_CHECK_WRITES, why));
    Outcome<SharingFinding> part =
        Outcome.of(
            List.of(),
            Optional.of(new SharingReason.WordUnknown(why.why())),
            all,
            partly ->
                "cured; whether type checks write all the same could not be seen: " + why.reason(),
            List.of(fix.text()));
    return part.with(knownOf(fix));
  }

  private static Besides knownOf(JdkFix fix) {
    return new Besides(
        WatchCost.NONE, UnaryOperator.identity(), List.of(), fix.cured(), Optional.empty());
  }

  static Reason notExamined(Examined what, Reading.Unavailable<?> why) {
    return new ExaminationReason.NotExamined(what, "", why.why());
  }

  /**
   * The outcome of all observations; to be called once.
   *
   * @param cutShort why it ended before its time
   * @param elapsedNs since it began
   * @param samples the source of the CPU samples, in words
   */
  Outcome<SharingFinding> of(Optional<Reason> cutShort, long elapsedNs, List<String> samples) {
    for (CandidateClass candidate : observations.candidates()) {
      conclude(candidate, cutShort.isEmpty());
    }
    findings.sort(
        Comparator.comparing(SharingFinding::severity)
            .thenComparingDouble(finding -> -finding.traffic().rate().perS()));
    List<String> lookedAt = new ArrayList<>(scanned());
    lookedAt.addAll(samples);
    lookedAt.addAll(harmless);
    observations.rounds().ifPresent(rounds -> watched(rounds, elapsedNs, lookedAt));
    WatchBudget budget = observations.budget();
    return Outcome.of(findings, cutShort, limits, this::summary, lookedAt)
        .with(
            new Besides(
                new WatchCost(budget.hits(), budget.hitNs(), budget.worstShare(elapsedNs)),
                UnaryOperator.identity(),
                cleared,
                fix.cured(),
                Optional.empty()));
  }

  private void conclude(CandidateClass candidate, boolean toItsEnd) {
    String name = candidate.type().name();
    if (toItsEnd && !isStillThere(candidate)) {
      harmless.add(name + ": unloaded meanwhile");
      return;
    }
    if (candidate.traffic().windows() == 0) {
      unwatched(candidate);
      return;
    }
    switch (SharingJudge.judge(candidate.observed())) {
      case Verdict.Sharing sharing -> {
        findings.add(writer.watched(candidate, sharing));
        if (sharing.isOneAtATime()) {
          if (!sharing.isReadMeanwhile()) {
            limits.add(new SharingReason.ReadersMeetingUnknown(name));
          }
          unwatchedThreads(candidate);
          if (sharing.harm() == Verdict.Harm.FIELD_READ) {
            wordReaders(candidate);
          }
        } else if (!sharing.areWritersTogether()) {
          limits.add(new SharingReason.WritersMeetingUnknown(name));
        }
      }
      case Verdict.None none -> {
        none(candidate, none.why(), toItsEnd);
        unwatchedThreads(candidate);
      }
    }
  }

  /** Threads that were never watched might change the verdict. */
  private void unwatchedThreads(CandidateClass candidate) {
    if (candidate.isWritten()) {
      missing = Math.max(missing, observations.rounds().map(it -> it.missing(candidate)).orElse(0));
    }
  }

  private void none(CandidateClass candidate, Reason why, boolean toItsEnd) {
    String name = candidate.type().name();
    harmless.add(name + ": " + why.text());
    if (!candidate.isWritten()) {
      return;
    }
    cleared.add(writer.cleared(candidate, why));
    if (candidate.lacksReadWindows()) {
      limits.add(new SharingReason.ReadersUndecided(name));
    }
    wordReaders(candidate);
    if (toItsEnd && observations.rounds().filter(it -> it.isUndecided(candidate)).isPresent()) {
      limits.add(new SharingReason.WritersUndecided(name));
    }
  }

  private void wordReaders(CandidateClass candidate) {
    if (candidate.lacksWordWindows()) {
      limits.add(
          new SharingReason.WordReadersUndecided(
              candidate.type().name(),
              observations.rounds().map(WatchpointRounds::canWatchTwo).orElse(true)));
    }
  }

  private boolean isStillThere(CandidateClass candidate) {
    return jvm.classAt(candidate.address()) instanceof Reading.Value<LoadedClass>(LoadedClass now)
        && now.name().equals(candidate.type().name());
  }

  private void unwatched(CandidateClass candidate) {
    String name = candidate.type().name();
    if (active.all() == 0) {
      // It ended before the running threads were read.
      harmless.add(changed(candidate));
    } else if (candidate.rate().perS() < SharingJudge.FEWEST_PER_S) {
      harmless.add(name + ": " + rate(candidate) + " writes a second, not watched");
    } else if (active.busy() < 2) {
      harmless.add(name + ": changes, but fewer than two threads run: nobody to wait");
    } else {
      findings.add(writer.unwatched(candidate));
    }
  }

  private static String rate(CandidateClass candidate) {
    return CostGrade.precision(candidate.rate()).of(candidate.rate().perS());
  }

  private String changed(CandidateClass candidate) {
    List<String> between = writer.interfaces(candidate);
    return candidate.type().name()
        + ": changed in "
        + Numbers.about(candidate.changes())
        + " of "
        + Numbers.count(observations.scan().map(CacheScan::looks).orElse(0), "look")
        + (between.isEmpty() ? "" : ", asked about " + Numbers.and(between))
        + (candidate.isSampledClosely() ? ", " + rate(candidate) + " times a second" : "")
        + "; who writes was not looked at";
  }

  private List<String> scanned() {
    if (observations.scan().isEmpty()) {
      return List.of();
    }
    CacheScan scan = observations.scan().get();
    SharingObservations.ClassesRead read = observations.read();
    return List.of(
        fix.text(),
        Numbers.count(read.all().size(), "class")
            + ", read in "
            + Numbers.duration(read.readNs())
            + "; "
            + Numbers.about(scan.size())
            + (jvm.layout().secondarySupers() instanceof Reading.Value<Integer>
                ? " of them with two interfaces or more to alternate between"
                : " of them looked at, since it is not known which have two interfaces or more")
            + (read.unreadable() > 0
                ? "; " + Numbers.about(read.unreadable()) + " more came or went"
                : "")
            + ": "
            + Numbers.count(scan.looks(), "look")
            + " at each; looking took "
            + Numbers.percent(sampler.duty())
            + " of a CPU for "
            + Numbers.duration(sampler.elapsedNs()),
        alternated());
  }

  private String alternated() {
    int watched = observations.alternating() - observations.unwatched();
    int doubtful = observations.candidates().size() - watched;
    boolean isWatched = observations.rounds().isPresent();
    return Numbers.count(observations.alternating(), "class")
        + " alternated"
        + (observations.unwatched() > 0 && isWatched
            ? "; " + watched + " of them were watched"
            : "")
        + (doubtful > 0
            ? "; "
                + Numbers.count(doubtful, "more class")
                + " changed once"
                + (isWatched ? ": watched as well" : "")
            : "");
  }

  /** Reports on the watchpoints and their limits. */
  private void watched(WatchpointRounds rounds, long elapsedNs, List<String> lookedAt) {
    WatchBudget budget = observations.budget();
    lookedAt.add(
        "who writes: "
            + Numbers.count(rounds.writeWindows(), "window")
            + " of at most 5 ms; who reads: "
            + Numbers.count(rounds.readWindows(), "window")
            + " of 1 ms; "
            + active.running()
            + " of "
            + Numbers.count(active.all(), "thread")
            + " ran"
            + (rounds.ran() > ThreadRotation.PLACES
                ? ", of which "
                    + Numbers.about(rounds.ran() - rounds.missing())
                    + " were watched, "
                    + ThreadRotation.PLACES
                    + " at a time"
                : ""));
    lookedAt.add(
        "watching cost "
            + Numbers.count(budget.hits(), "hit")
            + " of "
            + Numbers.duration(budget.hitNs())
            + ", at most "
            + Numbers.percent(budget.worstShare(elapsedNs))
            + " of one thread's time (the limit is 2 %"
            + (budget.refusals() > 0
                ? "; for it " + Numbers.count(budget.refusals(), "window") + " stayed closed)"
                : ")"));
    if (missing > 0) {
      limits.add(new SharingReason.ThreadsUnwatched(rounds.ran(), missing, ThreadRotation.PLACES));
    }
    if (observations.unwatched() > 0) {
      limits.add(
          new SharingReason.ClassesUnwatched(
              observations.unwatched(), observations.candidates().size()));
    }
    rounds.refusal().ifPresent(why -> limits.add(notExamined(Examined.WRITERS_AND_READERS, why)));
    if (budget.hits() > 0) {
      jvm.nameless().ifPresent(why -> limits.add(new SharingReason.CodeUnnamed(why)));
    }
    rounds.sampleRefusal().ifPresent(why -> limits.add(notExamined(Examined.CODE, why)));
  }

  /** The verdict of the examination in one sentence. */
  private String summary(Optional<Reason> incomplete) {
    StringBuilder text = new StringBuilder();
    if (fix.state() == JdkFix.State.FIXED) {
      text.append("cured; ");
    }
    if (findings.isEmpty()) {
      text.append(
          incomplete.isEmpty()
              ? "nothing found: no two threads fight over the structure of a class"
              : "nothing found in what could be looked at");
    } else {
      SharingFinding first = findings.getFirst();
      String fight = first.isKindKnown() ? " threads fight over" : " threads may fight over";
      text.append(Numbers.count(findings.size(), "class"))
          .append(
              findings.size() == 1
                  ? " whose structure" + fight + ": "
                  : " whose structures" + fight + "; the gravest: ")
          .append(first.type().className())
          .append(" (")
          .append(first.title())
          .append(", ")
          .append(first.severity().words())
          .append(')');
    }
    return text.append(Outcome.partly(incomplete)).toString();
  }
}
