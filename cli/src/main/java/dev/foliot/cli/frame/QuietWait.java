package dev.foliot.cli.frame;

import dev.foliot.bench.NanoClock;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.ProgressLine;
import dev.foliot.doctor.OtherLoad;
import dev.foliot.linux.Reading;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Says before a measurement that the machine is busy, and waits until it is quiet. */
final class QuietWait {
  /** Observes the machine for a second. */
  @FunctionalInterface
  interface Observer {
    Reading<OtherLoad> observe() throws InterruptedException;
  }

  /** Do not wait, and do not propose it. */
  static final long NEVER = -1;

  private final Console console;
  private final Observer observer;
  private final NanoClock clock;

  QuietWait(Console console, Observer observer, NanoClock clock) {
    this.console = console;
    this.observer = observer;
    this.clock = clock;
  }

  /**
   * Observes the machine, and waits while it is busy.
   *
   * @param mostNs how long to wait at most; 0 to go on at once; {@link #NEVER}
   * @param consequence of a busy machine, {@code results will be SUSPECT}
   * @return whether the machine was quiet at the end; true where that cannot be known
   */
  boolean await(long mostNs, String consequence) throws InterruptedException {
    Reading<OtherLoad> first = observer.observe();
    if (!(first instanceof Reading.Value<OtherLoad>(OtherLoad load)) || !load.isBusy()) {
      return true;
    }
    console.error(busy(load) + ": " + consequence + whatNow(mostNs));
    return mostNs > 0 && isQuietWithin(mostNs, load);
  }

  private boolean isQuietWithin(long mostNs, OtherLoad first) throws InterruptedException {
    long startNs = clock.nanoTime();
    AtomicReference<OtherLoad> last = new AtomicReference<>(first);
    boolean isQuiet = false;
    ProgressLine line = new ProgressLine(console, () -> progress(last.get(), startNs, mostNs));
    try (line) {
      while (!isQuiet && clock.nanoTime() - startNs < mostNs) {
        if (observer.observe() instanceof Reading.Value<OtherLoad>(OtherLoad now) && now.isBusy()) {
          last.set(now);
        } else {
          isQuiet = true;
        }
      }
    }
    console.error(
        isQuiet
            ? "quiet after " + Numbers.duration(clock.nanoTime() - startNs)
            : "still busy (" + busy(last.get()) + "); going on");
    return isQuiet;
  }

  private String progress(OtherLoad load, long startNs, long mostNs) {
    long leftS = TimeUnit.NANOSECONDS.toSeconds(mostNs - (clock.nanoTime() - startNs));
    return "waiting for quiet: " + busy(load) + ", " + Math.max(0, leftS) + " s left";
  }

  private static String whatNow(long mostNs) {
    if (mostNs == NEVER) {
      return "";
    }
    return mostNs == 0
        ? ". --wait-quiet 60s waits until it is quiet"
        : ". Waiting up to " + length(mostNs) + " for quiet; Ctrl-C to stop, --no-wait to go on";
  }

  private static String length(long ns) {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(ns);
    return TimeUnit.SECONDS.toNanos(seconds) == ns ? seconds + " s" : Numbers.duration(ns);
  }

  private static String busy(OtherLoad load) {
    String others =
        "other processes use "
            + Numbers.fixed(load.otherCpus(), 1)
            + " of "
            + Numbers.count(load.cpus(), "CPU");
    if (load.busiest().isEmpty()) {
      return load.stealShare() > 0
          ? others + ", the hypervisor takes " + Numbers.percent(load.stealShare())
          : others;
    }
    OtherLoad.BusyProcess top = load.busiest().getFirst();
    return others + " (top: " + Shown.text(top.name()) + ", pid " + top.pid() + ")";
  }
}
