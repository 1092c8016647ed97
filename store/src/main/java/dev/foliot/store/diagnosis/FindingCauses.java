package dev.foliot.store.diagnosis;

import static dev.foliot.store.diagnosis.FindingKind.BLOCKED_EVENT_LOOP;
import static dev.foliot.store.diagnosis.FindingKind.BLOCKING_IO;
import static dev.foliot.store.diagnosis.FindingKind.CONTENDED_LINE;
import static dev.foliot.store.diagnosis.FindingKind.CONTENDED_WORD;
import static dev.foliot.store.diagnosis.FindingKind.CPU_STARVATION;
import static dev.foliot.store.diagnosis.FindingKind.DEADLOCK;
import static dev.foliot.store.diagnosis.FindingKind.DEOPTIMISATION;
import static dev.foliot.store.diagnosis.FindingKind.DIRECT_MEMORY_LIMIT;
import static dev.foliot.store.diagnosis.FindingKind.EXCEPTIONS;
import static dev.foliot.store.diagnosis.FindingKind.EXHAUSTED_POOL;
import static dev.foliot.store.diagnosis.FindingKind.FAILED_TYPE_CHECKS;
import static dev.foliot.store.diagnosis.FindingKind.GC_PRESSURE;
import static dev.foliot.store.diagnosis.FindingKind.GC_THREADS;
import static dev.foliot.store.diagnosis.FindingKind.HAND_OFFS;
import static dev.foliot.store.diagnosis.FindingKind.HASH_COLLISIONS;
import static dev.foliot.store.diagnosis.FindingKind.INTERPRETED;
import static dev.foliot.store.diagnosis.FindingKind.LATE_WAKE_UP;
import static dev.foliot.store.diagnosis.FindingKind.LOCK_CONTENTION;
import static dev.foliot.store.diagnosis.FindingKind.MIGRATIONS;
import static dev.foliot.store.diagnosis.FindingKind.PINNED_CARRIERS;
import static dev.foliot.store.diagnosis.FindingKind.SAFEPOINTS;
import static dev.foliot.store.diagnosis.FindingKind.SATURATED_POOL;
import static dev.foliot.store.diagnosis.FindingKind.SHARED_WAIT;
import static dev.foliot.store.diagnosis.FindingKind.SPINNING_THREAD;
import static dev.foliot.store.diagnosis.FindingKind.STEAL;
import static dev.foliot.store.diagnosis.FindingKind.STUCK_THREADS;
import static dev.foliot.store.diagnosis.FindingKind.THREAD_CHURN;
import static dev.foliot.store.diagnosis.FindingKind.THROTTLING;
import static dev.foliot.store.diagnosis.FindingKind.TIME_TO_SAFEPOINT;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which findings follow from which, and which comes first. Pure.
 *
 * <p>Findings are the nodes of a graph, and known effects its edges. A finding without a cause
 * among the others is a root. Roots come by severity, and of these the one first that costs the
 * program's threads the most time.
 */
public final class FindingCauses {
  /** Threads wait for a CPU since others of the process compute. */
  private static final Set<FindingKind> BUSY = EnumSet.of(CPU_STARVATION, LATE_WAKE_UP, MIGRATIONS);

  private static final Set<FindingKind> WAITS =
      EnumSet.of(EXHAUSTED_POOL, SATURATED_POOL, SHARED_WAIT, BLOCKED_EVENT_LOOP, LOCK_CONTENTION);

  private static final Set<FindingKind> BLOCKED =
      EnumSet.of(EXHAUSTED_POOL, SATURATED_POOL, BLOCKED_EVENT_LOOP);

