package dev.foliot.hotspot.image;

import dev.foliot.linux.MemoryRegion;
import dev.foliot.linux.Reading;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the image of HotSpot among what a process has mapped, or says what it runs instead. */
public final class JvmSearch {
  private static final String LIBJVM = "/libjvm.so";
  private static final String OPENJ9 = "/libj9vm";
  private static final String DELETED = " (deleted)";
  private static final String TABLES = "gHotSpotVMStructs";
  private static final String REMEDY = "give the process id of a HotSpot of JDK 17 or later";

  /** Of what the GraalVM's native-image puts into every program. */
  private static final List<String> NATIVE_IMAGE =
      List.of("graal_create_isolate", "__svm_version_info", "__svm_heap_begin");

  /** Programs and libraries come early; more than these are not worth a look each. */
  private static final int MOST_FILES = 64;

  private JvmSearch() {}

  /** Where the image begins whose symbols are HotSpot's tables. */
  public static Reading<Long> find(Pages pages, long pid, List<MemoryRegion> regions) {
    Map<String, Long> files = files(regions);
    String named = "process " + pid;
    if (regions.isEmpty()) {
      return Reading.unavailable(
          named + " has no memory: it has ended and waits for its parent, or is the kernel's",
          REMEDY);
    }
    for (String file : files.keySet()) {
      if (file.contains(OPENJ9)) {
        return Reading.unavailable(named + " is an Eclipse OpenJ9 JVM (" + file + ")", REMEDY);
      }
    }
    for (Map.Entry<String, Long> file : files.entrySet()) {
      if (file.getKey().endsWith(LIBJVM)) {
        return has(pages, file.getValue(), TABLES)
            ? Reading.of(file.getValue())
            : Reading.unavailable(
                named
                    + " has a libjvm that does not tell of itself as HotSpot's does ("
                    + file.getKey()
                    + "): another JVM, as Azul's Zing, or it cannot be read",
                REMEDY);
      }
    }
    return inPrograms(pages, named, files);
  }

  /** A JVM may be linked into its program. */
  private static Reading<Long> inPrograms(Pages pages, String named, Map<String, Long> files) {
    int looked = 0;
    for (Map.Entry<String, Long> file : files.entrySet()) {
      if (looked == MOST_FILES) {
        break;
      }
      looked++;
      if (has(pages, file.getValue(), TABLES)) {
        return Reading.of(file.getValue());
      }
      for (String symbol : NATIVE_IMAGE) {
        if (has(pages, file.getValue(), symbol)) {
          return Reading.unavailable(
              named + " is a native image of GraalVM (" + file.getKey() + "): it has no HotSpot",
              REMEDY);
        }
      }
    }
    return Reading.unavailable(
        named + " is no JVM: it has no libjvm among its " + files.size() + " mapped files", REMEDY);
  }

  /** Each mapped file with its lowest address. */
  private static Map<String, Long> files(List<MemoryRegion> regions) {
    Map<String, Long> files = new LinkedHashMap<>();
    for (MemoryRegion region : regions) {
      String path = region.path();
      if (path.startsWith("/") && region.start() > 0) {
        files.merge(
            path.endsWith(DELETED) ? path.substring(0, path.length() - DELETED.length()) : path,
            region.start(),
            Math::min);
      }
    }
    return files;
  }

  private static boolean has(Pages pages, long base, String symbol) {
    try {
      return ElfImage.at(pages, base).symbol(symbol).isPresent();
    } catch (BadMemoryException e) {
      return false;
    }
  }
}
