package dev.foliot.hotspot.locks;

import dev.foliot.hotspot.locks.VirtualGroup.State;
import dev.foliot.text.Reason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The virtual threads of a JVM at about one moment. Immutable.
 *
 * @param threads how many are alive, as the JDK counts them
 * @param examined how many of them were examined
 * @param states how many of those examined are in each state; one in transition is in none
 * @param groups those without a carrier whose stack was read, by place; largest group first
 * @param limit why threads may be missing, so that all counts are "at least"; empty if none are
 */
public record VirtualSample(
    long threads,
    int examined,
    Map<State, Integer> states,
    List<VirtualGroup> groups,
    Optional<Reason> limit) {
  /** A JVM that has started no virtual thread yet. */
  static final VirtualSample NONE = new VirtualSample(0, 0, Map.of(), List.of(), Optional.empty());

  /** Keeps copies. */
  public VirtualSample {
    Map<State, Integer> ordered = new EnumMap<>(State.class);
    ordered.putAll(states);
    states = Collections.unmodifiableMap(ordered);
    groups = List.copyOf(groups);
  }

  /** About how many threads are in a state. */
  public long estimate(State state) {
    return scaled(states.getOrDefault(state, 0), examined);
  }

  /** About how many threads are in a group. */
  public long estimate(VirtualGroup group) {
    int read = stacks(group.state());
    int same = states.getOrDefault(group.state(), 0);
    return read == 0 ? 0 : scaled((double) same * group.count() / read, examined);
  }

  /** Of how many threads in a state the stack was read. */
  public int stacks(State state) {
    return groups.stream()
        .filter(group -> group.state() == state)
        .mapToInt(VirtualGroup::count)
        .sum();
  }

  /**
   * Whether a thread of this id would have been read if it were in this state. Where not all stacks
   * are read, those of the threads with the least ranks are.
   */
  public boolean isSure(State state, long id) {
    if (stacks(state) == states.getOrDefault(state, 0)) {
      return true;
    }
    return groups.stream()
        .filter(group -> group.state() == state)
        .flatMap(group -> group.threads().stream())
        .anyMatch(one -> rank(one.id()) > rank(id));
  }

  /** Spreads ids that follow each other: the finalizer of MurmurHash3. */
  static long rank(long id) {
    long mixed = (id ^ (id >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }

  private long scaled(double part, int of) {
    return of == 0 ? 0 : Math.round(part / of * threads);
  }
}
