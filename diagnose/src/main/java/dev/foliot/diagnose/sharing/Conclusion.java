package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.sharing.SharingExamination.Outcome;
import dev.foliot.hotspot.LoadedClass;
import dev.foliot.linux.Reading;
import dev.foliot.store.ClearedClass;
import dev.foliot.store.ExaminationRecord;
import dev.foliot.store.ExaminationRecord.Status;
import dev.foliot.store.SharingFinding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What follows from what was seen: findings, what is none, and what could not be looked at. */
final class Conclusion {
  private final TargetJvm jvm;
  private final ActiveThreads active;
  private final Looking looking;
  private final Cure cure;
  private final Seen seen;
  private final FindingWriter writer;
  private final SharingJudge judge;
  private final List<SharingFinding> findings = new ArrayList<>();
  private final List<ClearedClass> cleared = new ArrayList<>();
  private final List<String> harmless = new ArrayList<>();
  private int missing;

  Conclusion(
      TargetJvm jvm,
      TargetThreads threads,
      ActiveThreads active,
      Looking looking,
      Line line,
      Cure cure,
      Seen seen) {
    this.jvm = jvm;
    this.active = active;
    this.looking = looking;
    this.cure = cure;
    this.seen = seen;
    this.writer = new FindingWriter(jvm, threads, line, cure, seen);
    this.judge = new SharingJudge(line);
  }

  /** Of an examination that saw no class. */
  static Outcome blind(Cure cure, List<String> couldNot, String reason, String remedy) {
    return new Outcome(
        new ExaminationRecord(
            Status.UNAVAILABLE,
            reason + " (" + remedy + ")",
            "could not look: " + reason,
            List.of(),
            couldNot,
            ExaminationRecord.Counts.NONE),
        List.of(),
        List.of(),
        cure.cured(),
        0,
        0,
        0);
  }

  /**
   * Of a JVM that does not tell where the word is that a type check may write. Whether it is cured
   * is known all the same; that nothing is written could not be seen.
   */
  static Outcome wordless(Cure cure, List<String> couldNot, String reason, String remedy) {
    if (cure.state() != Cure.State.CURED) {
      return blind(cure, couldNot, reason, remedy);
    }
    List<String> all = new ArrayList<>(couldNot);
    all.add("whether type checks write: " + reason + " (" + remedy + ")");
    return new Outcome(
        new ExaminationRecord(
            Status.PARTIAL,
            reason,
            "cured; whether type checks write all the same could not be seen: " + reason,
            List.of(cure.text()),
            all,
            ExaminationRecord.Counts.NONE),
        List.of(),
        List.of(),
        cure.cured(),
        0,
        0,
        0);
  }

  /**
   * Of all that was seen; to be asked once.
   *
   * @param cutShort why it ended before its time
   * @param elapsedNs since it began
   */
  Outcome of(Optional<String> cutShort, long elapsedNs) {
    for (Suspect suspect : seen.suspects) {
      conclude(suspect, cutShort.isEmpty());
    }
    findings.sort(
        Comparator.comparing(SharingFinding::severity)
            .thenComparingDouble(finding -> -finding.traffic().rate().perS()));
    seen.lookedAt.addAll(0, looks());
    seen.lookedAt.addAll(harmless);
    seen.conviction.ifPresent(watched -> watching(watched, elapsedNs));
    Optional<String> reason = cutShort.or(this::refused);
    return new Outcome(
        new ExaminationRecord(
            reason.isPresent() ? Status.PARTIAL : Status.DONE,
            reason.isPresent() ? reason.get() : null,
            Summary.of(findings, cure, reason),
            seen.lookedAt,
            seen.couldNot,
            ExaminationRecord.Counts.NONE),
        findings,
        cleared,
        cure.cured(),
        seen.budget.hits(),
        seen.budget.hitNs(),
        seen.budget.worstShare(elapsedNs));
  }

