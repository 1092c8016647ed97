package dev.foliot.study.burn;

import dev.foliot.stats.Scalability;
import java.util.List;
import java.util.TreeSet;

/** On how many CPUs something is measured: different numbers, ascending. */
public final class CpuSizes {
  private static final int THREE = 3;

  private CpuSizes() {}

  /**
   * One, two, and all.
   *
   * @param most how many there are
   */
  public static List<Integer> few(int most) {
    TreeSet<Integer> sizes = new TreeSet<>(List.of(1, Math.min(2, most), most));
    return List.copyOf(sizes);
  }

  /**
   * One, two, four and so on, and all; three among them where there would be too few for the law of
   * scalability otherwise.
   *
   * @param most how many there are
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
