package dev.foliot.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.apps.service.NanoClock;
import dev.foliot.apps.service.Strategy;
import dev.foliot.apps.service.Workers;
import dev.foliot.apps.service.WorkersSnapshot;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class CallersTest {
  private final Queue queue = new Queue();

  @Test
  void shouldTellWhatTasksDo() throws Exception {
    Callers.Look[] within = new Callers.Look[1];
    Callers[] callers = new Callers[1];
    callers[0] = new Callers(queue, 3, () -> within[0] = callers[0].look(), NanoClock.system());
    assertThat(callers[0].look()).isEqualTo(new Callers.Look(0, 0, 0));

    callers[0].start();
    Runnable first = queue.tasks.take();
    Runnable second = queue.tasks.take();
    Runnable third = queue.tasks.take();
    assertThat(callers[0].look()).isEqualTo(new Callers.Look(3, 0, 0));
    first.run();
    assertThat(within[0]).isEqualTo(new Callers.Look(2, 1, 1));
    Runnable again = queue.tasks.take();

    assertThat(callers[0].look()).isEqualTo(new Callers.Look(3, 0, 1));
    callers[0].stop();
    List.of(second, third, again).forEach(Runnable::run);
    callers[0].over().await();
    assertThat(callers[0].look()).isEqualTo(new Callers.Look(0, 0, 4));
    assertThat(callers[0].completed()).isEqualTo(4);
    assertThat(Waits.percentileNs(callers[0].responses().counts(), 4, 1)).isPositive();
  }

  /** Takes tasks and lets the test run them. */
  private static final class Queue implements Workers {
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

    @Override
    public void execute(Runnable task) {
      tasks.add(task);
    }

    @Override
    public WorkersSnapshot snapshot() {
      return new WorkersSnapshot(
          new Strategy.Cached(),
          OptionalInt.empty(),
          0,
          new WorkersSnapshot.Tasks(0, 0, 0, 0),
          null,
          List.of());
    }

    @Override
    public void end(long patienceNs) {
      tasks.clear();
    }
  }
}
