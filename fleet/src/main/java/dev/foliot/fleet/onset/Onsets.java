package dev.foliot.fleet.onset;

import dev.foliot.fleet.level.CommonCourse;
import dev.foliot.fleet.level.Panel;
import dev.foliot.fleet.level.Robust;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Median;
import dev.foliot.stats.RankCorrelation;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Finds when some nodes changed their level, in the time of the whole fleet.
 *
 * <p>Each node has the stretch that differs most from its rest. A node stands out if its score and
 * its change exceed what is usual in this fleet: so a fleet whose nodes all wander has no onset.
 * Nodes that stand out at the same time are one event. Its time is refined within a window by the
 * level of that window, between the levels before and after. The event must be sharp: a slow change
 * is a drift.
 *
 * <p>The common course is the median of all nodes. If most nodes changed, the course did, and the
 * others seem to have changed the other way. The levels before the course was removed tell which.
 */
public final class Onsets {
  /** Fewer windows have no before and after. */
  private static final int FEWEST_WINDOWS = 8;

  private static final int FEWEST_NODES = 3;

  /**
   * The least score of a node among several that change together, and its multiple of the usual.
   */
  private static final double TOGETHER = 6;

  private static final double TOGETHER_USUAL = 1.8;

  /** The same for a node that changes alone. */
  private static final double ALONE = 9;

  private static final double ALONE_USUAL = 2.5;

  /** The least score of a further node in an event of others. */
  private static final double MEMBER = 4;

  /** A further node changes at least by this share of the others' change. */
  private static final double MEMBER_CHANGE = 0.4;

  /** The least change, as a share of the level, and as a multiple of the usual change. */
  private static final double LEAST_CHANGE = 0.05;

  private static final double USUAL_CHANGE = 2;

  /** The share of the change that happens within the windows next to it. */
  private static final double SHARP = 0.6;

  private static final int NEXT_TO_IT = 2;

  /** So improbable is it that nodes which stand out by chance do so at one time. */
  private static final double CHANCE = 1e-4;

  /** Of the level; metrics in whole percent have windows without noise. */
  private static final double SMALLEST_NOISE = 1e-3;

  /** A change that ends lasts at least this share of the time. */
  private static final double LEAST_EPISODE = 0.1;

  private static final int LEAST_AROUND = 4;

  /** A node drifts if it goes this share of its level, and this multiple of the usual way. */
  private static final double DRIFT = 0.1;

  private static final double DRIFT_USUAL = 5;
  private static final double STEADY = 0.8;
  private static final double REASSIGNED = 0.25;

  /** Where restarts move nodes, so many of them at one time are a deploy. */
  private static final double AT_ONCE = 0.6;

  private static final int MOST_EVENTS = 3;
  private static final double INTERVAL = 1.96;

  /** The least jump of all nodes at once, as a share of the level, and in usual steps. */
  private static final double ALL_CHANGE = 0.1;

  private static final double ALL_STEPS = 8;

  private final FleetSums sums;
  private final List<String> nodes;
  private final double[][] series;
  private final double[][] raw;
  private final double[] level;
  private final Segment[] best;
  private final boolean multiplies;
  private final List<FleetOnset> events = new ArrayList<>();

  /** The events, and how they were found. */
  public record Result(List<FleetOnset> events, FleetStep step) {}

  /** What separates some nodes from the others. */
  public interface Explainer {
    /**
     * What separates nodes that changed from the others, in the windows since then.
     *
     * @param from the first window
     * @param to the window after the last
     */
    FleetExplanations of(Set<String> changed, int from, int to);
  }

  private Onsets(FleetSums sums, Panel before, CommonCourse course) {
    Panel without = course.without();
    this.sums = sums;
    this.multiplies = course.multiplies();
    this.nodes = sums.nodes();
    this.series = new double[nodes.size()][];
    this.raw = new double[nodes.size()][];
    this.level = new double[nodes.size()];
    this.best = new Segment[nodes.size()];
    for (int k = 0; k < series.length; k++) {
      List<Integer> lifetimes = sums.lifetimesOf(nodes.get(k));
      series[k] = merged(without, lifetimes);
      raw[k] = merged(before, lifetimes);
      level[k] = Median.of(known(series[k]));
      best[k] = Segment.of(series[k]);
    }
    double usual = usual(k -> best[k].score() > 0, k -> best[k].noise());
    for (int k = 0; k < series.length; k++) {
      best[k] = best[k].atLeast(Math.max(usual, SMALLEST_NOISE * Math.abs(level[k])));
    }
  }

