package dev.foliot.diagnose.locks;

import static dev.foliot.diagnose.locks.MadeThreads.parked;
import static dev.foliot.diagnose.locks.MadeThreads.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.locks.LockObservations.SharedWait;
import dev.foliot.diagnose.locks.LockTarget.PoolNow;
import dev.foliot.diagnose.time.Blocked;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.hotspot.pool.ThreadPool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SharedWaitsTest {
  private static final String QUEUE = "java.util.concurrent.SynchronousQueue$TransferQueue";
  private static final List<Long> TIDS = List.of(1L, 2L, 3L, 4L);
  private static final PoolNow POOL =
      new PoolNow(
          ThreadPool.Kind.EXECUTOR,
          TIDS,
          new PoolSample(
              4,
              4,
              4,
              false,
              List.of(),
              new PoolSample.Tasks(Map.of(), 0, 0),
              new PoolSample.Stops(0, 0)));

  private final SharedWaits waits = new SharedWaits();
  private final Map<Long, PoolSampler.Worker> workers = new HashMap<>();

  private final LockTally.Stacks stacks =
      new LockTally.Stacks() {
        @Override
        public Optional<Blocked> blocked(ThreadSample thread) {
          return Optional.empty();
        }

        @Override
        public boolean isForOwnTask(PoolNow pool, ThreadSample worker) {
          return false;
        }

        @Override
        public Map<Long, PoolSampler.Worker> workers(PoolNow pool) {
          return workers;
        }

        @Override
        public List<JavaFrame> frames(ThreadSample thread) {
          return List.of();
        }

        @Override
        public String place(ThreadSample thread) {
          return thread.awaited().isPresent() ? "acme.Connections.take:7" : "acme.Query.run:9";
        }
      };

  private void sample(ThreadSample... threads) {
    Map<Long, ThreadSample> byTid = new HashMap<>();
    for (ThreadSample thread : threads) {
      byTid.put(thread.tid(), thread);
    }
    waits.add(POOL, byTid, stacks);
  }

  private void work(long completed) {
    TIDS.forEach(tid -> workers.put(tid, new PoolSampler.Worker(true, completed)));
  }

  @Test
  void shouldCountTasksThatWaitForOneObjectAndEnd() {
    for (int i = 0; i < 10; i++) {
      work(i);
      sample(parked(1, QUEUE), parked(2, QUEUE), parked(3, QUEUE), running(4));
    }
    assertThat(waits.end())
        .containsExactly(
            new SharedWait(
                "workers of worker-*",
                QUEUE,
                "acme.Connections.take:7",
                30,
                10,
                3,
                40,
                3,
                Map.of("acme.Query.run:9", 10)));
  }

  @Test
  void shouldNotCountLoopsThatWaitForWork() {
    for (int i = 0; i < 10; i++) {
      work(5);
      workers.put(4L, new PoolSampler.Worker(true, i));
      sample(parked(1, QUEUE), parked(2, QUEUE), parked(3, QUEUE), running(4));
    }
    assertThat(waits.end()).isEmpty();
  }

  /** Idle workers wait for the queue of their pool. */
  @Test
  void shouldNotCountWorkersWithoutATask() {
    for (int i = 0; i < 10; i++) {
      int completed = i;
      TIDS.forEach(tid -> workers.put(tid, new PoolSampler.Worker(false, completed)));
      sample(parked(1, QUEUE), parked(2, QUEUE), parked(3, QUEUE), parked(4, QUEUE));
    }
    assertThat(waits.end()).isEmpty();
  }

  @Test
  void shouldNotCountAPoolThatDoesNotSayWhoWorks() {
    sample(parked(1, QUEUE), parked(2, QUEUE), parked(3, QUEUE), running(4));
    assertThat(waits.end()).isEmpty();
  }

  @Test
  void shouldNotCountWaitsForALock() {
    for (int i = 0; i < 10; i++) {
      work(i);
      sample(parked(1, MadeThreads.LOCK), parked(2, MadeThreads.LOCK), running(3), running(4));
    }
    assertThat(waits.end()).isEmpty();
  }
}