  private void conclude(Suspect suspect, boolean toItsEnd) {
    if (toItsEnd && !isStillThere(suspect)) {
      harmless.add(suspect.type().name() + ": unloaded meanwhile");
      return;
    }
    if (suspect.traffic().windows() == 0) {
      unwatched(suspect);
      return;
    }
    switch (judge.judge(suspect)) {
      case Verdict.TrueSharing sharing -> {
        findings.add(writer.trueSharing(suspect, sharing));
        if (!sharing.isSeen()) {
          seen.couldNot.add(
              "whether the threads that write to "
                  + suspect.type().name()
                  + " do so at the same time (diagnose again, for longer, or where CPUs are free)");
        }
      }
      case Verdict.WordRead sharing -> {
        findings.add(writer.wordRead(suspect, sharing));
        unseen(suspect, sharing.isSeen());
        missed(suspect);
      }
      case Verdict.FalseSharing sharing -> {
        findings.add(writer.falseSharing(suspect, sharing));
        unseen(suspect, sharing.isSeen());
        missed(suspect);
        unreadWord(suspect);
      }
      case Verdict.None(String why) -> {
        none(suspect, why, toItsEnd);
        missed(suspect);
      }
    }
  }

  /** Threads that nobody looked at may be what makes it another verdict. */
  private void missed(Suspect suspect) {
    if (suspect.isWritten()) {
      missing = Math.max(missing, seen.conviction.map(it -> it.missing(suspect)).orElse(0));
    }
  }

  private void none(Suspect suspect, String why, boolean toItsEnd) {
    harmless.add(suspect.type().name() + ": " + why);
    if (!suspect.isWritten()) {
      return;
    }
    cleared.add(writer.cleared(suspect, why));
    if (suspect.lacksReadWindows()) {
      seen.couldNot.add(
          "who reads beside what is written of "
              + suspect.type().name()
              + ": too few windows (diagnose again, for longer)");
    }
    unreadWord(suspect);
    if (toItsEnd && seen.conviction.filter(it -> it.isUndecided(suspect)).isPresent()) {
      seen.couldNot.add(
          "who writes to "
              + suspect.type().name()
              + " for long enough: the machine is busy (diagnose again, for longer)");
    }
  }

  private void unseen(Suspect suspect, boolean isSeen) {
    if (!isSeen) {
      seen.couldNot.add(
          "whether others read the structure of "
              + suspect.type().name()
              + " while it is written, or in turn (diagnose again, for longer, or where CPUs are"
              + " free)");
    }
  }

  private void unreadWord(Suspect suspect) {
    if (suspect.lacksWordWindows()) {
      seen.couldNot.add(
          "who reads what is written of "
              + suspect.type().name()
              + (seen.conviction.map(Conviction::mayWatchTwo).orElse(true)
                  ? ": its threads hardly wrote in the windows that were made (diagnose again, for"
                      + " longer, or where CPUs are free)"
                  : ": too few windows, which take two hardware watchpoints (diagnose again, for"
                      + " longer, without another debugger)"));
    }
  }

  private boolean isStillThere(Suspect suspect) {
    return jvm.classAt(suspect.address()) instanceof Reading.Value<LoadedClass>(LoadedClass now)
        && now.name().equals(suspect.type().name());
  }

  private void unwatched(Suspect suspect) {
    if (active.all() == 0) {
      // It ended before anyone asked which threads run.
      harmless.add(changed(suspect));
    } else if (suspect.rate().perS() < SharingJudge.FEWEST_PER_S) {
      harmless.add(
          suspect.type().name()
              + ": "
              + Rates.text(suspect.rate())
              + " writes a second, not watched");
    } else if (active.busy() < 2) {
      harmless.add(
          suspect.type().name() + ": changes, but fewer than two threads run: nobody to wait");
    } else {
      findings.add(writer.unwatched(suspect));
    }
  }

  private String changed(Suspect suspect) {
    List<String> between = Interfaces.of(suspect, jvm, seen.classes);
    return suspect.type().name()
        + ": changed in "
        + Figures.count(suspect.changes())
        + " of "
        + Figures.count(seen.scan.map(CacheScan::looks).orElse(0), "look")
        + (between.isEmpty() ? "" : ", asked about " + Figures.list(between))
        + (suspect.isLookedAtClosely() ? ", " + Rates.text(suspect.rate()) + " times a second" : "")
        + "; who writes was not looked at";
  }

