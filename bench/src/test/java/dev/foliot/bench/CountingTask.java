package dev.foliot.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A task that records its calls in order and does nothing else. */
class CountingTask implements BenchTask {
  final List<String> life = Collections.synchronizedList(new ArrayList<>());
  final Set<Long> warmup = ConcurrentHashMap.newKeySet();
  final Set<Long> measured = ConcurrentHashMap.newKeySet();
  final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private @Nullable Bench bench;
  private volatile boolean warm;

  @Override
  public void setUp(Bench made) throws Exception {
    life.add("setUp");
    bench = made;
  }

  Bench bench() {
    if (bench == null) {
      throw new IllegalStateException("not set up");
    }
    return bench;
  }

  @Override
  public void send(long id) throws Exception {
    if (!(warm ? measured : warmup).add(id)) {
      throw new IllegalStateException("message " + id + " came twice");
    }
    threads.add(Thread.currentThread());
    bench().done(id);
  }

  @Override
  public void warmedUp() throws Exception {
    life.add("warmedUp");
    warm = true;
  }

  @Override
  public void runComplete() throws Exception {
    life.add("runComplete");
  }

  @Override
  public void tearDown() throws Exception {
    life.add("tearDown");
  }
}
