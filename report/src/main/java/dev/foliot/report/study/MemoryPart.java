package dev.foliot.report.study;

import dev.foliot.store.study.StudyMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a JVM's memory on the page.
 *
 * @param index in the order of the store, by which it has its colour
 * @param raw its name in the store
 * @param name as a person says it
 */
record MemoryPart(int index, String raw, String name) {

  /** All parts, in the order in which they are laid upon each other. */
  static List<MemoryPart> all() {
    List<MemoryPart> all = new ArrayList<>();
    for (String raw : StudyMemory.PARTS) {
      all.add(new MemoryPart(all.size(), raw, named(raw)));
    }
    return all;
  }

  private static String named(String raw) {
    return switch (raw) {
      case "gc" -> "GC";
      case "cds_archive" -> "CDS archive";
      case "jvm" -> "the rest of the JVM";
      case "java_heap" -> "Java heap";
      case "malloc_spare" -> "free, kept by malloc";
      default -> raw.replace('_', ' ');
    };
  }

  /** The class of its colour. */
  String css() {
    return "m" + index;
  }

  /** Its bytes, null where they are not known. */
  @Nullable Long of(StudyMemory look) {
    return look.parts().get(raw);
  }
}
