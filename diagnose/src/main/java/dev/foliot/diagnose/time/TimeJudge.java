package dev.foliot.diagnose.time;

import dev.foliot.diagnose.reason.LockReason;
import dev.foliot.diagnose.time.ThreadObservations.Alone;
import dev.foliot.diagnose.time.ThreadObservations.Serving;
import dev.foliot.store.diagnosis.Doing;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.ThreadTime;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides which threads wait for something scarce, spin, or are started all the time. Pure.
 *
 * <p>It knows no pool and no library. {@link StuckJudge} decides on threads that do not move.
 */
public final class TimeJudge {
  /** A thread that wants a CPU for this part of the time does nothing else. */
  static final double WHOLE_TIME = 0.95;

  private static final int FEWEST_SAMPLES = 8;
  private static final double SHORTEST_S = 0.9;
  private static final int FEWEST_ON_CPU = 20;
  private static final double ONE_METHOD = 0.9;
  private static final double SELECTS = 0.5;
  static final int MOST_SHOWN = 5;
  private static final String DIRECT = "java.nio.ByteBuffer.allocateDirect";

  /** Of the time of a pool's threads. */
  private static final double WAITS = 0.8;

  static final double SURE = 0.95;
  static final double RATHER_SURE = 0.8;
  static final double LIKELY = 0.6;

  private TimeJudge() {}

  /** The findings. */
  public static List<ResourceFinding> findings(ThreadObservations observed) {
    return Stream.of(
            isLong(observed.time()) ? StuckJudge.findings(observed) : List.<ResourceFinding>of(),
            waits(observed),
            virtualLocks(observed),
            directLimit(observed).stream().toList(),
            overloaded(observed),
            saturated(observed),
            collisions(observed).stream().toList(),
            spinning(observed),
            churn(observed).stream().toList())
        .flatMap(List::stream)
        .toList();
  }

  private static boolean isLong(ThreadTime time) {
    return time.samples() >= FEWEST_SAMPLES && time.observedS() >= SHORTEST_S;
  }

  static String subject(String yours, String library, String group) {
    return !yours.isEmpty() ? yours : !library.isEmpty() ? library : group;
  }

  /** Threads that wait at one place for something scarce, and get it in the end. */
  private static List<ResourceFinding> waits(ThreadObservations observed) {
    if (!isLong(observed.time())) {
      return List.of();
    }
    List<ResourceFinding> all = new ArrayList<>();
    for (ThreadTime.Group group : observed.time().groups()) {
      double busy = 1 - group.share(Doing.IDLE);
      for (ThreadTime.Place place : group.places()) {
        double threads = place.share() * group.threads();
        double share = busy <= 0 ? 0 : place.share() / busy;
        Optional<Severity> severity = FindingKind.SHARED_WAIT.severity(threads, share);
        boolean isPermit = place.doing() == Doing.PERMIT && !place.library().equals(DIRECT);
        if (isPermit && place.still() == 0 && severity.isPresent()) {
          all.add(
              new ResourceFinding(
                  FindingKind.SHARED_WAIT,
                  new Grade(severity.get(), new LockReason.PlaceWaits(threads, share)),
                  subject(place.yours(), place.library(), group.name()),
                  besides(group, place),
                  FindingKind.SHARED_WAIT.advice(RATHER_SURE)));
        }
      }
    }
    return all;
  }

  /** Virtual threads that wait for locks, which no list of the JVM has. */
  private static List<ResourceFinding> virtualLocks(ThreadObservations observed) {
    List<ResourceFinding> all = new ArrayList<>();
    for (ThreadTime.Group group : observed.time().groups()) {
      double busy = 1 - group.share(Doing.IDLE);
      for (ThreadTime.Place place : group.places()) {
        double threads = place.share() * group.threads();
        double share = busy <= 0 ? 0 : Math.min(1, place.share() / busy);
        Optional<Severity> severity = FindingKind.LOCK_CONTENTION.severity(threads, share);
        if (place.doing() == Doing.LOCK
            && group.name().equals(TimeTally.VIRTUAL)
            && place.still() == 0
            && !isOfCircle(observed, place)
            && severity.isPresent()
            && isLong(observed.time())) {
          List<String> remedies = new ArrayList<>(FindingKind.LOCK_CONTENTION.remedies());
          remedies.add(
              "If none of them moves, see whether they wait for each other: jcmd PID"
                  + " Thread.dump_to_file -format=json FILE names the owners of locks from JDK 25"
                  + " on. Proof: diagnose the restarted JVM.");
          all.add(
              new ResourceFinding(
                  FindingKind.LOCK_CONTENTION,
                  new Grade(severity.get(), new LockReason.LockContended(threads, share, 1)),
                  subject(place.yours(), place.library(), group.name()),
                  besides(group, place),
                  new Advice(FindingKind.LOCK_CONTENTION.explanation(), remedies, RATHER_SURE)));
        }
      }
    }
    return all;
  }

