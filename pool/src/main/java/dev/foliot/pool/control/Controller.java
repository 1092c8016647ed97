package dev.foliot.pool.control;

import dev.foliot.pool.control.Decision.State;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Decides how many tasks may run at once. Not thread-safe: one caller at a time. */
public final class Controller {
  private static final long MS = 1_000_000;
  private static final long STEP_NS = 100 * MS;
  private static final long CAREFUL_STEP_NS = 500 * MS;
  private static final long LOOK_NS = 50 * MS;
  private static final long LONGEST_LOOK_NS = 1000 * MS;
  private static final int MOST_BLIND = 8192;
  private static final double BUSY = 0.9;
  private static final double FREE = 0.85;
  private static final double CONTENDED = 1.3;

  private enum Phase {
    RAMP,
    MEASURE,
    SEARCH,
    HOLD
  }

  private final int start;

  private @Nullable Observation before;
  private Phase phase = Phase.RAMP;
  private int size;
  private long resizedNs;
  private long resizedCompleted;
  private long epochNs;
  private double unloadedNs = Double.NaN;
  private boolean sure;
  private boolean guessed;
  private double taskNs = Double.NaN;
  private double gapNs;
  private long completedNs;
  private Window window = new Window();
  private Window early = new Window();
  private Started started = new Started();
  private boolean settled;
  private double stageNs;
  private double stageCount;
  private int stageSize;
  private @Nullable Search search;
  private @Nullable Sample reference;
  private int odd;
  private Drift drift = new Drift();
  private long retryNs;
  private long retryAfterNs;

  private boolean hung;
  private int hangFrom;
  private long hangWaitNs;

  private int mostRunning;
  private int mostRunningBefore;
  private long rotatedNs;

  /**
   * A controller that has seen nothing yet.
   *
   * @param start the size to begin with, at least 1
   */
  public Controller(int start) {
    this.start = start;
    this.size = start;
  }

  /** The size to begin with. */
  public int start() {
    return start;
  }

  /** Decides on what was seen since the observation before. */
  public Decision next(Observation o) {
    Observation last = before;
    before = o;
    started.add(o.nowNs(), o.started());
    if (last == null) {
      size = o.size();
      resizedNs = o.nowNs();
      epochNs = o.nowNs();
      completedNs = o.nowNs();
      rotatedNs = o.nowNs();
      return keep(State.BLIND, "begins with " + o.size());
    }
    Elapsed e = new Elapsed(last, o);
    if (o.size() != size) {
      size = o.size();
      resizedNs = o.nowNs();
      resizedCompleted = o.completed();
      restartWindow();
    }
    if (e.ns() <= 0) {
      return keep(State.HOLDING, "no time has gone by");
    }
    if (o.size() > o.maximum() || o.size() < o.minimum()) {
      return to(o, o.size(), State.TRYING, "outside the limits");
    }
    if (o.running() == 0 && o.queued() == 0) {
      restartWindow();
      completedNs = o.nowNs();
      return keep(State.IDLE, "nothing to do");
    }
    if (e.completions() > 0) {
      double w = (double) e.taskTimeNs() / e.completions();
      double weight = Math.min(1, Math.max(0.2, e.completions() / (2.0 * size)));
      taskNs = Double.isNaN(taskNs) ? w : taskNs + weight * (w - taskNs);
    }
    Decision hang = hang(o, e);
    if (hang != null) {
      return hang;
    }
    Decision trimmed = trim(o, e);
    if (trimmed != null) {
      return trimmed;
    }
    learn(o, e);
    return switch (phase) {
      case RAMP -> ramp(o, e);
      case MEASURE -> measure(o, e);
      case SEARCH -> searching(o, e);
      case HOLD -> hold(o, e);
    };
  }

  // ---- hang