  /**
   * Looks for events.
   *
   * @param before the metric without load
   * @param course the common course of that metric
   * @param explainer of the nodes that changed
   */
  public static Result of(FleetSums sums, Panel before, CommonCourse course, Explainer explainer) {
    if (before.windows() < FEWEST_WINDOWS) {
      return new Result(
          List.of(),
          new FleetStep(FleetStep.Name.ONSET, "too few windows of time for a before and an after"));
    }
    Onsets onsets = new Onsets(sums, before, course);
    onsets.all();
    onsets.find(explainer);
    return new Result(List.copyOf(onsets.events), onsets.step());
  }

  /** The windows in which a change holds. */
  public static Panel since(Panel panel, FleetSums sums, FleetOnset event) {
    FleetOnset.Time time = event.time();
    long firstUs = sums.windowStartUs(0);
    int from = (int) Math.ceilDiv(time.fromUs() - firstUs, sums.windowUs());
    Long until = time.untilUs();
    int to = until == null ? panel.windows() : (int) ((until - firstUs) / sums.windowUs());
    return panel.within(Math.min(from, to - 1), to);
  }

  private static double[] merged(Panel panel, List<Integer> lifetimes) {
    double[] values = new double[panel.windows()];
    for (int window = 0; window < values.length; window++) {
      double sum = 0;
      int count = 0;
      for (int lifetime : lifetimes) {
        double value = panel.at(lifetime, window);
        if (!Double.isNaN(value)) {
          sum += value;
          count++;
        }
      }
      values[window] = count == 0 ? Double.NaN : sum / count;
    }
    return values;
  }

  private static double[] known(double[] values) {
    return Arrays.stream(values).filter(Double::isFinite).toArray();
  }

  private interface Reading {
    double of(int node);
  }

  private double usual(IntPredicate which, Reading reading) {
    double[] all =
        IntStream.range(0, series.length).filter(which).mapToDouble(reading::of).toArray();
    return all.length == 0 ? 0 : Median.of(all);
  }

  private void find(Explainer explainer) {
    int known = (int) Arrays.stream(best).filter(one -> one.score() > 0).count();
    if (known < FEWEST_NODES) {
      return;
    }
    double usualScore = usual(k -> best[k].score() > 0, k -> best[k].score());
    double usualChange = usual(k -> best[k].score() > 0, k -> Math.abs(best[k].change()));
    List<Integer> standOut = new ArrayList<>();
    for (int k = 0; k < best.length; k++) {
      if (best[k].score() >= Math.max(TOGETHER, TOGETHER_USUAL * usualScore)
          && Math.abs(best[k].change())
              >= Math.max(LEAST_CHANGE * Math.abs(level[k]), USUAL_CHANGE * usualChange)) {
        standOut.add(k);
      }
    }
    if (areReassigned(standOut)) {
      return;
    }
    while (!standOut.isEmpty() && events.size() < MOST_EVENTS) {
      List<Integer> together = together(standOut);
      Segment when = best[together.getFirst()];
      boolean strong =
          together.stream()
              .anyMatch(k -> best[k].score() >= Math.max(ALONE, ALONE_USUAL * usualScore));
      if (!strong && (together.size() == 1 || isChance(together.size(), standOut.size()))) {
        standOut.removeAll(together);
        continue;
      }
      standOut.removeAll(event(together, when, known, explainer));
    }
    drift(known, explainer);
  }

  /** The most nodes that begin within a window of each other and change in one direction. */
  private List<Integer> together(List<Integer> standOut) {
    List<Integer> most = List.of();
    for (int seed : standOut) {
      List<Integer> these =
          standOut.stream()
              .filter(k -> Math.abs(best[k].from() - best[seed].from()) <= 1)
              .filter(k -> best[k].change() > 0 == best[seed].change() > 0)
              .sorted(Comparator.comparingInt(k -> k == seed ? 0 : 1))
              .toList();
      if (these.size() > most.size()) {
        most = these;
      }
      if (most.size() > standOut.size() / 2) {
        break;
      }
    }
    return most;
  }