  private static boolean isOfCircle(ThreadObservations observed, ThreadTime.Place place) {
    return observed.circles().stream()
        .flatMap(circle -> circle.members().stream())
        .anyMatch(member -> member.place().equals(place.yours()));
  }

  private static List<Evidence> besides(ThreadTime.Group group, ThreadTime.Place of) {
    List<Evidence> evidence = new ArrayList<>();
    evidence.add(
        new Evidence(
            "threads of " + group.name() + " that wait there",
            of.share() * group.threads(),
            "on average",
            "of " + Numbers.digits(group.threads()) + ", at " + of.words()));
    group.places().stream()
        .filter(place -> !place.equals(of) && place.doing() != Doing.IDLE)
        .limit(2)
        .forEach(place ->
            evidence.add(
                new Evidence(
                    "the others were at " + place.words(),
                    place.share() * group.threads(),
                    "on average",
                    "perhaps they have what is waited for")));
    return evidence;
  }

  /** Threads that wait in an allocation of direct memory: it has none left without a collection. */
  private static Optional<ResourceFinding> directLimit(ThreadObservations observed) {
    double threads = 0;
    String yours = "";
    List<Evidence> evidence = new ArrayList<>();
    for (ThreadTime.Group group : observed.time().groups()) {
      for (ThreadTime.Place place : group.places()) {
        if (place.library().equals(DIRECT) && place.doing() != Doing.RUNNING) {
          threads += place.share() * group.threads();
          yours = yours.isEmpty() ? place.yours() : yours;
          evidence.add(
              new Evidence(
                  "threads of " + group.name() + " in an allocation",
                  place.share() * group.threads(),
                  "on average",
                  place.doing().words() + ", at " + place.yours()));
        }
      }
    }
    double all = threads;
    String subject = subject(yours, DIRECT, "");
    return FindingKind.DIRECT_MEMORY_LIMIT
        .severity(all)
        .filter(severity -> isLong(observed.time()))
        .map(severity ->
            new ResourceFinding(
                FindingKind.DIRECT_MEMORY_LIMIT,
                new Grade(severity, new LockReason.AllocationWaits(all)),
                subject,
                evidence.subList(0, Math.min(MOST_SHOWN, evidence.size())),
                FindingKind.DIRECT_MEMORY_LIMIT.advice(SURE)));
  }

  /** One thread that serves all of something, and is never without work. */
  private static List<ResourceFinding> overloaded(ThreadObservations observed) {
    return observed.serving().stream()
        .filter(one -> isLong(observed.time()) && one.busy() >= WHOLE_TIME)
        .limit(MOST_SHOWN)
        .map(TimeJudge::overloaded)
        .toList();
  }

  private static ResourceFinding overloaded(Serving one) {
    return new ResourceFinding(
        FindingKind.OVERLOADED_THREAD,
        new Grade(Severity.MEDIUM, new LockReason.NeverIdle(one.thread(), one.busy())),
        subject(one.place().yours(), one.place().library(), one.thread()),
        List.of(
            new Evidence(
                "time of " + one.thread() + " with work",
                100 * one.busy(),
                "%",
                "most of it " + one.place().doing().words() + ", at " + one.place().words())),
        new Advice(
            one.loop().explanation()
                + " This one was never without work: what is due waits behind it, and longer each"
                + " second if more comes than it can do.",
            one.loop().remedies(),
            RATHER_SURE));
  }

  /** Pools of libraries without a free thread, whose tasks wait. */
  private static List<ResourceFinding> saturated(ThreadObservations observed) {
    return observed.occupied().stream()
        .filter(one -> isLong(observed.time()) && one.waiting() >= WAITS)
        .limit(MOST_SHOWN)
        .map(one ->
            new ResourceFinding(
                FindingKind.SATURATED_POOL,
                new Grade(Severity.MEDIUM, new LockReason.NeverFree(one.threads(), one.waiting())),
                subject(one.place().yours(), one.place().library(), one.group()),
                List.of(
                    new Evidence(
                        "time of " + one.group() + " in waits",
                        100 * one.waiting(),
                        "%",
                        "most of it " + one.place().words())),
                FindingKind.SATURATED_POOL.advice(LIKELY)))
        .toList();
  }

