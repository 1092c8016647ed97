package dev.foliot.pool.control;

import static dev.foliot.pool.control.DecisionText.figure;
import static dev.foliot.pool.control.DecisionText.perS;
import static dev.foliot.pool.control.DecisionText.percent;
import static dev.foliot.pool.control.DecisionText.time;

import dev.foliot.pool.control.Decision.State;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The controller's observations and its phase: ramp, measure, search or hold. One long class, since
 * every phase may pass to every other, with its findings.
 */
final class ControllerState {
  static final long LOOK_NS = 50_000_000;

  private static final long MS = 1_000_000;
  private static final long STEP_NS = 100 * MS;
  private static final long CAREFUL_STEP_NS = 500 * MS;
  private static final long LONGEST_LOOK_NS = 1_000 * MS;
  private static final long FIRST_RETRY_NS = 10_000 * MS;
  private static final long LAST_RETRY_NS = 300_000 * MS;
  private static final long LONGEST_KEEP_NS = 3_600_000 * MS;
  private static final long SOON_NS = 1_000 * MS;

  /** Before the first end, nobody knows whether more threads would help. */
  private static final int MOST_BLIND_THREADS = 8_192;

  private static final double BUSY = 0.9;
  private static final double ALL_BUSY = 0.95;
  private static final double FREED = 0.85;

  /** With this average CPU use, by any process, tasks sometimes wait for it. */
  private static final double OFTEN_BUSY = 0.7;

  private static final double USED_OVER_NS = 500 * MS;
  private static final double STEP = 1.5;

  /**
   * Multiple of the permits that a full CPU needs. With barely more than needed, all running tasks
   * are sometimes blocked at once.
   */
  private static final double AMPLE = 2;

  /** Once the need grows by this factor, ample permits no longer suffice. */
  private static final double MORE = 1.2;

  private enum Phase {
    RAMP,
    MEASURE,
    SEARCH,
    HOLD
  }

  private final Trial trial;
  private final Stalls stalls;
  private final Surplus surplus;
  private final Failures failures;
  private final Busy busy = new Busy();
  private final boolean costsNothing;

  /** The limit of blind growth, before any task ends; the maximum may be above or below. */
  private final int mostBlind;

  private double used = Double.NaN;
  private TaskTime time;
  private Observation before;
  private Phase phase = Phase.RAMP;
  private Search search = new Search(STEP, 1);
  private @Nullable Sample stage;
  private @Nullable Sample sameWithFewer;
  private @Nullable Sample reference;
  private Drift drift = new Drift();
  private int odd;
  private @Nullable Look seen;
  private boolean idle;
  private boolean isFromAbove;

  /** Whether the ample number of permits is set but not yet measured. */
  private boolean isAmple;

  private boolean allRun;
  private boolean lacksCpu;
  private int jumpedFrom;
  private int jumpedTo;

  /**
   * Halfway between the greater size's throughput and that of undisturbed tasks at the smaller
   * size.
   */
  private double halfwayPerS;

  private long rampAgainNs;
  private long rampAgainAfterNs = SOON_NS;
  private long keepUntilNs;
  private long keepNs = 30_000 * MS;
  private long retryNs;
  private long retryAfterNs;
  private long busyStepNs = 5_000 * MS;

  ControllerState(Observation first, Unit unit) {
    before = first;
    costsNothing = unit == Unit.PERMITS;
    isFromAbove = costsNothing;
    mostBlind = costsNothing ? Integer.MAX_VALUE : MOST_BLIND_THREADS;
    keepUntilNs = first.nowNs();
    rampAgainNs = first.nowNs();
    trial = new Trial(first);
    time = new TaskTime(first.nowNs());
    stalls = new Stalls(first.nowNs(), unit);
    surplus = new Surplus(first.nowNs());
    failures = new Failures(first.nowNs());
  }

  Decision next(Observation now) {
    Elapsed elapsed = new Elapsed(before, now);
    if (elapsed.ns() <= 0) {
      return keep(State.HOLDING, "no time has gone by");
    }
    before = now;
    if (now.size() != trial.size()) {
      trial.begin(now, now.size());
    }
    Look look = new Look(now, elapsed, busy.share(elapsed));
    noteUsed(elapsed);
    lacksCpu = look.contended();
    seen = look;
    return decide(look);
  }

