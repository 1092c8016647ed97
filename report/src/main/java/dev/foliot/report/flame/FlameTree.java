package dev.foliot.report.flame;

import dev.foliot.store.profile.ProfileStack;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Samples of stacks as a tree: what was called by whom, and how often it was seen. Names are as the
 * store has them. Bounded in its places and names: what goes beyond counts for the caller. Not safe
 * for use by several threads.
 */
final class FlameTree {
  static final String ROOT = "all";
  private static final int MOST_PLACES = 300_000;
  private static final int MOST_NAMES = 100_000;

  private final Place root = new Place(ROOT);
  private final String unit;
  private final Map<String, Counts> names = new HashMap<>();
  private int places;

  /** A tree of samples. */
  FlameTree() {
    this("sample");
  }

  /**
   * A tree.
   *
   * @param unit what one of a stack's count stands for
   */
  FlameTree(String unit) {
    this.unit = unit;
  }

  /** What one of a stack's count stands for. */
  String unit() {
    return unit;
  }

  /** A call at its place below its callers. */
  static final class Place {
    private final String name;
    private final TreeMap<String, Place> callees = new TreeMap<>();
    private final TreeMap<Integer, Long> slices = new TreeMap<>();
    private long samples;

    private Place(String name) {
      this.name = name;
    }

    private void add(ProfileStack stack) {
      samples += stack.samples();
      for (int i = 0; i < stack.slices().size(); i++) {
        if (stack.slices().get(i) > 0) {
          slices.merge(i, stack.slices().get(i), Long::sum);
        }
      }
    }

    /** How often it or what it called was seen in each slice of the time, where that is known. */
    NavigableMap<Integer, Long> slices() {
      return Collections.unmodifiableNavigableMap(slices);
    }

    String name() {
      return name;
    }

    /** How often it or what it called was seen. */
    long samples() {
      return samples;
    }

    /** How often it ran itself. */
    long own() {
      return samples - callees.values().stream().mapToLong(Place::samples).sum();
    }

    /** In the order of their names, so that equal programs make equal pictures. */
    List<Place> callees() {
      return new ArrayList<>(callees.values());
    }

    /** The same call below the same callers in another tree; null where it never was there. */
    @Nullable Place callee(String callee) {
      return callees.get(callee);
    }
  }

  /** How often a name was seen, wherever it was called. */
  private static final class Counts {
    private final TreeMap<Integer, Long> slices = new TreeMap<>();
    private long own;
    private long samples;
  }

  void add(List<ProfileStack> stacks) {
    stacks.forEach(this::add);
  }

  private void add(ProfileStack stack) {
    Place at = root;
    at.add(stack);
    for (String frame : stack.frames()) {
      Place next = at.callees.get(frame);
      if (next == null) {
        if (places == MOST_PLACES) {
          break;
        }
        places++;
        next = new Place(frame);
        at.callees.put(frame, next);
      }
      next.add(stack);
      at = next;
    }
    // a name that calls itself was on the stack once
    for (String frame : new HashSet<>(stack.frames())) {
      Counts counts = counts(frame);
      if (counts != null) {
        counts.samples += stack.samples();
      }
    }
    Counts last = counts(stack.frames().getLast());
    if (last != null) {
      last.own += stack.samples();
      for (int i = 0; i < stack.slices().size(); i++) {
        last.slices.merge(i, stack.slices().get(i), Long::sum);
      }
    }
  }

  private @Nullable Counts counts(String name) {
    return names.size() < MOST_NAMES
        ? names.computeIfAbsent(name, added -> new Counts())
        : names.get(name);
  }

  Place root() {
    return root;
  }

  long samples() {
    return root.samples;
  }

  /** All names. */
  List<String> names() {
    return names.keySet().stream().sorted().toList();
  }

  /** In which part of the samples a name ran itself. */
  double ownShare(String name) {
    Counts counts = names.get(name);
    return counts == null ? 0 : share(counts.own);
  }

  /** How often a name ran itself in a slice of the time. */
  long ownIn(String name, int slice) {
    Counts counts = names.get(name);
    return counts == null ? 0 : counts.slices.getOrDefault(slice, 0L);
  }

  /** In which part of the samples a name was on the stack. */
  double share(String name) {
    Counts counts = names.get(name);
    return counts == null ? 0 : share(counts.samples);
  }

  /** So many samples as a part of all. */
  double share(long some) {
    return root.samples == 0 ? 0 : (double) some / root.samples;
  }
}
