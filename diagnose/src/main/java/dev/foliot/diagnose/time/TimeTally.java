package dev.foliot.diagnose.time;

import dev.foliot.diagnose.time.ThreadObservations.Alone;
import dev.foliot.diagnose.time.ThreadObservations.Occupied;
import dev.foliot.diagnose.time.ThreadObservations.Serving;
import dev.foliot.diagnose.time.ThreadObservations.Still;
import dev.foliot.diagnose.time.ThreadObservations.Where;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.VirtualSample;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.store.diagnosis.Doing;
import dev.foliot.store.diagnosis.ThreadTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Sums up what threads do, sample by sample. For one thread.
 *
 * <p>The kernel says how long each thread had a CPU, and how long it was ready without one. The
 * rest of its time is divided by what it waited for in the samples.
 */
public final class TimeTally {
  private static final int MOST_THREADS = 20_000;
  private static final int MOST_GROUPS = 40;
  private static final String REST = "other threads";
  static final String VIRTUAL = "virtual threads";
  private static final double NS_PER_S = 1e9;

  /** More of a thread's time at safepoints than the JVM had is another wait in the JVM. */
  static final double STOPPED_BY_CHANCE = 0.05;

  private final Map<Long, ThreadSums> threads = new LinkedHashMap<>();
  private final Map<Long, ThreadSums> byTid = new HashMap<>();
  private final Map<String, Integer> starters = new HashMap<>();
  private final Map<String, Integer> collisions = new HashMap<>();
  private final Map<Long, String> pooled = new HashMap<>();
  private final VirtualTally virtuals = new VirtualTally();
  private int cpuSamples;
  private int samples;
  private long firstNs;
  private long lastNs;

  /** Threads that a sample does not have: those that are not Java's. */
  public record Native(long tid, String name, SchedStat sched) {}

  /** Names the group of the threads of a pool. */
  public void pool(Collection<ThreadSample> members) {
    if (!members.isEmpty() && !pooled.containsKey(members.iterator().next().tid())) {
      String name = GroupName.ofPool(members.stream().map(ThreadSample::name).toList());
      members.forEach(one -> pooled.put(one.tid(), name));
    }
  }

  /** Adds a sample, taken at {@code ns}. */
  public void add(long ns, LockSample sample, Stacks stacks) {
    firstNs = samples == 0 ? ns : firstNs;
    lastNs = ns;
    samples++;
    for (ThreadSample thread : sample.threads()) {
      ThreadSums sums = threads.get(thread.id());
      if (sums == null) {
        if (threads.size() == MOST_THREADS) {
          continue;
        }
        String group = pooled.getOrDefault(thread.tid(), GroupName.of(thread.name()));
        sums = new ThreadSums(thread.name(), group, samples);
        threads.put(thread.id(), sums);
      }
      byTid.put(thread.tid(), sums);
      List<JavaFrame> frames = stacks.frames(thread);
      if (frames.isEmpty()
          && thread.exit().isKnown()
          && thread.state() != ThreadSample.State.RUNNING
          && thread.awaited().map(TimeTally::needsStack).orElse(true)) {
        sums.skip(samples, thread);
      } else {
        if (thread.state() == ThreadSample.State.RUNNING) {
          // in the JVM, where its stack can be read
          ran(thread.tid(), frames);
        }
        sums.add(samples, thread, Moment.of(thread, frames, stacks.blocked(thread)), frames);
      }
    }
  }

  /** Whether the methods tell what a wait is for: a permit, a result, or work. */
  private static boolean needsStack(Wait wait) {
    return wait.kind() == Wait.Kind.PARK && !wait.isForLock();
  }

  /** Adds the kernel's figures of a thread. */
  public void scheduled(long tid, long ns, SchedStat now) {
    ThreadSums sums = byTid.get(tid);
    if (sums != null) {
      sums.scheduled(ns, now);
    }
  }

  /** Whether a thread had a CPU since its first reading. */
  public boolean runs(long tid) {
    ThreadSums sums = byTid.get(tid);
    return sums != null && sums.slices() > 0;
  }

