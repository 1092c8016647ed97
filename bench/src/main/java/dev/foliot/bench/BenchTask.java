package dev.foliot.bench;

/**
 * A task to measure, and its life cycle.
 *
 * <p>A class named on the command line needs a public constructor without arguments. One thread
 * calls the methods of the life cycle, one after the other; the producers or the threads of the
 * dispatch call {@link #send}.
 */
public interface BenchTask {
  /**
   * Prepares the task: called once, before anything is sent. Make probes here, or in a thread that
   * starts here.
   *
   * @param bench the harness, which takes finished messages; safe for use by any thread
   * @throws Exception to give up; the fork is then INVALID with this reason
   */
  default void setUp(Bench bench) throws Exception {}

  /**
   * Does the work of a message, or starts it. Call {@link Bench#done} for it once, here or later,
   * from any thread.
   *
   * @param id the message; ids never repeat in the life of a task
   * @throws Exception to give up; the fork is then INVALID with this reason
   */
  void send(long id) throws Exception;

  /** Called once all messages of the warm-up are done, before the first measured one. */
  default void warmedUp() throws Exception {}

  /** Called once all measured messages are done. */
  default void runComplete() throws Exception {}

  /**
   * Called at the end, also after a failure: stop the threads that {@link #setUp} started. Probes
   * count until this returns.
   */
  default void tearDown() throws Exception {}

  /**
   * A task whose set-up, messages and tear-down belong into one thread. With one producer and
   * dispatch {@code inline} they are.
   */
  interface SameThread extends BenchTask {}
}