  private @Nullable Decision hang(Observation o, Elapsed e) {
    if (e.completions() > 0) {
      double gap = (double) (o.nowNs() - completedNs) / e.completions();
      gapNs = gapNs == 0 ? gap : gapNs + 0.2 * (gap - gapNs);
      completedNs = o.nowNs();
      if (hung) {
        hung = false;
        restartWindow();
        int back = hangFrom;
        if (back < size && phase != Phase.RAMP) {
          return to(o, back, State.TRYING, "tasks end again: back to " + back);
        }
      }
      return null;
    }
    if (o.completed() == 0 || Double.isNaN(taskNs)) {
      return null;
    }
    if (!e.standing()) {
      return hung ? keep(State.HUNG, "tasks hang, none waits") : null;
    }
    double quiet = o.nowNs() - completedNs;
    if (quiet < Math.max(300 * MS, Math.max(6 * gapNs, 3 * taskNs))) {
      return null;
    }
    if (!hung) {
      hung = true;
      hangFrom = size;
      hangWaitNs = Math.max(STEP_NS, (long) taskNs);
    } else if (o.nowNs() - resizedNs < hangWaitNs) {
      return keep(State.HUNG, "waits for the last growth to help");
    } else {
      hangWaitNs *= 2;
    }
    if (e.busy() >= BUSY && o.nowNs() - resizedNs < 10 * CAREFUL_STEP_NS) {
      return keep(State.HUNG, "no task ended for " + ms(quiet) + ", but CPU is busy");
    }
    int grown = (int) Math.min(o.maximum(), Math.min(2L * size, (long) o.running() + o.queued()));
    return to(
        o,
        Math.max(size, grown),
        State.HUNG,
        "no task ended for " + ms(quiet) + " with " + o.queued() + " waiting");
  }

  // ---- trim

  private @Nullable Decision trim(Observation o, Elapsed e) {
    mostRunning = Math.max(mostRunning, o.mostRunning());
    if (o.nowNs() - rotatedNs > 10_000 * MS) {
      int most = Math.max(mostRunning, mostRunningBefore);
      mostRunningBefore = mostRunning;
      mostRunning = o.running();
      rotatedNs = o.nowNs();
      int target = Math.max((int) Math.ceil(most * 1.1), least(o));
      if (!e.standing() && target < size * 0.8) {
        phase = Phase.HOLD;
        reference = null;
        return to(o, target, State.HOLDING, "no more than " + most + " ran at once in 20 s");
      }
    }
    return null;
  }

  // ---- what a task takes without contention

  /**
   * The first tasks that end are the shortest of those that began, so their mean is too low at
   * first; it is sure after four times as long.
   */
  private void learn(Observation o, Elapsed e) {
    if (sure) {
      return;
    }
    early.add(e);
    double w = early.taskTimeNs();
    if (early.completions() < 5) {
      return;
    }
    if (o.nowNs() - epochNs >= 4 * w) {
      unloadedNs = w;
      sure = true;
    } else if (Double.isNaN(unloadedNs)) {
      unloadedNs = w;
    } else {
      sure = o.nowNs() - epochNs >= 10 * unloadedNs;
    }
  }

  // ---- ramp

  private Decision ramp(Observation o, Elapsed e) {
    window.add(e);
    if (!e.waiting()) {
      if (o.running() > least(o) && contended(o)) {
        return begin(Phase.MEASURE, rose());
      }
      return keep(State.HOLDING, "no task waits for long");
    }
    boolean blind = o.completed() == 0;
    double busy = e.busy();
    if (busy >= BUSY) {
      if (sure && window.ns() >= Math.max(300 * MS, 2 * taskNs) && window.busy() >= BUSY) {
        return begin(Phase.MEASURE, "CPU " + percent(window.busy()) + ": no more growth");
      }
      return keep(State.TRYING, "CPU " + percent(busy));
    }
    if (contended(o)) {
      return begin(Phase.MEASURE, rose());
    }
    // what others do with the CPU is no reason to starve, but one to take care
    long stepNs = blind && e.busyWithOthers() >= BUSY ? CAREFUL_STEP_NS : STEP_NS;
    if (o.nowNs() - resizedNs < stepNs) {
      return keep(State.BLIND, "waits for the last growth to show");
    }
    long most = (long) o.running() + e.queued();
    int grown = (int) Math.min(Math.min(o.maximum(), most), 2L * size);
    if (blind) {
      grown = Math.min(grown, Math.max(size, MOST_BLIND));
    }
    if (grown <= size) {
      return keep(State.HOLDING, "all that wait may run");
    }
    stageNs = window.ns();
    stageCount = window.completions();
    stageSize = size;
    return to(
        o,
        grown,
        blind ? State.BLIND : State.TRYING,
        "queue "
            + e.queued()
            + ", CPU "
            + percent(busy)
            + (blind
                ? ", nothing ended yet"
                : ", time in task " + ms(taskNs) + ", alone " + ms(unloadedNs)));
  }

