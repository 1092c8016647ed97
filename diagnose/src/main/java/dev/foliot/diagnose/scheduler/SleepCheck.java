package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.hotspot.PoolLook;
import dev.foliot.linux.Reading;
import dev.foliot.linux.ThreadState;
import java.util.List;
import java.util.Map;

/**
 * Asks the kernel whether threads sleep that seem to wait for work. One that was woken and has no
 * CPU yet, or lost it between two tasks, waits for a CPU, and takes the work once it has one: a
 * pool with such a thread has nobody who sleeps in vain. Of many threads some are asked, each time
 * others; and only where nothing was taken since the look before, since a look alone is no spell,
 * and then at every third look, since asking costs more than looking. For one pool and one thread.
 */
final class SleepCheck {
  /** At one look. */
  static final int MOST_ASKED = 16;

  private final WorkerWatch.Source source;

  /** Of looks at which nothing was taken, one in so many is checked. */
  private static final int EVERY = 3;

  private Map<Integer, Long> heads = Map.of();
  private int looks;
  private boolean asleep;
  private int next;

  SleepCheck(WorkerWatch.Source source) {
    this.source = source;
  }

  /** A look in which nobody idles who does not sleep. */
  PoolLook checked(PoolLook look) {
    if (!look.isIdle() || look.heads().isEmpty() || look.idle().isEmpty()) {
      return look;
    }
    looks = look.heads().equals(heads) ? looks + 1 : 0;
    heads = look.heads();
    if (looks == 0) {
      asleep = true; // it is not known yet; what is seen once does not count
    } else if (!asleep || looks % EVERY == 1) {
      asleep = isAnyAsleep(look.idle());
    }
    return asleep ? look : look.withoutIdle();
  }

  /** Whether one sleeps, and none waits for a CPU. */
  private boolean isAnyAsleep(List<Long> tids) {
    boolean any = false;
    for (int i = 0; i < Math.min(tids.size(), MOST_ASKED); i++) {
      long tid = tids.get(Math.floorMod(next++, tids.size()));
      if (source.stateOf(tid) instanceof Reading.Value<ThreadState>(ThreadState state)) {
        if (state == ThreadState.RUNNABLE) {
          return false;
        }
        any |= state == ThreadState.ASLEEP;
      }
    }
    return any;
  }
}
