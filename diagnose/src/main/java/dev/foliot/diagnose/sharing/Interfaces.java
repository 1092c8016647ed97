package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.Reading;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Between which interfaces a class's word alternates, by name. */
final class Interfaces {
  /** A register that holds an interface in one touch of this many or more is about the check. */
  private static final int OFTEN = 5;

  private Interfaces() {}

  /**
   * The names, in order; of interfaces that are not there any more, those that they had. Where
   * looking saw fewer than two often enough, the registers of the code that wrote tell: it has just
   * stored the interface.
   */
  static List<String> of(Suspect suspect, TargetJvm jvm, List<LoadedClass> classes) {
    Set<String> names = new TreeSet<>();
    for (long value : suspect.values()) {
      switch (jvm.classAt(value)) {
        case Reading.Value<LoadedClass>(LoadedClass type) -> names.add(type.name());
        case Reading.Unavailable<LoadedClass> _ ->
            classes.stream()
                .filter(type -> type.address() == value)
                .forEach(type -> names.add(type.name()));
      }
    }
    if (names.size() < 2 && !suspect.writes().isEmpty()) {
      Map<Long, Integer> held = held(suspect);
      for (LoadedClass type : classes) {
        int touches = held.getOrDefault(type.address(), 0);
        if (type.isInterface() && touches * OFTEN >= suspect.writes().size()) {
          names.add(type.name());
        }
      }
    }
    return List.copyOf(names);
  }

  /** In how many touches a value was in a register. */
  private static Map<Long, Integer> held(Suspect suspect) {
    Map<Long, Integer> held = new HashMap<>();
    for (Touch touch : suspect.writes()) {
      for (long value : new TreeSet<>(touch.registers().all().values())) {
        held.merge(value, 1, Integer::sum);
      }
    }
    return held;
  }
}