  /** Words without a figure, with those that were seen. */
  private String with(String words) {
    Look look = Objects.requireNonNull(seen);
    return words
        + "; "
        + look.now().tasks().running()
        + " run, "
        + waiting(look)
        + ", CPU "
        + percent(look.busy());
  }

  /** The number of waiting tasks and their wait. */
  private static String waiting(Look look) {
    int queued = look.elapsed().queued();
    return queued == 0
        ? "0 wait"
        : queued + " wait, for up to " + time((double) look.now().tasks().oldestWaitNs());
  }

  private Decision decide(Look look) {
    Observation now = look.now();
    if (now.tasks().isNone() && look.completions() == 0) {
      idle = true;
      stalls.idle();
      time.idle();
      return keep(State.IDLE, "nothing to do");
    }
    if (idle) {
      // for most of this time the pool was empty
      idle = false;
      if (phase == Phase.MEASURE || phase == Phase.SEARCH) {
        // earlier measurements do not compare with the new load
        phase = Phase.RAMP;
        stage = null;
        jumpedFrom = 0;
      }
      trial.begin(now, now.size());
      stalls.begin(now.nowNs());
      int enough = surplus.enoughAfterNothing(look, trial.size());
      return enough < trial.size()
          ? notNeeded(look, enough)
          : keep(State.TRYING, with("tasks have come"));
    }
    time.add(look);
    failures.add(look);
    Stalls.Answer stall = stalls.look(look, time, trial.size(), trial.sinceNs(), mostBlind);
    if (stall != null) {
      return stall(look, stall);
    }
    if (stalls.recovers(look, trial.size())) {
      time.idle();
      trial.again();
      return keep(State.TRYING, with("the tasks of the stall end first"));
    }
    int enough = surplus.enough(look, trial.size());
    if (enough < trial.size()) {
      return notNeeded(look, enough);
    }
    if (failures.isAll(now.nowNs())) {
      trial.again();
      return keep(State.HOLDING, with("every task fails: more at once would fail, too"));
    }
    if (failures.isRisen() && phase == Phase.RAMP) {
      return begin(Phase.MEASURE, with("more tasks fail than before: no more growth"));
    }
    if (now.size() < now.limits().minimum() || now.size() > now.limits().maximum()) {
      return to(
          look,
          now.size(),
          State.TRYING,
          "the limits are " + now.limits().minimum() + " to " + now.limits().maximum() + " now");
    }
    if (isOfOthers(look)) {
      return growAnew(look);
    }
    return switch (phase) {
      case RAMP -> ramp(look);
      case MEASURE -> measure(look);
      case SEARCH -> search(look);
      case HOLD -> hold(look);
    };
  }

  private Decision notNeeded(Look look, int enough) {
    phase = Phase.HOLD;
    isAmple = false;
    reference = null;
    return to(look, enough, State.HOLDING, "no more ran at once for 10 s");
  }

  /** The average CPU in use: the clocks tick too coarsely for single looks. */
  private void noteUsed(Elapsed elapsed) {
    double now = elapsed.busyWithOthers();
    double weight = Double.isNaN(used) ? 1 : 1 - Math.exp(-elapsed.ns() / USED_OVER_NS);
    if (!Double.isNaN(now)) {
      used = weight == 1 ? now : used + weight * (now - used);
    }
  }

  private Decision stall(Look look, Stalls.Answer stall) {
    if (!stall.over()) {
      return to(look, stall.size(), stall.state(), stall.reason());
    }
    trial.again();
    if (stall.nested()) {
      // the findings belong to other work
      time = new TaskTime(look.nowNs());
      phase = Phase.RAMP;
      stage = null;
      reference = null;
      return keep(stall.state(), stall.reason());
    }
    time.idle();
    stage = null;
    int size = Math.min(stall.size(), trial.size());
    return to(look, size, stall.state(), stall.reason());
  }

