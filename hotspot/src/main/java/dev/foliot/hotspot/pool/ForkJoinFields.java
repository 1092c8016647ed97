package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.FieldPlaces;
import dev.foliot.hotspot.heap.HeapReferences;
import dev.foliot.hotspot.heap.JavaFields;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.klass.LoadedClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the fields of a ForkJoinPool and of its queues are. Immutable; offsets in bytes.
 *
 * @param klass the class of pools
 * @param ctl of a pool: its counts
 * @param isRelative whether these are counted from the parallelism on
 * @param parallelism of a pool: how many may run
 * @param queues of a pool: the array of its queues
 * @param base of a queue: how many tasks were taken from it
 * @param top of a queue: how many tasks were added to it
 * @param array of a queue: its tasks
 * @param safepointPlaces the addresses of the counter of safepoints and of their time; empty where
 *     the JVM does not tell
 */
record ForkJoinFields(
    long klass,
    int ctl,
    boolean isRelative,
    int parallelism,
    int queues,
    int base,
    int top,
    int array,
    List<Long> safepointPlaces) {
  private static final String POOL = "java.util.concurrent.ForkJoinPool";
  private static final String QUEUE = POOL + "$WorkQueue";
  private static final String PARALLELISM = "parallelism";

  /** The classes that have them. */
  static final Set<String> CLASSES = Set.of(POOL, QUEUE);

  ForkJoinFields {
    safepointPlaces = List.copyOf(safepointPlaces);
  }

  /** Empty where the classes are not loaded yet: there is no pool then. */
  static Optional<ForkJoinFields> of(
      Pages pages,
      JavaFields fields,
      HeapReferences references,
      Map<String, LoadedClass> classes,
      List<Long> safepointPlaces)
      throws BadMemoryException {
    LoadedClass pool = classes.get(POOL);
    LoadedClass queue = classes.get(QUEUE);
    if (pool == null || queue == null) {
      return Optional.empty();
    }
    FieldPlaces ofPool = new FieldPlaces(pages, fields, pool.address());
    FieldPlaces ofQueue = new FieldPlaces(pages, fields, queue.address());
    // before JDK 19 the lower half of its mode, from which the counts of ctl begin
    boolean isRelative = !ofPool.has(PARALLELISM);
    return Optional.of(
        new ForkJoinFields(
            pool.address(),
            ofPool.of("ctl", Long.BYTES),
            isRelative,
            ofPool.of(isRelative ? "mode" : PARALLELISM, Integer.BYTES),
            ofPool.of("queues", references.bytes()),
            ofQueue.of("base", Integer.BYTES),
            ofQueue.of("top", Integer.BYTES),
            ofQueue.of("array", references.bytes()),
            safepointPlaces));
  }
}