  /** Adds threads that are not Java's, at {@code ns}. */
  public void natives(long ns, List<Native> now) {
    for (Native one : now) {
      ThreadSums sums =
          threads.computeIfAbsent(
              -one.tid(), any -> new ThreadSums(one.name(), GroupName.of(one.name()), samples));
      sums.scheduled(ns, one.sched());
    }
  }

  /** Adds a sample of the virtual threads. */
  public void virtuals(VirtualSample sample) {
    virtuals.add(sample);
  }

  /** Adds a stack of a thread on a CPU. */
  public void ran(long tid, List<JavaFrame> stack) {
    ThreadSums sums = byTid.get(tid);
    if (sums != null && !stack.isEmpty()) {
      sums.ran(stack);
      cpuSamples++;
      boolean isStart =
          stack.stream()
              .anyMatch(frame ->
                  frame.className().equals("java.lang.Thread")
                      && frame.method().startsWith("start"));
      if (isStart && starters.size() < MOST_GROUPS) {
        starters.merge(Places.yours(stack), 1, Integer::sum);
      }
      if (Places.isInTreeOfKeys(stack) && collisions.size() < MOST_GROUPS) {
        collisions.merge(Places.yours(stack), 1, Integer::sum);
      }
    }
  }

  /**
   * What all samples show.
   *
   * @param stoppedShare the part of the time in which the JVM stopped all threads; negative if
   *     unknown
   * @param startedPerS threads that it started, a second
   */
  public ThreadObservations end(double stoppedShare, double startedPerS) {
    Map<String, GroupSums> groups = new LinkedHashMap<>();
    for (ThreadSums thread : threads.values()) {
      groups
          .computeIfAbsent(thread.group, name -> new GroupSums(name, samples))
          .add(thread, stoppedShare);
    }
    if (virtuals.threads() > 0) {
      groups.put(VIRTUAL, GroupSums.of(virtuals, samples));
    }
    List<GroupSums> ordered =
        groups.values().stream()
            .sorted(Comparator.comparingDouble(GroupSums::weight).reversed())
            .toList();
    List<ThreadTime.Group> shown = new ArrayList<>();
    GroupSums rest = new GroupSums(REST, samples);
    for (int i = 0; i < ordered.size(); i++) {
      if (i < MOST_GROUPS) {
        shown.add(ordered.get(i).end());
      } else {
        rest.add(ordered.get(i));
      }
    }
    if (!rest.isEmpty()) {
      shown.add(rest.end());
    }
    return new ThreadObservations(
        new ThreadTime((lastNs - firstNs) / NS_PER_S, samples, shown),
        Stream.concat(still(stoppedShare).stream(), virtuals.still().stream()).toList(),
        virtuals.circles(),
        alone(),
        serving(),
        occupied(),
        ofSamples(collisions),
        new ThreadObservations.Started(startedPerS, ofSamples(starters), stayed()));
  }

  /** Threads that were started in this time and had not ended, by group. */
  private Map<String, Integer> stayed() {
    Map<String, Integer> stayed = new TreeMap<>();
    for (ThreadSums thread : threads.values()) {
      if (thread.firstSample > 1 && thread.lastSample == samples) {
        stayed.merge(thread.group, 1, Integer::sum);
      }
    }
    return stayed;
  }

  private Map<String, Double> ofSamples(Map<String, Integer> counts) {
    Map<String, Double> shares = new TreeMap<>();
    counts.forEach((place, count) -> shares.put(place, (double) count / cpuSamples));
    return shares;
  }

  /** Pools that are not read, all of whose threads had a task all the time. */
  private List<Occupied> occupied() {
    Map<String, List<ThreadSums>> groups = new LinkedHashMap<>();
    for (ThreadSums thread : threads.values()) {
      if (thread.samples > 0 && !pooled.containsValue(thread.group)) {
        groups.computeIfAbsent(thread.group, any -> new ArrayList<>()).add(thread);
      }
    }
    List<Occupied> all = new ArrayList<>();
    groups.forEach((group, members) -> {
      if (members.size() >= 2
          && members.stream().allMatch(one -> one.isInPool && one.isOccupied(samples))) {
        double waiting =
            members.stream()
                .mapToDouble(
                    one -> 1 - one.wanted() - one.shares().getOrDefault(Doing.UNKNOWN, 0.0))
                .average()
                .orElse(0);
        members.stream()
            .flatMap(one -> one.places().entrySet().stream())
            .max(Map.Entry.comparingByValue())
            .ifPresent(
                most -> all.add(new Occupied(group, members.size(), waiting, most.getKey())));
      }
    });
    return all;
  }