  /** The effects of each kind. */
  private static final Map<FindingKind, Set<FindingKind>> EFFECTS =
      Map.ofEntries(
          Map.entry(
              DIRECT_MEMORY_LIMIT,
              EnumSet.of(
                  GC_PRESSURE, GC_THREADS, SAFEPOINTS, CPU_STARVATION, SHARED_WAIT, LATE_WAKE_UP)),
          Map.entry(
              GC_PRESSURE,
              EnumSet.of(GC_THREADS, SAFEPOINTS, TIME_TO_SAFEPOINT, CPU_STARVATION, LATE_WAKE_UP)),
          Map.entry(
              THROTTLING,
              EnumSet.of(CPU_STARVATION, LATE_WAKE_UP, TIME_TO_SAFEPOINT, LOCK_CONTENTION)),
          Map.entry(STEAL, EnumSet.of(CPU_STARVATION, LATE_WAKE_UP, TIME_TO_SAFEPOINT)),
          Map.entry(THREAD_CHURN, EnumSet.of(CPU_STARVATION, LATE_WAKE_UP, MIGRATIONS, HAND_OFFS)),
          Map.entry(HAND_OFFS, BUSY),
          Map.entry(SPINNING_THREAD, BUSY),
          Map.entry(CONTENDED_WORD, BUSY),
          Map.entry(CONTENDED_LINE, BUSY),
          Map.entry(EXCEPTIONS, BUSY),
          Map.entry(DEOPTIMISATION, EnumSet.of(CPU_STARVATION, INTERPRETED, SAFEPOINTS)),
          Map.entry(INTERPRETED, BUSY),
          Map.entry(FAILED_TYPE_CHECKS, BUSY),
          Map.entry(
              HASH_COLLISIONS,
              EnumSet.of(FAILED_TYPE_CHECKS, CPU_STARVATION, LATE_WAKE_UP, MIGRATIONS)),
          Map.entry(CPU_STARVATION, EnumSet.of(TIME_TO_SAFEPOINT, LATE_WAKE_UP)),
          Map.entry(
              DEADLOCK,
              EnumSet.of(
                  STUCK_THREADS, EXHAUSTED_POOL, SATURATED_POOL, SHARED_WAIT, LOCK_CONTENTION)),
          Map.entry(STUCK_THREADS, EnumSet.of(EXHAUSTED_POOL, SATURATED_POOL, SHARED_WAIT)),
          Map.entry(
              LOCK_CONTENTION,
              EnumSet.of(EXHAUSTED_POOL, SATURATED_POOL, BLOCKED_EVENT_LOOP, HAND_OFFS)),
          Map.entry(SHARED_WAIT, BLOCKED),
          Map.entry(BLOCKED_EVENT_LOOP, EnumSet.of(SATURATED_POOL)),
          Map.entry(BLOCKING_IO, WAITS),
          Map.entry(EXHAUSTED_POOL, EnumSet.of(STUCK_THREADS)),
          Map.entry(PINNED_CARRIERS, EnumSet.of(LATE_WAKE_UP)));

  /** What other processes used, in the evidence of threads that wait for a CPU. */
  public static final String OTHERS = "CPUs that other processes used";

  /** Workers that sleep, or wait for the other side of a connection, in the evidence of a pool. */
  public static final Set<String> BY_THEMSELVES =
      Set.of(
          "workers blocked in a sleep", "workers blocked in a socket", "workers blocked in a file");

  /** In percent of the workers. */
  private static final double NEARLY_ALL = 90;

  /** Threads wait for what other threads of the program have. */
  private static final Set<FindingKind> FOR_OTHERS =
      EnumSet.of(DEADLOCK, STUCK_THREADS, LOCK_CONTENTION, SHARED_WAIT);

  /** From here on, in CPUs, threads also wait because of others. */
  private static final double MANY_OTHERS = 0.3;

  private FindingCauses() {}

  /**
   * A finding with what follows from it.
   *
   * @param cause a root
   * @param effects what follows from it, in order
   */
  public record Rooted(Finding cause, List<Finding> effects) {
    /** Keeps a copy. */
    public Rooted {
      effects = List.copyOf(effects);
    }
  }

