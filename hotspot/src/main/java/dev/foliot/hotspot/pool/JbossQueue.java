package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Samples an EnhancedQueueExecutor of JBoss in the target's heap, without stopping the target. For
 * one thread.
 *
 * <p>Its list begins with a used node of a task. Behind it are the nodes of queued tasks, or those
 * of idle threads [1]. If the pool has another number of threads than known, the sample is dropped.
 *
 * <p>[1] org.jboss.threads.EnhancedQueueExecutor, the explanation of its operation. Up to 3.5 the
 * head and the counts are fields; in 3.9 they are elements of arrays, at a third and at two thirds.
 */
final class JbossQueue extends WaySampler<JbossQueue.Way> {
  private static final int MOST_WALKED = 64;
  private static final int MOST_LENGTH = 1 << 10;
  private static final long THREADS_MASK = (1L << 20) - 1;

  private final Fields fields;
  private final long[] handles;

  /**
   * Creates a sampler; reads nothing yet.
   *
   * @param handles the addresses of the pointers to its threads
   */
  JbossQueue(HeapWords heap, Fields fields, long[] handles) {
    super(heap);
    this.fields = fields;
    this.handles = handles.clone();
  }

  /**
   * The fields that lead from a thread to its pool and to the list. Immutable; offsets in bytes.
   *
   * @param path from a thread to its task
   * @param body the class of the task
   * @param owner of the task: the pool
   * @param head of a pool: the first node, or an array with it
   * @param status of a pool: the number with its threads
   * @param size of a pool: the number of queued tasks
   * @param longs of a pool: the array with the two numbers; 0 if they are fields
   * @param firstLong of that array: its first element
   * @param taskNode the class of the nodes of tasks
   * @param next of a node: the next one
   * @param safepointPlaces the addresses of the counter of safepoints and of their time; empty if
   *     not exported
   */
  record Fields(
      List<Integer> path,
      long body,
      int owner,
      int head,
      int status,
      int size,
      int longs,
      int firstLong,
      long taskNode,
      int next,
      List<Long> safepointPlaces) {
    Fields {
      path = List.copyOf(path);
      safepointPlaces = List.copyOf(safepointPlaces);
    }
  }

  /** The last known path from a thread to the list, and the indices of the values along it. */
  record Way(HeapWay words, int head, int status, int size, int safepoints)
      implements WaySampler.Way {}

  @Override
  Way find() throws BadMemoryException {
    HeapWay words = new HeapWay(heap.layout());
    long task = ServerPools.lead(heap, words, fields.path(), fields.body(), handles);
    long pool = ServerPools.step(heap, words, task + fields.owner(), "the pool");
    long status = pool + fields.status();
    long size = pool + fields.size();
    long head = pool + fields.head();
    if (fields.longs() != 0) {
      long numbers = ServerPools.step(heap, words, pool + fields.longs(), "the numbers");
      int third = third(numbers);
      status = numbers + fields.firstLong() + (long) third * Long.BYTES;
      size = status + (long) third * Long.BYTES;
      long nodes = ServerPools.step(heap, words, head, "the nodes");
      head = heap.elementPlace(nodes, third(nodes));
    }
    int headIndex = words.value(head);
    int statusIndex = words.value(status);
    int sizeIndex = words.value(size);
    int safepoints = words.size();
    fields.safepointPlaces().forEach(words::value);
    return new Way(words, headIndex, statusIndex, sizeIndex, safepoints);
  }

  private int third(long array) throws BadMemoryException {
    int length = heap.length(array);
    if (length < 3 || length > MOST_LENGTH || length % 3 != 0) {
      throw new BadMemoryException("it has an array of " + length);
    }
    return length / 3;
  }

  @Override
  Reading<Optional<PoolSample>> read(Way known, long[] values) throws BadMemoryException {
    long status = values[known.status()];
    int threads = (int) (status & THREADS_MASK);
    if (status < 0) {
      return Reading.of(Optional.empty());
    }
    if (threads != handles.length) {
      return Reading.unavailable(new JvmReason.PoolWorkersUnknown(threads, handles.length));
    }
    long head = known.words().target(values, known.head());
    long node = heap.reference(HeapWords.object(head, "the head") + fields.next());
    boolean isIdle = node != 0 && heap.klassOf(node) != fields.taskNode();
    long walked = isIdle ? 0 : walked(node);
    // it is not counted if the pool has no limit for it
    long queued = walked == 0 ? 0 : Math.max(walked, values[known.size()] & Integer.MAX_VALUE);
    boolean tells = fields.safepointPlaces().size() == 2;
    return Reading.of(
        Optional.of(
            new PoolSample(
                threads,
                threads - (isIdle ? 1 : 0),
                threads,
                isIdle,
                List.of(),
                new PoolSample.Tasks(queued == 0 ? Map.of() : Map.of(0, head), head, queued),
                tells
                    ? new PoolSample.Stops(
                        values[known.safepoints()], values[known.safepoints() + 1])
                    : PoolSample.Stops.UNKNOWN)));
  }

  /** The nodes of tasks from one on; there may be more. */
  private long walked(long first) throws BadMemoryException {
    int count = 0;
    long node = first;
    while (node != 0 && count < MOST_WALKED && heap.klassOf(node) == fields.taskNode()) {
      count++;
      node = heap.reference(node + fields.next());
    }
    return count;
  }
}