  private Decision ramp(Look look) {
    if (trial.window().ns() > Math.max(SOON_NS, 10 * time.scaleNs())) {
      trial.next();
    }
    Window window = trial.window();
    window.add(look);
    if (!look.elapsed().waiting()) {
      return mayGiveBack(look) && contended(look)
          ? begin(Phase.MEASURE, risen())
          : keep(State.HOLDING, with("no task waits for long"));
    }
    if (look.contended()) {
      boolean lasts = window.ns() >= Math.max(3 * STEP_NS, 2 * time.lateNs());
      if (time.sure() && lasts && (window.busy() >= BUSY || look.busy() < BUSY)) {
        return begin(Phase.MEASURE, "CPU " + percent(window.busy()) + ": no more growth");
      }
      // running tasks may wait for queued ones, whoever uses the CPU
      return look.now().counts().completed() == 0
          ? grow(look)
          : keep(State.TRYING, "CPU " + percent(look.busy()) + ", tasks wait");
    }
    return contended(look) ? begin(Phase.MEASURE, risen()) : grow(look);
  }

  /** Whether the tasks now are different work, or their callees have become slower. */
  private boolean isOfOthers(Look look) {
    return look.elapsed().waiting()
        ? time.isOfOthers() || time.isOfOthersAtOnce()
        : time.isOfOthersAtOnce() && !look.contended();
  }

  private Decision growAnew(Look look) {
    time.renew();
    phase = Phase.RAMP;
    stage = null;
    reference = null;
    jumpedFrom = 0;
    if (look.contended()) {
      // longer tasks that still use all of the CPU: more at once would only take longer
      return begin(Phase.MEASURE, "other work, CPU " + percent(look.busy()));
    }
    trial.again();
    return grow(look);
  }

  private Decision grow(Look look) {
    Observation now = look.now();
    boolean blind = now.counts().completed() == 0;
    // others' use of the CPU calls for care, not for starvation
    boolean careful = blind && look.elapsed().busyWithOthers() >= BUSY;
    boolean busyBlind = blind && look.busy() >= BUSY;
    long stepNs = busyBlind ? busyStepNs : careful ? CAREFUL_STEP_NS : STEP_NS;
    if (now.nowNs() - trial.sinceNs() < stepNs) {
      return keep(State.TRYING, with("tasks wait; the last growth has yet to show"));
    }
    Sample last = stage;
    if (last != null && trial.sample().broughtNothing(last)) {
      sameWithFewer = last;
      return begin(Phase.MEASURE, "no more throughput than with " + last.size());
    }
    int size = trial.size();
    // if all waiting tasks ran and none ended, they caused the ones waiting now
    boolean chained = blind && allRun;
    // tasks begun under a greater size run anyway
    long twice = Math.max(2L * size, now.tasks().running());
    int grown = (int) Math.min(chained ? now.limits().maximum() : look.tasks(), twice);
    allRun = grown < 2L * size;
    grown = blind ? Math.min(grown, Math.max(size, mostBlind)) : look.worthwhile(size, grown);
    if (grown <= size) {
      return keep(State.HOLDING, noMore(now, size));
    }
    busyStepNs = busyBlind ? 3 * busyStepNs : busyStepNs;
    stage = now.tasks().running() > size ? null : trial.sample();
    String known =
        blind
            ? "nothing has ended yet"
            : "time in task " + time(time.lateNs()) + ", alone " + time(time.aloneNs());
    return to(
        look,
        grown,
        blind ? State.BLIND : State.TRYING,
        waiting(look) + ", CPU " + percent(look.busy()) + ", " + known);
  }

  private String noMore(Observation now, int size) {
    if (size >= now.limits().maximum()) {
      return "tasks wait, at the maximum of " + now.limits().maximum();
    }
    return now.counts().completed() == 0 && size >= mostBlind
        ? "tasks wait; " + size + " run and none has ended yet"
        : with("all that wait may run");
  }

  /**
   * Whether the pool may try fewer while no task waits. Permits are not reduced for lack of CPU:
   * tasks would wait before their begin instead of after it, for the same CPU.
   */
  private boolean mayGiveBack(Look look) {
    return look.now().tasks().running() > look.least()
        && look.nowNs() - keepUntilNs >= 0
        && !(costsNothing && used >= OFTEN_BUSY);
  }

