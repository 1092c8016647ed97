package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.heap.JavaFields;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmImage.Budget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * Finds the pools that servers bring along: the QueuedThreadPool of Jetty. For one thread.
 *
 * <p>All threads of such a pool run the same task, which refers to the pool. Programs also bundle
 * Jetty under another package, so only the end of a class's name counts.
 */
final class ServerPools {
  private static final String JETTY = ".jetty.util.thread.QueuedThreadPool";
  private static final String RUNNER = JETTY + "$Runner";

  private static final int MOST_KNOWN = 1_000;
  private static final int MOST_SUPERS = 16;

  private final VmImage image;
  private final JavaFields fields;
  private final HeapWords heap;
  private final List<Integer> path;
  private final Optional<WorkerFields> jdk;
  private final List<Long> safepointPlaces;
  private final Set<Long> others = new HashSet<>();
  private final Map<Long, String> named = new HashMap<>();

  /**
   * Creates a search; reads nothing yet.
   *
   * @param path from a thread to its task
   * @param jdk the fields of the JDK's own queues
   * @param safepointPlaces the addresses of the counter of safepoints and of their time; empty if
   *     not exported
   */
  ServerPools(
      VmImage image,
      JavaFields fields,
      HeapWords heap,
      List<Integer> path,
      Optional<WorkerFields> jdk,
      List<Long> safepointPlaces) {
    this.image = image;
    this.fields = fields;
    this.heap = heap;
    this.path = List.copyOf(path);
    this.jdk = jdk;
    this.safepointPlaces = List.copyOf(safepointPlaces);
  }

  /** Adds the pools of some threads, and the classes of those that cannot be read. */
  void add(
      WorkerPools.Threads.Listed listed,
      long[] threads,
      WorkerPools.ClassNames names,
      List<ThreadPool> found,
      SortedMap<String, Integer> unread) {
    if (path.isEmpty()) {
      return;
    }
    long[] tasks = WorkerFields.wayOf(heap, path, threads)[path.size() - 1];
    long[] klasses = heap.klasses(tasks);
    Map<Long, List<Integer>> byTask = new LinkedHashMap<>();
    for (int i = 0; i < tasks.length; i++) {
      if (isOfPool(klasses[i], names)) {
        byTask.computeIfAbsent(tasks[i], any -> new ArrayList<>()).add(i);
      }
    }
    byTask.forEach((task, members) -> {
      long klass = klasses[members.getFirst()];
      int[] indexes = members.stream().mapToInt(Integer::intValue).toArray();
      try {
        Optional<JettyQueue.Fields> known = jetty(task, klass, names, unread);
        if (known.isPresent()) {
          long[] tids = Arrays.stream(indexes).mapToLong(i -> listed.tids()[i]).toArray();
          long[] handles = Arrays.stream(indexes).mapToLong(i -> listed.handles()[i]).toArray();
          found.add(
              new ThreadPool(
                  ThreadPool.Kind.JETTY,
                  Arrays.stream(tids).boxed().toList(),
                  new JettyQueue(heap, known.get(), handles)));
        }
      } catch (BadMemoryException e) {
        // another version, or it is being moved: then the next scan decides
        unread.merge(poolOf(named.getOrDefault(klass, RUNNER)), 1, Integer::sum);
      }
    });
  }

  /** Whether a task of this class belongs to a pool of Jetty, of any version. */
  private boolean isOfPool(long klass, WorkerPools.ClassNames names) {
    if (klass == 0 || others.contains(klass)) {
      return false;
    }
    if (named.containsKey(klass)) {
      return true;
    }
    try {
      String name = names.of(klass);
      if (poolOf(name).endsWith(JETTY) && !poolOf(name).equals(name)) {
        named.put(klass, name);
        return true;
      }
      if (others.size() < MOST_KNOWN) {
        others.add(klass);
      }
    } catch (BadMemoryException e) {
      // the task is being moved: the next scan decides
      return false;
    }
    return false;
  }

  /** The class that encloses another one. */
  private static String poolOf(String className) {
    int inner = className.indexOf('$');
    return inner < 0 ? className : className.substring(0, inner);
  }

  /** The fields of a pool; empty with a queue that is not known. */
  private Optional<JettyQueue.Fields> jetty(
      long task, long klass, WorkerPools.ClassNames names, SortedMap<String, Integer> unread)
      throws BadMemoryException {
    if (!named.getOrDefault(klass, "").endsWith(RUNNER)) {
      throw new BadMemoryException("its threads run another class");
    }
    Pages pages = image.renewed(Budget.CLASS);
    int bytes = heap.layout().bytes();
    int owner = new JavaFields.Places(pages, fields, klass).of("this$0", bytes);
    long pool = heap.target(task + owner, "the pool");
    JavaFields.Places ofPool =
        new JavaFields.Places(pages, fields, ancestor(heap.klassOf(pool), JETTY, names));
    int counts = ofPool.of("_counts", bytes);
    long number = heap.klassOf(heap.target(pool + counts, "the counts"));
    JavaFields.Places ofNumber =
        new JavaFields.Places(
            pages, fields, ancestor(number, ".concurrent.atomic.AtomicLong", names));
    int jobs = ofPool.of("_jobs", bytes);
    long queue = heap.klassOf(heap.target(pool + jobs, "the queue"));
    Optional<JettyQueue.Jobs> known = jobs(queue, pages, names);
    if (known.isEmpty()) {
      unread.merge(names.of(queue), 1, Integer::sum);
    }
    int value = ofNumber.of("value", Long.BYTES);
    return known.map(one ->
        new JettyQueue.Fields(path, klass, owner, counts, value, jobs, one, safepointPlaces));
  }

  private Optional<JettyQueue.Jobs> jobs(long queue, Pages pages, WorkerPools.ClassNames names)
      throws BadMemoryException {
    Optional<WorkerFields.Queue> ofJdk =
        jdk.isPresent() ? jdk.get().queueOf(heap, queue) : Optional.empty();
    if (ofJdk.isPresent() && !ofJdk.get().kind().isTimed()) {
      return Optional.of(
          new JettyQueue.Jobs(
              queue,
              ofJdk.get().kind().hasNodes() ? JettyQueue.Head.REFERENCE : JettyQueue.Head.NUMBER,
              ofJdk.get().head(),
              0,
              0));
    }
    Optional<Long> own = ancestorIn(queue, ".jetty.util.BlockingArrayQueue", names);
    if (own.isEmpty()) {
      return Optional.empty();
    }
    JavaFields.Places places = new JavaFields.Places(pages, fields, own.get());
    int bytes = heap.layout().bytes();
    return Optional.of(
        new JettyQueue.Jobs(
            queue,
            JettyQueue.Head.INDEXES,
            places.of("_indexes", bytes),
            heap.layout().intsFirst(image.feature()),
            places.of("_elements", bytes)));
  }

  private long ancestor(long klass, String nameEnd, WorkerPools.ClassNames names)
      throws BadMemoryException {
    return ancestorIn(klass, nameEnd, names)
        .orElseThrow(() -> new BadMemoryException("it is no " + nameEnd.substring(1)));
  }

  /** A class or its nearest superclass with a name that ends so. */
  private Optional<Long> ancestorIn(long klass, String nameEnd, WorkerPools.ClassNames names)
      throws BadMemoryException {
    long at = klass;
    for (int i = 0; i < MOST_SUPERS && at != 0; i++) {
      if (names.of(at).endsWith(nameEnd)) {
        return Optional.of(at);
      }
      at = heap.superOf(at);
    }
    return Optional.empty();
  }
}
