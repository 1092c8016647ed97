package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.FieldPlaces;
import dev.foliot.hotspot.image.BadMemoryException;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where a queue has what it tells. Immutable; offsets in bytes.
 *
 * @param klass the class of such queues
 * @param kind which it is
 * @param count how many tasks wait: a number, or a reference to an AtomicInteger
 * @param head what changes when a task is taken: a number, or a reference
 */
record QueueFields(long klass, Kind kind, int count, int head) {
  private static final String PACKAGE = "java.util.concurrent.";

  /** The classes of all kinds. */
  static final Set<String> CLASSES =
      Arrays.stream(Kind.values()).map(Kind::type).collect(Collectors.toUnmodifiableSet());

  /** A queue of the JDK. */
  enum Kind {
    /** Its head is the node that was taken last. */
    LINKED("LinkedBlockingQueue", "count", true, "head", true),
    /** Its head is an index, which comes back to what it was. */
    ARRAY("ArrayBlockingQueue", "count", false, "takeIndex", false),
    /** Its head is the first node. */
    DEQUE("LinkedBlockingDeque", "count", false, "first", true);

    private final String simpleName;
    private final String count;
    private final boolean counts;
    private final String head;
    private final boolean heads;

    Kind(String simpleName, String count, boolean counts, String head, boolean heads) {
      this.simpleName = simpleName;
      this.count = count;
      this.counts = counts;
      this.head = head;
      this.heads = heads;
    }

    String type() {
      return PACKAGE + simpleName;
    }

    /** Whether its count is in an object of its own. */
    boolean hasCounter() {
      return counts;
    }

    /** Whether its head is a reference. */
    boolean hasNodes() {
      return heads;
    }

    QueueFields of(FieldPlaces places, int referenceBytes) throws BadMemoryException {
      return new QueueFields(
          places.klass(),
          this,
          places.of(count, counts ? referenceBytes : Integer.BYTES),
          places.of(head, heads ? referenceBytes : Integer.BYTES));
    }
  }
}
