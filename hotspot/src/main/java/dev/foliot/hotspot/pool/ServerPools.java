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
 * Finds the pools that servers bring along: the QueuedThreadPool of Jetty, and the
 * EnhancedQueueExecutor of JBoss, which runs the requests of Undertow. For one thread.
 *
 * <p>The task of each thread of such a pool refers to the pool. Programs also bundle Jetty under
 * another package, so only the end of a class's name counts.
 */
final class ServerPools {
  private static final String JETTY = ".jetty.util.thread.QueuedThreadPool";
  private static final String RUNNER = JETTY + "$Runner";
  private static final String JBOSS = "org.jboss.threads.EnhancedQueueExecutor";
  private static final String BODY = JBOSS + "$ThreadBody";

  /** What a worker thread of Undertow runs; it leads to the task of its pool. */
  private static final String WRAPPER = "org.xnio.XnioWorker$WorkerThreadFactory$1$1";

  /** The beginning of its name in any version. */
  private static final String WRAPPERS = "org.xnio.XnioWorker$WorkerThreadFactory$";

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
    add(path, tasks, klasses, listed, names, found, unread);
    for (int i = 0; i < klasses.length; i++) {
      if (WRAPPER.equals(named.get(klasses[i]))) {
        wrapped(klasses[i], tasks[i], threads, klasses, listed, names, found, unread);
        return;
      }
    }
  }

  private void wrapped(
      long wrapper,
      long task,
      long[] threads,
      long[] klasses,
      WorkerPools.Threads.Listed listed,
      WorkerPools.ClassNames names,
      List<ThreadPool> found,
      SortedMap<String, Integer> unread) {
    try {
      Pages pages = image.renewed(Budget.CLASS);
      int bytes = heap.layout().bytes();
      int outer = new JavaFields.Places(pages, fields, wrapper).of("this$2", bytes);
      long factory = heap.klassOf(heap.target(task + outer, "the wrapper's factory"));
      List<Integer> longer = new ArrayList<>(path);
      longer.add(outer);
      longer.add(new JavaFields.Places(pages, fields, factory).of("val$r", bytes));
      long[] ofWrapper = threads.clone();
      for (int i = 0; i < threads.length; i++) {
        ofWrapper[i] = klasses[i] == wrapper ? threads[i] : 0;
      }
      long[] tasks = WorkerFields.wayOf(heap, longer, ofWrapper)[longer.size() - 1];
      add(longer, tasks, heap.klasses(tasks), listed, names, found, unread);
    } catch (BadMemoryException e) {
      unread.merge(JBOSS, 1, Integer::sum);
    }
  }

  private void add(
      List<Integer> way,
      long[] tasks,
      long[] klasses,
      WorkerPools.Threads.Listed listed,
      WorkerPools.ClassNames names,
      List<ThreadPool> found,
      SortedMap<String, Integer> unread) {
    Map<Long, List<Integer>> byClass = new LinkedHashMap<>();
    for (int i = 0; i < tasks.length; i++) {
      if (isOfPool(klasses[i], names) && !WRAPPER.equals(named.get(klasses[i]))) {
        byClass.computeIfAbsent(klasses[i], any -> new ArrayList<>()).add(i);
      }
    }
    byClass.forEach((klass, members) -> {
      try {
        int owner =
            new JavaFields.Places(image.renewed(Budget.CLASS), fields, klass)
                .of("this$0", heap.layout().bytes());
        long[] ofClass = members.stream().mapToLong(i -> tasks[i]).toArray();
        WorkerPools.byPool(heap.references(HeapWords.after(ofClass, owner)))
            .forEach((pool, ofPool) -> {
              int[] indexes = Arrays.stream(ofPool).map(members::get).toArray();
              add(way, klass, owner, pool, listed, indexes, names, found, unread);
            });
      } catch (BadMemoryException e) {
        // another version, or it is being moved: then the next scan decides
        unread.merge(poolOf(named.getOrDefault(klass, "")), 1, Integer::sum);
      }
    });
  }

  private void add(
      List<Integer> way,
      long klass,
      int owner,
      long pool,
      WorkerPools.Threads.Listed listed,
      int[] indexes,
      WorkerPools.ClassNames names,
      List<ThreadPool> found,
      SortedMap<String, Integer> unread) {
    String name = named.getOrDefault(klass, "");
    long[] handles = WorkerPools.of(listed.handles(), indexes);
    List<Long> tids = Arrays.stream(WorkerPools.of(listed.tids(), indexes)).boxed().toList();
    try {
      if (name.equals(BODY)) {
        found.add(
            new ThreadPool(
                ThreadPool.Kind.JBOSS,
                tids,
                new JbossQueue(heap, jboss(way, klass, owner, pool, names), handles)));
      } else if (name.endsWith(RUNNER)) {
        jetty(way, klass, owner, pool, names, unread)
            .ifPresent(known ->
                found.add(
                    new ThreadPool(
                        ThreadPool.Kind.JETTY, tids, new JettyQueue(heap, known, handles))));
      } else {
        unread.merge(poolOf(name), 1, Integer::sum);
      }
    } catch (BadMemoryException e) {
      // another version, or it is being moved: then the next scan decides
      unread.merge(poolOf(name), 1, Integer::sum);
    }
  }

  /** Adds the path from the first thread with such a task to this task; returns the task. */
  static long lead(
      HeapWords heap, HeapWay words, List<Integer> path, long taskClass, long[] handles)
      throws BadMemoryException {
    long[] threads = heap.pointers(handles);
    long[][] steps = WorkerFields.wayOf(heap, path, threads);
    long[] klasses = heap.klasses(steps[steps.length - 1]);
    int first = 0;
    while (first < klasses.length && klasses[first] != taskClass) {
      first++;
    }
    if (first == klasses.length) {
      throw new BadMemoryException("none of its threads is a worker any more");
    }
    words.handle(handles[first], threads[first]);
    long from = threads[first];
    for (int step = 0; step < steps.length; step++) {
      words.reference(from + path.get(step), steps[step][first]);
      from = steps[step][first];
    }
    return from;
  }

  /** Adds a reference on the path; returns its target. */
  static long step(HeapWords heap, HeapWay words, long place, String what)
      throws BadMemoryException {
    long target = heap.target(place, what);
    words.reference(place, target);
    return target;
  }

  /** Whether a task of this class belongs to a pool of a server, of any version. */
  private boolean isOfPool(long klass, WorkerPools.ClassNames names) {
    if (klass == 0 || others.contains(klass)) {
      return false;
    }
    if (named.containsKey(klass)) {
      return true;
    }
    try {
      String name = names.of(klass);
      boolean isOfJetty = poolOf(name).endsWith(JETTY) && !poolOf(name).equals(name);
      if (isOfJetty || name.equals(BODY) || name.startsWith(WRAPPERS)) {
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

  /** The fields of a pool of JBoss. */
  private JbossQueue.Fields jboss(
      List<Integer> way, long klass, int owner, long pool, WorkerPools.ClassNames names)
      throws BadMemoryException {
    Pages pages = image.renewed(Budget.CLASS);
    int bytes = heap.layout().bytes();
    long executor = heap.klassOf(pool);
    JavaFields.Places ofPool =
        new JavaFields.Places(pages, fields, ancestor(executor, JBOSS, names));
    boolean isInArrays = ofPool.has("unsharedLongs");
    int head;
    int status = 0;
    int size = 0;
    long taskNode;
    if (isInArrays) {
      head = ofPool.of("unsharedTaskNodes", bytes);
      long nodes = heap.target(pool + head, "the nodes");
      int third = heap.length(nodes) / 3;
      taskNode = heap.klassOf(heap.target(heap.elementPlace(nodes, third), "the head"));
    } else {
      head = inherited(pages, executor, "head").of("head", bytes);
      status = inherited(pages, executor, "threadStatus").of("threadStatus", Long.BYTES);
      size = inherited(pages, executor, "queueSize").of("queueSize", Long.BYTES);
      taskNode = heap.klassOf(heap.target(pool + head, "the head"));
    }
    return new JbossQueue.Fields(
        way,
        klass,
        owner,
        head,
        status,
        size,
        isInArrays ? ofPool.of("unsharedLongs", bytes) : 0,
        heap.layout().longsFirst(),
        ancestor(taskNode, JBOSS + "$TaskNode", names),
        inherited(pages, taskNode, "next").of("next", bytes),
        safepointPlaces);
  }

  /** The class that declares a field, of a class or its superclasses. */
  private JavaFields.Places inherited(Pages pages, long klass, String field)
      throws BadMemoryException {
    long at = klass;
    for (int i = 0; i < MOST_SUPERS && at != 0; i++) {
      JavaFields.Places places = new JavaFields.Places(pages, fields, at);
      if (places.has(field)) {
        return places;
      }
      at = heap.superOf(at);
    }
    throw new BadMemoryException("it has no field " + field);
  }

  /** The fields of a pool of Jetty; empty with a queue that is not known. */
  private Optional<JettyQueue.Fields> jetty(
      List<Integer> way,
      long klass,
      int owner,
      long pool,
      WorkerPools.ClassNames names,
      SortedMap<String, Integer> unread)
      throws BadMemoryException {
    Pages pages = image.renewed(Budget.CLASS);
    int bytes = heap.layout().bytes();
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
    return known.map(
        one -> new JettyQueue.Fields(way, klass, owner, counts, value, jobs, one, safepointPlaces));
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
