package dev.foliot.hotspot.locks;

import dev.foliot.hotspot.heap.HeapReferences;
import dev.foliot.hotspot.heap.JavaFields;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.klass.LoadedClass;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of Java's threads and locks. Immutable; offsets in bytes.
 *
 * @param thread the class of threads
 * @param virtualThread the class of virtual threads; 0 if it is not loaded
 * @param carrier the class of threads that run virtual threads; 0 if it is not loaded
 * @param blocker of a thread: what it is parked for
 * @param name of a thread: its name
 * @param string the class of strings
 * @param value of a string: its bytes
 * @param coder of a string: 0 for one byte a character
 * @param synchronizer the class of locks with an owner; 0 if it is not loaded
 * @param owner of such a lock: its thread
 * @param task the fields of tasks with a result; empty if their class is not loaded
 * @param async those of tasks that complete a CompletableFuture; empty if they are not loaded
 */
record JavaThreadFields(
    long thread,
    long virtualThread,
    long carrier,
    int blocker,
    int name,
    long string,
    int value,
    int coder,
    long synchronizer,
    int owner,
    Optional<Task> task,
    Optional<Async> async) {
  private static final String THREAD = "java.lang.Thread";
  private static final String VIRTUAL_THREAD = "java.lang.VirtualThread";
  private static final String CARRIER = "jdk.internal.misc.CarrierThread";
  private static final String STRING = "java.lang.String";
  private static final String SYNCHRONIZER =
      "java.util.concurrent.locks.AbstractOwnableSynchronizer";

  private static final String TASK = "java.util.concurrent.FutureTask";

  private static final String FUTURE = "java.util.concurrent.CompletableFuture";
  private static final String STEP = FUTURE + "$Completion";

  /** The tasks that complete a CompletableFuture. */
  private static final List<String> ASYNC = List.of(FUTURE + "$AsyncRun", FUTURE + "$AsyncSupply");

  /** The classes that declare them. */
  static final Set<String> CLASSES =
      Set.of(
          THREAD,
          VIRTUAL_THREAD,
          CARRIER,
          STRING,
          SYNCHRONIZER,
          TASK,
          FUTURE,
          STEP,
          ASYNC.getFirst(),
          ASYNC.getLast());

  /**
   * The fields of tasks with a result.
   *
   * @param klass their class
   * @param runner of a task: the thread that runs it
   * @param state of a task: 0 until it has ended
   */
  record Task(long klass, int runner, int state) {}

  /**
   * The fields that lead from a task to those who wait for its CompletableFuture.
   *
   * @param futures the fields of tasks, by their class: the future
   * @param waiting of a future: the first of those who wait for it
   * @param next of one who waits: the next one
   */
  record Async(Map<Long, Integer> futures, int waiting, int next) {}

  static JavaThreadFields of(
      Pages pages, JavaFields fields, HeapReferences references, Map<String, LoadedClass> classes)
      throws BadMemoryException {
    LoadedClass thread = classes.get(THREAD);
    LoadedClass string = classes.get(STRING);
    if (thread == null || string == null) {
      throw new BadMemoryException("it has no class of threads");
    }
    int bytes = references.bytes();
    JavaFields.Places ofThread = new JavaFields.Places(pages, fields, thread.address());
    JavaFields.Places ofString = new JavaFields.Places(pages, fields, string.address());
    LoadedClass synchronizer = classes.get(SYNCHRONIZER);
    return new JavaThreadFields(
        thread.address(),
        address(classes, VIRTUAL_THREAD),
        address(classes, CARRIER),
        ofThread.of("parkBlocker", bytes),
        ofThread.of("name", bytes),
        string.address(),
        ofString.of("value", bytes),
        ofString.of("coder", 1),
        address(classes, SYNCHRONIZER),
        synchronizer == null
            ? 0
            : new JavaFields.Places(pages, fields, synchronizer.address())
                .of("exclusiveOwnerThread", bytes),
        task(pages, fields, bytes, classes.get(TASK)),
        async(pages, fields, bytes, classes));
  }

  private static Optional<Async> async(
      Pages pages, JavaFields fields, int bytes, Map<String, LoadedClass> classes)
      throws BadMemoryException {
    LoadedClass future = classes.get(FUTURE);
    LoadedClass step = classes.get(STEP);
    if (future == null || step == null) {
      return Optional.empty();
    }
    Map<Long, Integer> futures = new HashMap<>();
    for (String name : ASYNC) {
      LoadedClass type = classes.get(name);
      if (type != null) {
        futures.put(
            type.address(), new JavaFields.Places(pages, fields, type.address()).of("dep", bytes));
      }
    }
    return Optional.of(
        new Async(
            futures,
            new JavaFields.Places(pages, fields, future.address()).of("stack", bytes),
            new JavaFields.Places(pages, fields, step.address()).of("next", bytes)));
  }

  private static Optional<Task> task(
      Pages pages, JavaFields fields, int bytes, @Nullable LoadedClass type)
      throws BadMemoryException {
    if (type == null) {
      return Optional.empty();
    }
    JavaFields.Places places = new JavaFields.Places(pages, fields, type.address());
    return Optional.of(
        new Task(type.address(), places.of("runner", bytes), places.of("state", Integer.BYTES)));
  }

  private static long address(Map<String, LoadedClass> classes, String name) {
    return Optional.ofNullable(classes.get(name)).map(LoadedClass::address).orElse(0L);
  }
}
