package dev.foliot.diagnose.recording;

import dev.foliot.diagnose.recording.RecordingObservations.Allocated;
import dev.foliot.diagnose.recording.RecordingObservations.Blocking;
import dev.foliot.diagnose.recording.RecordingObservations.Deoptimised;
import dev.foliot.diagnose.recording.RecordingObservations.Exceptions;
import dev.foliot.diagnose.recording.RecordingObservations.Io;
import dev.foliot.diagnose.recording.RecordingObservations.IoWait;
import dev.foliot.diagnose.recording.RecordingObservations.Operation;
import dev.foliot.diagnose.recording.RecordingObservations.Thrown;
import dev.foliot.hotspot.flight.FlightEvent;
import dev.foliot.linux.proc.TcpPorts;
import dev.foliot.text.Shown;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Sums a recording, event by event. One thread.
 *
 * <p>Events of the recorder and of the thread that answers Foliot are left out. At most 5,000 sums
 * of each kind are kept; more places than that are no cause of anything.
 */
final class RecordedTally {
  /** Recorded for a moment only; JDK 25 stores a wrong time with it. */
  private static final String THROWN = "jdk.JavaExceptionThrow";

  private static final int MOST = 5_000;
  private static final int MOST_NAMES = 5;
  private static final int LONGEST = 200;
  private static final double NS_PER_S = 1e9;

  private final Instant began;
  private final TcpPorts ports;
  private final Map<Thrown, Long> thrown = new HashMap<>();
  private final Map<Deoptimised, Long> deoptimised = new HashMap<>();
  private final Map<IoKey, Waits> io = new HashMap<>();
  private final Map<Place, Waits> locks = new HashMap<>();
  private final Map<Place, Waits> pinned = new HashMap<>();
  private final Map<Allocated, Long> allocated = new HashMap<>();
  private final Map<Operation, Waits> operations = new HashMap<>();
  private @Nullable Throwables first;
  private @Nullable Throwables last;
  private long events;
  private long lostBytes;

  /** All throwables of the JVM until a moment. */
  private record Throwables(Instant at, long count) {}

  private record Place(String what, String place) {}

  private record IoKey(Io io, boolean isVirtual, String place) {}

  /** The waits at one place. */
  private static final class Waits {
    private final Set<Long> threads = new HashSet<>();
    private final Set<String> names = new TreeSet<>();
    private final Set<String> targets = new TreeSet<>();
    private long ns;
    private long longestNs;
    private long count;

    void add(long tookNs) {
      ns += tookNs;
      longestNs = Math.max(longestNs, tookNs);
      count++;
    }

    Blocking blocking(Place place) {
      return new Blocking(
          place.what,
          place.place,
          ns,
          longestNs,
          count,
          List.copyOf(names),
          Math.max(1, threads.size()));
    }
  }

  /**
   * A sum of events.
   *
   * @param began what came before is the recorder's own start
   * @param ports the process's connections
   */
  RecordedTally(Instant began, TcpPorts ports) {
    this.began = began;
    this.ports = ports;
  }

  void add(RecordedEvent event) {
    String name = event.getEventType().getName();
    if (name.equals("jdk.DataLoss")) {
      lostBytes += Math.max(0, event.getLong("amount"));
    } else if (name.equals("jdk.ExceptionStatistics")) {
      throwables(event);
    } else if ((name.equals(THROWN) || event.getEndTime().isAfter(began))
        && !FlightEvent.isOfRecorder(event.getThread())) {
      events++;
      count(name, event);
    }
  }

  private void throwables(RecordedEvent event) {
    if (event.getStartTime().isBefore(began)) {
      return;
    }
    Throwables now = new Throwables(event.getStartTime(), event.getLong("throwables"));
    if (first == null || now.at.isBefore(first.at)) {
      first = now;
    }
    if (last == null || now.at.isAfter(last.at)) {
      last = now;
    }
  }

  private void count(String name, RecordedEvent event) {
    switch (name) {
      case THROWN ->
          add(thrown, new Thrown(type(event, "thrownClass"), FlightEvent.place(event), 0), 1);
      case "jdk.Deoptimization" ->
          add(
              deoptimised,
              new Deoptimised(
                  FlightEvent.place(event.getValue("method"), event.getInt("lineNumber")),
                  FlightEvent.text(event, "reason"),
                  FlightEvent.text(event, "action"),
                  0),
              1);
      case "jdk.FileForce" -> file(Io.FORCE, event);
      case "jdk.FileRead" -> file(Io.FILE_READ, event);
      case "jdk.FileWrite" -> file(Io.FILE_WRITE, event);
      case "jdk.SocketRead" -> io(read(event.getInt("port")), event, peer(event));
      case "jdk.SocketWrite" -> io(Io.SOCKET_WRITE, event, peer(event));
      case "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait" ->
          waited(locks, new Place(type(event, "monitorClass"), FlightEvent.place(event)), event);
      case "jdk.ThreadPark" ->
          waited(locks, new Place(type(event, "parkedClass"), FlightEvent.place(event)), event);
      case "jdk.ThreadSleep" -> waited(locks, new Place("", FlightEvent.place(event)), event);
      case "jdk.VirtualThreadPinned" ->
          waited(
              pinned,
              new Place(FlightEvent.text(event, "pinnedReason"), FlightEvent.place(event)),
              event);
      case "jdk.ObjectAllocationSample" ->
          add(
              allocated,
              new Allocated(type(event, "objectClass"), FlightEvent.place(event), 0),
              event.getLong("weight"));
      case "jdk.ExecuteVMOperation" -> operation(event);
      default -> {
        // the recorder adds its own events to every file
      }
    }
  }