  /** Whether tasks take longer than alone, and more of them brought no more throughput. */
  private boolean contended(Look look) {
    if (!time.risen(trial.window()) && !time.late(look.now()) && !time.climbs()) {
      return false;
    }
    Sample last = stage;
    if (time.sure() || last == null || last.completions() == 0) {
      return true;
    }
    double seconds = trial.window().ns() / 1e9;
    double expected = last.perS() * seconds * trial.size() / last.size();
    double count = trial.window().successes();
    return count + 2 * Math.sqrt(count) + 2 < 0.75 * expected;
  }

  private String risen() {
    return "time in task rose from "
        + time(time.aloneNs())
        + " to "
        + time(trial.window().taskTimeNs());
  }

  private Decision measure(Look look) {
    boolean enough = trial.enough(look, time);
    if (isAmpleKnown()) {
      return ample(look, trial.sample());
    }
    if (!enough && !trial.farTooMany(look, time)) {
      int grown = (int) Math.min(look.tasks(), 2L * trial.size());
      boolean more = grown > trial.size() && look.elapsed().waiting() && !time.guessed();
      return more && !(trial.window().busy() >= BUSY) && trial.allOfUse(time)
          ? to(
              look,
              grown,
              State.TRYING,
              trial.window().completions()
                  + " ended in "
                  + time((double) trial.window().ns())
                  + ": each of "
                  + trial.size()
                  + " brings its throughput")
          : keep(State.TRYING, with("measures"));
    }
    Sample sample = trial.sample();
    double aloneNs = aloneNs(sample);
    double needed = needed(sample);
    // by Little's law this many ran on average; the current ones may have just arrived
    double ran = sample.perS() * sample.taskTimeNs() / 1e9;
    if (!sample.waited() && needed > 0.7 * Math.min(ran, look.now().tasks().running())) {
      reference = null;
      return begin(Phase.HOLD, with("no task waits for long"));
    }
    int size = trial.size();
    double spare = time.alike() ? 0 : 2 * Math.sqrt(needed);
    double some = 1.1 * needed + spare + 1;
    // if this was a slow moment and not a bottleneck, far more permits than needed show it
    double more = costsNothing ? Math.max(some, AMPLE * needed) : some;
    // if the time alone includes contention, this number is already more than enough
    int target = (int) Math.ceil(time.guessed() ? needed : more);
    target = (int) Math.min(Math.min(look.tasks(), 2L * size), Math.max(target, look.least()));
    boolean fewer = target < 0.95 * size;
    jumpedFrom = fewer ? size : 0;
    jumpedTo = target;
    halfwayPerS = (sample.perS() + target * 1e9 / aloneNs) / 2;
    phase = Phase.SEARCH;
    // if all began together, the first to end were contended too
    boolean down = fewer ? isFromAbove : time.guessed();
    isFromAbove = false;
    search = new Search(STEP, down ? 2 : 1);
    search.add(sample);
    Sample last = sameWithFewer;
    sameWithFewer = null;
    if (last != null && last.size() < size) {
      search.add(last);
      return trySize(look);
    }
    if (fewer || (target > size && !(sample.busy() >= ALL_BUSY))) {
      String why =
          perS(sample.perS())
              + " of tasks that take "
              + time(aloneNs)
              + " alone need "
              + figure(needed, 3)
              + " at once";
      return to(look, target, State.TRYING, why);
    }
    return trySize(look);
  }

  /**
   * Whether tasks wait for permits on a full CPU, and their need is roughly known. Permits need not
   * be minimal: finding the minimum takes long, and noise can make it too low.
   */
  private boolean isAmpleKnown() {
    Window window = trial.window();
    return costsNothing
        && time.learned()
        && trial.isRoughlyKnown()
        && window.waiting()
        && window.busy() >= BUSY;
  }

  private Decision ample(Look look, Sample sample) {
    double needed = needed(sample);
    int ample = (int) Math.min(look.tasks(), Math.ceil(AMPLE * needed));
    phase = Phase.HOLD;
    isAmple = true;
    isFromAbove = false;
    reference = null;
    stage = null;
    sameWithFewer = null;
    jumpedFrom = 0;
    retryNs = look.nowNs() + FIRST_RETRY_NS;
    odd = 0;
    drift = new Drift();
    trial.again();
    String why = perS(sample.perS()) + " on all of the CPU need " + figure(needed, 3);
    why += " at once, twice as many are ample";
    return to(look, Math.max(ample, look.least()), State.HOLDING, why);
  }

