package dev.foliot.cli.frame;

import dev.foliot.bench.NanoClock;
import dev.foliot.bench.TimeSpan;
import dev.foliot.cli.screen.Console;
import dev.foliot.doctor.OtherLoad;
import dev.foliot.text.FoliotException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of commands that measure about a busy machine.
 *
 * <p>On a terminal a command waits up to a minute, since a person can end that. Elsewhere it says
 * that the machine is busy and goes on, unless it was asked to wait.
 */
public final class QuietOptions {
  /** Tests of what comes after it make it shorter. */
  private static final Duration OBSERVED =
      Duration.ofMillis(Integer.getInteger("foliot.observed-ms", 1_000));

  private static final long USUAL_NS = Duration.ofSeconds(60).toNanos();

  @Option(
      names = "--wait-quiet",
      paramLabel = "TIME",
      description = "Wait up to TIME until other processes are quiet (60s on a terminal, else 0s).")
  private @Nullable String waitQuiet;

  @Option(names = "--no-wait", description = "Measure at once, however busy the machine is.")
  private boolean noWait;

  /**
   * Checks the options, without waiting.
   *
   * @throws FoliotException if they contradict each other
   */
  void check() {
    if (noWait && waitQuiet != null) {
      throw FoliotException.usage("--no-wait and --wait-quiet exclude each other: choose one");
    }
    if (waitQuiet != null) {
      TimeSpan.parseNs(waitQuiet);
    }
  }

  /**
   * Says that the machine is busy, and waits as asked.
   *
   * @throws FoliotException if they contradict each other
   */
  public void await(Console console) throws InterruptedException {
    check();
    long usualNs = console.showsProgress() ? USUAL_NS : 0;
    wait(console, Set.of(), usualNs, "results will be SUSPECT");
  }

  /**
   * Says that the machine is busy. A process that is slow is examined at once, since the machine
   * may be its problem; it waits only where it was asked to.
   *
   * @param pid the process, whose own work does not count
   * @throws FoliotException if the options contradict each other
   */
  public void awaitBeside(long pid, Console console) throws InterruptedException {
    check();
    wait(console, Set.of(pid), 0, "the diagnosis may miss findings");
  }

  private void wait(Console console, Set<Long> except, long usualNs, String consequence)
      throws InterruptedException {
    long mostNs =
        noWait ? QuietWait.NEVER : waitQuiet != null ? TimeSpan.parseNs(waitQuiet) : usualNs;
    QuietWait wait =
        new QuietWait(console, () -> OtherLoad.observe(OBSERVED, except), NanoClock.system());
    Interruption.ofWait(() -> wait.await(mostNs, consequence), console);
  }
}