  private List<String> looks() {
    if (seen.scan.isEmpty()) {
      return List.of();
    }
    CacheScan all = seen.scan.get();
    List<String> looks = new ArrayList<>();
    looks.add(cure.text());
    looks.add(
        Figures.count(seen.classes.size(), "class")
            + ", read in "
            + Figures.millis(seen.readNs)
            + "; "
            + Figures.count(all.size())
            + (jvm.layout().secondarySupers() instanceof Reading.Value<Integer>
                ? " of them with two interfaces or more to alternate between"
                : " of them looked at, since it is not known which have two interfaces or more")
            + (seen.unreadable > 0
                ? "; " + Figures.count(seen.unreadable) + " more came or went"
                : "")
            + ": "
            + Figures.count(all.looks(), "look")
            + " at each; looking took "
            + Figures.percent(looking.duty())
            + " of a CPU for "
            + Figures.seconds(looking.elapsedNs()));
    looks.add(alternated());
    return looks;
  }

  private String alternated() {
    int watched = seen.alternating - seen.unwatched;
    int doubtful = seen.suspects.size() - watched;
    boolean isWatched = seen.conviction.isPresent();
    return Figures.count(seen.alternating, "class")
        + " alternated"
        + (seen.unwatched > 0 && isWatched ? "; " + watched + " of them were watched" : "")
        + (doubtful > 0
            ? "; "
                + Figures.count(doubtful, "more class")
                + " changed once"
                + (isWatched ? ": watched as well" : "")
            : "");
  }

  /** What the watchpoints did, and what they could not. */
  private void watching(Conviction watched, long elapsedNs) {
    Budget budget = seen.budget;
    seen.lookedAt.add(
        "who writes: "
            + Figures.count(watched.writeWindows(), "window")
            + " of at most 5 ms; who reads: "
            + Figures.count(watched.readWindows(), "window")
            + " of 1 ms; "
            + active.running()
            + " of "
            + Figures.count(active.all(), "thread")
            + " ran"
            + (watched.ran() > Rota.PLACES
                ? ", of which "
                    + Figures.count(watched.ran() - watched.missing())
                    + " were watched, "
                    + Rota.PLACES
                    + " at a time"
                : ""));
    seen.lookedAt.add(
        "watching cost "
            + Figures.count(budget.hits(), "hit")
            + " of "
            + Figures.micros(budget.hitNs())
            + ", at most "
            + Figures.percent(budget.worstShare(elapsedNs))
            + " of one thread's time (the limit is 2 %"
            + (budget.refusals() > 0
                ? "; for it " + Figures.count(budget.refusals(), "window") + " stayed closed)"
                : ")"));
    if (missing > 0) {
      seen.couldNot.add(
          "who else writes or reads: of "
              + Figures.count(watched.ran(), "thread")
              + " that ran, "
              + Figures.count(missing)
              + " were never watched, "
              + Rota.PLACES
              + " are at a time (diagnose again)");
    }
    if (seen.unwatched > 0) {
      seen.couldNot.add(
          "who writes to "
              + Figures.count(seen.unwatched, "more class")
              + " that alternate: not watched, since no more than "
              + seen.suspects.size()
              + " are (diagnose again when these are mended)");
    }
    watched.refusal().ifPresent(why -> seen.couldNot.add("who writes and who reads: " + why));
    if (budget.hits() > 0) {
      jvm.nameless().ifPresent(why -> seen.couldNot.add("which code does it: " + why));
    }
    watched.sampleRefusal().ifPresent(why -> seen.couldNot.add("which code does it: " + why));
  }

  private Optional<String> refused() {
    return seen.couldNot.isEmpty()
        ? Optional.empty()
        : Optional.of("could not look at " + seen.couldNot.get(0));
  }
}