  /** Whether as many of the nodes that stand out may have one time by chance. */
  private boolean isChance(int together, int standOut) {
    int windows = series[0].length;
    double expected = 3.0 * standOut / windows / 2;
    if (together == standOut) {
      return false; // no others tell a rate; they stand out by themselves
    }
    double term = Math.exp(-expected);
    double below = 0;
    for (int i = 0; i < together; i++) {
      below += term;
      term *= expected / (i + 1);
    }
    return 1 - below > CHANCE;
  }

  /** Adds an event, if it is sharp; returns the nodes that it settles. */
  private List<Integer> event(
      List<Integer> together, Segment first, int known, Explainer explainer) {
    int windows = series[0].length;
    int from = mode(together.stream().mapToInt(k -> best[k].from()).toArray());
    int to =
        mode(
            together.stream()
                .mapToInt(k -> best[k].to() >= windows - 1 ? windows : best[k].to())
                .toArray());
    if (to <= from) {
      to = windows;
    }
    if (to < windows && to - from < LEAST_EPISODE * windows) {
      return together; // a job that runs for a while each day
    }
    boolean up = first.change() > 0;
    double change =
        Median.of(together.stream().mapToDouble(k -> Math.abs(best[k].change())).toArray());
    List<Integer> members = new ArrayList<>();
    for (int k = 0; k < series.length; k++) {
      if (best[k].score() <= 0) {
        continue;
      }
      double score = Segment.score(series[k], from, to, best[k].noise());
      double own = score * best[k].noise() / Math.sqrt(weight(series[k], from, to));
      if ((up ? score : -score) >= MEMBER && Math.abs(own) >= MEMBER_CHANGE * change) {
        members.add(k);
      }
    }
    members.removeIf(k ->
        !together.contains(k)
            && best[k].score() >= TOGETHER
            && Math.abs(best[k].from() - from) > NEXT_TO_IT);
    if (members.isEmpty()) {
      return together;
    }
    double[] pooled = pooled(members, series);
    if (!isSharp(pooled, from, change)) {
      return together;
    }
    List<Integer> others =
        IntStream.range(0, series.length)
            .filter(k -> best[k].score() > 0 && !members.contains(k))
            .boxed()
            .toList();
    List<Integer> changed = members;
    boolean most = false;
    double theirs = Math.abs(jump(pooled(members, raw), from));
    double ofOthers = others.isEmpty() ? 0 : Math.abs(jump(pooled(others, raw), from));
    if (ofOthers > 2 * theirs && ofOthers > SHARP * change) {
      changed = others;
      most = true;
    }
    if (isReassigned(changed, from, to)) {
      return together;
    }
    add(changed, most ? members : List.of(), from, to, known, explainer);
    List<Integer> settled = new ArrayList<>(together);
    settled.addAll(members);
    return settled;
  }

