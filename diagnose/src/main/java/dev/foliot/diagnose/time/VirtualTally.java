package dev.foliot.diagnose.time;

import dev.foliot.diagnose.time.ThreadObservations.Circle;
import dev.foliot.diagnose.time.ThreadObservations.Signs;
import dev.foliot.diagnose.time.ThreadObservations.Still;
import dev.foliot.diagnose.time.ThreadObservations.Where;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.VirtualGroup;
import dev.foliot.hotspot.locks.VirtualGroup.State;
import dev.foliot.hotspot.locks.VirtualGroup.Waiting;
import dev.foliot.hotspot.locks.VirtualSample;
import dev.foliot.store.diagnosis.Doing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sums up what virtual threads do, sample by sample, and follows those that wait for other threads.
 * For one thread.
 *
 * <p>The kernel counts no time slices of a virtual thread. One that waits again has another stack:
 * it refers to new objects. So equal stacks in two samples mean that it has not moved, and a thread
 * that has moved shows that its place is not stuck.
 */
final class VirtualTally {
  private static final int FEWEST_EQUAL = 3;
  private static final double EQUAL = 0.6;
  private static final double EXAMINED = 0.95;

  private final Map<Where, Double> times = new HashMap<>();
  private final Set<Where> moving = new HashSet<>();
  private Map<Long, Followed> followed = new LinkedHashMap<>();
  private long threads;
  private int samples;

  /** A thread that waits, from sample to sample. */
  private static final class Followed {
    private final Where where;
    private final VirtualGroup group;
    private final int first;
    private Waiting now;
    private int equal;

    Followed(Where where, VirtualGroup group, int first, Waiting now) {
      this.where = where;
      this.group = group;
      this.first = first;
      this.now = now;
    }

    boolean isStill(int samples) {
      return first == 1 && equal >= FEWEST_EQUAL && equal >= EQUAL * (samples - 1);
    }

    String name() {
      return now.name().isEmpty() ? "virtual thread " + now.id() : now.name();
    }
  }

  /** Adds a sample: as many threads as the JDK counts, divided like those read. */
  void add(VirtualSample sample) {
    samples++;
    threads += sample.threads();
    Map<Long, Followed> next = new LinkedHashMap<>();
    // otherwise the next sample examines others
    boolean areAllExamined = sample.examined() >= EXAMINED * sample.threads();
    for (VirtualGroup group : sample.groups()) {
      Moment moment = Moment.of(group);
      Where where = new Where(moment.doing(), moment.yours(), moment.library());
      times.merge(where, (double) sample.estimate(group), Double::sum);
      if (areAllExamined && isForOthers(where.doing())) {
        group.threads().forEach(one -> next.put(one.id(), follow(where, group, one)));
      }
    }
    for (State state : List.of(State.RUNNING, State.PINNED)) {
      times.merge(new Where(Doing.RUNNING, "", ""), (double) sample.estimate(state), Double::sum);
    }
    followed.forEach((id, before) -> {
      Followed now = next.get(id);
      boolean isThere = now != null && now.where.equals(before.where);
      if (!isThere && sample.isSure(before.group.state(), id)) {
        moving.add(before.where);
      }
    });
    followed = next;
  }

  private static boolean isForOthers(Doing doing) {
    return doing == Doing.LOCK || doing == Doing.PERMIT || doing == Doing.RESULT;
  }

  private Followed follow(Where where, VirtualGroup group, Waiting now) {
    Followed before = followed.get(now.id());
    if (before == null || !before.where.equals(where)) {
      return new Followed(where, group, samples, now);
    }
    before.equal += before.now.stackHash() == now.stackHash() ? 1 : 0;
    before.now = now;
    return before;
  }

  /** The sum of the numbers of threads in all samples. */
  long threads() {
    return threads;
  }

  int samples() {
    return samples;
  }

  /** How many threads were at each place, in sum of all samples. */
  Map<Where, Double> times() {
    return times;
  }

  /** Threads that did not move, at places where none moved. */
  List<Still> still() {
    Set<Long> circling = new HashSet<>();
    circles().forEach(circle -> circling.addAll(circle.ids()));
    Map<Where, List<Followed>> places = new LinkedHashMap<>();
    followed.forEach((id, one) -> {
      if (one.isStill(samples) && !moving.contains(one.where) && !circling.contains(id)) {
        places.computeIfAbsent(one.where, any -> new ArrayList<>()).add(one);
      }
    });
    List<Still> still = new ArrayList<>();
    places.forEach((where, all) -> {
      VirtualGroup group = all.getFirst().group;
      List<JavaFrame> stack = group.frames();
      still.add(
          new Still(
              TimeTally.VIRTUAL,
              where,
              new Signs(
                  false,
                  all.stream().anyMatch(one -> one.now.owner() != 0),
                  stack.stream().anyMatch(VirtualTally::isOfTask),
                  WaitNames.isLimited(stack)),
              group.awaited(),
              all.stream().map(Followed::name).toList(),
              List.of(),
              (int) Math.max(0, threads / Math.max(1, samples) - all.size())));
    });
    return still;
  }

  /** A task of an executor with a thread for each. */
  private static boolean isOfTask(JavaFrame frame) {
    return frame.className().equals("java.util.concurrent.FutureTask")
        && frame.method().equals("run");
  }

  /** Threads each of which waits for a lock of the next, in all samples. */
  List<Circle> circles() {
    List<Circle> circles = new ArrayList<>();
    Set<Long> done = new HashSet<>();
    for (Long start : followed.keySet()) {
      List<Long> walk = new ArrayList<>();
      @Nullable Long at = start;
      while (at != null && done.add(at)) {
        walk.add(at);
        at = next(at);
      }
      int from = at == null ? -1 : walk.indexOf(at);
      if (from >= 0) {
        circles.add(circle(walk.subList(from, walk.size())));
      }
    }
    return circles;
  }

  private @Nullable Long next(long id) {
    Followed one = followed.get(id);
    return one == null || one.equal < FEWEST_EQUAL || !followed.containsKey(one.now.owner())
        ? null
        : (Long) one.now.owner();
  }

  private Circle circle(List<Long> ids) {
    Set<Long> stuck = new HashSet<>(ids);
    boolean isLarger = true;
    while (isLarger) {
      isLarger = false;
      for (Map.Entry<Long, Followed> one : followed.entrySet()) {
        isLarger |= stuck.contains(one.getValue().now.owner()) && stuck.add(one.getKey());
      }
    }
    List<Circle.Member> members = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      Followed one = of(ids.get(i));
      Followed owner = of(ids.get((i + 1) % ids.size()));
      members.add(
          new Circle.Member(one.name(), one.where.yours(), one.group.awaited(), owner.name()));
    }
    return new Circle(members, stuck, samples);
  }

  private Followed of(long id) {
    Followed one = followed.get(id);
    if (one == null) {
      throw new IllegalStateException("not followed: " + id);
    }
    return one;
  }
}