  private record StillKey(String group, Where where, String awaited) {}

  private List<Still> still(double stoppedShare) {
    Map<StillKey, List<ThreadSums>> all = new LinkedHashMap<>();
    Map<String, Integer> sizes = new HashMap<>();
    for (ThreadSums thread : threads.values()) {
      sizes.merge(thread.group, 1, Integer::sum);
      Optional<Where> where = thread.still(samples);
      boolean isStop = thread.isInner && stoppedShare > 1 - STOPPED_BY_CHANCE;
      if (where.isPresent() && where.get().doing() != Doing.IDLE && !isStop) {
        String awaited = thread.awaited.map(wait -> wait.className()).orElse("");
        all.computeIfAbsent(
                new StillKey(thread.group, where.get(), awaited), any -> new ArrayList<>())
            .add(thread);
      }
    }
    List<Still> still = new ArrayList<>();
    all.forEach((key, members) ->
        still.add(
            new Still(
                key.group(),
                key.where(),
                signs(members),
                key.awaited(),
                members.stream().map(one -> one.name).toList(),
                members.stream()
                    .flatMap(one -> initialised(one.stack).stream())
                    .distinct()
                    .toList(),
                sizes.getOrDefault(key.group(), 0) - members.size())));
    return still;
  }

  private ThreadObservations.Signs signs(List<ThreadSums> members) {
    return new ThreadObservations.Signs(
        members.getFirst().isInner,
        members.stream()
            .anyMatch(one -> one.awaited.map(wait -> wait.ownerTid() != 0).orElse(false)),
        members.stream().anyMatch(one -> one.isInPool || Places.isInExecutor(one.stack)),
        members.stream().allMatch(one -> WaitNames.isLimited(one.stack)));
  }

  private static List<String> initialised(List<JavaFrame> stack) {
    return stack.stream()
        .filter(frame -> frame.method().equals("<clinit>"))
        .map(JavaFrame::className)
        .toList();
  }

  private List<Serving> serving() {
    List<Serving> all = new ArrayList<>();
    for (ThreadSums thread : threads.values()) {
      Optional<Where> most =
          thread.places().entrySet().stream()
              .filter(one -> one.getKey().doing() != Doing.IDLE)
              .max(Map.Entry.comparingByValue())
              .or(() -> thread.onCpu().entrySet().stream().max(Map.Entry.comparingByValue()))
              .map(Map.Entry::getKey);
      if (thread.loop.isPresent() && most.isPresent()) {
        Map<Doing, Double> shares = thread.shares();
        double busy =
            1 - shares.getOrDefault(Doing.IDLE, 0.0) - shares.getOrDefault(Doing.UNKNOWN, 0.0);
        all.add(new Serving(thread.name, thread.loop.get(), busy, most.get()));
      }
    }
    return all;
  }

  private List<Alone> alone() {
    List<Alone> all = new ArrayList<>();
    for (ThreadSums thread : threads.values()) {
      Optional<Map.Entry<String, Integer>> method = thread.method();
      // a carrier runs one virtual thread after the other
      if (thread.cpuSamples() > 0
          && ThreadFamily.of(thread.name).kind() != ThreadFamily.Kind.CARRIERS
          && thread.wanted() >= TimeJudge.WHOLE_TIME
          && (method.isPresent() || thread.selecting() > 0)) {
        int others =
            (int)
                threads.values().stream()
                    .filter(one -> one != thread && one.group.equals(thread.group))
                    .filter(one -> one.slices() > samples && one.wanted() < 0.5)
                    .count();
        all.add(
            new Alone(
                thread.name,
                thread.group,
                method.map(Map.Entry::getKey).orElse(""),
                method.map(Map.Entry::getValue).orElse(0) / (double) thread.cpuSamples(),
                thread.cpuSamples(),
                thread.wanted(),
                (double) thread.selecting() / thread.cpuSamples(),
                others));
      }
    }
    return all;
  }
}