  /** The number needed for this throughput if each task takes its time alone (Little's law). */
  private double needed(Sample sample) {
    double needed = sample.perS() * aloneNs(sample) / 1e9;
    return sample.busy() >= BUSY ? needed / Math.min(1, sample.busy()) : needed;
  }

  private double aloneNs(Sample sample) {
    return Double.isNaN(time.aloneNs()) ? sample.taskTimeNs() : time.aloneNs();
  }

  private Decision search(Look look) {
    Sample best = search.best();
    trial.note(look);
    if (best.size() > trial.size() && trial.lost(best)) {
      search.add(trial.roughly(look, time.lateNs()));
      time.atLeast(0.8 * best.taskTimeNs());
      if (!best.waited()) {
        // long tasks beside many short ones: each such trial makes the short ones wait
        keepNs = Math.min(LONGEST_KEEP_NS, 2 * keepNs);
        keepUntilNs = look.nowNs() + keepNs;
      }
      return trySize(look);
    }
    if (fewerDoBetter(look)) {
      rampAgainNs = look.nowNs() + rampAgainAfterNs;
      rampAgainAfterNs = Math.min(LAST_RETRY_NS, 2 * rampAgainAfterNs);
      stage = null;
      String why = perS(trial.sample().perS()) + " with " + trial.size();
      why += ": each brings its throughput, as " + jumpedFrom + " did not";
      jumpedFrom = 0;
      return begin(Phase.RAMP, why);
    }
    if (!trial.enough(look, time)) {
      return keep(State.TRYING, with("measures"));
    }
    Sample sample = trial.sample();
    search.add(sample);
    Sample below = search.below(sample.size());
    if (below != null && search.elastic(sample) && !(sample.busy() >= BUSY)) {
      time.atLeast(below.taskTimeNs());
      return begin(Phase.RAMP, search + ": throughput follows the size");
    }
    return trySize(look);
  }

  /**
   * Whether the smaller size disproves the measurement of the greater one, as at a slow start of a
   * load. At a real bottleneck fewer tasks bring no more. Each also takes longer than alone, since
   * slightly more run than it lets through.
   */
  private boolean fewerDoBetter(Look look) {
    return jumpedFrom > 0
        && trial.size() == jumpedTo
        && look.elapsed().waiting()
        && !(trial.window().busy() >= BUSY)
        && look.nowNs() - rampAgainNs >= 0
        && trial.bringsMoreThan(halfwayPerS);
  }

  private Decision trySize(Look look) {
    Integer next = search.next(look.least(), look.tasks());
    if (next != null) {
      return to(look, next, State.TRYING, search + ": tries " + next);
    }
    Sample leader = search.leader();
    if (jumpedFrom > 0 && leader.size() > 0.9 * jumpedFrom) {
      // all of them helped: the time alone was estimated too low
      time.atLeast(0.8 * leader.taskTimeNs());
    }
    jumpedFrom = 0;
    phase = Phase.HOLD;
    reference = leader.waited() ? leader : null;
    long slowNs = (long) (20 * leader.taskTimeNs());
    retryAfterNs = Math.max(retryAfterNs, Math.max(FIRST_RETRY_NS, slowNs));
    retryNs = look.nowNs() + retryAfterNs;
    odd = 0;
    drift = new Drift();
    trial.again();
    return to(look, search.answer(), State.HOLDING, search.toString());
  }

