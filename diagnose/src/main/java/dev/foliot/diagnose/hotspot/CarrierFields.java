package dev.foliot.diagnose.hotspot;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Where the fields are that lead to the carriers' queues. Immutable; offsets in bytes.
 *
 * @param references how references are written
 * @param oops how an object names its class
 * @param mirrorHandle the address of the handle of the mirror of VirtualThread
 * @param scheduler of the mirror: the pool
 * @param poolKlass the class of pools
 * @param superClass of a class: its superclass
 * @param ctl of a pool: its counts
 * @param parallelism of a pool: how many may run
 * @param queues of a pool: the array of its queues
 * @param base of a queue: how many tasks were taken from it
 * @param top of a queue: how many tasks were added to it
 * @param array of a queue: its tasks
 * @param safepointPlaces the addresses of the counter of safepoints and of their time; empty where
 *     the JVM does not tell
 */
record CarrierFields(
    HeapReferences references,
    Oops oops,
    long mirrorHandle,
    int scheduler,
    long poolKlass,
    int superClass,
    int ctl,
    int parallelism,
    int queues,
    int base,
    int top,
    int array,
    List<Long> safepointPlaces) {
  private static final String THREAD = "java.lang.VirtualThread";
  private static final String POOL = "java.util.concurrent.ForkJoinPool";
  private static final String QUEUE = POOL + "$WorkQueue";

  /** The classes that have them. */
  static final Set<String> CLASSES = Set.of(THREAD, POOL, QUEUE);

  CarrierFields {
    safepointPlaces = List.copyOf(safepointPlaces);
  }

  /** Empty where the classes are not loaded yet: there is no pool then. */
  static Optional<CarrierFields> of(
      Pages pages,
      VmTables tables,
      JavaFields fields,
      HeapReferences references,
      Oops oops,
      Map<String, LoadedClass> classes)
      throws BadMemoryException {
    LoadedClass thread = classes.get(THREAD);
    LoadedClass pool = classes.get(POOL);
    LoadedClass queue = classes.get(QUEUE);
    if (thread == null || pool == null || queue == null) {
      return Optional.empty();
    }
    Places ofThread = new Places(pages, fields, thread.address());
    Places ofPool = new Places(pages, fields, pool.address());
    Places ofQueue = new Places(pages, fields, queue.address());
    return Optional.of(
        new CarrierFields(
            references,
            oops,
            pages.target(thread.address() + tables.offset("Klass::_java_mirror")),
            ofThread.of("DEFAULT_SCHEDULER", true, references.bytes()),
            pool.address(),
            tables.offset("Klass::_super"),
            ofPool.of("ctl", false, Long.BYTES),
            ofPool.of("parallelism", false, Integer.BYTES),
            ofPool.of("queues", false, references.bytes()),
            ofQueue.of("base", false, Integer.BYTES),
            ofQueue.of("top", false, Integer.BYTES),
            ofQueue.of("array", false, references.bytes()),
            PerfData.safepoints(pages, tables)));
  }

  /** The fields of one class. */
  private record Places(Pages pages, JavaFields fields, long klass) {
    int of(String name, boolean isStatic, int alignment) throws BadMemoryException {
      OptionalInt offset = fields.offset(pages, klass, name, isStatic);
      if (offset.isEmpty() || offset.getAsInt() % alignment != 0) {
        throw new BadMemoryException("this JDK has no field " + name + " where others have it");
      }
      return offset.getAsInt();
    }
  }

  int classWord() {
    return oops.classWord();
  }

  long klassIn(long word) {
    return oops.klassIn(word);
  }
}
