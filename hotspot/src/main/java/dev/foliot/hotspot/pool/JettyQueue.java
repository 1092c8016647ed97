package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Samples a QueuedThreadPool of Jetty in the target's heap, without stopping the target. For one
 * thread.
 *
 * <p>One word of the pool counts its threads, and its idle threads less its queued jobs [1]. So it
 * is below 0 only when more jobs wait than threads are idle. A sample reads the path from one
 * thread to this word and to the queue. If the pool has another number of threads than known, the
 * sample is dropped.
 *
 * <p>The pool does not tell which of its threads accept connections, select events, or are reserved
 * for later.
 *
 * <p>[1] org.eclipse.jetty.util.thread.QueuedThreadPool, the comment on _counts; Jetty 9.4 to 12.1.
 */
final class JettyQueue extends WaySampler<JettyQueue.Way> {
  private static final int MOST_JOBS = 1 << 30;

  private final Fields fields;
  private final long[] handles;

  /**
   * Creates a sampler; reads nothing yet.
   *
   * @param handles the addresses of the pointers to its threads
   */
  JettyQueue(HeapWords heap, Fields fields, long[] handles) {
    super(heap);
    this.fields = fields;
    this.handles = handles.clone();
  }

  /** What changes when a job is taken from the queue. */
  enum Head {
    /** An array of numbers; the last one of its first half is the index of the next job. */
    INDEXES,
    /** A number. */
    NUMBER,
    /** A reference to the first node. */
    REFERENCE
  }

  /**
   * The fields of a pool's queue. Immutable; offsets in bytes.
   *
   * @param klass its class
   * @param kind what the head is
   * @param head of a queue: its head
   * @param firstIndex of an array of numbers: its first element
   * @param elements of a queue with indexes: the array of its jobs
   */
  record Jobs(long klass, Head kind, int head, int firstIndex, int elements) {}

  /**
   * The fields that lead from a thread to its pool and to the queue. Immutable; offsets in bytes.
   *
   * @param path from a thread to its task
   * @param runner the class of the task
   * @param owner of the task: the pool
   * @param counts of a pool: the object with the counts
   * @param value of that object: the counts
   * @param jobs of a pool: its queue
   * @param queue the fields of that queue
   * @param safepointPlaces the addresses of the counter of safepoints and of their time; empty if
   *     not exported
   */
  record Fields(
      List<Integer> path,
      long runner,
      int owner,
      int counts,
      int value,
      int jobs,
      Jobs queue,
      List<Long> safepointPlaces) {
    Fields {
      path = List.copyOf(path);
      safepointPlaces = List.copyOf(safepointPlaces);
    }
  }

  /** The last known path from a thread to the queue, and the indices of the values along it. */
  record Way(HeapWay words, long queue, int counts, int head, int safepoints)
      implements WaySampler.Way {}

  /** Of a queue of the JDK it reads no jobs. */
  @Override
  public List<Long> tasks(int most) {
    List<Long> tasks = new ArrayList<>();
    Way known = known();
    if (known == null || fields.queue().kind() != Head.INDEXES) {
      return tasks;
    }
    try {
      long[] values = known.words().read(heap.memory(), known.words().size()).orElse(new long[0]);
      if (values.length == 0) {
        return tasks;
      }
      long array = heap.target(known.queue() + fields.queue().elements(), "the array of jobs");
      int length = heap.length(array);
      int head = known.words().int4(values, known.head());
      int count = Math.min(most, queued(values[known.counts()]));
      for (int i = 0; i < count && length > 0 && length < MOST_JOBS; i++) {
        long job = heap.reference(heap.elementPlace(array, Math.floorMod(head + i, length)));
        if (job != 0) {
          tasks.add(job);
        }
      }
    } catch (BadMemoryException e) {
      // the queue was moved: the jobs before were there
      return tasks;
    }
    return tasks;
  }

  @Override
  Way find() throws BadMemoryException {
    HeapWay words = new HeapWay(heap.layout());
    long task = ServerPools.lead(heap, words, fields.path(), fields.runner(), handles);
    long pool = ServerPools.step(heap, words, task + fields.owner(), "the pool");
    long counts = ServerPools.step(heap, words, pool + fields.counts(), "the counts");
    long queue = ServerPools.step(heap, words, pool + fields.jobs(), "the queue");
    if (heap.klassOf(queue) != fields.queue().klass()) {
      throw new BadMemoryException("its queue is of another class");
    }
    int count = words.value(counts + fields.value());
    int head = words.value(headPlace(words, queue));
    int safepoints = words.size();
    fields.safepointPlaces().forEach(words::value);
    return new Way(words, queue, count, head, safepoints);
  }

  private long headPlace(HeapWay words, long queue) throws BadMemoryException {
    long place = queue + fields.queue().head();
    if (fields.queue().kind() != Head.INDEXES) {
      return place;
    }
    long indexes = ServerPools.step(heap, words, place, "the indexes");
    int length = heap.length(indexes);
    if (length < 2 || length > 1 << Short.SIZE) {
      throw new BadMemoryException("its queue has " + length + " indexes");
    }
    return indexes + fields.queue().firstIndex() + (long) (length / 2 - 1) * Integer.BYTES;
  }

  private static int queued(long counts) {
    return Math.max(0, -(int) counts);
  }

  @Override
  Reading<Optional<PoolSample>> read(Way known, long[] values) throws BadMemoryException {
    long counts = values[known.counts()];
    int threads = (int) (counts >> Integer.SIZE);
    int queued = queued(counts);
    int idle = Math.max(0, (int) counts);
    if (threads == Integer.MIN_VALUE) {
      return Reading.of(Optional.empty());
    }
    if (threads < 0 || idle > threads || queued > MOST_JOBS) {
      throw new BadMemoryException(
          "it has " + threads + " threads, of which " + idle + " are idle");
    }
    if (threads != handles.length) {
      return Reading.unavailable(new JvmReason.PoolWorkersUnknown(threads, handles.length));
    }
    long head =
        fields.queue().kind() == Head.REFERENCE
            ? known.words().target(values, known.head())
            : Integer.toUnsignedLong(known.words().int4(values, known.head()));
    boolean tells = fields.safepointPlaces().size() == 2;
    return Reading.of(
        Optional.of(
            new PoolSample(
                threads,
                threads - idle,
                threads,
                idle > 0,
                List.of(),
                new PoolSample.Tasks(queued == 0 ? Map.of() : Map.of(0, head), head, queued),
                tells
                    ? new PoolSample.Stops(
                        values[known.safepoints()], values[known.safepoints() + 1])
                    : PoolSample.Stops.UNKNOWN)));
  }
}