  /** Whether tasks take longer than alone, and more of them did not bring more throughput. */
  private boolean contended(Observation o) {
    double count = window.completions();
    boolean longer =
        count >= 10 && window.taskTimeNs() > unloadedNs * (CONTENDED + 3 / Math.sqrt(count));
    if (!longer && !late(o)) {
      return false;
    }
    if (sure || stageCount == 0) {
      return true;
    }
    double expected = stageCount * window.ns() / stageNs * size / stageSize;
    return count + 2 * Math.sqrt(count) + 2 < 0.75 * expected;
  }

  /** Whether far fewer tasks ended than began long enough ago. */
  private boolean late(Observation o) {
    if (Double.isNaN(unloadedNs)) {
      return false;
    }
    double begun = started.before((long) (o.nowNs() - CONTENDED * unloadedNs));
    return o.completed() < 0.6 * begun - 3 * Math.sqrt(begun);
  }

  private String rose() {
    return "time in task rose from " + ms(unloadedNs) + " to " + ms(window.taskTimeNs());
  }

  // ---- measure after a ramp

  private Decision measure(Observation o, Elapsed e) {
    boolean collected = collected(o, e);
    if (!collected && !farTooMany(o)) {
      return keep(State.TRYING, "measures");
    }
    boolean waiting = window.waiting() >= 0.9;
    Sample sample = window.sample(size);
    double alone = Double.isNaN(unloadedNs) ? sample.taskTimeNs() : unloadedNs;
    double knee = sample.perS() * alone / 1e9;
    if (sample.busy() >= BUSY) {
      knee /= Math.min(1, sample.busy());
    }
    if (!waiting && knee > 0.7 * o.running()) {
      reference = null;
      return begin(Phase.HOLD, "no task waits for long");
    }
    int target = (int) Math.ceil(1.1 * knee + 2 * Math.sqrt(knee) + 1);
    long most = Math.min(o.maximum(), (long) o.running() + e.queued());
    target = (int) Math.min(Math.min(most, 2L * size), Math.max(target, least(o)));
    phase = Phase.SEARCH;
    search = new Search(1.5, guessed && target >= 0.95 * size ? 2 : 1);
    search.add(sample);
    if (target < 0.95 * size || (target > size && sample.busy() < 0.98)) {
      return to(
          o,
          target,
          State.TRYING,
          String.format(
              Locale.ROOT, "%.4g/s of %s each need %.1f at once", sample.perS(), ms(alone), knee));
    }
    return nextTrial(o, e, search);
  }

  /** Whether it is clear early that more tasks run than bring throughput. */
  private boolean farTooMany(Observation o) {
    if (!settled || window.completions() < 8 || window.ns() < 1.5 * unloadedNs) {
      return false;
    }
    double count = window.completions();
    double knee = count / window.ns() * unloadedNs;
    return knee * (1 + 3 / Math.sqrt(count)) < 0.5 * o.running();
  }

  // ---- search

