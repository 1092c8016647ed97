package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.access.AccessResult;
import dev.foliot.diagnose.counters.access.DataPlaces;
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
 * What lies where in a JVM that runs, as it is at this moment. Its classes are read when an address
 * is first looked up among them: many samples have none there.
 *
 * @param root below which the kernel's files are, usually "/"
 */
record LivePlaces(Path root, long pid) implements AccessLook.Places {
  @Override
  public Reading<AccessResult> with(Function<DataPlaces, AccessResult> use) {
    return switch (HotspotJvm.attach(root, pid)) {
      case Reading.Unavailable<HotspotJvm> unavailable -> unavailable.retyped();
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield of(root, jvm).map(use);
        }
      }
    };
  }

  /** Those of a JVM, for as long as it is attached to. */
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

  /** In a PID namespace of its own a JVM knows its threads by numbers that are others' here. */
  private static LongFunction<String> threads(Path root, long pid) {
    boolean same = InnerPid.of(root, pid).map(inner -> inner == pid).orElse(false);
    return tid -> same ? ThreadStatus.of(root, pid, tid).map(ThreadStatus::name).orElse("") : "";
  }

  /** Read at the first question. */
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
