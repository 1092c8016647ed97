package dev.foliot.diagnose.hotspot;

import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    Map<String, JavaFields.Place> ofThread = fields.of(pages, thread.get().address());
    Map<String, JavaFields.Place> ofPool = fields.of(pages, pool.get().address());
    Map<String, JavaFields.Place> ofQueue = fields.of(pages, queue.get().address());
    return Optional.of(
        new CarrierFields(
            references,
            oops,
            pages.target(thread.get().address() + tables.offset("Klass::_java_mirror")),
            place(ofThread, "DEFAULT_SCHEDULER", true, references.bytes()),
            pool.get().address(),
            tables.offset("Klass::_super"),
            place(ofPool, "ctl", false, Long.BYTES),
            place(ofPool, "parallelism", false, Integer.BYTES),
            place(ofPool, "queues", false, references.bytes()),
            place(ofQueue, "base", false, Integer.BYTES),
            place(ofQueue, "top", false, Integer.BYTES),
            place(ofQueue, "array", false, references.bytes()),
            PerfData.safepoints(pages, tables)));
  }

  private static Optional<LoadedClass> named(ClassList classes, String name) {
    return classes.all().stream()
        .filter(one -> one.name().equals(name) && one.loader().equals(BOOTSTRAP))
        .findFirst();
  }

  private static int place(
      Map<String, JavaFields.Place> fields, String name, boolean isStatic, int alignment)
      throws BadMemoryException {
    JavaFields.Place place = fields.get(name);
    if (place == null || place.isStatic() != isStatic || place.offset() % alignment != 0) {
      throw new BadMemoryException("this JDK has no field " + name + " where others have it");
    }
    return place.offset();
  }

  int classWord() {
    return oops.classWord();
  }

  long klassIn(long word) {
    return oops.klassIn(word);
  }
}