  private Decision searching(Observation o, Elapsed e) {
    Search s = search;
    if (s == null) {
      return begin(Phase.HOLD, "nothing to search");
    }
    Sample best = s.best();
    if (best.size() > size && lost(o, best)) {
      s.add(
          new Sample(
              size,
              (o.completed() - resizedCompleted) * 1e9 / (o.nowNs() - resizedNs),
              taskNs,
              1,
              e.busy(),
              o.completed() - resizedCompleted));
      unloadedNs = Math.max(unloadedNs, 0.8 * best.taskTimeNs());
      sure = true;
      return nextTrial(o, e, s);
    }
    if (!collected(o, e)) {
      return keep(State.TRYING, "measures");
    }
    Sample sample = window.sample(size);
    s.add(sample);
    Sample below = s.below(size);
    if (below != null && s.elastic(sample) && !(sample.busy() >= BUSY)) {
      unloadedNs = Math.max(unloadedNs, below.taskTimeNs());
      sure = true;
      return begin(Phase.RAMP, told(s, sample) + ": throughput follows the size");
    }
    return nextTrial(o, e, s);
  }

  /** Whether a smaller size has already cost throughput, so that its trial can end at once. */
  private boolean lost(Observation o, Sample from) {
    double expected = from.perS() * (o.nowNs() - resizedNs) / 1e9 * (1 - 2 * from.error());
    double seen = o.completed() - resizedCompleted;
    return expected >= 30 && seen < 0.75 * expected - 3.5 * Math.sqrt(expected);
  }

  private Decision nextTrial(Observation o, Elapsed e, Search s) {
    int most = (int) Math.min(o.maximum(), (long) o.running() + e.queued());
    Integer next = s.next(least(o), most);
    Sample leader = s.leader();
    if (next != null) {
      return to(o, next, State.TRYING, told(s, leader) + ": tries " + next);
    }
    phase = Phase.HOLD;
    reference = leader;
    retryAfterNs = Math.max(retryAfterNs, Math.max(10_000 * MS, (long) (20 * leader.taskTimeNs())));
    retryNs = o.nowNs() + retryAfterNs;
    odd = 0;
    drift = new Drift();
    restartWindow();
    return to(o, s.answer(), State.HOLDING, told(s, leader));
  }

  private static String told(Search s, Sample leader) {
    Sample best = s.best();
    return String.format(
        Locale.ROOT,
        "%.4g/s with %d, best %.4g/s with %d, error %.2f %%",
        leader.perS(),
        leader.size(),
        best.perS(),
        best.size(),
        100 * leader.error());
  }

  // ---- hold

  private Decision hold(Observation o, Elapsed e) {
    Sample then = reference;
    if (settled && then != null && e.waiting() && drift.changed(e, then)) {
      Window recent = new Window();
      recent.add(e);
      return changed(recent.sample(size), then, e.busyWithOthers());
    }
    if (!collected(o, e)) {
      return keep(State.HOLDING, "holds");
    }
    Window w = window;
    restartWindow();
    settled = true;
    if (w.waiting() < 0.9) {
      if (o.running() > least(o) && w.taskTimeNs() > 1.5 * unloadedNs) {
        return begin(
            Phase.MEASURE, "tasks take " + ms(w.taskTimeNs()) + ", alone " + ms(unloadedNs));
      }
      if (w.waiting() > 0.5) {
        return begin(Phase.RAMP, "tasks wait");
      }
      return keep(State.HOLDING, "no task waits for long");
    }
    Sample now = w.sample(size);
    if (then == null) {
      unloadedNs = Double.isNaN(unloadedNs) ? now.taskTimeNs() : unloadedNs;
      return begin(Phase.RAMP, "tasks wait at a size that was enough");
    }
    double change = Math.log(now.perS() / then.perS());
    double noise = 3 * Math.hypot(now.error(), then.error());
    if (Math.abs(change) > 0.1 + noise) {
      odd++;
      return odd >= 2
          ? changed(now, then, e.busyWithOthers())
          : keep(State.HOLDING, "an odd throughput, looks again");
    }
    odd = 0;
    if (then.busy() >= BUSY && now.busy() < FREE * then.busy()) {
      reference = null;
      return begin(Phase.RAMP, "CPU " + percent(now.busy()) + ", it was " + percent(then.busy()));
    }
    reference = then.and(now);
    if (o.nowNs() >= retryNs && reference.error() < 0.03) {
      return again(o, e, reference);
    }
    return keep(
        State.HOLDING,
        String.format(
            Locale.ROOT,
            "steady at %.4g/s, error %.2f %%",
            reference.perS(),
            100 * reference.error()));
  }