  /**
   * The findings in the order in which they should be read: each root, then its effects.
   *
   * @param time where the time of the threads went; null if unknown
   */
  public static List<Finding> ordered(List<? extends Finding> findings, @Nullable ThreadTime time) {
    List<Finding> sorted = new ArrayList<>(findings);
    sorted.sort(
        Comparator.comparing(Finding::severity)
            .thenComparing(finding -> lost(finding, time), Comparator.reverseOrder())
            .thenComparing(finding -> finding.advice().confidence(), Comparator.reverseOrder()));
    List<Finding> ordered = new ArrayList<>();
    for (Rooted one : rooted(sorted)) {
      ordered.add(one.cause());
      ordered.addAll(one.effects());
    }
    return ordered;
  }

  /** The roots with their effects, in the order of the findings. */
  public static List<Rooted> rooted(List<Finding> findings) {
    List<Finding> roots = findings.stream().filter(one -> cause(one, findings).isEmpty()).toList();
    return roots.stream()
        .map(root ->
            new Rooted(
                root,
                findings.stream()
                    .filter(one -> root(one, findings).filter(root::equals).isPresent())
                    .filter(one -> !one.equals(root))
                    .toList()))
        .toList();
  }

  private static Optional<Finding> root(Finding finding, List<Finding> findings) {
    Finding root = finding;
    for (int i = 0; i < findings.size(); i++) {
      Optional<Finding> cause = cause(root, findings);
      if (cause.isEmpty()) {
        return Optional.of(root);
      }
      root = cause.get();
    }
    return Optional.of(root);
  }

  /** What a finding follows from; empty for a root. A cause is at most one degree less severe. */
  private static Optional<Finding> cause(Finding effect, List<Finding> findings) {
    if (effect.kind() == CPU_STARVATION && isByOthers(effect)) {
      return Optional.empty();
    }
    return findings.stream()
        .filter(one -> one.kind() != effect.kind())
        .filter(one -> !isReversed(one, effect))
        .filter(one -> EFFECTS.getOrDefault(one.kind(), Set.of()).contains(effect.kind()))
        .filter(one -> one.severity() != Severity.LOW || effect.severity() == Severity.LOW)
        .findFirst();
  }

  /**
   * Whether the effect is more than the cause can have: threads that wait for a result do not block
   * the pool that should give it, and threads that are late by more than waits for a CPU explain
   * are rated above low.
   */
  private static boolean isReversed(Finding cause, Finding effect) {
    return switch (effect.kind()) {
      case EXHAUSTED_POOL, SATURATED_POOL ->
          (cause.kind() == STUCK_THREADS && cause.severity() != Severity.HIGH)
              || (FOR_OTHERS.contains(cause.kind()) && isByItself(effect));
      case STUCK_THREADS -> cause.kind() != DEADLOCK && effect.severity() == Severity.HIGH;
      case TIME_TO_SAFEPOINT -> cause.kind() == CPU_STARVATION && effect.severity() != Severity.LOW;
      default -> false;
    };
  }

  /** Whether the workers of a pool wait for nothing that another thread of the program has. */
  private static boolean isByItself(Finding finding) {
    return finding instanceof ResourceFinding resource
        && resource.evidence().stream()
                .filter(one -> BY_THEMSELVES.contains(one.name()))
                .map(Evidence::value)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .sum()
            >= NEARLY_ALL;
  }

  private static boolean isByOthers(Finding finding) {
    return finding instanceof ResourceFinding resource
        && resource.evidence().stream()
            .filter(one -> one.name().equals(OTHERS))
            .anyMatch(one -> one.value() != null && one.value() >= MANY_OTHERS);
  }

  /** Threads on average that lose their time to a kind of finding. */
  private static double lost(Finding finding, @Nullable ThreadTime time) {
    return time == null
        ? 0
        : time.groups().stream().mapToDouble(group -> lost(finding.kind(), group)).sum();
  }

  private static double lost(FindingKind kind, ThreadTime.Group group) {
    double share = 0;
    for (Doing doing : kind.takes()) {
      share += group.share(doing);
    }
    return share * group.threads();
  }
}