  private Decision hold(Look look) {
    Sample then = reference;
    boolean waits = look.elapsed().waiting();
    if (then == null && waits && trial.settled() && !isAmple) {
      return begin(Phase.RAMP, with("tasks wait at a size that was enough"));
    }
    if (trial.settled() && then != null && waits && drift.changed(look.elapsed(), then)) {
      Window recent = new Window();
      recent.add(look);
      return renew(look, recent.sample(trial.size()), then);
    }
    if (!trial.enough(look, time) && !(isAmple && trial.isRoughlyKnown())) {
      return keep(State.HOLDING, with("holds"));
    }
    boolean isFirst = isAmple;
    isAmple = false;
    Window window = trial.next();
    Sample now = window.sample(trial.size());
    if (!now.waited()) {
      return notWaiting(look, window);
    }
    if (then == null && isFirst && now.busy() >= BUSY) {
      reference = now;
      // at the maximum they stay scarce, and a raised maximum is followed at once
      boolean isScarce = AMPLE * needed(now) > MORE * trial.size();
      return isScarce ? ample(look, now) : keep(State.HOLDING, with("holds"));
    }
    if (then == null) {
      return begin(Phase.RAMP, with("tasks wait"));
    }
    double change = Math.log(now.perS() / then.perS());
    if (Math.abs(change) > 0.1 + 3 * Math.hypot(now.error(), then.error())) {
      odd++;
      return odd >= 2
          ? renew(look, now, then)
          : keep(State.HOLDING, perS(now.perS()) + ", it was " + perS(then.perS()));
    }
    odd = 0;
    if (then.busy() >= BUSY && now.busy() < FREED * then.busy()) {
      reference = null;
      String cpu = "CPU " + percent(now.busy()) + ", it was " + percent(then.busy());
      return begin(Phase.RAMP, cpu);
    }
    return again(look, then.and(now));
  }

  private Decision notWaiting(Look look, Window window) {
    double takesNs = window.taskTimeNs();
    if (mayGiveBack(look) && takesNs > STEP * time.aloneNs()) {
      return begin(
          Phase.MEASURE, "tasks take " + time(takesNs) + ", alone " + time(time.aloneNs()));
    }
    return window.oftenWaiting()
        ? begin(Phase.RAMP, with("tasks wait"))
        : keep(State.HOLDING, with("no task waits for long"));
  }

  /** The old findings do not hold for the new work. */
  private Decision renew(Look look, Sample now, Sample then) {
    boolean less = now.perS() < then.perS();
    boolean idle = less && look.elapsed().busyWithOthers() < BUSY && time.lateNs() < SOON_NS;
    odd = 0;
    drift = new Drift();
    retryAfterNs = 0;
    rampAgainAfterNs = SOON_NS;
    reference = null;
    time.renew(less);
    String why = perS(now.perS()) + ", it was " + perS(then.perS()) + ": other work";
    return begin(idle ? Phase.RAMP : Phase.MEASURE, why);
  }

  /** Explores again, less and less often, and only as far as noise allows. */
  private Decision again(Look look, Sample now) {
    reference = now;
    if (look.nowNs() - retryNs < 0 || now.error() >= 0.03) {
      return keep(State.HOLDING, "steady at " + perS(now.perS()));
    }
    retryAfterNs = Math.min(LAST_RETRY_NS, 2 * retryAfterNs);
    search = new Search(now.error() < 0.005 ? 1.09 : now.error() < 0.015 ? 1.25 : STEP, 1);
    search.add(now);
    phase = Phase.SEARCH;
    return trySize(look);
  }

  private Decision begin(Phase next, String why) {
    phase = next;
    isAmple = false;
    trial.again();
    return keep(next == Phase.HOLD ? State.HOLDING : State.TRYING, why);
  }

  private Decision to(Look look, int wanted, State state, String why) {
    Observation now = look.now();
    int floor = Math.min(trial.size(), stalls.floor(now.nowNs()));
    int next =
        Math.max(now.limits().minimum(), Math.min(now.limits().maximum(), Math.max(wanted, floor)));
    if (next == trial.size()) {
      return keep(state, why);
    }
    String change = trial.size() + " → " + next + ": " + why;
    trial.begin(now, next);
    return keep(state, change);
  }

  private Decision keep(State state, String why) {
    double slowNs = phase == Phase.RAMP ? 0 : Math.min(LONGEST_LOOK_NS, time.scaleNs() / 20);
    // each look costs CPU, and a settled size needs fewer
    long leastNs = phase == Phase.HOLD && trial.settled() ? 2 * LOOK_NS : LOOK_NS;
    return new Decision(trial.size(), state, why, Math.max(leastNs, (long) slowNs), mayGrow(state));
  }

  /** Whether the size is not known to be enough, and neither a stall nor the CPU limits it. */
  private boolean mayGrow(State state) {
    boolean isEnough = phase == Phase.HOLD && (reference != null || isAmple);
    boolean isOpen = phase == Phase.RAMP || (phase == Phase.HOLD && !isEnough);
    return isOpen && state != State.HUNG && !lacksCpu;
  }
}
