package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.hotspot.CarrierLook;
import dev.foliot.diagnose.hotspot.CarrierPool;
import dev.foliot.diagnose.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Looks at the queues of virtual threads again and again: while none was ever started seldom, else
 * often. For one thread.
 */
final class CarrierWatch implements AutoCloseable {
  /** After so many looks in a row that gave nothing it is left alone. */
  private static final int MOST_FAILURES = 200;

  /** Each reads all classes. */
  private static final int MOST_FINDS = 2;

  private static final int WITH_VIRTUAL_THREADS = 21;

  private static final String WHAT = "carriers that sleep while virtual threads are queued: ";

  private final Optional<HotspotJvm> jvm;
  private final ParkedSpells spells = new ParkedSpells();
  private Optional<CarrierPool> pool = Optional.empty();
  private String refusal = "";
  private boolean old;
  private boolean used;
  private int finds;
  private int failures;
  private long lost;

  /** Attaches to a process; what goes wrong is told by {@link #couldNot}. */
  CarrierWatch(Path root, long pid) {
    switch (HotspotJvm.attach(root, pid)) {
      case Reading.Unavailable<HotspotJvm>(String reason, String remedy) -> {
        jvm = Optional.empty();
        refusal = reason + " (" + remedy + ")";
      }
      case Reading.Value<HotspotJvm>(HotspotJvm found) -> {
        jvm = Optional.of(found);
        find(found);
      }
    }
  }

  private void find(HotspotJvm found) {
    finds++;
    if (found.feature() < WITH_VIRTUAL_THREADS) {
      old = true;
      return;
    }
    switch (found.carriers()) {
      case Reading.Unavailable<Optional<CarrierPool>>(String reason, String remedy) ->
          refusal = reason + " (" + remedy + ")";
      case Reading.Value<Optional<CarrierPool>>(Optional<CarrierPool> here) -> pool = here;
    }
  }

  /** Whether virtual threads are used and can be looked at: then look often. */
  boolean isWorthwhile() {
    return used && failures < MOST_FAILURES;
  }

  /** Looks whether virtual threads are used by now; seldom, since it may read all classes. */
  void seldom(long ns) {
    if (pool.isEmpty() && refusal.isEmpty() && !old && jvm.isPresent() && finds < MOST_FINDS) {
      find(jvm.get());
    }
    if (!used) {
      look(ns);
    }
  }

  /** Looks once. */
  void look(long ns) {
    if (pool.isEmpty()) {
      return;
    }
    if (pool.get().look() instanceof Reading.Value<Optional<CarrierLook>>(var look)) {
      if (look.isPresent()) {
        used = true;
        failures = 0;
        spells.look(ns, look.get());
      }
      return;
    }
    spells.gap();
    failures++;
    lost++;
  }

  /** What was seen; empty where virtual threads were not used, or could not be looked at. */
  Optional<ParkedSpells.Seen> end() {
    return used ? Optional.of(spells.end()) : Optional.empty();
  }

  /** What it looked at, in words, where there was nothing. */
  Optional<String> nothing() {
    if (used || !refusal.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        old
            ? "no virtual threads: they came with JDK 21"
            : lost > 0
                ? "virtual threads: not one look at their pool made sense"
                : "no virtual thread was started");
  }

  List<String> couldNot() {
    if (!refusal.isEmpty()) {
      return List.of(WHAT + refusal);
    }
    return failures >= MOST_FAILURES || (!used && lost > 0)
        ? List.of(WHAT + "their pool no longer made sense (look again)")
        : List.of();
  }

  @Override
  public void close() {
    jvm.ifPresent(HotspotJvm::close);
  }
}
