package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.hotspot.PoolLook;
import dev.foliot.diagnose.hotspot.PoolQueues;
import dev.foliot.linux.Reading;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One pool that is looked at again and again, and what was seen of it. For one thread. */
final class WatchedPool {
  private final WatchClock clock;
  private final ParkedSpells spells = new ParkedSpells();
  private boolean seen;
  private int failures;
  private long lost;

  WatchedPool(WatchClock clock) {
    this.clock = clock;
  }

  /**
   * Looks once. What was seen was so at some moment of the reading, which may take long: so both
   * its ends are noted.
   *
   * @param checked what remains of a look when it was checked by other means
   * @return what was seen; empty where there was nothing to see
   */
  Optional<PoolLook> look(PoolQueues queues, UnaryOperator<PoolLook> checked) {
    long beforeNs = clock.nanos();
    Reading<Optional<PoolLook>> read = queues.look().map(look -> look.map(checked));
    long afterNs = clock.nanos();
    if (read instanceof Reading.Value<Optional<PoolLook>>(Optional<PoolLook> look)) {
      if (look.isPresent()) {
        seen = true;
        failures = 0;
        spells.look(beforeNs, afterNs, look.get());
      }
      return look;
    }
    spells.gap();
    failures++;
    lost++;
    return Optional.empty();
  }

  /** Whether there was ever something to see. */
  boolean isSeen() {
    return seen;
  }

  /** How many looks in a row made no sense, the last ones. */
  int failures() {
    return failures;
  }

  /** How many looks made no sense. */
  long lost() {
    return lost;
  }

  /** Ends it, and tells. */
  ParkedSpells.Seen end() {
    return spells.end();
  }
}
