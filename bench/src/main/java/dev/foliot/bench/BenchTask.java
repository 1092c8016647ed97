package dev.foliot.bench;

/**
 * The code whose latency is measured, and its life cycle.
 *
 * <p>A class named on the command line needs a public constructor without arguments. The methods of
 * the life cycle are called by one thread, one after the other; {@link #send} is called by the
 * producers or by the threads of the dispatch.
 */
public interface BenchTask {
  /**
   * Called once, before anything is sent: make what the work needs, and the probes.
   *
   * @param bench where messages are reported done; safe for use by any thread
   * @throws Exception to give up; the fork is then INVALID and says why
   */
  default void setUp(Bench bench) throws Exception {}

  /**
   * Does the work of a message or starts it. {@link Bench#done} must be called for it once, here or
   * later, by any thread.
   *
   * @param id the message; no id comes twice in the life of a task
   * @throws Exception to give up; the fork is then INVALID and says why
   */
  void send(long id) throws Exception;

  /** Called once all messages of the warm-up are done, before the first that counts. */
  default void warmedUp() throws Exception {}

  /** Called once all messages that count are done. */
  default void runComplete() throws Exception {}

  /**
   * Called at the end, also after a failure: stop the threads that {@link #setUp} started. What a
   * probe records before this returns is counted.
   */
  default void tearDown() throws Exception {}
}
