package dev.foliot.apps;

import dev.foliot.apps.bank.Bank;
import dev.foliot.apps.lottery.LotteryRun;
import dev.foliot.apps.service.Strategy;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** A command with all options parsed and checked. */
sealed interface Command {
  /** The pid of the process whose end ends this one. */
  Optional<Long> parent();

  /** A service, with its own options beside the common ones. */
  sealed interface Service extends Command {
    /** The common options. */
    Serving serving();

    @Override
    default Optional<Long> parent() {
      return serving().parent();
    }
  }

  /**
   * The common options of all services.
   *
   * @param port the port, 0 for a free one
   * @param portFile the file for the port
   * @param ioThreads event loops, 1 or more
   * @param drainNs the time limit for requests in flight when the service ends
   * @param parent the pid of the process whose end ends the service
   */
  record Serving(
      int port, Optional<Path> portFile, int ioThreads, long drainNs, Optional<Long> parent) {}

  /**
   * How business work gets its threads.
   *
   * @param strategy the strategy
   * @param queueBound number of tasks that may wait; no bound if empty
   * @param bufferBytes size of the direct buffer that each thread keeps; 0 for none
   */
  record Threads(Strategy strategy, OptionalInt queueBound, int bufferBytes) {}

  /** The bank. */
  record RunBank(Serving serving, Threads threads, Bank.Settings settings) implements Service {}

  /** The system that the bank calls. */
  record RunRemote(Serving serving, Delays delays, Optional<Link> link) implements Service {}

  /**
   * A delayed link to another system.
   *
   * @param port the link's
   * @param target the other system
   */
  record Link(int port, InetSocketAddress target) {}

  /**
   * Short CPU work.
   *
   * @param workNs length in CPU time
   * @param stepsPerNs calibrated steps per nanosecond; calibrated here if empty
   */
  record RunPing(Serving serving, Threads threads, long workNs, OptionalDouble stepsPerNs)
      implements Service {}

  /**
   * CPU work without a network.
   *
   * @param workNs the CPU time of a task
   * @param stepsPerNs calibrated steps per nanosecond; calibrated here if empty
   * @param clients number of callers, each with one task at a time
   * @param length of the load
   * @param result the file of the result
   * @param parent the pid of the process whose end ends this one
   */
  record RunBurn(
      Threads threads,
      long workNs,
      OptionalDouble stepsPerNs,
      int clients,
      Length length,
      Optional<Path> result,
      Optional<Long> parent)
      implements Command {
    /**
     * The length of the load.
     *
     * @param warmUpNs least length of the warm-up
     * @param warmUpCpuNs the CPU time of the process that it lasts for, at most four times its
     *     least length
     * @param durationNs length of the measured load
     */
    record Length(long warmUpNs, long warmUpCpuNs, long durationNs) {}
  }

  /**
   * The lottery of addresses.
   *
   * @param settings the settings
   * @param readyFile a file written once all is warm and the class in place
   * @param goFile the measurement waits for this file
   * @param result the file of the result
   * @param parent the pid of the process whose end ends this one
   */
  record RunLottery(
      LotteryRun.Settings settings,
      Optional<Path> readyFile,
      Optional<Path> goFile,
      Optional<Path> result,
      Optional<Long> parent)
      implements Command {}

  /**
   * Measures the steps of work in a nanosecond here.
   *
   * @param result the file of the result
   */
  record Calibrate(Optional<Path> result) implements Command {
    @Override
    public Optional<Long> parent() {
      return Optional.empty();
    }
  }
}