  private static <K> void add(Map<K, Long> sums, K key, long amount) {
    if (sums.size() < MOST || sums.containsKey(key)) {
      sums.merge(key, amount, Long::sum);
    }
  }

  /** A file without a path is a pipe or a terminal, whose other side may have nothing to say. */
  private void file(Io kind, RecordedEvent event) {
    String path = FlightEvent.text(event, "path");
    if (!path.isEmpty()) {
      io(kind, event, path);
    }
  }

  private Io read(int port) {
    boolean isAccepted = ports.accepted().contains(port);
    boolean isOpened = ports.opened().contains(port);
    return isAccepted == isOpened ? Io.SOCKET_READ : isOpened ? Io.CALL : Io.REQUEST;
  }

  private static String peer(RecordedEvent event) {
    String address = FlightEvent.text(event, "address");
    return (address.isEmpty() ? FlightEvent.text(event, "host") : address)
        + ":"
        + event.getInt("port");
  }

  private void io(Io kind, RecordedEvent event, String target) {
    RecordedThread thread = event.getThread();
    Waits waits =
        waited(
            io,
            new IoKey(kind, thread != null && thread.isVirtual(), FlightEvent.place(event)),
            event);
    if (waits != null && waits.targets.size() < MOST_NAMES) {
      waits.targets.add(target);
    }
  }

  /** Returns null beyond the limit. */
  private <K> @Nullable Waits waited(Map<K, Waits> sums, K key, RecordedEvent event) {
    if (sums.size() >= MOST && !sums.containsKey(key)) {
      return null;
    }
    Waits waits = sums.computeIfAbsent(key, one -> new Waits());
    waits.add(tookNs(event));
    RecordedThread thread = event.getThread();
    if (thread != null) {
      if (waits.threads.size() < MOST) {
        waits.threads.add(thread.getId());
      }
      String name = FlightEvent.name(thread);
      // virtual threads have no name unless the program gives one
      if (!name.isEmpty() && waits.names.size() < MOST_NAMES) {
        waits.names.add(name);
      }
    }
    return waits;
  }

  /** The part of a wait that lies in the time of the recording. */
  private long tookNs(RecordedEvent event) {
    Instant start = event.getStartTime().isBefore(began) ? began : event.getStartTime();
    return Math.max(0, Duration.between(start, event.getEndTime()).toNanos());
  }

  private void operation(RecordedEvent event) {
    String name = FlightEvent.text(event, "operation");
    RecordedThread caller = event.getThread("caller");
    if (event.getBoolean("safepoint")
        && !FlightEvent.isCollection(name)
        && !FlightEvent.isOfRecorder(caller)) {
      Operation key = new Operation(name, FlightEvent.name(caller), 0, 0);
      if (operations.size() < MOST || operations.containsKey(key)) {
        operations.computeIfAbsent(key, one -> new Waits()).add(tookNs(event));
      }
    }
  }

  private static String type(RecordedEvent event, String field) {
    RecordedClass type = event.hasField(field) ? event.getClass(field) : null;
    return type == null ? "" : Shown.text(source(type.getName()), LONGEST);
  }

  /** The name of an array as in the source: {@code byte[]} for {@code [B}. */
  private static String source(String name) {
    int depth = 0;
    while (depth < name.length() && name.charAt(depth) == '[') {
      depth++;
    }
    if (depth == 0 || depth == name.length()) {
      return name;
    }
    String element =
        switch (name.charAt(depth)) {
          case 'B' -> "byte";
          case 'C' -> "char";
          case 'D' -> "double";
          case 'F' -> "float";
          case 'I' -> "int";
          case 'J' -> "long";
          case 'S' -> "short";
          case 'Z' -> "boolean";
          default -> name.substring(depth + 1).replace(";", "");
        };
    return element + "[]".repeat(depth);
  }

  /**
   * All events.
   *
   * @param spanNs the time of the recording, above 0
   * @param processCpus as in {@link RecordingObservations}
   */
  RecordingObservations end(long spanNs, double processCpus) {
    return new RecordingObservations(
        spanNs,
        processCpus,
        events,
        lostBytes,
        new Exceptions(
            thrownPerS(),
            sorted(
                thrown,
                (one, count) -> new Thrown(one.className(), one.place(), count),
                Thrown::count)),
        sorted(
            deoptimised,
            (one, count) -> new Deoptimised(one.place(), one.reason(), one.action(), count),
            Deoptimised::count),
        sorted(
            io,
            (key, waits) ->
                new IoWait(
                    key.io,
                    key.isVirtual,
                    waits.blocking(new Place("", key.place)),
                    List.copyOf(waits.targets)),
            one -> one.where().ns()),
        sorted(locks, (place, waits) -> waits.blocking(place), Blocking::ns),
        sorted(pinned, (place, waits) -> waits.blocking(place), Blocking::ns),
        sorted(
            allocated,
            (one, bytes) -> new Allocated(one.className(), one.place(), bytes),
            Allocated::bytes),
        sorted(
            operations,
            (one, waits) -> new Operation(one.name(), one.thread(), waits.count, waits.ns),
            Operation::ns));
  }

  private double thrownPerS() {
    if (first == null || last == null) {
      return -1;
    }
    double ns = Duration.between(first.at, last.at).toNanos();
    return ns <= 0 ? -1 : Math.max(0, last.count - first.count) * NS_PER_S / ns;
  }

  private interface Sum<K, V, T> {
    T of(K key, V sum);
  }

  private static <K, V, T> List<T> sorted(
      Map<K, V> sums, Sum<K, V, T> each, ToLongFunction<T> size) {
    List<T> all = new ArrayList<>();
    sums.forEach((key, sum) -> all.add(each.of(key, sum)));
    all.sort(Comparator.comparingLong(size).reversed().thenComparing(Object::toString));
    return all;
  }
}
