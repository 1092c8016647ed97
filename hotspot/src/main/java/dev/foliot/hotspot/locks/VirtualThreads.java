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
import dev.foliot.hotspot.locks.ConcurrentSets.Bins;
import dev.foliot.hotspot.locks.VirtualGroup.State;
import dev.foliot.hotspot.locks.VirtualGroup.Unmounted;
import dev.foliot.hotspot.locks.VirtualGroup.Waiting;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Samples the virtual threads of a JVM and the stacks of those without a carrier, without stopping
 * it. For one thread.
 *
 * <p>The threads come from the sets in which the JDK keeps them, so the heap is not searched: the
 * cost does not grow with the heap. A sample examines some 4,000 threads and 500 stacks, in at most
 * 200 ms of CPU time; the next sample takes others. All collectors are supported; with ZGC, threads
 * are missing while it moves objects, and {@link VirtualSample#limit()} says so.
 */
public final class VirtualThreads {
  /** The feature version of the JDK from which on there are virtual threads. */
  public static final int SINCE = 21;

  /** References to moved objects lead to their old places until this collector comes by. */
  private static final String OPAQUE = "UseZGC";

  private static final int MOST_EXAMINED = 4096;
  private static final int MOST_STACKS = 500;
  private static final int MOST_SETS = 1000;
  private static final int MOST_SCOPES = 8;
  private static final int MOST_CHUNKS = 8;
  private static final int MOST_STACK_BYTES = 32 << 10;
  private static final int MOST_FRAMES = 60;
  private static final int MOST_NAMES = 20_000;
  private static final int CLOCK_EVERY = 32;
  private static final int NAMED_TOGETHER = 128;
  private static final long MOST_CPU_NS = 200_000_000;

  /** The words below the stack pointer that belong to the innermost frame. */
  private static final int BELOW = 2;

  /** The methods below and above those of the thread. */
  private static final String MACHINERY = "jdk.internal.vm.Continuation";

  private final VmImage image;
  private final JvmClasses classes;
  private final BootClasses boot;
  private final CodeMap code;
  private final Map<Long, String> classNames = new HashMap<>();
  private Set<LoadedClass> known = Set.of();
  private @Nullable Parts parts;
  private long turn;

  /** Creates a reader; reads nothing yet. */
  public VirtualThreads(VmImage image, JvmClasses classes, CodeMap code) {
    this.image = image;
    this.classes = classes;
    this.code = code;
    this.boot = classes.boot(VirtualThreadFields.CLASSES);
  }

  /** What depends on the loaded classes. */
  private record Parts(ThreadReader reader, ConcurrentSets sets, VirtualThreadFields fields) {
    HeapWords heap() {
      return reader.heap();
    }

    long[] references(long[] objects, int offset) {
      return sets.fields(objects, offset);
    }

    boolean isThread(long klass) {
      try {
        return klass != 0 && heap().extendsClass(klass, reader.fields().thread());
      } catch (BadMemoryException e) {
        return false;
      }
    }

    long[] ints(long[] objects, int offset) {
      return VmThreadFields.ints(heap(), objects, offset);
    }

    long[] longs(long[] objects, int offset) {
      return heap().words(HeapWords.after(objects, offset));
    }
  }

  /**
   * Takes one sample; empty while the JVM has started no virtual thread. Unavailable before JDK 21,
   * if the process has ended, and where the JVM does not describe its objects. An inconsistent
   * thread is left out.
   */
  public Reading<VirtualSample> sample() {
    if (image.feature() < SINCE) {
      return Reading.unavailable(new JvmReason.NoVirtualThreads(image.feature(), SINCE));
    }
    if (!(image.flags() instanceof Reading.Value<JvmFlags>(JvmFlags flags))) {
      return Reading.unavailable(new JvmReason.FlagsUnknown());
    }
    return switch (boot.look()) {
      case Reading.Unavailable<Map<String, LoadedClass>> none -> none.retyped();
      case Reading.Value<Map<String, LoadedClass>>(Map<String, LoadedClass> loaded) -> {
        if (!VirtualThreadFields.areIn(loaded)) {
          yield Reading.of(VirtualSample.NONE);
        }
        try {
          yield Reading.of(sample(parts(flags, loaded)));
        } catch (BadMemoryException e) {
          parts = null;
          yield Reading.unavailable(
              new JvmReason.PartUnreadable(JvmReason.JvmPart.VIRTUAL_THREADS, e.what()));
        }
      }
    };
  }

  private Parts parts(JvmFlags flags, Map<String, LoadedClass> loaded) throws BadMemoryException {
    Set<LoadedClass> now = Set.copyOf(loaded.values());
    Parts last = parts;
    if (last != null && now.equals(known)) {
      image.memory().renew();
      return last;
    }
    Pages pages = image.renewed(Budget.HEAP);
    HeapWords heap = new HeapWords(pages, image, flags);
    JavaFields fields = new JavaFields(image.tables(), classes.symbols());
    Parts fresh =
        new Parts(
            new ThreadReader(
                heap,
                new VmThreadFields(image.tables()),
                JavaThreadFields.of(pages, fields, heap.layout(), loaded),
                image.feature()),
            new ConcurrentSets(heap, pages, fields, loaded),
            new VirtualThreadFields(heap, pages, image, fields, loaded));
    parts = fresh;
    known = now;
    return fresh;
  }

  /** The threads found, and how many there are. */
  private static final class Found {
    private final Set<Long> objects = new HashSet<>();
    private long size;
    private boolean isComplete = true;
  }

  private VirtualSample sample(Parts now) throws BadMemoryException {
    long endNs = image.cpuClock().getAsLong() + MOST_CPU_NS;
    turn++;
    Found found = find(now, endNs);
    long[] threads = found.objects.stream().mapToLong(one -> one).toArray();
    long[] numbers = now.ints(threads, now.fields.state);
    Map<State, List<Integer>> byState = new EnumMap<>(State.class);
    for (int i = 0; i < threads.length; i++) {
      Optional<State> state = now.fields.state(numbers[i]);
      if (state.isPresent()) {
        byState.computeIfAbsent(state.get(), any -> new ArrayList<>()).add(i);
      }
    }
    Map<State, Integer> states = new EnumMap<>(State.class);
    byState.forEach((state, indexes) -> states.put(state, indexes.size()));
    int[] chosen = choose(byState, now.longs(threads, now.fields.id));
    List<Unmounted> stacks = stacks(now, select(threads, chosen), select(numbers, chosen), endNs);
    return new VirtualSample(
        Math.max(found.size, threads.length),
        threads.length,
        states,
        VirtualGroup.of(stacks, now.reader::name),
        limit(now, found));
  }

  private Optional<Reason> limit(Parts now, Found found) {
    if (now.fields.tracked().isEmpty()) {
      return Optional.of(new JvmReason.VirtualThreadsUntracked());
    }
    if (!found.isComplete) {
      return Optional.of(new JvmReason.ThreadSetsUnread());
    }
    boolean isOpaque =
        image.flags().toOptional().flatMap(flags -> flags.bool(OPAQUE)).orElse(false);
    return isOpaque ? Optional.of(new JvmReason.ReferencesOpaque(OPAQUE)) : Optional.empty();
  }

  /**
   * Threads of each unmounted state, so that one of few threads is not lost among others. They are
   * the same in each sample while they wait: those with the least hashes of their ids.
   */
  private int[] choose(Map<State, List<Integer>> byState, long[] ids) {
    List<List<Integer>> fewestFirst =
        byState.entrySet().stream()
            .filter(entry -> entry.getKey().isUnmounted())
            .map(Map.Entry::getValue)
            .sorted(Comparator.comparingInt(List::size))
            .toList();
    List<Integer> chosen = new ArrayList<>();
    int room = MOST_STACKS;
    int left = fewestFirst.size();
    for (List<Integer> same : fewestFirst) {
      int most = Math.min(same.size(), room / left--);
      room -= most;
      same.stream()
          .sorted(Comparator.comparingLong(i -> VirtualSample.rank(ids[i])))
          .limit(most)
          .forEach(chosen::add);
    }
    Collections.shuffle(chosen, new Random(turn));
    return chosen.stream().mapToInt(i -> i).toArray();
  }

  private static long[] select(long[] all, int[] chosen) {
    return Arrays.stream(chosen).mapToLong(i -> all[i]).toArray();
  }

  /** Goes from set to set: the threads of one may own containers of others. */
  private Found find(Parts now, long endNs) throws BadMemoryException {
    Set<Long> open = new LinkedHashSet<>();
    now.fields.tracked().ifPresent(open::add);
    now.sets
        .bins(now.fields.registry())
        .map(bins -> now.sets.elements(bins, MOST_SETS, turn, () -> isOver(endNs)).objects())
        .ifPresent(weak -> containers(now, now.references(weak, now.fields.referent), open));
    scopes(now, now.reader.objects(), open);
    Found found = new Found();
    Set<Long> seen = new HashSet<>();
    while (!open.isEmpty()) {
      List<Bins> sets = new ArrayList<>();
      for (long set : open) {
        if (seen.size() == MOST_SETS || isOver(endNs)) {
          found.isComplete = false;
          break;
        }
        if (seen.add(set)) {
          now.sets.bins(set).ifPresent(sets::add);
        }
      }
      open.clear();
      boolean isAll = take(now, sets, found, open, endNs);
      found.isComplete &= isAll || open.isEmpty();
    }
    return found;
  }

  /** Takes a share of each set, and adds the sets that its threads own; whether it took all. */
  private boolean take(Parts now, List<Bins> sets, Found found, Set<Long> open, long endNs) {
    long size = sets.stream().mapToLong(Bins::size).sum();
    int room = Math.max(0, MOST_EXAMINED - found.objects.size());
    boolean isAll = true;
    for (Bins set : sets) {
      int most =
          size <= room ? Integer.MAX_VALUE : (int) Math.ceil((double) room * set.size() / size);
      ConcurrentSets.Elements elements = now.sets.elements(set, most, turn, () -> isOver(endNs));
      long[] objects = elements.objects();
      long[] klasses = now.heap().klasses(objects);
      int virtual = 0;
      int platform = 0;
      for (int i = 0; i < objects.length; i++) {
        if (klasses[i] == now.fields.thread) {
          objects[virtual] = objects[i];
          virtual += found.objects.add(objects[i]) ? 1 : 0;
        } else if (now.isThread(klasses[i])) {
          platform++;
        }
      }
      found.size +=
          Math.max(virtual, set.size() * virtual / Math.max(1, (long) virtual + platform));
      isAll &= elements.isAll();
      scopes(now, Arrays.copyOf(objects, virtual), open);
    }
    return isAll;
  }

  /** Adds the sets of the containers that some threads own. */
  private static void scopes(Parts now, long[] threads, Set<Long> open) {
    long[] scopes = now.references(threads, now.fields.scopes);
    for (int depth = 0; depth < MOST_SCOPES; depth++) {
      scopes = Arrays.stream(scopes).filter(scope -> scope != 0).toArray();
      if (scopes.length == 0) {
        return;
      }
      containers(now, scopes, open);
      scopes = now.references(scopes, now.fields.previous);
    }
  }

  private static void containers(Parts now, long[] containers, Set<Long> open) {
    long[] klasses = now.heap().klasses(containers);
    for (int i = 0; i < containers.length; i++) {
      List<Integer> path = now.fields.pathToSet(klasses[i]);
      long at = containers[i];
      for (int offset : path) {
        at = now.sets.field(at, offset);
      }
      if (!path.isEmpty() && at != 0) {
        open.add(at);
      }
    }
  }

  /** The stack chunks of some threads: where they are, and what says that they are still used. */
  @SuppressWarnings("ArrayRecordComponent") // columns of one sample
  private record Chunks(long[] states, long[] objects, long[] sps) {
    static Chunks of(Parts now, long[] threads) {
      long[] objects =
          now.references(now.references(threads, now.fields.continuation), now.fields.tail);
      return new Chunks(
          now.ints(threads, now.fields.state), objects, now.ints(objects, now.fields.sp));
    }

    boolean isSame(Chunks other, int i) {
      return states[i] == other.states[i]
          && objects[i] == other.objects[i]
          && sps[i] == other.sps[i];
    }
  }

  private List<Unmounted> stacks(Parts now, long[] threads, long[] numbers, long endNs) {
    Chunks before = Chunks.of(now, threads);
    long[] blockers = now.references(threads, now.reader.fields().blocker());
    long[] blockerKlasses = now.heap().klasses(blockers);
    long[] ids = now.longs(threads, now.fields.id);
    long[] owners = owners(now, blockers, blockerKlasses);
    List<List<byte[]>> copies = copies(now, before.objects, endNs);
    Chunks after = Chunks.of(now, threads);
    long[] klasses = now.heap().klasses(threads);
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < threads.length; i++) {
      boolean isRead = !copies.get(i).isEmpty() || before.objects[i] == 0;
      if (isRead
          && klasses[i] == now.fields.thread
          && before.states[i] == numbers[i]
          && before.isSame(after, i)) {
        kept.add(i);
      }
    }
    List<List<JavaFrame>> frames =
        frames(kept.stream().flatMap(i -> copies.get(i).stream()).toList(), endNs);
    List<Unmounted> all = new ArrayList<>();
    int next = 0;
    for (int i : kept) {
      int end = next + copies.get(i).size();
      if (end > frames.size()) {
        break;
      }
      all.add(
          new Unmounted(
              threads[i],
              new Waiting(ids[i], "", hash(copies.get(i)), owners[i]),
              now.fields.state(numbers[i]).orElseThrow(),
              className(blockerKlasses[i]),
              frames.subList(next, end).stream()
                  .flatMap(List::stream)
                  .filter(frame -> !frame.className().startsWith(MACHINERY))
                  .limit(MOST_FRAMES)
                  .toList()));
      next = end;
    }
    return all;
  }

  /** The ids of the threads that own what others are parked for; 0 for none. */
  private static long[] owners(Parts now, long[] blockers, long[] klasses) {
    long[] owners = now.reader.lockOwners(blockers, klasses);
    long[] ownerKlasses = now.heap().klasses(owners);
    for (int i = 0; i < owners.length; i++) {
      owners[i] = now.isThread(ownerKlasses[i]) ? owners[i] : 0;
    }
    return now.longs(owners, now.fields.id);
  }

  private static long hash(List<byte[]> stack) {
    long hash = 0;
    for (byte[] part : stack) {
      CRC32C crc = new CRC32C();
      crc.update(part);
      hash = VirtualSample.rank(hash ^ (crc.getValue() << Integer.SIZE) ^ part.length);
    }
    return hash;
  }

  /** Copies of some chunks and their parents, from below their stack pointers on. */
  private List<List<byte[]>> copies(Parts now, long[] first, long endNs) {
    List<List<byte[]>> all = new ArrayList<>();
    for (int i = 0; i < first.length; i++) {
      all.add(new ArrayList<>());
    }
    long[] chunks = first;
    for (int depth = 0; depth < MOST_CHUNKS && Arrays.stream(chunks).sum() != 0; depth++) {
      long[] klasses = now.heap().klasses(chunks);
      long[] sps = now.ints(chunks, now.fields.sp);
      long[] sizes = now.ints(chunks, now.fields.size);
      for (int i = 0; i < chunks.length; i++) {
        if (i % CLOCK_EVERY == 0 && isOver(endNs)) {
          return all;
        }
        if (klasses[i] == now.fields.chunk && sps[i] >= BELOW && sps[i] < sizes[i]) {
          long start = chunks[i] + now.fields.words + (sps[i] - BELOW) * Long.BYTES;
          long bytes = Math.min((sizes[i] - sps[i] + BELOW) * Long.BYTES, MOST_STACK_BYTES);
          byte[] copy = new byte[(int) bytes];
          if (image.memory().read(start, copy)) {
            all.get(i).add(copy);
          }
        }
      }
      chunks = now.references(chunks, now.fields.parent);
    }
    return all;
  }

  /** The frames of some copies; those for which there is no time are missing. */
  private List<List<JavaFrame>> frames(List<byte[]> copies, long endNs) {
    List<List<JavaFrame>> all = new ArrayList<>();
    for (int i = 0; i < copies.size() && !isOver(endNs); i += NAMED_TOGETHER) {
      List<byte[]> part = copies.subList(i, Math.min(i + NAMED_TOGETHER, copies.size()));
      all.addAll(code.frozenFrames(part, MOST_FRAMES));
    }
    return all;
  }

  private boolean isOver(long endNs) {
    return image.cpuClock().getAsLong() > endNs;
  }

  private String className(long klass) {
    if (klass == 0) {
      return "";
    }
    String name = classNames.get(klass);
    if (name == null) {
      try {
        name = classes.nameAt(klass);
      } catch (BadMemoryException e) {
        return "";
      }
      if (classNames.size() < MOST_NAMES) {
        classNames.put(klass, name);
      }
    }
    return name;
  }
}
