package dev.foliot.diagnose.words;

import dev.foliot.diagnose.reason.WordsReason;
import dev.foliot.diagnose.watch.LiveThreads;
import dev.foliot.diagnose.watch.TargetThreads;
import dev.foliot.diagnose.watch.WatchTurns;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.code.CodeMap;
import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.code.MemoryWrite;
import dev.foliot.hotspot.code.TypeSearch;
import dev.foliot.hotspot.heap.ObjectPlace;
import dev.foliot.hotspot.heap.ObjectSearch;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.klass.Supertypes;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.CpuSampler;
import dev.foliot.linux.perf.UserRegisters;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.text.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A running HotSpot. For one thread. */
final class LiveWords implements WordsTarget {
  private static final String DECODED = "amd64";

  private final Path root;
  private final HotspotJvm jvm;
  private final CodeMap code;
  private final TargetThreads threads;
  private final Map<Long, Optional<LoadedClass>> classes = new HashMap<>();

  LiveWords(Path root, HotspotJvm jvm, WatchTurns turns) {
    this.root = root;
    this.jvm = jvm;
    this.code = jvm.code();
    this.threads = new LiveThreads(root, jvm.pid(), turns);
  }

  @Override
  public TargetThreads threads() {
    return threads;
  }

  @Override
  public boolean isAlive() {
    return jvm.isAlive();
  }

  @Override
  public Optional<Reason> unreadable() {
    String architecture = System.getProperty("os.arch");
    if (!architecture.equals(DECODED)) {
      return Optional.of(new WordsReason.InstructionsUnknown(architecture));
    }
    return code.missing()
        .or(() ->
            jvm.objects() instanceof Reading.Unavailable<ObjectSearch> none
                ? Optional.of(none.why())
                : Optional.empty());
  }

  @Override
  public Reading<CpuSampler.Samples> onCpu(Collection<Integer> tids, long windowNs, int perSecond)
      throws InterruptedException {
    Reading<CpuSampler.Samples> samples =
        CpuSampler.sampleRegisters(root, jvm.pid(), tids, Duration.ofNanos(windowNs), perSecond);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return samples;
  }

  @Override
  public List<MemoryWrite> writes(UserRegisters registers) {
    return code.writes(registers);
  }

  @Override
  public Optional<TypeSearch> search(UserRegisters registers) {
    return code.typeSearch(registers);
  }

  @Override
  public Optional<Searched> searched(TypeSearch search) {
    Optional<LoadedClass> type = classAt(search.type());
    Optional<LoadedClass> sought = classAt(search.sought());
    if (type.isEmpty() || sought.isEmpty()) {
      return Optional.empty();
    }
    return jvm.supertypes(type.get())
        .toOptional()
        .filter(types -> types.couldNot().isEmpty())
        .map(types -> new Searched(type.get().name(), sought.get().name(), isMiss(types, search)));
  }

  private static boolean isMiss(Supertypes types, TypeSearch search) {
    return search.type() != search.sought()
        && Stream.concat(types.superclasses().stream(), types.interfaces().stream())
            .noneMatch(one -> one.address() == search.sought());
  }

  private Optional<LoadedClass> classAt(long klass) {
    return classes.computeIfAbsent(klass, at -> jvm.classAt(at).toOptional());
  }

  @Override
  public List<Optional<ObjectPlace>> objects(List<Asked> asked) {
    Optional<ObjectSearch> search = jvm.objects().toOptional();
    List<Optional<ObjectPlace>> places = new ArrayList<>();
    for (Asked one : asked) {
      places.add(search.flatMap(now -> now.at(one.address(), one.hints())));
    }
    return places;
  }

  @Override
  public String place(Hit hit) {
    UserRegisters registers = hit.registers();
    String own = place(registers.ip());
    return own.isEmpty()
        ? code.callers(registers.ip(), registers.sp(), registers.fp(), hit.stack()).stream()
            .map(LiveWords::place)
            .filter(place -> !place.isEmpty())
            .findFirst()
            .orElse("")
        : own;
  }

  @Override
  public String place(long ip) {
    return place(code.at(ip));
  }

  private static String place(CodePlace place) {
    return place instanceof CodePlace.Compiled compiled ? JavaFrame.place(compiled.frames()) : "";
  }
}
