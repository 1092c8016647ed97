package dev.foliot.study.burn;

import dev.foliot.stats.Scalability;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Numbers of CPUs for a measurement: different ones, ascending. */
public final class CpuSizes {
  private static final int THREE = 3;

  private CpuSizes() {}

  /**
   * One, two, and all.
   *
   * @param most the number of all
   */
  public static List<Integer> few(int most) {
    TreeSet<Integer> sizes = new TreeSet<>(List.of(1, Math.min(2, most), most));
    return List.copyOf(sizes);
  }

  /**
   * The sizes of {@link #doubling} in the order of their worth: the least and the greatest, and
   * then always the one that is farthest from those before it, by ratio.
   *
   * @param most the number of all
   */
  public static List<Integer> byWorth(int most) {
    List<Integer> left = new ArrayList<>(doubling(most));
    List<Integer> taken = new ArrayList<>(List.of(left.removeFirst()));
    if (!left.isEmpty()) {
      taken.add(left.removeLast());
    }
    while (!left.isEmpty()) {
      Integer next =
          left.stream()
              .max(
                  Comparator.comparingDouble((Integer size) -> distance(size, taken))
                      .thenComparing(Comparator.reverseOrder()))
              .orElseThrow();
      taken.add(next);
      left.removeIf(next::equals);
    }
    return taken;
  }

  private static double distance(int size, List<Integer> others) {
    return others.stream()
        .mapToDouble(other -> Math.abs(Math.log((double) size / other)))
        .min()
        .orElseThrow();
  }

  /**
   * One, two, four and so on, and all; with three if the law of scalability needs one more.
   *
   * @param most the number of all
   */
  public static List<Integer> doubling(int most) {
    TreeSet<Integer> sizes = new TreeSet<>(List.of(most));
    for (int size = 1; size < most; size *= 2) {
      sizes.add(size);
    }
    if (sizes.size() < Scalability.FEWEST_SIZES && most >= THREE) {
      sizes.add(THREE);
    }
    return List.copyOf(sizes);
  }
}
