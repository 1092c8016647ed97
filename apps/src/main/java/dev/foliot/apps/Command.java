package dev.foliot.apps;

import dev.foliot.apps.bank.Bank;
import dev.foliot.apps.lottery.LotteryRun;
import dev.foliot.apps.service.Strategy;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** What is to be done, every option read and checked. */
sealed interface Command {
  /** The pid of the process whose end ends this one. */
  Optional<Long> parent();

  /** A service; its own part beside what all have. */
  sealed interface Service extends Command {
    /** Where and how it is served. */
    Serving serving();

    @Override
    default Optional<Long> parent() {
      return serving().parent();
    }
  }

  /**
   * What all services have.
   *
   * @param port 0 for a free one
   * @param portFile where the port is written
   * @param ioThreads event loops, 1 or more
   * @param drainNs how long requests in flight may take once the service is to end
   * @param parent the pid of the process whose end ends the service
   */
  record Serving(
      int port, Optional<Path> portFile, int ioThreads, long drainNs, Optional<Long> parent) {}

  /**
   * How business work gets its threads.
   *
   * @param strategy the strategy
   * @param queueBound how many tasks may wait; no bound if empty
   */
  record Threads(Strategy strategy, OptionalInt queueBound) {}

  /** The bank. */
  record RunBank(Serving serving, Threads threads, Bank.Settings settings) implements Service {}

  /** The system that the bank calls. */
  record RunRemote(Serving serving, Delays delays) implements Service {}

  /**
   * Short CPU work.
   *
   * @param workNs how long, in CPU time
   * @param stepsPerNs as calibrated elsewhere; here if empty
   */
  record RunPing(Serving serving, Threads threads, long workNs, OptionalDouble stepsPerNs)
      implements Service {}

  /**
   * CPU work without a network.
   *
   * @param workNs the CPU time of a task
   * @param stepsPerNs as calibrated elsewhere; here if empty
   * @param clients how many callers, each with one task at a time
   * @param warmUpNs how long they call before it counts
   * @param durationNs how long it counts
   * @param result the file of the result
   * @param parent the pid of the process whose end ends this one
   */
  record RunBurn(
      Threads threads,
      long workNs,
      OptionalDouble stepsPerNs,
      int clients,
      long warmUpNs,
      long durationNs,
      Optional<Path> result,
      Optional<Long> parent)
      implements Command {}

  /**
   * The lottery of addresses.
   *
   * @param settings what is asked for
   * @param readyFile is written once all is warm and the class at its place
   * @param goFile until it is there, the measurement does not begin
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
   * Finds how many steps of work take a nanosecond here.
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
