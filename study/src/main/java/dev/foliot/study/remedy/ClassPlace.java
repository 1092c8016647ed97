package dev.foliot.study.remedy;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.klass.ClassList;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Cpus;
import dev.foliot.text.Shown;
import dev.foliot.text.StudyReason;
import java.nio.file.Path;
import java.util.List;

/** Finds the offset of another JVM's class in a cache line, from outside. Stateless. */
final class ClassPlace {
  private static final int USUAL_LINE_BYTES = 64;

  /** A class list may break off during loading and unloading. */
  private static final int TRIES = 3;

  private ClassPlace() {}

  /**
   * Reads it from a running JVM, which does not notice.
   *
   * @param root below which the kernel's files are, usually "/"
   * @param className as {@link Class#getName()} gives it
   * @return its address modulo a line, in bytes
   */
  static Reading<Integer> of(Path root, long pid, String className) {
    return switch (HotspotJvm.attach(root, pid)) {
      case Reading.Unavailable<HotspotJvm> none -> none.retyped();
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield of(new Cpus(root).cacheLineBytes().orElse(USUAL_LINE_BYTES), jvm, className);
        }
      }
    };
  }

  private static Reading<Integer> of(int lineBytes, HotspotJvm jvm, String className) {
    Reading<Integer> answer = among(List.of(), className, lineBytes);
    for (int i = 0; i < TRIES; i++) {
      switch (jvm.classes()) {
        case Reading.Unavailable<ClassList> none -> answer = none.retyped();
        case Reading.Value<ClassList>(ClassList classes) -> {
          answer = among(classes.all(), className, lineBytes);
          if (answer instanceof Reading.Value<Integer>) {
            return answer;
          }
        }
      }
    }
    return answer;
  }

  /** The class of a name; ambiguous if two loaders have one each. Pure. */
  static Reading<Integer> among(List<LoadedClass> classes, String className, int lineBytes) {
    List<LoadedClass> named = classes.stream().filter(one -> one.name().equals(className)).toList();
    String shown = Shown.text(className);
    return switch (named.size()) {
      case 0 -> Reading.unavailable(new StudyReason.ClassNotLoaded(shown));
      case 1 -> Reading.of((int) Long.remainderUnsigned(named.getFirst().address(), lineBytes));
      default -> Reading.unavailable(new StudyReason.ClassLoadedTwice(shown, named.size()));
    };
  }
}
