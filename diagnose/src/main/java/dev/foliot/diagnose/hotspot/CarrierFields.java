package dev.foliot.diagnose.hotspot;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

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
  private static final String BOOTSTRAP = "bootstrap";
  private static final String THREAD = "java.lang.VirtualThread";
  private static final String POOL = "java.util.concurrent.ForkJoinPool";
  private static final String QUEUE = POOL + "$WorkQueue";

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
      ClassList classes)
      throws BadMemoryException {
    Optional<LoadedClass> thread = named(classes, THREAD);
    Optional<LoadedClass> pool = named(classes, POOL);
    Optional<LoadedClass> queue = named(classes, QUEUE);
    if (thread.isEmpty() || pool.isEmpty() || queue.isEmpty()) {
      return Optional.empty();
    }
    Places ofThread = new Places(pages, fields, thread.get().address());
    Places ofPool = new Places(pages, fields, pool.get().address());
    Places ofQueue = new Places(pages, fields, queue.get().address());
    return Optional.of(
        new CarrierFields(
            references,
            oops,
            pages.target(thread.get().address() + tables.offset("Klass::_java_mirror")),
            ofThread.of("DEFAULT_SCHEDULER", true, references.bytes()),
            pool.get().address(),
            tables.offset("Klass::_super"),
            ofPool.of("ctl", false, Long.BYTES),
            ofPool.of("parallelism", false, Integer.BYTES),
            ofPool.of("queues", false, references.bytes()),
            ofQueue.of("base", false, Integer.BYTES),
            ofQueue.of("top", false, Integer.BYTES),
            ofQueue.of("array", false, references.bytes()),
            PerfData.safepoints(pages, tables)));
  }

  private static Optional<LoadedClass> named(ClassList classes, String name) {
    return classes.all().stream()
        .filter(one -> one.name().equals(name) && one.loader().equals(BOOTSTRAP))
        .findFirst();
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
