package dev.foliot.hotspot.locks;

import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.heap.JavaFields;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmImage.Budget;
import dev.foliot.hotspot.klass.BootClasses;
import dev.foliot.hotspot.klass.JvmClasses;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Reads how many dead objects wait for their finalizer. For one thread.
 *
 * <p>The finalizer thread takes them from a queue, which counts them [1].
 *
 * <p>[1] java.lang.ref.Finalizer and ReferenceQueue.queueLength.
 */
public final class ReferenceQueues {
  private static final String FINALIZER = "java.lang.ref.Finalizer";
  private static final String QUEUE = "java.lang.ref.ReferenceQueue";
  private static final long MOST = 1L << 40;

  private final VmImage image;
  private final JvmClasses classes;
  private final BootClasses boot;
  private Map<String, LoadedClass> found = Map.of();
  private Optional<Way> way = Optional.empty();

  /** Creates a reader; reads nothing yet. */
  public ReferenceQueues(VmImage image, JvmClasses classes) {
    this.image = image;
    this.classes = classes;
    boot = classes.boot(Set.of(FINALIZER, QUEUE));
  }

  /** The places of the queue's length. */
  private record Way(HeapWords heap, long mirror, int queue, int length) {
    long read() throws BadMemoryException {
      long[] holder = heap.behind(new long[] {mirror});
      long[] place = HeapWords.after(holder, queue);
      long[] object = heap.current(heap.references(place));
      long objects = object[0] == 0 ? 0 : heap.word(object[0] + length);
      if (objects < 0 || objects > MOST) {
        throw new BadMemoryException("the queue of finalizers has " + objects + " objects");
      }
      return objects;
    }
  }

  /** The number of objects that wait for their finalizer; 0 before any class has one. */
  public Reading<Long> finalizers() {
    if (!(image.flags() instanceof Reading.Value<JvmFlags>(JvmFlags flags))) {
      return Reading.unavailable(new JvmReason.FlagsUnknown());
    }
    try {
      if (way.isEmpty()) {
        if (!(boot.look() instanceof Reading.Value<Map<String, LoadedClass>>(var now))) {
          throw new BadMemoryException("the classes of its queues cannot be read");
        }
        found = now;
        if (!found.keySet().containsAll(Set.of(FINALIZER, QUEUE))) {
          return Reading.of(0L);
        }
        way = Optional.of(find(flags));
      }
      return Reading.of(way.get().read());
    } catch (BadMemoryException e) {
      way = Optional.empty();
      return Reading.unavailable(new JvmReason.PartUnreadable(JvmReason.JvmPart.HEAP, e.what()));
    }
  }

  private Way find(JvmFlags flags) throws BadMemoryException {
    Pages pages = image.renewed(Budget.HEAP);
    HeapWords heap = new HeapWords(pages, image, flags);
    JavaFields fields = new JavaFields(image.tables(), classes.symbols());
    LoadedClass finalizer = Objects.requireNonNull(found.get(FINALIZER));
    LoadedClass queue = Objects.requireNonNull(found.get(QUEUE));
    return new Way(
        heap,
        pages.target(finalizer.address() + image.tables().offset("Klass::_java_mirror")),
        new JavaFields.Places(pages, fields, finalizer.address())
            .ofStatic("queue", heap.layout().bytes()),
        new JavaFields.Places(pages, fields, queue.address()).of("queueLength", Long.BYTES));
  }
}
