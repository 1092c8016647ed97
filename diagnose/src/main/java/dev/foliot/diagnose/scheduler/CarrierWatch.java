package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.hotspot.CarrierLook;
import dev.foliot.diagnose.hotspot.CarrierPool;
import dev.foliot.diagnose.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the queues of virtual threads again and again: while none was ever started seldom, else
 * often. For one thread.
 */
final class CarrierWatch implements AutoCloseable {
  /** After so many looks in a row that gave nothing it is left alone. */
  private static final int MOST_FAILURES = 200;

  private static final int WITH_VIRTUAL_THREADS = 21;

  private static final String WHAT = "carriers that sleep while virtual threads are queued: ";

  private final WatchClock clock;
  private final ParkedSpells spells = new ParkedSpells();
  private @Nullable Source source;
  private Optional<Pool> pool = Optional.empty();
  private String refusal = "";
  private boolean old;
  private boolean used;
  private int failures;
  private long lost;

  /** A pool of carriers, looked at again and again. */
  interface Pool {
    Reading<Optional<CarrierLook>> look();
  }

  /** Where the pool is looked for. */
  interface Source extends AutoCloseable {
    /** Whether it can have virtual threads at all. */
    boolean isRecent();

    /** The pool; empty while there is none. To be asked again and again. */
    Reading<Optional<Pool>> find();

    @Override
    void close();
  }

  /** Looks at a source. */
  CarrierWatch(Reading<Source> source, WatchClock clock) {
    this.clock = clock;
    switch (source) {
      case Reading.Unavailable<Source>(String reason, String remedy) ->
          refusal = reason + " (" + remedy + ")";
      case Reading.Value<Source>(Source found) -> {
        this.source = found;
        find();
      }
    }
  }

  /** Attaches to a process; what goes wrong is told by {@link #couldNot}. */
  static CarrierWatch on(Path root, long pid, WatchClock clock) {
    return new CarrierWatch(HotspotJvm.attach(root, pid).map(Live::new), clock);
  }

  /** A JVM that runs. */
  private static final class Live implements Source {
    private final HotspotJvm jvm;
    private final Supplier<Reading<Optional<CarrierPool>>> search;

    Live(HotspotJvm jvm) {
      this.jvm = jvm;
      search = jvm.carrierSearch();
    }

    @Override
    public boolean isRecent() {
      return jvm.feature() >= WITH_VIRTUAL_THREADS;
    }

    @Override
    public Reading<Optional<Pool>> find() {
      return search.get().map(found -> found.map(pool -> (Pool) pool::look));
    }

    @Override
    public void close() {
      jvm.close();
    }
  }

  private void find() {
    if (source == null || old || pool.isPresent()) {
      return;
    }
    old = !source.isRecent();
    if (old) {
      return;
    }
    switch (source.find()) {
      case Reading.Unavailable<Optional<Pool>>(String reason, String remedy) ->
          refusal = reason + " (" + remedy + ")";
      case Reading.Value<Optional<Pool>>(Optional<Pool> here) -> {
        pool = here;
        refusal = "";
      }
    }
  }

  /** Whether virtual threads are used and can be looked at: then look often. */
  boolean isWorthwhile() {
    return used && failures < MOST_FAILURES;
  }

  /** Looks whether virtual threads are used by now. */
  void seldom() {
    find();
    if (!used) {
      look();
    }
  }

  /**
   * Looks once. What was seen was so at some moment of the reading, which may take long: so both
   * its ends are noted.
   */
  void look() {
    if (pool.isEmpty()) {
      return;
    }
    long beforeNs = clock.nanos();
    Reading<Optional<CarrierLook>> read = pool.get().look();
    long afterNs = clock.nanos();
    if (read instanceof Reading.Value<Optional<CarrierLook>>(var look)) {
      if (look.isPresent()) {
        used = true;
        failures = 0;
        spells.look(beforeNs, afterNs, look.get());
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
    if (source != null) {
      source.close();
    }
  }
}
