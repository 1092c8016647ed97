package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.access.AccessResult;
import dev.foliot.diagnose.counters.access.DataPlaces;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.diagnose.memory.MemoryPlaces;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.code.CodeMap;
import dev.foliot.hotspot.heap.CardTable;
import dev.foliot.hotspot.heap.Generations;
import dev.foliot.hotspot.klass.KlassMap;
import dev.foliot.hotspot.memory.JvmRanges;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.ResidentRegion;
import dev.foliot.linux.proc.InnerPid;
import dev.foliot.linux.proc.ThreadStatus;
import dev.foliot.text.Reason;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * The current memory map of a live JVM.
 *
 * <p>Its classes are read at the first look-up of an address among them, because many samples need
 * none.
 */
record LivePlaces(Target target) implements AccessLook.Places {
  @Override
  public Reading<AccessResult> with(Function<DataPlaces, AccessResult> use) {
    return switch (target.jvm()) {
      case Reading.Unavailable<HotspotJvm> unavailable -> unavailable.retyped();
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield of(target.root(), jvm).map(use);
        }
      }
    };
  }

  /** The map of a JVM, valid while attached. */
  static Reading<DataPlaces> of(Path root, HotspotJvm jvm) {
    return ResidentRegion.of(root, jvm.pid())
        .map(regions -> {
          JvmRanges told = jvm.ranges().look();
          Reading<Generations> generations = jvm.generations();
          Reading<CardTable> cards = jvm.cardTable();
          CodeMap code = jvm.code();
          Classes classes = new Classes(jvm);
          return new DataPlaces(
              new MemoryPlaces(regions, told),
              told,
              new DataPlaces.Facts(
                  classes,
                  address ->
                      generations.map(known -> known.age(address)).orElse(Generations.Age.UNKNOWN),
                  code::at,
                  address -> cards.map(table -> table.has(address)).orElse(false),
                  threads(root, jvm.pid()),
                  () ->
                      Stream.concat(told.couldNot().stream(), classes.couldNot().stream())
                          .toList()));
        });
  }

  /** In its own PID namespace a JVM's thread ids belong to other threads here. */
  private static LongFunction<String> threads(Path root, long pid) {
    boolean same = InnerPid.of(root, pid).map(inner -> inner == pid).orElse(false);
    return tid -> same ? ThreadStatus.of(root, pid, tid).map(ThreadStatus::name).orElse("") : "";
  }

  /** Reads the classes at the first look-up. */
  private static final class Classes implements LongFunction<Optional<KlassMap.Place>> {
    private final HotspotJvm jvm;
    private Optional<Reading<KlassMap>> map = Optional.empty();

    Classes(HotspotJvm jvm) {
      this.jvm = jvm;
    }

    Optional<Reason> couldNot() {
      return map.isPresent() && map.get() instanceof Reading.Unavailable<KlassMap> none
          ? Optional.of(none.why())
          : Optional.empty();
    }

    @Override
    public Optional<KlassMap.Place> apply(long address) {
      if (map.isEmpty()) {
        map = Optional.of(jvm.klassMap());
      }
      return map.get().toOptional().flatMap(known -> known.at(address));
    }
  }
}
