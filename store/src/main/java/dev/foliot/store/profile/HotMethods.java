package dev.foliot.store.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Which methods of a profile cost the most themselves, without what they call. Stateless. */
public final class HotMethods {
  private HotMethods() {}

  /**
   * A method.
   *
   * @param name with its class
   * @param own share of the profile in which it ran itself, from 0 to 1
   * @param total share in which it or something that it called ran, from 0 to 1
   */
  public record Hot(String name, double own, double total) {}

  /** Parts of a native frame's name, as async-profiler writes it. */
  private static final String NATIVE = ".so.";

  private static final double LEAST = 0.005;

  /**
   * The hottest methods, the hottest first; less than half a percent is left out. Of time in which
   * threads also wait, the Java method that waits counts, not the native one below it.
   */
  public static List<Hot> of(ProfileKind kind, Profile profile, int most) {
    Map<String, Long> own = new HashMap<>();
    Map<String, Long> total = new HashMap<>();
    long all = 0;
    for (ProfileStack stack : profile.stacks()) {
      all += stack.samples();
      own.merge(innermost(kind, stack.frames()), stack.samples(), Long::sum);
      for (String name : new HashSet<>(stack.frames())) {
        total.merge(name, stack.samples(), Long::sum);
      }
    }
    double whole = Math.max(1, all);
    return own.entrySet().stream()
        .filter(one -> one.getValue() / whole >= LEAST)
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(most)
        .map(one ->
            new Hot(
                one.getKey(), one.getValue() / whole, total.getOrDefault(one.getKey(), 0L) / whole))
        .toList();
  }

  private static String innermost(ProfileKind kind, List<String> frames) {
    for (int i = frames.size() - 1; i >= 0 && kind != ProfileKind.CPU; i--) {
      if (!frames.get(i).contains(NATIVE)) {
        return frames.get(i);
      }
    }
    return frames.getLast();
  }
}