  /** Keys of hash maps with the same hash. */
  private static Optional<ResourceFinding> collisions(ThreadObservations observed) {
    double share = observed.collisions().values().stream().mapToDouble(Double::doubleValue).sum();
    double threads =
        share
            * observed.time().groups().stream()
                .mapToDouble(group -> group.share(Doing.RUNNING) * group.threads())
                .sum();
    List<Map.Entry<String, Double>> places =
        observed.collisions().entrySet().stream()
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .limit(MOST_SHOWN)
            .toList();
    return FindingKind.HASH_COLLISIONS
        .severity(share, threads)
        .filter(severity -> isLong(observed.time()))
        .map(severity ->
            new ResourceFinding(
                FindingKind.HASH_COLLISIONS,
                new Grade(severity, new LockReason.TreesSearched(share, threads)),
                subject(places.getFirst().getKey(), "", "lookups"),
                places.stream()
                    .map(one ->
                        new Evidence(
                            "in lookups of " + subject(one.getKey(), "", "an unknown method"),
                            100 * one.getValue(),
                            "%",
                            "of the samples of running threads"))
                    .toList(),
                FindingKind.HASH_COLLISIONS.advice(SURE)));
  }

  private static List<ResourceFinding> spinning(ThreadObservations observed) {
    return observed.alone().stream()
        .filter(one -> one.ran() >= WHOLE_TIME && one.samples() >= FEWEST_ON_CPU)
        .filter(one -> one.inSelect() >= SELECTS || (one.share() >= ONE_METHOD && one.others() > 0))
        .sorted(Comparator.comparingDouble(Alone::ran).reversed())
        .limit(MOST_SHOWN)
        .map(one -> one.inSelect() >= SELECTS ? selecting(one) : looping(one))
        .toList();
  }

  private static ResourceFinding looping(Alone one) {
    return new ResourceFinding(
        FindingKind.SPINNING_THREAD,
        new Grade(Severity.MEDIUM, new LockReason.NeverLeft(one.ran(), one.share(), one.samples())),
        one.yours(),
        List.of(
            new Evidence("time that " + one.thread() + " wanted a CPU", 100 * one.ran(), "%"),
            new Evidence(
                "samples of it in " + one.yours(), 100 * one.share(), "%", "of its CPU time"),
            new Evidence(
                "other threads of " + one.group() + " that worked and waited",
                (double) one.others(),
                "")),
        new Advice(
            "This thread has spent its whole time in one method, while others of its group do one"
                + " piece of work after the other. An endless loop looks like this: a condition"
                + " that never holds, a list with a circle, a HashMap that threads changed without"
                + " a lock. A single long computation looks the same.",
            List.of(
                "See its stack twice, some seconds apart: foliot diagnose PID --stacks. If it is in"
                    + " the same request, the loop does not end. Proof: after the change no thread"
                    + " stays there.",
                "If it is a long computation, run it in a pool of its own. Proof: the same."),
            LIKELY));
  }

  private static ResourceFinding selecting(Alone one) {
    return new ResourceFinding(
        FindingKind.SPINNING_THREAD,
        new Grade(
            Severity.MEDIUM, new LockReason.NeverLeft(one.ran(), one.inSelect(), one.samples())),
        one.yours().isEmpty() ? one.thread() : one.yours(),
        List.of(
            new Evidence("time that " + one.thread() + " wanted a CPU", 100 * one.ran(), "%"),
            new Evidence("samples of it in select", 100 * one.inSelect(), "%", "of its CPU time")),
        new Advice(
            "A selector should sleep until a channel is ready. This one returns at once, again and"
                + " again: a ready channel is not read or not removed, an interest in writing stays"
                + " set while there is nothing to write, or the thread is interrupted.",
            List.of(
                "Set OP_WRITE only while there is something to write, remove the selected keys,"
                    + " cancel the key of a closed connection, and clear an interrupt. Proof:"
                    + " diagnose again; the thread waits without work."),
            RATHER_SURE));
  }

  private static Optional<ResourceFinding> churn(ThreadObservations observed) {
    return FindingKind.THREAD_CHURN
        .severity(observed.started().perS())
        .filter(severity -> isLong(observed.time()))
        .map(severity ->
            new ResourceFinding(
                FindingKind.THREAD_CHURN,
                new Grade(severity, new LockReason.ThreadsStarted(observed.started().perS())),
                observed.started().place().orElse("threads"),
                List.of(
                    new Evidence(
                        "threads started",
                        observed.started().perS(),
                        "a second",
                        "by the JVM's count")),
                FindingKind.THREAD_CHURN.advice(SURE)));
  }
}
