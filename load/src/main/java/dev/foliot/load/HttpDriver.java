package dev.foliot.load;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.proc.ProcessLimits;
import dev.foliot.text.LabException;
import dev.foliot.text.Shown;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Puts an HTTP service under load and measures its response times.
 *
 * <p>It uses the schedule and the recording of {@code bench}: response, service, lag, backlog and
 * lateness of every request, plus errors by kind. It runs in this process; {@link DriverMain} runs
 * it in a separate one.
 */
public final class HttpDriver {
  private static final Path ROOT = Path.of("/");

  /** The files of a JVM besides connections: jars, epoll, pipes. */
  private static final int OTHER_DESCRIPTORS = 100;

  private HttpDriver() {}

  /**
   * Plays a plan, for the length of its phases, and at most twice its time-out longer.
   *
   * @throws LabException for an unknown host or too few file descriptors
   * @throws InterruptedException if interrupted; all connections are then closed
   */
  public static LoadResult run(LoadPlan plan, LoadListener listener) throws InterruptedException {
    try (LoadRun run = of(plan)) {
      return run.play(listener);
    }
  }

  /**
   * A run that was not begun; close it.
   *
   * @throws LabException for an unknown host or too few file descriptors
   */
  static LoadRun of(LoadPlan plan) {
    InetSocketAddress address = resolve(plan.target());
    checkDescriptors(plan.sending().connections());
    return new LoadRun(plan, address, NanoClock.system());
  }

  private static InetSocketAddress resolve(Target target) {
    try {
      return new InetSocketAddress(InetAddress.getByName(target.host()), target.port());
    } catch (UnknownHostException e) {
      throw LabException.environment(
          "no address is known for '"
              + Shown.text(target.host())
              + "': see whether it is spelled"
              + " right, or give its address");
    }
  }

  /**
   * Checks that a child process may open this number of connections.
   *
   * @throws LabException if its limit of open files is too low, with the remedy
   */
  public static void checkDescriptors(int connections) {
    OptionalLong most =
        ProcessLimits.of(ROOT, ProcessHandle.current().pid())
            .map(ProcessLimits::openFiles)
            .orElse(OptionalLong.empty());
    if (most.isPresent() && most.getAsLong() < connections + OTHER_DESCRIPTORS) {
      throw LabException.environment(
          connections
              + " connections need "
              + (connections + OTHER_DESCRIPTORS)
              + " file descriptors, and "
              + most.getAsLong()
              + " are allowed: raise ulimit -n, or give fewer connections");
    }
  }
}
