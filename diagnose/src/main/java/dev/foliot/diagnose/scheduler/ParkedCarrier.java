package dev.foliot.diagnose.scheduler;

import dev.foliot.store.Evidence;
import dev.foliot.store.ResourceFinding;
import dev.foliot.store.Severity;
import java.util.List;
import java.util.Optional;

/**
 * A carrier that sleeps while virtual threads are queued.
 *
 * <p>Open Liberty's engineers saw carriers parked for 10 to 13 ms while short tasks waited, on two
 * CPUs and JDK 21 [1]; JDK-8322732 mended what they had found.
 *
 * <p>[1] github.com/blueperf/demo-vt-issues, 2024.
 */
final class ParkedCarrier {
  static final double LOW = 0.005;
  static final double MEDIUM = 0.01;
  static final double HIGH = 0.05;

  /** One or two may be a thread that lost its CPU between adding work and waking a carrier. */
  static final int FEWEST = 3;

  private ParkedCarrier() {}

  static Optional<ResourceFinding> of(Seen seen) {
    return seen.parked()
        .filter(parked -> parked.spells() >= FEWEST && parked.parkedShare() >= LOW)
        .map(ParkedCarrier::finding);
  }

  private static ResourceFinding finding(ParkedSpells.Seen parked) {
    double share = parked.parkedShare();
    return new ResourceFinding(
        ResourceFinding.Kind.PARKED_WORKER,
        share >= HIGH ? Severity.HIGH : share >= MEDIUM ? Severity.MEDIUM : Severity.LOW,
        "for "
            + Figures.percent(share)
            + " of the time a carrier slept, work was queued and none of it was taken, in "
            + Figures.count(parked.spells(), "spell")
            + ": low from 0.5 % and three spells on, medium from 1 % on, high from 5 % on",
        "carriers of virtual threads",
        List.of(
            new Evidence(
                "time with a parked carrier and queued work",
                100 * share,
                "% of the time",
                Figures.count(parked.spells(), "spell")
                    + " of 1 ms or more in "
                    + Figures.duration(parked.watchedNs())),
            new Evidence(
                "longest such spell",
                Figures.millis(parked.longestNs()),
                "ms",
                "half of them lasted " + Figures.duration(parked.medianNs()) + " or longer"),
            new Evidence(
                "most virtual threads queued at one look",
                (double) parked.mostQueued(),
                "",
                "work was queued at "
                    + Figures.percent(parked.queuedShare())
                    + " of the looks; "
                    + Figures.count(parked.parallelism(), "carrier")
                    + " may run")),
        "Virtual threads that can run wait in the queues of a small pool, and its threads, the"
            + " carriers, take them from there. Here a carrier slept although virtual threads were"
            + " queued, and for all of a spell nobody took any of them: who had queued them did"
            + " not wake it, or was late to. The requests behind them wait, while the CPU is free.",
        List.of(
            "On a JDK before 25, run on 25: JDK-8322732 mended a pool that used small numbers of"
                + " cores poorly, since it woke too few. Proof: foliot diagnose PID --only"
                + " scheduler there under the same load: the spells are gone; foliot study"
                + " short-tasks on either JDK: the gain.",
            "On the JDK as it is, and one or two CPUs, try"
                + " -Djdk.virtualThreadScheduler.parallelism=4, which Red Hat's guide of Data Grid"
                + " advises before JDK 24, or run short tasks on a pool of platform threads. Proof:"
                + " as above, and foliot study short-tasks --arms virtual,fixed:4,adaptive: tasks a"
                + " second and parked_while_queued_share."),
        parked.tellsStops() ? 0.9 : 0.6);
  }
}