  private static double weight(double[] values, int from, int to) {
    int in = 0;
    int out = 0;
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(values[i])) {
        if (i >= from && i < to) {
          in++;
        } else {
          out++;
        }
      }
    }
    return in == 0 || out == 0 ? 1 : (double) in * out / (in + out);
  }

  private static int mode(int[] values) {
    int best = values[0];
    int most = 0;
    for (int value : values) {
      int count = (int) Arrays.stream(values).filter(one -> one == value).count();
      if (count > most || (count == most && value < best)) {
        most = count;
        best = value;
      }
    }
    return best;
  }

  /** The median over nodes of what each is above its level before. */
  private double[] pooled(List<Integer> members, double[][] of) {
    double[] pooled = new double[series[0].length];
    for (int window = 0; window < pooled.length; window++) {
      int at = window;
      double[] values =
          members.stream()
              .mapToDouble(k -> of[k][at] - level[k])
              .filter(Double::isFinite)
              .toArray();
      pooled[window] = values.length == 0 ? Double.NaN : Median.of(values);
    }
    return pooled;
  }

  /** The change between the windows right before and right after the one at which it begins. */
  private static double jump(double[] pooled, int from) {
    double[] before =
        known(Arrays.copyOfRange(pooled, Math.max(0, from - 1 - NEXT_TO_IT), from - 1));
    double[] after =
        known(Arrays.copyOfRange(pooled, from, Math.min(pooled.length, from + NEXT_TO_IT)));
    return before.length == 0 || after.length == 0
        ? 0
        : Arrays.stream(after).average().orElse(0) - Arrays.stream(before).average().orElse(0);
  }

  private static boolean isSharp(double[] pooled, int from, double change) {
    return Math.abs(jump(pooled, from)) >= SHARP * change;
  }

  /** Whether restarts at many times move nodes, as where groups are drawn anew. */
  private boolean areReassigned(List<Integer> standOut) {
    long restarted = standOut.stream().filter(k -> restartsAt(k, best[k].from())).count();
    return standOut.size() > 1
        && 2 * restarted >= standOut.size()
        && together(standOut).size() < AT_ONCE * standOut.size();
  }

  /** Whether restarts moved nodes both ways at that time: groups are drawn anew, nothing began. */
  private boolean isReassigned(List<Integer> changed, int from, int to) {
    long restarted = changed.stream().filter(k -> restartsAt(k, from)).count();
    if (2 * restarted < changed.size()) {
      return false;
    }
    double size = Median.of(changed.stream().mapToDouble(k -> moved(k, from, to)).toArray());
    long contrary =
        IntStream.range(0, series.length)
            .filter(k -> best[k].score() > 0 && restartsAt(k, best[k].from()))
            .filter(k -> best[k].change() > 0 != size > 0)
            .filter(k -> Math.abs(best[k].change()) >= MEMBER_CHANGE * Math.abs(size))
            .count();
    return contrary >= REASSIGNED * changed.size();
  }

  private double moved(int k, int from, int to) {
    double[] in = known(Arrays.copyOfRange(series[k], from, to));
    double[] before = known(Arrays.copyOf(series[k], from));
    return in.length == 0 || before.length == 0 ? 0 : Median.of(in) - Median.of(before);
  }

  /** Whether another process of the node begins within a window of this one. */
  private boolean restartsAt(int node, int window) {
    List<Integer> lifetimes = sums.lifetimesOf(nodes.get(node));
    for (int i = 1; i < lifetimes.size(); i++) {
      int first = firstWindow(lifetimes.get(i));
      if (Math.abs(first - window) <= 1) {
        return true;
      }
    }
    return false;
  }

  private int firstWindow(int lifetime) {
    int window = 0;
    while (window < sums.windows() - 1 && sums.cell(lifetime, window).n() == 0) {
      window++;
    }
    return window;
  }

  /**
   * Adds an event.
   *
   * @param still the nodes that did not change, if the common course did: against it they seem to
   */
  private void add(
      List<Integer> changed,
      List<Integer> still,
      int from,
      int to,
      int known,
      Explainer explainer) {
    int windows = series[0].length;
    double low = levels(still.isEmpty() ? series : raw, changed, 0, from - 1);
    double high = levels(series, changed, from + 1, to);
    if (!still.isEmpty()) {
      double stillBefore = levels(series, still, 0, from - 1);
      double stillAfter = levels(series, still, from + 1, to);
      high = multiplies ? low * stillBefore / stillAfter : low + stillBefore - stillAfter;
    }
    boolean back = to < windows;
    List<Integer> sorted =
        changed.stream()
            .sorted(Comparator.comparingDouble((Integer k) -> -Math.abs(moved(k, from, to))))
            .toList();
    List<String> names = sorted.stream().map(nodes::get).toList();
    int restarted = (int) changed.stream().filter(k -> restartsAt(k, from)).count();
    if (!(Math.abs(high - low) >= LEAST_CHANGE * Math.abs(low))) {
      return;
    }
    events.add(
        new FleetOnset(
            back ? FleetOnset.Kind.EPISODE : FleetOnset.Kind.ONSET,
            names,
            known,
            time(still.isEmpty() ? changed : still, from, to, back),
            new FleetOnset.Level(low, high, null),
            restarted,
            explainer.of(new HashSet<>(names), from, to)));
  }

  /** The median over nodes of their medians in these windows, or in one more on either side. */
  private static double levels(double[][] of, List<Integer> members, int from, int to) {
    return Median.of(
        known(
            members.stream()
                .mapToDouble(k -> {
                  double[] values = known(part(of[k], from, to));
                  return Median.of(
                      values.length == 0 ? known(part(of[k], from - 1, to + 1)) : values);
                })
                .toArray()));
  }

  private static double[] part(double[] values, int from, int to) {
    int first = Math.clamp(from, 0, values.length);
    return Arrays.copyOfRange(values, first, Math.clamp(to, first, values.length));
  }

  private FleetOnset.Time time(List<Integer> changed, int from, int to, boolean back) {
    double[] pooled = pooled(changed, series);
    double noise =
        Median.of(changed.stream().mapToDouble(k -> best[k].noise()).toArray())
            / Math.sqrt(changed.size());
    double start = position(pooled, from, to);
    double[] before = known(Arrays.copyOf(pooled, Math.max(1, from - 1)));
    double[] after = known(Arrays.copyOfRange(pooled, Math.min(from + 1, to - 1), to));
    double size = Math.abs(Median.of(after) - Median.of(before));
    double step = 1 / Math.max(1.0, pointsInAWindow());
    double error = Math.max(step, size > 0 ? INTERVAL * noise / size : 1);
    error = Math.min(error, 2);
    return new FleetOnset.Time(
        at(start),
        at(start - error),
        at(start + error),
        back ? (Long) at(back(pooled, from, to)) : null);
  }

  /** Where in units of windows the level changes: the window of the change is a mixture. */
  private static double position(double[] pooled, int from, int to) {
    double low = Median.of(known(Arrays.copyOf(pooled, Math.max(1, from - 1))));
    double high = Median.of(known(Arrays.copyOfRange(pooled, Math.min(from + 1, to - 1), to)));
    double done = 0;
    for (int window = Math.max(0, from - 1); window <= from; window++) {
      double share = (pooled[window] - low) / (high - low);
      done += Double.isFinite(share) ? Math.clamp(share, 0, 1) : window < from ? 0 : 1;
    }
    return from + 1 - done;
  }

  private static double back(double[] pooled, int from, int to) {
    double high = Median.of(known(Arrays.copyOfRange(pooled, Math.min(from + 1, to - 1), to)));
    double low =
        Median.of(
            known(Arrays.copyOfRange(pooled, Math.min(to + 1, pooled.length - 1), pooled.length)));
    double left = 0;
    for (int window = to - 1; window <= Math.min(to, pooled.length - 1); window++) {
      double share = (pooled[window] - low) / (high - low);
      left += Double.isFinite(share) ? Math.clamp(share, 0, 1) : window < to ? 1 : 0;
    }
    return to - 1 + left;
  }

  private double pointsInAWindow() {
    long points = 0;
    long cells = 0;
    for (int lifetime = 0; lifetime < sums.lifetimes(); lifetime++) {
      for (int window = 0; window < sums.windows(); window++) {
        long n = sums.cell(lifetime, window).n();
        points += n;
        cells += n > 0 ? 1 : 0;
      }
    }
    return cells == 0 ? 1 : (double) points / cells;
  }

  private long at(double window) {
    double clamped = Math.clamp(window, 0, sums.windows());
    return sums.windowStartUs(0) + Math.round(clamped * sums.windowUs());
  }

  /** Nodes that change steadily, where most do not. */
  private void drift(int known, Explainer explainer) {
    int windows = series[0].length;
    int part = Math.max(2, windows / 8);
    double[] gone = new double[series.length];
    for (int k = 0; k < gone.length; k++) {
      gone[k] =
          Median.of(known(part(series[k], windows - part, windows)))
              - Median.of(known(part(series[k], 0, part)));
    }
    double usual = usual(k -> Double.isFinite(gone[k]), k -> Math.abs(gone[k]));
    Set<String> settled = new HashSet<>();
    events.forEach(event -> settled.addAll(event.nodes()));
    List<Integer> drifting =
        IntStream.range(0, series.length)
            .filter(k -> best[k].score() > 0 && !settled.contains(nodes.get(k)))
            .filter(
                k -> Math.abs(gone[k]) >= Math.max(DRIFT * Math.abs(level[k]), DRIFT_USUAL * usual))
            .filter(k -> isSteady(series[k], gone[k]))
            .boxed()
            .sorted(Comparator.comparingDouble((Integer k) -> -Math.abs(gone[k])))
            .toList();
    if (drifting.isEmpty() || 2 * drifting.size() >= known || events.size() >= MOST_EVENTS) {
      return;
    }
    double before = levels(series, drifting, 0, part);
    double after = levels(series, drifting, windows - part, windows);
    List<String> names = drifting.stream().map(nodes::get).toList();
    events.add(
        new FleetOnset(
            FleetOnset.Kind.DRIFT,
            names,
            known,
            new FleetOnset.Time(at(0), at(0), at(0), null),
            new FleetOnset.Level(before, after, null),
            0,
            explainer.of(new HashSet<>(names), windows - part, windows)));
  }

  /** Whether a series goes one way all the time, and no part of it makes most of the way. */
  private static boolean isSteady(double[] values, double gone) {
    double[] there = known(values);
    double[] time = IntStream.range(0, there.length).asDoubleStream().toArray();
    if (Math.abs(RankCorrelation.spearman(time, there)) < STEADY) {
      return false;
    }
    double third = Median.of(known(part(values, values.length / 3, values.length * 2 / 3)));
    double first = Median.of(known(part(values, 0, values.length / 8)));
    double share = (third - first) / gone;
    return share > 1 - STEADY && share < STEADY;
  }

  /** A jump of the common course: all nodes at once. */
  private void all() {
    int windows = series[0].length;
    double[] course = new double[windows];
    for (int window = 0; window < windows; window++) {
      int at = window;
      course[window] =
          Median.of(
              IntStream.range(0, raw.length)
                  .mapToDouble(k -> raw[k][at] - level[k])
                  .filter(Double::isFinite)
                  .toArray());
    }
    double[] steps = new double[windows - 1];
    for (int window = 1; window < windows; window++) {
      steps[window - 1] = course[window] - course[window - 1];
    }
    double usual = Robust.deviation(known(steps));
    double middle = Math.abs(Median.of(known(level)));
    int best = -1;
    double most = 0;
    for (int window = LEAST_AROUND; window <= windows - LEAST_AROUND; window++) {
      double jump = jump(course, window);
      if (Math.abs(jump) > Math.abs(most)) {
        most = jump;
        best = window;
      }
    }
    if (best < 0
        || Math.abs(most) < Math.max(ALL_CHANGE * middle, ALL_STEPS * usual)
        || !isLasting(course, best, most)) {
      return;
    }
    double before = middle + Median.of(known(Arrays.copyOf(course, best - 1)));
    double after = middle + Median.of(known(Arrays.copyOfRange(course, best + 1, windows)));
    double start = position(course, best, windows);
    double error = Math.max(0.25, 1 / Math.max(1.0, pointsInAWindow()));
    if (Double.isFinite(before) && Double.isFinite(after)) {
      events.add(
          new FleetOnset(
              FleetOnset.Kind.ALL,
              List.of(),
              series.length,
              new FleetOnset.Time(at(start), at(start - error), at(start + error), null),
              new FleetOnset.Level(before, after, null),
              0,
              FleetExplanations.NONE));
    }
  }

  /** Whether the levels before and after a jump differ by it: a daily rhythm turns back. */
  private static boolean isLasting(double[] course, int at, double jump) {
    double[] before = known(Arrays.copyOf(course, at - 1));
    double[] after = known(Arrays.copyOfRange(course, at + 1, course.length));
    double apart = Median.of(after) - Median.of(before);
    return apart * jump > 0
        && Math.abs(apart) >= SHARP * Math.abs(jump)
        && Robust.deviation(before) + Robust.deviation(after) < Math.abs(jump) / 2;
  }

  private FleetStep step() {
    return new FleetStep(
        FleetStep.Name.ONSET,
        events.isEmpty()
            ? "none: no nodes leave their level at one time beyond what is usual here (a score of "
                + Numbers.significant(usual(k -> best[k].score() > 0, k -> best[k].score()), 3)
                + ")"
            : Numbers.count(events.size(), "event")
                + "; a node's score is usually "
                + Numbers.significant(usual(k -> best[k].score() > 0, k -> best[k].score()), 3)
                + ", and that of the nodes that changed "
                + Numbers.significant(
                    usual(
                        k -> events.getFirst().nodes().contains(nodes.get(k)),
                        k -> best[k].score()),
                    3));
  }
}
