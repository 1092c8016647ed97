package dev.foliot.report.flame;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which frames of a tree are drawn, and where: those that have a thousandth of the samples or more,
 * the widest of them where there are too many.
 *
 * @param frames drawn, callers before what they call
 * @param rows how many there are one above the other
 * @param narrow how many frames are left out since they are too narrow
 * @param high how many since they are too far above the root
 */
record FlameLayout(List<Frame> frames, int rows, long narrow, long high) {
  static final double LEAST_SHARE = 0.001;
  private static final int MOST_FRAMES = 800;
  private static final int MOST_ROWS = 90;

  /**
   * A frame.
   *
   * @param place which
   * @param other the same place in the tree it is compared with, samples 0 where it is not there
   * @param row from 0, the root
   * @param start samples to the left of it
   */
  record Frame(FlameTree.Place place, long other, int row, long start) {}

  /**
   * That of a tree.
   *
   * @param other a tree that it is compared with; itself for none
   */
  static FlameLayout of(FlameTree tree, FlameTree other) {
    Collector collector = new Collector(least(tree));
    collector.add(tree.root(), other.root(), other.samples(), 0, 0);
    int rows = collector.frames.stream().mapToInt(frame -> frame.row + 1).max().orElse(1);
    return new FlameLayout(List.copyOf(collector.frames), rows, collector.narrow, collector.high);
  }

  /** A frame has at least as many samples as what it calls, so its callers are drawn too. */
  private static long least(FlameTree tree) {
    List<Long> sizes = new ArrayList<>();
    sizes(tree.root(), 0, Math.max(1, (long) Math.ceil(tree.samples() * LEAST_SHARE)), sizes);
    sizes.sort(Comparator.reverseOrder());
    long least = Math.max(1, (long) Math.ceil(tree.samples() * LEAST_SHARE));
    return sizes.size() <= MOST_FRAMES ? least : sizes.get(MOST_FRAMES) + 1;
  }

  private static void sizes(FlameTree.Place place, int row, long least, List<Long> sizes) {
    if (place.samples() < least || row >= MOST_ROWS) {
      return;
    }
    sizes.add(place.samples());
    place.callees().forEach(callee -> sizes(callee, row + 1, least, sizes));
  }

  private static final class Collector {
    private final long least;
    private final List<Frame> frames = new ArrayList<>();
    private long narrow;
    private long high;

    Collector(long least) {
      this.least = least;
    }

    void add(
        FlameTree.Place place,
        FlameTree.@Nullable Place other,
        long samplesOfOther,
        int row,
        long start) {
      if (place.samples() < least) {
        narrow++;
        return;
      }
      if (row >= MOST_ROWS) {
        high++;
        return;
      }
      frames.add(new Frame(place, samplesOfOther, row, start));
      long at = start;
      for (FlameTree.Place callee : place.callees()) {
        FlameTree.Place same = other == null ? null : other.callee(callee.name());
        add(callee, same, same == null ? 0 : same.samples(), row + 1, at);
        at += callee.samples();
      }
    }
  }
}
