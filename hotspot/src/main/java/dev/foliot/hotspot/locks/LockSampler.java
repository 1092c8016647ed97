package dev.foliot.hotspot.locks;

import dev.foliot.hotspot.code.CodeMap;
import dev.foliot.hotspot.code.JavaFrame;
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
import dev.foliot.hotspot.locks.ThreadSample.Exit;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Samples the threads of a JVM, their locks and their stacks, without stopping it. For one thread.
 *
 * <p>A sample takes a few system calls for a thousand threads. Names of threads and classes are
 * read once.
 */
public final class LockSampler {
  /** New classes are searched for after this number of samples. */
  private static final int RENEW_AFTER = 20;

  private static final int MOST_KNOWN = 20_000;
  private static final int MOST_STACK_BYTES = 32 << 10;
  private static final int MOST_FRAMES = 60;
  private static final int MOST_WAITING = 16;
  private static final int MOST_ATTEMPTS = 16;

  private final VmImage image;
  private final JvmClasses classes;
  private final BootClasses boot;
  private final CodeMap code;
  private final Map<Long, String> classNames = new HashMap<>();
  private final Map<Long, Map<Long, Boolean>> subclasses = new HashMap<>();
  private Map<Long, Named> names = new HashMap<>();
  private Set<LoadedClass> known = Set.of();
  private @Nullable ThreadReader reader;
  private int untilRenewal;

  /** The expensive attempts left until the next renewal: a target may stay unreadable for ever. */
  private int attempts = MOST_ATTEMPTS;

  /** Creates a sampler; reads nothing yet. */
  public LockSampler(VmImage image, JvmClasses classes, CodeMap code) {
    this.image = image;
    this.classes = classes;
    this.code = code;
    this.boot = classes.boot(JavaThreadFields.CLASSES);
  }

  /** A thread's name, for as long as the same object is behind its handle. */
  private record Named(long handle, String name) {}

  /**
   * Takes one sample. Unavailable if the process has ended, and where the JVM does not describe its
   * threads; an inconsistent thread is left out.
   */
  public Reading<LockSample> sample() {
    if (!(image.flags() instanceof Reading.Value<JvmFlags>(JvmFlags flags))) {
      return Reading.unavailable(new JvmReason.FlagsUnknown());
    }
    try {
      if (reader == null || untilRenewal-- <= 0) {
        renew(flags);
        untilRenewal = RENEW_AFTER;
        attempts = MOST_ATTEMPTS;
      }
      ThreadReader now = reader;
      return now == null
          ? Reading.unavailable(new JvmReason.FlagsUnknown())
          : Reading.of(sample(now));
    } catch (BadMemoryException e) {
      reader = null;
      return Reading.unavailable(new JvmReason.PartUnreadable(JvmReason.JvmPart.THREADS, e.what()));
    }
  }

  private void renew(JvmFlags flags) throws BadMemoryException {
    if (!(boot.look() instanceof Reading.Value<Map<String, LoadedClass>>(var found))) {
      throw new BadMemoryException("the classes of its threads cannot be read");
    }
    Set<LoadedClass> now = Set.copyOf(found.values());
    if (reader != null && now.equals(known)) {
      return;
    }
    known = now;
    Pages pages = image.renewed(Budget.HEAP);
    HeapWords heap = new HeapWords(pages, image, flags);
    JavaFields fields = new JavaFields(image.tables(), classes.symbols());
    reader =
        new ThreadReader(
            heap,
            new VmThreadFields(image.tables()),
            JavaThreadFields.of(pages, fields, heap.layout(), found),
            image.feature());
  }

  private LockSample sample(ThreadReader now) throws BadMemoryException {
    ThreadReader.Raw raw = now.look();
    Map<Long, Named> named = new HashMap<>();
    List<ThreadSample> threads = new ArrayList<>();
    int unreadable = 0;
    for (int i = 0; i < raw.size(); i++) {
      if (raw.object(i) == 0 || raw.tid(i) == 0 || !isA(now, raw.klass(i), now.fields().thread())) {
        unreadable++;
        continue;
      }
      Named name = names.get(raw.thread(i));
      // a name is unreadable while the collector moves it
      if (name == null || name.handle() != raw.handle(i) || name.name().isEmpty()) {
        name = new Named(raw.handle(i), now.name(raw.object(i)));
      }
      named.put(raw.thread(i), name);
      threads.add(
          new ThreadSample(
              raw.thread(i),
              raw.tid(i),
              name.name(),
              raw.state(i),
              now.fields().carrier() != 0 && isA(now, raw.klass(i), now.fields().carrier()),
              raw.isMounted(i),
              wait(now, raw, i),
              raw.exit(i)));
    }
    if (threads.isEmpty() && raw.size() > 0) {
      throw new BadMemoryException("none of its " + unreadable + " threads makes sense");
    }
    names = named;
    return new LockSample(threads, raw.unasked());
  }

