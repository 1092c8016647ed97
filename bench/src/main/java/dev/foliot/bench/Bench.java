package dev.foliot.bench;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The harness as a {@link BenchTask} sees it. Safe for use by any number of threads. */
public interface Bench {
  /**
   * Returns the probe of this name, always the same one. Best made in {@link BenchTask#setUp}: of a
   * probe that is made after the warm-up the first durations are missing, and none are shown with
   * the slowest messages.
   *
   * @param name any text; shown in tables and reports
   * @throws IllegalStateException for more than 64 probes
   */
  Probe probe(String name);

  /**
   * Ends a message and takes its response time. Only the first call counts. Further calls, and
   * calls for ids never sent, count as faults of the task.
   */
  void done(long id);

  /**
   * Ends the message that was due this long ago, for code that knows no id but took the time since
   * {@link #dueNs}. Its response time is the given one. Where several messages fit, it ends the
   * last one due before; where that one has ended, the last open one before it.
   *
   * @param ns nanoseconds since the message was due
   * @return false if there is no such message, which counts as a fault of the task
   */
  boolean tookSinceDue(long ns);

  /**
   * The same for code that took the time since {@link #startNs}: the given time is the service
   * time.
   *
   * @param ns nanoseconds since the message was started
   */
  boolean tookSinceStart(long ns);

  /**
   * When a message was started, by {@link System#nanoTime}. Valid until the message ends.
   *
   * @param id a message that has been sent
   */
  long startNs(long id);

  /**
   * Returns a probe for durations that belong to no known message. It may be made at any time. It
   * counts what is recorded during the measured load.
   *
   * @param name any text that no {@link #probe} has; the same name gives the same sampler
   * @return takes nanoseconds; a negative duration is not recorded but counted as a fault
   */
  LongConsumer sampler(String name);

  /**
   * Uses a result, so that the JIT compiler cannot leave out the computation that made it. Other
   * integers widen to this.
   *
   * <p>It compares the value with a volatile field [1]: a read, a comparison, a branch that is not
   * taken. It allocates and writes nothing. {@code consume(double)} and {@code consume(boolean)}
   * cost the same.
   *
   * <p>[1] The idea is that of JMH's {@code Blackhole} (Shipilev), which compares with two such
   * fields.
   */
  void consume(long value);

  /** Uses a floating-point result like {@link #consume(long)}. */
  void consume(double value);

  /** Uses a truth value like {@link #consume(long)}. */
  void consume(boolean value);

  /**
   * Uses an object, so that the JIT compiler can neither leave out its computation nor keep it off
   * the heap. Its fields are not read: consume those that matter as well.
   *
   * <p>It is a call that HotSpot does not inline, and allocates nothing. No object is kept.
   */
  void consume(@Nullable Object value);

  /** Ends the load early; the measurement keeps the reason. */
  void abort(String why);

  /** Reads the harness's clock, which is {@link System#nanoTime}. */
  long nanoTime();

  /**
   * Returns when a message was due by its schedule, in terms of {@link #nanoTime}. A duration from
   * then on includes what the message waited before it was sent.
   *
   * @throws IllegalArgumentException if the message is not on its way: not yet sent, or long done
   */
  long dueNs(long id);
}
