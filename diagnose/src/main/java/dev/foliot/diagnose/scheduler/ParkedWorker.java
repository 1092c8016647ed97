package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.PoolKind;
import dev.foliot.store.Advice;
import dev.foliot.store.Evidence;
import dev.foliot.store.Grade;
import dev.foliot.store.ResourceFinding;
import dev.foliot.store.Severity;
import java.util.List;
import java.util.stream.Stream;

/**
 * A thread of a pool that sleeps while work is queued.
 *
 * <p>Open Liberty's engineers saw carriers parked for 10 to 13 ms while short tasks waited, on two
 * CPUs and JDK 21 [1]; JDK-8322732 mended what they had found.
 *
 * <p>[1] github.com/blueperf/demo-vt-issues, 2024.
 */
final class ParkedWorker {
  static final double LOW = 0.005;
  static final double MEDIUM = 0.01;
  static final double HIGH = 0.05;

  /** One or two may be a thread that lost its CPU between adding work and waking a worker. */
  static final int FEWEST = 3;

  private static final String AGAIN =
      " Proof: foliot diagnose PID --only scheduler again under the same load: the spells are"
          + " gone.";

  private ParkedWorker() {}

  /** Of one pool; one finding or none. */
  static Stream<ResourceFinding> of(Parked pool) {
    ParkedSpells.Seen seen = pool.spells();
    return seen.spells() >= FEWEST && seen.parkedShare() >= LOW
        ? Stream.of(finding(pool, seen))
        : Stream.empty();
  }

  private static ResourceFinding finding(Parked pool, ParkedSpells.Seen parked) {
    double share = parked.parkedShare();
    return new ResourceFinding(
        ResourceFinding.Kind.PARKED_WORKER,
        new Grade(
            share >= HIGH ? Severity.HIGH : share >= MEDIUM ? Severity.MEDIUM : Severity.LOW,
            "for "
                + Figures.percent(share)
                + " of the time a "
                + pool.thread()
                + " slept, work was queued and none of it was taken, in "
                + Figures.count(parked.spells(), "spell")
                + ": low from 0.5 % and three spells on, medium from 1 % on, high from 5 % on",
            null),
        pool.name(),
        List.of(
            new Evidence(
                "time with a parked " + pool.thread() + " and queued work",
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
                "most " + pool.work() + "s queued at one look",
                (double) parked.mostQueued(),
                "",
                "work was queued at "
                    + Figures.percent(parked.queuedShare())
                    + " of the looks; "
                    + Figures.count(parked.parallelism(), pool.thread())
                    + (pool.kind() == PoolKind.EXECUTOR ? " in all" : " may run"))),
        new Advice(
            explanation(pool.kind()), remedies(pool.kind()), parked.tellsStops() ? 0.9 : 0.6));
  }

  private static String explanation(PoolKind kind) {
    return switch (kind) {
      case CARRIERS ->
          "Virtual threads that can run wait in the queues of a small pool, and its threads, the"
              + " carriers, take them from there. Here a carrier slept although virtual threads"
              + " were queued, and for all of a spell nobody took any of them: who had queued them"
              + " did not wake it, or was late to. The requests behind them wait, while the CPU is"
              + " free.";
      case FORK_JOIN ->
          "Tasks wait in the queues of a pool, and its threads, the workers, take them from there."
              + " Here a worker slept although tasks were queued, and for all of a spell nobody"
              + " took any of them: who had queued them did not wake it, or was late to. What waits"
              + " for these tasks waits, while the CPU is free.";
      case EXECUTOR ->
          "Tasks wait in the queue of a pool, and its threads, the workers, take them from there."
              + " Here a worker had nothing to do and slept although tasks were queued, and for all"
              + " of a spell nobody took any of them: who had queued them did not wake it, or the"
              + " queue, or code of the pool between two tasks, held it back. What waits for these"
              + " tasks waits, while the CPU is free.";
    };
  }

  private static List<String> remedies(PoolKind kind) {
    return switch (kind) {
      case CARRIERS ->
          List.of(
              "On a JDK before 25, run on 25: JDK-8322732 mended a pool that used small numbers of"
                  + " cores poorly, since it woke too few. Proof: foliot diagnose PID --only"
                  + " scheduler there under the same load: the spells are gone; foliot study"
                  + " short-tasks on either JDK: the gain.",
              "On the JDK as it is, and one or two CPUs, try"
                  + " -Djdk.virtualThreadScheduler.parallelism=4, which Red Hat's guide of Data"
                  + " Grid advises before JDK 24, or run short tasks on a pool of platform threads."
                  + " Proof: as above, and foliot study short-tasks --arms"
                  + " virtual,fixed:4,adaptive: tasks a second and parked_while_queued_share.");
      case FORK_JOIN ->
          List.of(
              "Submit with execute or submit: lazySubmit wakes nobody, and leaves its task until"
                  + " something else wakes a worker."
                  + AGAIN,
              "On a JDK before 25, run on 25: JDK-8322732 mended a pool that used small numbers of"
                  + " cores poorly, since it woke too few. Proof: the same there.");
      case EXECUTOR ->
          List.of(
              "See where the worker sleeps: jcmd PID Thread.print, several times. A worker that"
                  + " waits for work is in take or poll of the queue; above them may be code of"
                  + " your own, of a queue that is overridden, or that waits for a lock or a"
                  + " timer. Take the wait out of it."
                  + AGAIN,
              "Where tasks are put into the queue by other ways than execute or submit, or by a"
                  + " queue of your own that does not signal those who wait, use the pool's execute"
                  + " and the JDK's queue as it is."
                  + AGAIN);
    };
  }
}
