package dev.foliot.fleet.onset;

import dev.foliot.fleet.level.CommonCourse;
import dev.foliot.fleet.level.Panel;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

  /** So improbable is it that nodes which stand out by chance do so at one time. */
  private static final double CHANCE = 1e-4;

  /** A change that ends lasts at least this share of the time. */
  private static final double LEAST_EPISODE = 0.1;

  private static final double REASSIGNED = 0.25;

  /** Where restarts move nodes, so many of them at one time are a deploy. */
  private static final double AT_ONCE = 0.6;

  private static final int MOST_EVENTS = 3;

  private final Courses courses;
  private final double[][] series;
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

  private Onsets(Courses courses, boolean multiplies) {
    this.courses = courses;
    this.multiplies = multiplies;
    series = courses.series;
    best = courses.best;
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
    Courses courses = new Courses(sums, before, course);
    Onsets onsets = new Onsets(courses, course.multiplies());
    CommonJump.of(courses).ifPresent(onsets.events::add);
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

  private void find(Explainer explainer) {
    int known = (int) IntStream.range(0, best.length).filter(courses::isKnown).count();
    if (known < FEWEST_NODES) {
      return;
    }
    double usualScore = courses.usual(courses::isKnown, k -> best[k].score());
    double usualChange = courses.usual(courses::isKnown, k -> Math.abs(best[k].change()));
    List<Integer> standOut = new ArrayList<>();
    for (int k = 0; k < best.length; k++) {
      if (best[k].score() >= Math.max(TOGETHER, TOGETHER_USUAL * usualScore)
          && Math.abs(best[k].change())
              >= Math.max(LEAST_CHANGE * Math.abs(courses.level[k]), USUAL_CHANGE * usualChange)) {
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
    if (events.size() < MOST_EVENTS) {
      Set<String> settled = new HashSet<>();
      events.forEach(event -> settled.addAll(event.nodes()));
      Drift.of(courses, settled, known, explainer).ifPresent(events::add);
    }
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
    int windows = courses.windows();
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
    int windows = courses.windows();
    int from = Levels.mode(together.stream().mapToInt(k -> best[k].from()).toArray());
    int to =
        Levels.mode(
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
      if (!courses.isKnown(k)) {
        continue;
      }
      double score = Segment.score(series[k], from, to, best[k].noise());
      double own = score * best[k].noise() / Math.sqrt(Levels.weight(series[k], from, to));
      if ((up ? score : -score) >= MEMBER && Math.abs(own) >= MEMBER_CHANGE * change) {
        members.add(k);
      }
    }
    members.removeIf(k ->
        !together.contains(k)
            && best[k].score() >= TOGETHER
            && Math.abs(best[k].from() - from) > Levels.NEXT_TO_IT);
    if (members.isEmpty()) {
      return together;
    }
    double[] pooled = courses.pooled(members, series);
    if (!Levels.isSharp(pooled, from, change)) {
      return together;
    }
    List<Integer> others =
        IntStream.range(0, series.length)
            .filter(k -> courses.isKnown(k) && !members.contains(k))
            .boxed()
            .toList();
    List<Integer> changed = members;
    boolean most = false;
    double theirs = Math.abs(Levels.jump(courses.pooled(members, courses.raw), from));
    double ofOthers =
        others.isEmpty() ? 0 : Math.abs(Levels.jump(courses.pooled(others, courses.raw), from));
    if (ofOthers > 2 * theirs && ofOthers > Levels.SHARP * change) {
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

  /** Whether restarts at many times move nodes, as where groups are drawn anew. */
  private boolean areReassigned(List<Integer> standOut) {
    long restarted = standOut.stream().filter(k -> courses.restartsAt(k, best[k].from())).count();
    return standOut.size() > 1
        && 2 * restarted >= standOut.size()
        && together(standOut).size() < AT_ONCE * standOut.size();
  }

  /** Whether restarts moved nodes both ways at that time: groups are drawn anew, nothing began. */
  private boolean isReassigned(List<Integer> changed, int from, int to) {
    long restarted = changed.stream().filter(k -> courses.restartsAt(k, from)).count();
    if (2 * restarted < changed.size()) {
      return false;
    }
    double size =
        Median.of(changed.stream().mapToDouble(k -> courses.moved(k, from, to)).toArray());
    long contrary =
        IntStream.range(0, series.length)
            .filter(k -> courses.isKnown(k) && courses.restartsAt(k, best[k].from()))
            .filter(k -> best[k].change() > 0 != size > 0)
            .filter(k -> Math.abs(best[k].change()) >= MEMBER_CHANGE * Math.abs(size))
            .count();
    return contrary >= REASSIGNED * changed.size();
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
    int windows = courses.windows();
    double low = Levels.levels(still.isEmpty() ? series : courses.raw, changed, 0, from - 1);
    double high = Levels.levels(series, changed, from + 1, to);
    if (!still.isEmpty()) {
      double stillBefore = Levels.levels(series, still, 0, from - 1);
      double stillAfter = Levels.levels(series, still, from + 1, to);
      high = multiplies ? low * stillBefore / stillAfter : low + stillBefore - stillAfter;
    }
    boolean back = to < windows;
    List<Integer> sorted =
        changed.stream()
            .sorted(
                Comparator.comparingDouble((Integer k) -> -Math.abs(courses.moved(k, from, to))))
            .toList();
    List<String> names = sorted.stream().map(courses.nodes::get).toList();
    int restarted = (int) changed.stream().filter(k -> courses.restartsAt(k, from)).count();
    if (!(Math.abs(high - low) >= LEAST_CHANGE * Math.abs(low))) {
      return;
    }
    events.add(
        new FleetOnset(
            back ? FleetOnset.Kind.EPISODE : FleetOnset.Kind.ONSET,
            names,
            known,
            courses.time(still.isEmpty() ? changed : still, from, to, back),
            new FleetOnset.Level(low, high, null),
            restarted,
            explainer.of(new HashSet<>(names), from, to)));
  }

  private FleetStep step() {
    return new FleetStep(
        FleetStep.Name.ONSET,
        events.isEmpty()
            ? "none: no nodes leave their level at one time beyond what is usual here (a score of "
                + Numbers.significant(courses.usual(courses::isKnown, k -> best[k].score()), 3)
                + ")"
            : Numbers.count(events.size(), "event")
                + "; a node's score is usually "
                + Numbers.significant(courses.usual(courses::isKnown, k -> best[k].score()), 3)
                + ", and that of the nodes that changed "
                + Numbers.significant(
                    courses.usual(
                        k -> events.getFirst().nodes().contains(courses.nodes.get(k)),
                        k -> best[k].score()),
                    3));
  }
}