  private Optional<Wait> wait(ThreadReader now, ThreadReader.Raw raw, int i) {
    if (!raw.isStill(i)) {
      return Optional.empty();
    }
    ThreadReader.RawWait wait = raw.waitOf(i);
    if (wait == null) {
      return Optional.empty();
    }
    String className = wait.klass() == 0 ? "" : className(wait.klass());
    if (wait.kind() != Wait.Kind.PARK) {
      return Optional.of(new Wait(wait.kind(), wait.id(), className, wait.ownerTid()));
    }
    boolean isOwned = wait.ownerTid() != 0;
    return Optional.of(
        new Wait(
            isOwned ? Wait.Kind.LOCK : Wait.Kind.PARK,
            wait.id(),
            className,
            isOwned ? ownerOf(now, wait) : 0));
  }

  /** The owner of a lock is a thread, or the object is none. */
  private long ownerOf(ThreadReader now, ThreadReader.RawWait wait) {
    return wait.ownerTid() != Wait.UNMOUNTED
            || (now.fields().virtualThread() != 0
                && isA(now, wait.ownerKlass(), now.fields().virtualThread()))
        ? wait.ownerTid()
        : 0;
  }

  private boolean isA(ThreadReader now, long klass, long ancestor) {
    Map<Long, Boolean> of = subclasses.computeIfAbsent(ancestor, any -> new HashMap<>());
    Boolean answer = of.get(klass);
    if (answer == null) {
      try {
        answer = klass != 0 && now.heap().extendsClass(klass, ancestor);
      } catch (BadMemoryException e) {
        return false;
      }
      if (of.size() < MOST_KNOWN) {
        of.put(klass, answer);
      }
    }
    return answer;
  }

  private String className(long klass) {
    String name = classNames.get(klass);
    if (name == null) {
      if (attempts == 0) {
        return "";
      }
      try {
        name = classes.nameAt(klass);
      } catch (BadMemoryException e) {
        attempts--;
        return "";
      }
      if (classNames.size() < MOST_KNOWN) {
        classNames.put(klass, name);
      }
    }
    return name;
  }

  /**
   * The Java methods on the stack of a thread, innermost first. Empty while the thread runs Java
   * code, where it has moved on since the sample, and where its code has no names.
   */
  public List<JavaFrame> stack(ThreadSample thread) {
    ThreadReader now = reader;
    if (now == null || !thread.exit().isKnown()) {
      return List.of();
    }
    try {
      Exit exit = now.exit(thread.id());
      if (!exit.equals(thread.exit())) {
        return List.of();
      }
      long end = now.stackEnd(thread.id());
      long bytes = Math.min(end - exit.sp(), MOST_STACK_BYTES);
      if (bytes < Long.BYTES) {
        return List.of();
      }
      byte[] stack = new byte[(int) bytes];
      if (!image.memory().read(exit.sp(), stack) && !readRenewed(exit.sp(), stack)) {
        return List.of();
      }
      long pc = exit.pc() != 0 ? exit.pc() : now.heap().word(exit.sp() - Long.BYTES);
      List<JavaFrame> frames = code.javaFrames(pc, exit.sp(), exit.fp(), stack, MOST_FRAMES);
      return now.exit(thread.id()).equals(exit) ? frames : List.of();
    } catch (BadMemoryException e) {
      return List.of();
    }
  }

  /** The stack of a new thread is in memory that was mapped since. */
  private boolean readRenewed(long address, byte[] into) {
    if (attempts == 0) {
      return false;
    }
    attempts--;
    image.memory().renew();
    return image.memory().read(address, into);
  }

  /**
   * Whether a thread waits for the result of a task that no thread has begun, as far as that can be
   * told now: of a FutureTask.
   */
  public boolean isForUnbegunTask(Wait wait) {
    ThreadReader now = reader;
    if (now == null || wait.kind() != Wait.Kind.PARK || now.fields().task().isEmpty()) {
      return false;
    }
    JavaThreadFields.Task task = now.fields().task().get();
    try {
      HeapWords heap = now.heap();
      return isA(now, heap.klassOf(wait.id()), task.klass())
          && heap.reference(wait.id() + task.runner()) == 0
          && heap.int4(wait.id() + task.state()) == 0;
    } catch (BadMemoryException e) {
      return false;
    }
  }

  /**
   * Whether a thread waits for one of some tasks, as far as that can be told now: as a FutureTask,
   * or for the CompletableFuture of {@code runAsync} and {@code supplyAsync}.
   *
   * @param tasks their addresses, from {@link dev.foliot.hotspot.pool.PoolSampler#tasks}
   */
  public boolean isForOneOf(Wait wait, List<Long> tasks) {
    ThreadReader now = reader;
    if (now == null || wait.kind() != Wait.Kind.PARK) {
      return false;
    }
    for (long task : tasks) {
      if (task == wait.id() || isForFuture(now, wait, task)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isForFuture(ThreadReader now, Wait wait, long task) {
    Optional<JavaThreadFields.Async> async = now.fields().async();
    if (async.isEmpty()) {
      return false;
    }
    HeapWords heap = now.heap();
    try {
      Integer field = async.get().futures().get(heap.klassOf(task));
      long future = field == null ? 0 : heap.reference(task + field);
      long waiting = future == 0 ? 0 : heap.reference(future + async.get().waiting());
      for (int i = 0; i < MOST_WAITING && waiting != 0; i++) {
        if (waiting == wait.id()) {
          return true;
        }
        waiting = heap.reference(waiting + async.get().next());
      }
      return false;
    } catch (BadMemoryException e) {
      return false;
    }
  }
}