  /** What was known of the old work does not hold for the new one. */
  private Decision changed(Sample now, Sample then, double busy) {
    boolean less = now.perS() < then.perS();
    guessed = less;
    boolean soon = less && busy < BUSY && taskNs < 1000 * MS;
    odd = 0;
    drift = new Drift();
    retryAfterNs = 0;
    unloadedNs = less ? taskNs : Math.min(unloadedNs, taskNs);
    reference = null;
    return begin(
        soon ? Phase.RAMP : Phase.MEASURE,
        String.format(Locale.ROOT, "%.4g/s, it was %.4g/s: other work", now.perS(), then.perS()));
  }

  /** Looks around once more, less and less often. */
  private Decision again(Observation o, Elapsed e, Sample now) {
    retryAfterNs = Math.min(300_000 * MS, 2 * retryAfterNs);
    double step = now.error() < 0.005 ? 1.09 : now.error() < 0.015 ? 1.25 : 1.5;
    Search s = new Search(step, 1);
    s.add(now);
    search = s;
    phase = Phase.SEARCH;
    return nextTrial(o, e, s);
  }

  // ---- windows

  private boolean collected(Observation o, Elapsed e) {
    double scale = Double.isNaN(unloadedNs) ? finite(taskNs) : unloadedNs;
    if (!settled) {
      long since = o.nowNs() - resizedNs;
      boolean drained = o.running() <= size;
      settled = since >= Math.max(STEP_NS, scale) && drained;
      return false;
    }
    window.add(e);
    long ns = window.ns();
    if (window.completions() < 8 || ns < Math.max(300 * MS, 2 * scale)) {
      return false;
    }
    double error = window.error();
    return error < 0.003
        || (error < 0.02 && ns >= Math.max(1000 * MS, 6 * scale))
        || (error < 0.05 && ns >= Math.max(4000 * MS, 20 * scale))
        || ns >= Math.max(10_000 * MS, 60 * scale);
  }

  private static double finite(double ns) {
    return Double.isNaN(ns) ? 0 : ns;
  }

  private void restartWindow() {
    window = new Window();
    settled = false;
  }

  /** The least size that is worth a trial: that many cost next to nothing. */
  private int least(Observation o) {
    return Math.max(o.minimum(), Math.min(o.maximum(), 2 * (int) Math.ceil(o.cpu().cpus())));
  }

  private Decision begin(Phase next, String why) {
    phase = next;
    restartWindow();
    return keep(next == Phase.HOLD ? State.HOLDING : State.TRYING, why);
  }

  private Decision to(Observation o, int wanted, State state, String why) {
    int next = Math.max(o.minimum(), Math.min(o.maximum(), wanted));
    if (next != size) {
      why = size + " → " + next + ": " + why;
      size = next;
      resizedNs = o.nowNs();
      resizedCompleted = o.completed();
      restartWindow();
    }
    return decision(state, why);
  }

  private Decision keep(State state, String why) {
    return decision(state, why);
  }

  private Decision decision(State state, String why) {
    double scale = Double.isNaN(unloadedNs) ? 0 : unloadedNs / 20;
    long look =
        phase == Phase.RAMP ? LOOK_NS : (long) Math.max(LOOK_NS, Math.min(LONGEST_LOOK_NS, scale));
    return new Decision(size, state, why, look);
  }

  private static String ms(double ns) {
    return String.format(Locale.ROOT, "%.3g ms", ns / 1e6);
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "unknown" : Math.round(100 * share) + " %";
  }
}
