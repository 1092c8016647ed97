package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.TaskQueue.Offer;
import java.lang.invoke.MethodHandles;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TaskQueueTest {
  private final FakePoolClock clock = new FakePoolClock();

  /** A distinguishable task. */
  private record Task(int number) implements Runnable {
    @Override
    public void run() {}
  }

  @Test
  void shouldAgreeWithAModelUnderRandomCalls() {
    for (long seed = 1; seed <= 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int bound = 1 + random.nextInt(400);
      TaskQueue queue = new TaskQueue(bound, clock);
      ArrayDeque<Runnable> model = new ArrayDeque<>();
      QueuedTask into = new QueuedTask();
      int offers = random.nextInt(2, 5);
      for (int call = 0; call < 2000; call++) {
        if (random.nextInt(6) < offers) {
          Runnable task = new Task(call);
          Offer expected = model.size() < bound ? Offer.ACCEPTED : Offer.FULL;
          assertThat(queue.offer(task)).as("seed %d", seed).isEqualTo(expected);
          if (expected == Offer.ACCEPTED) {
            model.add(task);
          }
        } else {
          Runnable first = model.poll();
          assertThat(queue.poll(into)).as("seed %d", seed).isEqualTo(first != null);
          assertThat(first == null || first.equals(into.task)).as("seed %d", seed).isTrue();
        }
        assertThat(queue.size()).as("seed %d", seed).isEqualTo(model.size());
        assertThat(queue.isEmpty()).as("seed %d", seed).isEqualTo(model.isEmpty());
      }
      queue.close();
      assertThat(queue.offer(new Task(-1))).isEqualTo(Offer.CLOSED);
      assertThat(queue.isOver()).isEqualTo(model.isEmpty());
      assertThat(queue.drain()).containsExactlyElementsOf(model);
      assertThat(queue.isOver()).isTrue();
    }
  }

  @Test
  void shouldHandEachTaskToOneOfManyThreads() throws Exception {
    int each = 50_000;
    int producers = 3;
    TaskQueue queue = new TaskQueue(1000, clock);
    AtomicIntegerArray taken = new AtomicIntegerArray(producers * each);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < producers; i++) {
      int from = i * each;
      threads.add(
          new Thread(() -> {
            for (int number = from; number < from + each; number++) {
              Task task = new Task(number);
              Until.holds(() -> queue.offer(task) == Offer.ACCEPTED);
            }
          }));
    }
    List<Thread> consumers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      consumers.add(
          new Thread(() -> {
            QueuedTask into = new QueuedTask();
            while (!queue.isOver()) {
              if (queue.poll(into) && into.task instanceof Task task) {
                taken.incrementAndGet(task.number());
              }
            }
          }));
    }
    threads.forEach(Thread::start);
    consumers.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    queue.close();
    for (Thread consumer : consumers) {
      consumer.join();
    }
    for (int i = 0; i < taken.length(); i++) {
      assertThat(taken.get(i)).as("task %d", i).isEqualTo(1);
    }
  }

  @Test
  void shouldSayHowLongTheFirstHasWaited() {
    TaskQueue queue = new TaskQueue(10, clock);
    assertThat(queue.oldestWaitNs(clock.nanoTime())).isZero();
    queue.offer(new Task(1));
    clock.advance(500);
    queue.stampEvery(64);
    queue.offer(new Task(2));
    clock.advance(500);
    assertThat(queue.oldestWaitNs(clock.nanoTime())).isEqualTo(1000);
    queue.poll(new QueuedTask());
    // it has no stamp and counts from its first observation
    assertThat(queue.oldestWaitNs(clock.nanoTime())).isZero();
    clock.advance(300);
    assertThat(queue.oldestWaitNs(clock.nanoTime())).isEqualTo(300);
  }

  @Test
  void shouldKnowTheFewestThatWaited() {
    TaskQueue queue = new TaskQueue(100, clock);
    for (int i = 0; i < 64; i++) {
      queue.offer(new Task(i));
    }
    queue.leastSinceLast();
    assertThat(queue.leastSinceLast()).isEqualTo(64);
    for (int i = 0; i < 32; i++) {
      queue.poll(new QueuedTask());
    }
    for (int i = 0; i < 32; i++) {
      queue.offer(new Task(i));
    }
    assertThat(queue.leastSinceLast()).isEqualTo(32);
    queue.foundEmpty();
    assertThat(queue.leastSinceLast()).isZero();
    assertThat(queue.leastSinceLast()).isEqualTo(64);
  }

  /** Stamping every second number would select one kind of alternating tasks. */
  @Test
  void shouldStampTasksOfEachKindThatComeInTurns() {
    for (int stride = 2; stride <= 64; stride *= 2) {
      TaskQueue queue = new TaskQueue(Integer.MAX_VALUE, clock);
      queue.stampEvery(stride);
      int[] stamped = new int[2];
      QueuedTask into = new QueuedTask();
      for (int i = 0; i < 100 * stride; i++) {
        queue.offer(new Task(i));
        queue.poll(into);
        stamped[i % 2] += into.isStamped() ? 1 : 0;
      }
      assertThat(stamped[0]).as("one in %d", stride).isBetween(30, 70);
      assertThat(stamped[1]).as("one in %d", stride).isBetween(30, 70);
    }
  }

  /** A thread preempted between the two numbers would count all tasks that passed. */
  @Test
  void shouldCountOnlyWhatWaitsAtOnce() throws Exception {
    TaskQueue queue = new TaskQueue(Integer.MAX_VALUE, clock);
    AtomicBoolean isOn = new AtomicBoolean(true);
    Thread passing =
        new Thread(() -> {
          QueuedTask into = new QueuedTask();
          while (isOn.get()) {
            queue.offer(new Task(1));
            queue.poll(into);
          }
        });
    passing.start();
    int most = 0;
    for (int i = 0; i < 2_000_000; i++) {
      most = Math.max(most, queue.size());
    }
    isOn.set(false);
    passing.join();
    assertThat(most).isLessThanOrEqualTo(1);
  }

  /** Otherwise a chunk in the old generation would keep all later ones alive. */
  @Test
  void shouldLetAPassedChunkHoldNoLaterOne() throws Exception {
    TaskQueue queue = new TaskQueue(Integer.MAX_VALUE, clock);
    TaskChunk first = chunk(queue, "headChunk").get();
    for (int i = 0; i < 3 * TaskChunk.SLOTS; i++) {
      queue.offer(new Task(i));
    }
    TaskChunk second = first.next();
    assertThat(second).isNotNull().isNotSameAs(first);
    for (int i = 0; i < 2 * TaskChunk.SLOTS + 1; i++) {
      queue.poll(new QueuedTask());
    }
    assertThat(first.next()).isSameAs(first);
    assertThat(second.next()).isSameAs(second);
  }

  @Test
  void shouldGoOnFromTheHeadWhereThePlaceOfTheLastOfferWasPassed() throws Exception {
    TaskQueue queue = new TaskQueue(Integer.MAX_VALUE, clock);
    TaskChunk first = chunk(queue, "tailChunk").get();
    QueuedTask into = new QueuedTask();
    for (int i = 0; i < 5 * TaskChunk.SLOTS; i++) {
      queue.offer(new Task(i));
      queue.poll(into);
    }
    chunk(queue, "tailChunk").set(first); // as if the submitters had been delayed since
    queue.offer(new Task(-1));
    assertThat(queue.poll(into)).isTrue();
    assertThat(into.task).isEqualTo(new Task(-1));
    assertThat(queue.isEmpty()).isTrue();
  }

  @SuppressWarnings("unchecked") // a field is asked for by its erasure
  private static AtomicReference<TaskChunk> chunk(TaskQueue queue, String field) throws Exception {
    return (AtomicReference<TaskChunk>)
        MethodHandles.privateLookupIn(TaskQueue.class, MethodHandles.lookup())
            .findVarHandle(TaskQueue.class, field, AtomicReference.class)
            .get(queue);
  }

  @Test
  void shouldTakeBackWhatCouldNotBeBegun() {
    TaskQueue queue = new TaskQueue(10, clock);
    queue.offer(new Task(1));
    QueuedTask into = new QueuedTask();
    queue.poll(into);
    queue.close();
    queue.putBack(into);
    assertThat(queue.isEmpty()).isFalse();
    assertThat(queue.isAnyIn()).isTrue();
    assertThat(queue.size()).isEqualTo(1);
    assertThat(queue.isOver()).isFalse();
    assertThat(queue.drain()).containsExactly(new Task(1));
  }
}
