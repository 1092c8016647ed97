package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.heap.JavaFields;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmImage.Budget;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds executors that a library has copied from the JDK. For one thread.
 *
 * <p>Tomcat's executor has the fields of the JDK's. Its threads hold their workers behind a wrapper
 * [1]. These classes can have several loaders, so they are found through the threads.
 *
 * <p>[1] TaskThread and ThreadPoolExecutor in org.apache.tomcat.util.threads.
 */
final class CopiedExecutors {
  private static final String PACKAGE = "org.apache.tomcat.util.threads.";
  private static final String WRAPPER = PACKAGE + "TaskThread$WrappingRunnable";
  private static final String WORKER = PACKAGE + "ThreadPoolExecutor$Worker";
  private static final int MOST_KNOWN = 1_000;

  private final VmImage image;
  private final JavaFields fields;
  private final HeapWords heap;
  private final WorkerFields jdk;
  private final Set<Long> known = new HashSet<>();
  private final Map<Long, WorkerFields> found = new LinkedHashMap<>();

  /**
   * Creates a search; reads nothing yet.
   *
   * @param jdk the fields of the JDK's own executors
   */
  CopiedExecutors(VmImage image, JavaFields fields, HeapWords heap, WorkerFields jdk) {
    this.image = image;
    this.fields = fields;
    this.heap = heap;
    this.jdk = jdk;
  }

  /** The fields of the copies that some threads work for. */
  List<WorkerFields> of(long[] threads, WorkerPools.ClassNames names) {
    long[] tasks = jdk.tasksOf(heap, threads);
    long[] klasses = heap.klasses(tasks);
    for (int i = 0; i < tasks.length; i++) {
      if (klasses[i] != 0 && known.size() < MOST_KNOWN && !known.contains(klasses[i])) {
        known.add(klasses[i]);
        try {
          if (names.of(klasses[i]).equals(WRAPPER)) {
            found.put(klasses[i], behind(tasks[i], klasses[i], names));
          }
        } catch (BadMemoryException e) {
          // the task is being moved, or has no worker yet: the next scan decides
          known.remove(klasses[i]);
        }
      }
    }
    return List.copyOf(found.values());
  }

  private WorkerFields behind(long wrapper, long klass, WorkerPools.ClassNames names)
      throws BadMemoryException {
    Pages pages = image.renewed(Budget.CLASS);
    int bytes = heap.layout().bytes();
    List<Integer> path = new ArrayList<>(jdk.path());
    path.add(new JavaFields.Places(pages, fields, klass).of("wrappedRunnable", bytes));
    long worker = heap.target(wrapper + path.getLast(), "the wrapped task");
    long workerClass = heap.klassOf(worker);
    if (!names.of(workerClass).equals(WORKER)) {
      throw new BadMemoryException("its wrapped task is no worker");
    }
    JavaFields.Places ofWorker = new JavaFields.Places(pages, fields, workerClass);
    int owner = ofWorker.of("this$0", bytes);
    long executor = heap.klassOf(heap.target(worker + owner, "the pool"));
    JavaFields.Places ofExecutor = new JavaFields.Places(pages, fields, executor);
    return new WorkerFields(
        path,
        workerClass,
        owner,
        jdk.state(),
        ofWorker.of("completedTasks", Long.BYTES),
        executor,
        ofExecutor.of("workQueue", bytes),
        ofExecutor.of("ctl", bytes),
        jdk.value(),
        jdk.queues(),
        jdk.safepointPlaces());
  }
}
