package dev.foliot.watch.requests;

import dev.foliot.linux.Reading;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.explain.ThreadStop;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Takes the recording of a JVM turn by turn, on a thread of its own, because a busy JVM answers
 * late. One thread asks.
 */
final class WaitRecorder implements AutoCloseable {
  private static final long LONGEST_TURN_S = 5;
  private static final long LONGEST_END_S = 10;

  private final WaitSource source;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> Thread.ofPlatform().daemon().name("foliot-recorder").unstarted(task));
  private final Queue<Reading<RecordedStops>> turned = new ConcurrentLinkedQueue<>();
  private @Nullable Future<?> last;
  private long pid;

  /** Used by the recorder's thread only. */
  private WaitSource.@Nullable Turns turns;

  /** With recordings of such a source. */
  WaitRecorder(WaitSource source) {
    this.source = source;
  }

  /** A task that may be interrupted. */
  private interface Step {
    void run() throws InterruptedException;
  }

  private Future<?> submit(Step step) {
    Future<?> asked =
        thread.submit(() -> {
          try {
            step.run();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    last = asked;
    return asked;
  }

  /** Begins with a process; what it says is known by {@link #await}, or by the first turn. */
  void begin(long ofPid) {
    pid = ofPid;
    turned.clear();
    Future<?> _ = submit(() -> open(ofPid).ifPresent(why -> turned.add(Reading.unavailable(why))));
  }

  private Optional<Reason> open(long ofPid) throws InterruptedException {
    return switch (source.start(ofPid)) {
      case Reading.Unavailable<WaitSource.Turns> none -> Optional.of(none.why());
      case Reading.Value<WaitSource.Turns>(WaitSource.Turns begun) -> {
        turns = begun;
        yield Optional.empty();
      }
    };
  }

  /**
   * Waits until it has begun.
   *
   * @return why it has not; empty if it has
   */
  Optional<Reason> await() throws InterruptedException {
    Future<?> begun = last;
    if (begun != null) {
      try {
        begun.get();
      } catch (ExecutionException | CancellationException e) {
        throw new IllegalStateException(e);
      }
    }
    return poll()
        .flatMap(one ->
            one instanceof Reading.Unavailable<RecordedStops> none
                ? Optional.of(none.why())
                : Optional.empty());
  }

  /** Asks for the waits until now; {@link #poll} has them later. */
  void turn() {
    long ofPid = pid;
    Future<?> _ =
        submit(() -> {
          WaitSource.Turns open = turns;
          if (open == null) {
            turned.add(
                open(ofPid)
                    .<Reading<RecordedStops>>map(Reading::unavailable)
                    .orElse(Reading.of(RecordedStops.NONE)));
            return;
          }
          Reading<RecordedStops> stops = open.turn();
          if (stops instanceof Reading.Unavailable<RecordedStops>) {
            open.close();
            turns = null;
          }
          turned.add(stops);
        });
  }

  /** What a turn gave; empty while none has ended. */
  Optional<Reading<RecordedStops>> poll() {
    return Optional.ofNullable(turned.poll());
  }

  /**
   * Ends the recording of the process.
   *
   * @return the waits since the last turn
   */
  List<ThreadStop> end() {
    Future<?> busy = last;
    if (busy != null) {
      settle(busy, LONGEST_TURN_S);
    }
    Future<?> ended =
        submit(() -> {
          WaitSource.Turns open = turns;
          turns = null;
          if (open != null) {
            try (open) {
              turned.add(open.end());
            }
          }
        });
    settle(ended, LONGEST_END_S);
    List<ThreadStop> stops = new ArrayList<>();
    for (Optional<Reading<RecordedStops>> one = poll(); one.isPresent(); one = poll()) {
      one.get().toOptional().ifPresent(known -> stops.addAll(known.stops()));
    }
    return stops;
  }

  /** Waits for a task, and interrupts one that takes too long. */
  private static void settle(Future<?> task, long longestS) {
    try {
      task.get(longestS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      task.cancel(true);
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException | CancellationException e) {
      // the JVM ends the recording by itself
      task.cancel(true);
    }
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
